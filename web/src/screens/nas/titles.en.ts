/** Titles of the pages, and of the entries in the menu. */
export default {
  nas: 'NAS devices',
  nasUnknown: 'Unknown senders',
  nasCreate: 'New NAS',
  nasUpdate: 'Edit NAS',
  nasDetails: 'NAS',
}
