import type { HardwareKind, RadioBand } from '@trunkline/contract/resources/hardware-enums'
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
