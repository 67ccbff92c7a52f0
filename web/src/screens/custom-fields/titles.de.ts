import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  customFields: 'Eigene Felder',
  customFieldCreate: 'Eigenes Feld anlegen',
  customFieldUpdate: 'Eigenes Feld bearbeiten',
} satisfies Shape<typeof en>
