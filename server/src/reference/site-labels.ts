import type { SiteStatus } from '@trunkline/contract/resources/hardware-enums'
import type { Labels } from './labels.ts'

export const siteStatusLabels: Labels<SiteStatus> = {
  online: { en: 'Online', de: 'Online' },
  partial: { en: 'Partially online', de: 'Teilweise online' },
  offline: { en: 'Offline', de: 'Offline' },
  unknown: { en: 'Never read', de: 'Nie gelesen' },
}
