/** Titles of the pages, and of the entries in the menu. */
export default {
  wifi: 'Wi-Fi',
  wifiPoints: 'Access points',
  wifiClients: 'Devices on the Wi-Fi',
  wifiCreate: 'New Wi-Fi network',
  wifiUpdate: 'Edit Wi-Fi network',
}
