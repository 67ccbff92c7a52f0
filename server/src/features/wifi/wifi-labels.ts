import type { Encryption } from '@trunkline/contract/resources/wifi-enums'
import type { Labels } from '../../reference/labels.ts'

export const encryptionLabels: Labels<Encryption> = {
  open: { en: 'None: open to everyone', de: 'Keine: offen für alle' },
  'wpa-wpa2': { en: 'WPA and WPA2', de: 'WPA und WPA2' },
  wpa2: { en: 'WPA2', de: 'WPA2' },
  'wpa2-wpa3': { en: 'WPA2 and WPA3', de: 'WPA2 und WPA3' },
  wpa3: { en: 'WPA3', de: 'WPA3' },
  owe: { en: 'Enhanced open (OWE)', de: 'Enhanced Open (OWE)' },
  'wpa2-enterprise': { en: 'WPA2 Enterprise', de: 'WPA2 Enterprise' },
  'wpa3-enterprise': { en: 'WPA3 Enterprise', de: 'WPA3 Enterprise' },
}
