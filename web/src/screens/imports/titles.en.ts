/** Titles of the pages, and of the entries in the menu. */
export default {
  companyImport: 'Import companies',
  subnetImport: 'Import subnets',
  serviceImport: 'Import services',
  userImport: 'Import users',
  siteImport: 'Import sites',
  modelImport: 'Import models',
  tariffImport: 'Import tariffs',
  nasImport: 'Import NAS devices',
  licenceImport: 'Import licences',
  hardwareImport: 'Import hardware',
}
