import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  rollouts: 'Upgrades',
  rolloutCreate: 'Upgrade planen',
  rolloutDetails: 'Upgrade',
} satisfies Shape<typeof en>
