import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  ipv4: 'IPv4',
  subnetCreate: 'Neues Subnetz',
  subnetUpdate: 'Subnetz bearbeiten',
  subnet: 'Subnetz',
  ipv6: 'IPv6',
  subnetCategories: 'Subnetz-Kategorien',
  subnetCategoryCreate: 'Neue Subnetz-Kategorie',
  subnetCategoryUpdate: 'Subnetz-Kategorie bearbeiten',
} satisfies Shape<typeof en>
