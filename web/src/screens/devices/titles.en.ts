/** Titles of the pages, and of the entries in the menu. */
export default {
  deviceCommands: 'Device commands',
  deviceCommand: 'Command',
  commandsTab: 'Commands',
}
