import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  rollouts: 'Upgrades',
  rolloutCreate: 'Upgrade planen',
  rolloutDetails: 'Upgrade',
  routerosPackages: 'RouterOS-Pakete',
  packagesTab: 'Pakete',
} satisfies Shape<typeof en>
