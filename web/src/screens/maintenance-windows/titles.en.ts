/** Titles of the pages, and of the entries in the menu. */
export default {
  maintenanceWindows: 'Maintenance windows',
  maintenanceWindowCreate: 'New maintenance window',
  maintenanceWindowUpdate: 'Edit maintenance window',
  maintenanceWindowDetails: 'Maintenance window',
  maintenanceWindowsTab: 'Maintenance',
}
