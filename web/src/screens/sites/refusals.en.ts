/** What the contract and the server say of sites, sentence for sentence: `said` knows the sentences by these. */
export default {
  choose: 'Choose the client whose site this is.',
  noCompany: 'There is no such company.',
  ofClient: 'A site belongs to a client.',
  half: 'A position has a latitude and a longitude.',
  latitude: 'From −90 to 90.',
  longitude: 'From −180 to 180.',
  rowTwice: 'A row is named twice.',
  northAbove: 'North lies above south.',
  leftDevice: 'This site still has 1 device.',
  leftDevices: 'This site still has {{a}} devices.',
  leftService: 'This site still has 1 service.',
  leftServices: 'This site still has {{b}} services.',
  leftDeviceService: 'This site still has 1 device and 1 service.',
  leftDeviceServices: 'This site still has 1 device and {{b}} services.',
  leftDevicesService: 'This site still has {{a}} devices and 1 service.',
  leftDevicesServices: 'This site still has {{a}} devices and {{b}} services.',
}
