import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  companyImport: 'Firmen importieren',
  subnetImport: 'Subnetze importieren',
  serviceImport: 'Dienste importieren',
  userImport: 'Benutzer importieren',
  siteImport: 'Standorte importieren',
  modelImport: 'Modelle importieren',
  tariffImport: 'Tarife importieren',
  nasImport: 'NAS-Geräte importieren',
  licenceImport: 'Lizenzen importieren',
  hardwareImport: 'Hardware importieren',
} satisfies Shape<typeof en>
