import type { Shape } from '../../i18n/shape.ts'
import type en from './texts.en.ts'

export default {
  title: 'Zusätzliche RADIUS-Attribute',
  tariffText:
    'Ergänzen die Antwort auf jede angenommene Anmeldung. Sie gelten ab der nächsten Anmeldung; laufende Sitzungen bleiben unverändert. Alle, die den Tarif sehen, sehen auch die Werte.',
  nasText:
    'Ergänzen die Antwort auf jede angenommene Anmeldung an diesem NAS, zusätzlich zu den Attributen des Tarifs. Sie gelten ab der nächsten Anmeldung; laufende Sitzungen bleiben unverändert. Alle, die den NAS sehen, sehen auch die Werte.',
  none: 'Keine zusätzlichen Attribute.',
  add: 'Attribut hinzufügen',
  remove: 'Zeile {{line}} entfernen',
  removed: 'Zeile {{line}} entfernt',
  line: 'Zeile {{line}}',
  notLoaded: 'Es ist noch kein Dictionary geladen. Starten Sie FreeRADIUS einmal, um es zu laden.',
  field: { attribute: 'Attribut', op: 'Operator', value: 'Wert', vendor: 'Hersteller des NAS' },
  inLine: 'Zeile {{line}}: {{field}}',
  op: { set: 'Setzen (:=)', add: 'Hinzufügen (+=)' },
  allVendors: 'Alle Hersteller',
  vendor: {
    mikrotik: 'MikroTik',
    cisco: 'Cisco',
    cambium: 'Cambium',
    huawei: 'Huawei',
    strongswan: 'strongSwan',
    generic: 'Sonstige',
  },
  standard: 'RFC-Attribut',
  type: {
    text: 'Text, höchstens {{max}} Oktette',
    number: 'Ganze Zahl',
    named: 'Ganze Zahl oder benannter Wert',
    date: 'Sekunden seit dem 1. Januar 1970 (UTC)',
    ipv4: 'IPv4-Adresse',
    ipv6: 'IPv6-Adresse',
    either: 'IPv4- oder IPv6-Adresse',
    ipv4Prefix: 'IPv4-Präfix',
    ipv6Prefix: 'IPv6-Präfix',
    interfaceId: 'Interface-ID',
    mac: 'MAC-Adresse',
    octets: 'Hexadezimal, beginnend mit 0x',
  },
  preview: {
    title: 'Wird gesendet als',
    octets_one: '{{count}} Oktett',
    octets_other: '{{count}} Oktette',
    total: '{{octets}} von {{max}} Oktetten',
    onlyVendor: 'Nur an {{vendor}}',
    checking: 'Wird geprüft …',
  },
} satisfies Shape<typeof en>
