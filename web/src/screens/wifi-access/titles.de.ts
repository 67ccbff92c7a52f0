import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  accessList: 'Zugangskontrolle eines Standorts',
  accessCreate: 'Neuer Eintrag der Zugangskontrolle',
  accessUpdate: 'Eintrag der Zugangskontrolle bearbeiten',
  blockedCreate: 'Gerät sperren',
  blockedUpdate: 'Gesperrtes Gerät bearbeiten',
  accessRaw: 'Zugriffsliste eines Geräts',
} satisfies Shape<typeof en>
