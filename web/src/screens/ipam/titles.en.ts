/** Titles of the pages, and of the entries in the menu. */
export default {
  ipv4: 'IPv4',
  subnetCreate: 'New subnet',
  subnetUpdate: 'Edit subnet',
  subnet: 'Subnet',
  ipv6: 'IPv6',
  subnetCategories: 'Subnet categories',
  subnetCategoryCreate: 'New subnet category',
  subnetCategoryUpdate: 'Edit subnet category',
  addresses: 'IP addresses',
  categoriesTab: 'Categories',
}
