import type en from './titles.en.ts'
import type { Shape } from '../../i18n/shape.ts'

export default {
  profile: 'Profil',
  profileUpdate: 'Profil bearbeiten',
  companyProfile: 'Firmenprofil',
  companyProfileUpdate: 'Firmenprofil bearbeiten',
} satisfies Shape<typeof en>
