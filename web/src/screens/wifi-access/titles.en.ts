/** Titles of the pages, and of the entries in the menu. */
export default {
  accessList: 'Access control of a site',
  accessCreate: 'New entry of access control',
  accessUpdate: 'Edit entry of access control',
  blockedCreate: 'Block a device',
  blockedUpdate: 'Edit blocked device',
  accessRaw: 'Access list of a device',
}
