import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  rollouts: 'Upgrades und Änderungen',
  rolloutChange: 'Einstellungen ändern',
  rolloutCreate: 'Upgrade planen',
  rolloutDetails: 'Upgrade oder Änderung',
  routerosPackages: 'RouterOS-Pakete',
  packagesTab: 'Pakete',
} satisfies Shape<typeof en>
