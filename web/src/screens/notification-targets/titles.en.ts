/** Titles of the pages, and of the entries in the menu. */
export default {
  notificationTargets: 'Notification targets',
  notificationTargetCreate: 'New notification target',
  notificationTargetUpdate: 'Edit notification target',
  notificationTargetDetails: 'Notification target',
  notificationTargetsTab: 'Notifications',
}
