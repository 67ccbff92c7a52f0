/** Titles of the pages, and of the entries in the menu. */
export default {
  rollouts: 'Upgrades',
  rolloutCreate: 'New rollout',
  rolloutUpdate: 'Edit rollout',
  rolloutDetails: 'Rollout',
}
