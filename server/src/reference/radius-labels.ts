import type {
  AuthMethod,
  DelegatedIpv6Method,
  FramedIpv6Method,
  Ipv4Method,
  NasPurpose,
  offers,
  PaymentPeriod,
  QuotaAction,
  QuotaPeriod,
  ServiceStatus,
  Vendor,
} from '@trunkline/contract/resources/radius-enums'
import type { Labels } from './labels.ts'

export const serviceStatusLabels: Labels<ServiceStatus> = {
  pending: { en: 'Pending', de: 'Ausstehend' },
  active: { en: 'Active', de: 'Aktiv' },
  suspended: { en: 'Suspended', de: 'Gesperrt' },
  terminated: { en: 'Terminated', de: 'Beendet' },
}

export const paymentPeriodLabels: Labels<PaymentPeriod> = {
  'one-off': { en: 'Once', de: 'Einmalig' },
  monthly: { en: 'Monthly', de: 'Monatlich' },
  quarterly: { en: 'Quarterly', de: 'Vierteljährlich' },
  'half-yearly': { en: 'Half-yearly', de: 'Halbjährlich' },
  yearly: { en: 'Yearly', de: 'Jährlich' },
}

export const ipv4MethodLabels: Labels<Ipv4Method> = {
  pool: { en: 'From a pool', de: 'Aus einem Pool' },
  'static-address': { en: 'Fixed address', de: 'Feste Adresse' },
  'static-network': { en: 'Fixed address and routed network', de: 'Feste Adresse und geroutetes Netz' },
  'nas-decides': { en: 'The NAS decides', de: 'Der NAS entscheidet' },
}

export const authMethodLabels: Labels<AuthMethod> = {
  password: { en: 'User name and password', de: 'Benutzername und Passwort' },
  mac: { en: 'MAC address (IPoE)', de: 'MAC-Adresse (IPoE)' },
  option82: { en: 'DHCP option 82 (IPoE)', de: 'DHCP-Option 82 (IPoE)' },
}

export const framedIpv6MethodLabels: Labels<FramedIpv6Method> = {
  none: { en: 'None', de: 'Keine' },
  'static-prefix': { en: 'Fixed prefix', de: 'Festes Präfix' },
  'static-address': { en: 'Fixed address', de: 'Feste Adresse' },
  pool: { en: 'Prefix from a pool', de: 'Präfix aus einem Pool' },
  'nas-pool': { en: 'Pool of the NAS', de: 'Pool des NAS' },
}

export const delegatedIpv6MethodLabels: Labels<DelegatedIpv6Method> = {
  none: { en: 'None', de: 'Keins' },
  static: { en: 'Fixed prefix', de: 'Festes Präfix' },
  pool: { en: 'Prefix from a pool', de: 'Präfix aus einem Pool' },
  'nas-pool': { en: 'Pool of the NAS', de: 'Pool des NAS' },
}

export const quotaPeriodLabels: Labels<QuotaPeriod> = {
  day: { en: 'Day', de: 'Tag' },
  week: { en: 'Week', de: 'Woche' },
  month: { en: 'Month', de: 'Monat' },
}

export const quotaActionLabels: Labels<QuotaAction> = {
  slow: { en: 'Slow down', de: 'Drosseln' },
  stop: { en: 'Stop', de: 'Abschalten' },
}

export const offerLabels: Labels<(typeof offers)[number]> = {
  all: { en: 'All companies below', de: 'Alle Firmen darunter' },
  chosen: { en: 'Chosen companies', de: 'Ausgewählte Firmen' },
}

export const vendorLabels: Labels<Vendor> = {
  mikrotik: { en: 'MikroTik', de: 'MikroTik' },
  cisco: { en: 'Cisco', de: 'Cisco' },
  cambium: { en: 'Cambium', de: 'Cambium' },
  huawei: { en: 'Huawei', de: 'Huawei' },
  strongswan: { en: 'strongSwan', de: 'strongSwan' },
  generic: { en: 'Other', de: 'Anderer' },
}

export const nasPurposeLabels: Labels<NasPurpose> = {
  pppoe: { en: 'PPPoE', de: 'PPPoE' },
  hotspot: { en: 'Hotspot', de: 'Hotspot' },
  ipoe: { en: 'IPoE', de: 'IPoE' },
  vpn: { en: 'VPN', de: 'VPN' },
  wireless: { en: 'Wireless (802.1X)', de: 'WLAN (802.1X)' },
  login: { en: 'Login to devices', de: 'Anmeldung an Geräten' },
}
