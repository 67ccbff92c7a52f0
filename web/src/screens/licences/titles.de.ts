import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  licences: 'Lizenzen',
  licenceCreate: 'Neue Lizenz',
  licenceBulk: 'Neue Lizenzen',
  licenceUpdate: 'Lizenz bearbeiten',
  licence: 'Lizenz',
} satisfies Shape<typeof en>
