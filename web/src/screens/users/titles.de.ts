import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  users: 'Benutzer',
  userUpdate: 'Benutzer bearbeiten',
  userDetails: 'Benutzer',
} satisfies Shape<typeof en>
