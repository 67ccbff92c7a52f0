import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  invites: 'Einladungen',
  inviteCreate: 'Benutzer einladen',
} satisfies Shape<typeof en>
