/** Titles of the pages, and of the entries in the menu. */
export default {
  sessions: 'Sessions',
  sessionHistory: 'Ended sessions',
  logins: 'Login log',
  coaRequests: 'CoA and disconnects',
  sessionsTab: 'Online',
  historyTab: 'Ended',
  loginsTab: 'Login log',
  requestsTab: 'CoA and disconnects',
}
