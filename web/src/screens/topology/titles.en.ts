/** Titles of the pages, and of the entries in the menu. */
export default {
  topology: 'Topology',
  deviceTopology: 'Device topology',
}
