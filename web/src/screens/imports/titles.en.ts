/** Titles of the pages, and of the entries in the menu. */
export default {
  companyImport: 'Import companies',
  subnetImport: 'Import subnets',
  serviceImport: 'Import services',
  hardwareImport: 'Import hardware',
}
