import type { LicenceLevel, LicencePart, LicenceStatus, LicenceType } from '@trunkline/contract/resources/licence-enums'
import type { Labels } from './labels.ts'

export const licenceStatusLabels: Labels<LicenceStatus> = {
  available: { en: 'Available', de: 'Verfügbar' },
  active: { en: 'Active', de: 'Aktiv' },
  suspended: { en: 'Suspended', de: 'Gesperrt' },
  expired: { en: 'Expired', de: 'Abgelaufen' },
  cancelled: { en: 'Cancelled', de: 'Gekündigt' },
}

export const licenceLevelLabels: Labels<LicenceLevel> = {
  basic: { en: 'Basic', de: 'Basis' },
  standard: { en: 'Standard', de: 'Standard' },
  premium: { en: 'Premium', de: 'Premium' },
}

export const licenceTypeLabels: Labels<LicenceType> = {
  trial: { en: 'Trial', de: 'Test' },
  subscription: { en: 'Subscription', de: 'Abonnement' },
  perpetual: { en: 'Perpetual', de: 'Unbefristet' },
}

/** Features of the panel, which are the categories of licences. */
export const licencePartLabels: Labels<LicencePart> = {
  hardware: { en: 'Hardware and sites', de: 'Hardware und Standorte' },
  wifi: { en: 'Wi-Fi and site networks', de: 'WLAN und Standortnetze' },
  radius: { en: 'Tariffs, NAS devices and services', de: 'Tarife, NAS-Geräte und Dienste' },
  vpn: { en: 'VPN users', de: 'VPN-Einwahlkonten' },
  ipam: { en: 'IP address management', de: 'IP-Adressverwaltung' },
}
