import type {
  HardwareKind,
  ManagementProtocol,
  OnlineState,
  RadioBand,
} from '@trunkline/contract/resources/hardware-words'
import type { Labels } from './labels.ts'

export const hardwareKindLabels: Labels<HardwareKind> = {
  router: { en: 'Router', de: 'Router' },
  'access-point': { en: 'Access point', de: 'Access Point' },
  switch: { en: 'Switch', de: 'Switch' },
  'lte-router': { en: 'LTE router', de: 'LTE-Router' },
  antenna: { en: 'Antenna', de: 'Antenne' },
  other: { en: 'Other', de: 'Anderes' },
}

export const radioBandLabels: Labels<RadioBand> = {
  '2.4': { en: '2.4 GHz', de: '2,4 GHz' },
  '5': { en: '5 GHz', de: '5 GHz' },
  '6': { en: '6 GHz', de: '6 GHz' },
  '60': { en: '60 GHz', de: '60 GHz' },
}

export const managementProtocolLabels: Labels<ManagementProtocol> = {
  api: { en: 'RouterOS API, not encrypted', de: 'RouterOS-API, unverschlüsselt' },
  'api-ssl': { en: 'RouterOS API over TLS', de: 'RouterOS-API über TLS' },
  rest: { en: 'REST over HTTPS', de: 'REST über HTTPS' },
}

export const onlineStateLabels: Labels<OnlineState> = {
  online: { en: 'Online', de: 'Online' },
  offline: { en: 'Offline', de: 'Offline' },
  unknown: { en: 'Never read', de: 'Nie gelesen' },
}
