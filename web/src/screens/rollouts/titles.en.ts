/** Titles of the pages, and of the entries in the menu. */
export default {
  rollouts: 'Upgrades',
  rolloutCreate: 'Plan upgrade',
  rolloutDetails: 'Upgrade',
  routerosPackages: 'RouterOS packages',
  packagesTab: 'Packages',
}
