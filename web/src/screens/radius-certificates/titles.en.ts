/** Titles of the pages, and of the entries in the menu. */
export default {
  radiusSettings: 'RADIUS',
  deviceSetup: '802.1X device setup',
}
