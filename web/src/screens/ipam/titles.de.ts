import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  ipv4: 'IPv4',
  subnetCreate: 'Neues Subnetz',
  subnetUpdate: 'Subnetz bearbeiten',
  subnet: 'Subnetz',
  ipv6: 'IPv6',
  subnetCategories: 'Subnetzkategorien',
  subnetCategoryCreate: 'Neue Subnetzkategorie',
  subnetCategoryUpdate: 'Subnetzkategorie bearbeiten',
  addresses: 'IP-Adressen',
  categoriesTab: 'Kategorien',
} satisfies Shape<typeof en>
