/**
 * What the contract and the server say about access control, sentence for sentence as they say it: `{{a}}` and so on
 * stand for names, addresses and numbers. `said` knows the sentences by these and answers the same key in the reader's
 * language.
 */
export default {
  mac: 'A MAC address, for example 4C:5E:0C:01:02:03.',
  noMac: 'This is no MAC address. Write it like 4C:5E:0C:01:02:03.',
  zeros: 'A device does not have the MAC address of zeros.',
  group: 'This is the MAC address of a group (multicast), not of a device.',
  kbps: 'From 8 kbit/s to 10 Gbit/s.',
  signal: 'From -120 to 120.',
  weakest: 'From the weakest to the strongest, for example -120 to -85.',
  day: 'Choose at least one day.',
  dayTwice: 'A day is named twice.',
  clock: 'A time of the day, for example 08:00.',
  least: 'At least 8 characters.',
  most: 'At most 63 characters.',
  signs: 'Only letters, digits and signs of the English keyboard.',
  vlan: 'From 1 to 4094.',
  rowId: 'This is not the id of a row on a router.',
  hasMac: '{{a}} has this MAC address already. Change that entry, or give this one hours.',
  sameHours: '{{a}} has this MAC address at the same hours already.',
  putBehind:
    'At all hours, it would decide before entries of the same MAC address that have hours. Put it behind them.',
  neverDecides: '{{a}} has this MAC address already, at all hours: what comes behind it never decides.',
  onlyAllowed: 'Only for who is allowed: a blocked one never joins.',
  siteGone: 'This is in the trash. Take it back out first.',
  rawEntry: 'The panel has made this row for the list of the site: it is changed there, and written again.',
  rawHours: 'The panel has made this row for the hours of a guests’ network: it is changed there.',
  rawMidnight: 'A row of the device can not hold over midnight. Make two: until 00:00, and from 00:00 on.',
  rawCondition: 'The access list of these radios has no such condition.',
  rawRadius: 'The access list of these radios can not ask RADIUS.',
  rawMark: 'So begin the comments of rows that the panel has made.',
  noSystem: 'This device has no such Wi-Fi system, as far as it was read.',
  whichSystem: 'The device has several Wi-Fi systems, as far as it was read. Say which one the row is of.',
  panelFirst: 'Rows of the panel stand first. Choose one behind them.',
  beforeItself: 'A row can not go before itself.',
  change: 'Say what is to change.',
}
