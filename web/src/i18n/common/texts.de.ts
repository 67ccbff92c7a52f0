import type { Shape } from '../shape.ts'
import type en from './texts.en.ts'

export default {
  record: {
    action: { destroy: 'In den Papierkorb', recover: 'Wiederherstellen', edit: 'Bearbeiten', more: 'Mehr' },
    confirm: {
      destroyTitle: '{{name}} in den Papierkorb legen?',
      destroy: 'Der Eintrag kann jederzeit wieder aus dem Papierkorb geholt werden.',
    },
    done: { destroy: '{{name}} liegt im Papierkorb', recover: '{{name}} ist wiederhergestellt' },
    updateTitle: '{{name}} bearbeiten',
    created: '{{name}} wurde angelegt',
    saved: '{{name}} wurde gespeichert',
  },
  field: {
    name: 'Name',
    created_at: 'Angelegt',
    updated_at: 'Geändert',
    deleted_at: 'Im Papierkorb seit',
    id: 'ID',
    notes: 'Notizen',
    telephone: 'Telefon',
    time_zone: 'Zeitzone',
    countyIsoCode: 'Land',
    phone_country_code: 'Ländervorwahl',
    address_line_1: 'Straße und Hausnummer',
    email: 'E-Mail',
    locale: 'Sprache',
    version: 'Version',
  },
  pick: {
    up: '{{name}} nach vorn',
    down: '{{name}} nach hinten',
    remove: '{{name}} entfernen',
    moved: '{{name}} ist jetzt Nummer {{place}} von {{count}}',
  },
} satisfies Shape<typeof en>
