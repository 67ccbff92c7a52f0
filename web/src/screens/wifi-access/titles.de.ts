import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  accessList: 'Zugangskontrolle eines Standorts',
  accessCreate: 'Neuer Zugangseintrag',
  accessUpdate: 'Zugangseintrag bearbeiten',
  blockedCreate: 'Gerät sperren',
  blockedUpdate: 'Gesperrtes Gerät bearbeiten',
  accessRaw: 'Zugriffsliste eines Geräts',
} satisfies Shape<typeof en>
