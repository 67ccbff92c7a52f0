/** Titles of the pages, and of the entries in the menu. */
export default {
  accessList: 'Access control of a site',
  accessCreate: 'New access control entry',
  accessUpdate: 'Edit access control entry',
  blockedCreate: 'Block device',
  blockedUpdate: 'Edit blocked device',
  accessRaw: 'Access list of a device',
}
