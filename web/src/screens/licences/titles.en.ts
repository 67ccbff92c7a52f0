/** Titles of the pages, and of the entries in the menu. */
export default {
  licences: 'Licences',
  licenceCreate: 'New licence',
  licenceBulk: 'New licences',
  licenceUpdate: 'Edit licence',
  licence: 'Licence',
}
