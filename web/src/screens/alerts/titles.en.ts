/** Titles of the pages, and of the entries in the menu. */
export default {
  alerts: 'Alerts',
  alertDetails: 'Alert',
  alertRules: 'Alert rules',
  rulesTab: 'Rules',
}
