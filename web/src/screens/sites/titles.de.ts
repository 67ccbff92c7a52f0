import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  sites: 'Standorte',
  siteCreate: 'Neuer Standort',
  siteUpdate: 'Standort bearbeiten',
  site: 'Standort',
} satisfies Shape<typeof en>
