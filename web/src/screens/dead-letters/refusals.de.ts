import type { Shape } from '../../i18n/shape.ts'
import type en from './refusals.en.ts'

export default {
  gone: 'Dieser Datensatz ist nicht mehr vorhanden: Er wurde gespeichert oder gelöscht.',
  notAccounting: 'Nicht gespeichert: Nur Accounting-Datensätze können erneut gespeichert werden.',
  notStored: 'Nicht gespeichert: {{a}}',
} satisfies Shape<typeof en>
