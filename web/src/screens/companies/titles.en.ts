/** Titles of the pages, and of the entries in the menu. */
export default {
  companies: 'Companies',
  companyCreate: 'New company',
  companyUpdate: 'Edit company',
  companySummary: 'Company',
}
