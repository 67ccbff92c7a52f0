/** Titles of the pages, and of the entries in the menu. */
export default {
  profile: 'Profile',
  profileUpdate: 'Edit profile',
  companyProfile: 'Company profile',
  companyProfileUpdate: 'Edit company profile',
}
