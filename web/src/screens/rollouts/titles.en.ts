/** Titles of the pages, and of the entries in the menu. */
export default {
  rollouts: 'Upgrades and changes',
  rolloutChange: 'Change settings',
  rolloutCreate: 'Plan upgrade',
  rolloutDetails: 'Upgrade or change',
  routerosPackages: 'RouterOS packages',
  packagesTab: 'Packages',
}
