/** Titles of the pages, and of the entries in the menu. */
export default {
  customFields: 'Custom fields',
  customFieldCreate: 'New custom field',
  customFieldUpdate: 'Edit custom field',
}
