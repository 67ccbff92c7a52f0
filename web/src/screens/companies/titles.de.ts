import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  companies: 'Firmen',
  companyCreate: 'Neue Firma',
  companyUpdate: 'Firma bearbeiten',
  companySummary: 'Firma',
} satisfies Shape<typeof en>
