import type { HardwareReasons } from '../../reasons/hardware.ts'
import { texts } from '../texts.ts'

export const hardware = texts<HardwareReasons>()({
  'hardware.no_warranty': 'Für dieses Gerät ist kein Garantieende eingetragen.',
  'hardware.serial_format':
    'Verwenden Sie Buchstaben, Ziffern und Satzzeichen ohne Leerzeichen, wie auf dem Aufkleber.',
  'hardware.serial_taken': 'Ein anderes Gerät dieses Herstellers hat diese Seriennummer.',
  'hardware.mac_taken': 'Ein anderes Gerät hat diese MAC-Adresse.',
  'hardware.mac_taken_by': '{name} hat diese MAC-Adresse.',
  'hardware.serial_taken_by': '{name} hat diese Seriennummer.',
  'hardware.serials_conflict':
    'Geräte dieses Modells haben Seriennummern, die andere Geräte dieses Herstellers bereits haben.',
  'hardware.type_mismatch': '{model} hat einen anderen Typ.',
  'hardware.manufacturer_mismatch': '{model} hat einen anderen Hersteller.',
  'hardware.warranty_too_long': 'Muss spätestens {until} sein: {model} hat {months} Monate Garantie.',
  'hardware.mac_zero': 'Die MAC-Adresse darf nicht nur aus Nullen bestehen.',
  'hardware.mac_group': 'Darf keine Multicast-MAC-Adresse sein.',
  'hardware.site_of_other_company': 'Der Standort muss derselben Firma gehören.',
  'hardware.at_site': 'Dieses Gerät ist an einem Standort seiner Firma. Entfernen Sie es zuerst von dort.',
  'hardware.at_other_site': 'Dieses Gerät ist am Standort {site}. Entfernen Sie es zuerst von dort.',
  'hardware.company_not_above_site':
    'Dieses Gerät muss der Firma des Standorts oder einer übergeordneten Firma gehören.',
  'hardware.in_use': '{name} wird verwendet: {holders}. Entfernen Sie es dort zuerst.',
  'hardware.several_in_use': {
    by: 'others',
    one: '{name} und ein weiteres Gerät werden verwendet: {holders}. Es wurde nichts geändert.',
    other: '{name} und {others} weitere Geräte werden verwendet: {holders}. Es wurde nichts geändert.',
  },
  'hardware.holder': '{kind:object} {name}',
  'hardware.holder_elsewhere': '{kind:object} einer anderen Firma',
  'hardware.more_holders': '{count} weitere',

  'catalogue.name_taken': 'Dieser Name wird bereits verwendet.',
  'catalogue.in_use': '{name} wird noch verwendet: {uses}.',
  'catalogue.models': { by: 'count', one: '{count} Modell', other: '{count} Modelle' },
  'catalogue.devices': { by: 'count', one: '{count} Gerät', other: '{count} Geräte' },
  'catalogue.packages': { by: 'count', one: '{count} Branding-Paket', other: '{count} Branding-Pakete' },

  'package.format': 'Muss ein Branding-Paket für RouterOS sein.',
  'package.truncated': 'Dieses Paket ist unvollständig. Laden Sie es noch einmal herunter.',
  'package.too_long': 'Dieses Paket ist länger, als sein Header angibt. Laden Sie es noch einmal herunter.',
  'package.exists': 'Diese Datei ist bereits hochgeladen.',
  'package.exists_as': '{name} hat bereits denselben Inhalt.',
  'package.other_manufacturer': 'Dieses Gerät ist von {manufacturer}. Das Paket ist für einen anderen Hersteller.',
  'device_setup.serial_missing': 'Geben Sie zuerst die Seriennummer des Geräts ein.',
  'device_setup.waiting': 'Das Panel wartet bereits auf dieses Gerät.',
  'device_setup.ended': 'Diese Einrichtung ist beendet.',
  'device_setup.unknown_serial': 'Kein Gerät mit der Seriennummer {serial} wird erwartet.',
  'device_setup.mac_differs': 'Der Router hat die MAC-Adresse {mac}, das Gerät {expected}.',
  'device_setup.too_many_calls':
    'Der Router hat sein Skript {max}-mal erhalten und nicht ausgeführt. Brechen Sie die Einrichtung ab und beginnen Sie sie neu.',
})
