/** Titles of the pages, and of the entries in the menu. */
export default {
  outbox: 'Outbox',
  mail: 'E-mail',
  settings: 'Settings',
  settingsGeneral: 'General',
}
