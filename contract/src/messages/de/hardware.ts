import type { HardwareReasons } from '../../reasons/hardware.ts'
import { texts } from '../texts.ts'

export const hardware = texts<HardwareReasons>()({
  'hardware.serial_format': 'Buchstaben, Ziffern und Zeichen ohne Leerzeichen, wie auf dem Aufkleber.',
  'hardware.serial_taken': 'Ein anderes Gerät dieses Herstellers hat diese Seriennummer.',
  'hardware.serial_taken_by': '{name} hat diese Seriennummer.',
  'hardware.serials_conflict':
    'Geräte dieses Modells haben Seriennummern, die andere Geräte dieses Herstellers bereits haben.',
  'hardware.type_mismatch': '{model} ist von einem anderen Typ.',
  'hardware.manufacturer_mismatch': '{model} ist von einem anderen Hersteller.',
  'hardware.warranty_too_long': 'Spätestens {until}: {model} hat {months} Monate Garantie.',
  'hardware.mac_zero': 'Kein Gerät hat eine MAC-Adresse aus lauter Nullen.',
  'hardware.mac_group': 'Das ist eine Multicast-MAC-Adresse, nicht die eines Geräts.',
  'hardware.site_of_other_company': 'Der Standort gehört einer anderen Firma.',
  'hardware.at_site': 'Dieses Gerät steht an einem Standort seiner Firma. Entfernen Sie es zuerst von dort.',
  'hardware.at_other_site': 'Dieses Gerät steht am Standort {site}. Entfernen Sie es zuerst von dort.',
  'hardware.company_not_above_site': 'Dieses Gerät muss der Firma des Standorts oder einer Firma über ihr gehören.',
  'hardware.in_use': '{name} wird verwendet: {holders}. Lösen Sie das zuerst.',
  'hardware.several_in_use': {
    by: 'others',
    one: '{name} und ein weiteres Gerät werden verwendet: {holders}. Es wurde nichts geändert.',
    other: '{name} und {others} weitere Geräte werden verwendet: {holders}. Es wurde nichts geändert.',
  },
  'hardware.holder': '{kind:object} {name}',
  'hardware.holder_elsewhere': '{kind:object} einer anderen Firma',
  'hardware.more_holders': '{count} weitere',

  'catalogue.name_taken': 'Dieser Name ist bereits vergeben.',
  'catalogue.in_use': '{name} wird noch verwendet: {uses}.',
  'catalogue.models': { by: 'count', one: '{count} Modell', other: '{count} Modelle' },
  'catalogue.devices': { by: 'count', one: '{count} Gerät', other: '{count} Geräte' },
  'catalogue.packages': { by: 'count', one: '{count} Branding-Paket', other: '{count} Branding-Pakete' },

  'package.format': 'Das ist kein Branding-Paket für RouterOS.',
  'package.truncated': 'Dieses Paket ist unvollständig. Laden Sie es noch einmal herunter.',
  'package.too_long': 'Dieses Paket ist länger, als sein Kopf angibt. Laden Sie es noch einmal herunter.',
  'package.exists': 'Diese Datei gibt es bereits.',
  'package.exists_as': '{name} hat bereits denselben Inhalt.',
  'package.other_manufacturer': 'Dieses Gerät ist von {manufacturer}. Das Paket ist für einen anderen Hersteller.',
})
