import type { Shape } from '../shape.ts'
import type en from './texts.en.ts'

export default {
  record: {
    action: { destroy: 'In den Papierkorb', recover: 'Wiederherstellen', edit: 'Bearbeiten', more: 'Mehr' },
    confirm: {
      destroyTitle: '{{name}} in den Papierkorb verschieben?',
      destroy: 'Sie können den Eintrag jederzeit aus dem Papierkorb wiederherstellen.',
    },
    done: { destroy: '{{name}} ist im Papierkorb', recover: '{{name}} ist wiederhergestellt' },
    updateTitle: '{{name}} bearbeiten',
    created: '{{name}} ist angelegt',
    saved: '{{name}} ist gespeichert',
  },
  graphs: 'Verlauf',
  field: {
    name: 'Name',
    created_at: 'Angelegt',
    updated_at: 'Geändert',
    deleted_at: 'In den Papierkorb verschoben',
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
    tags: 'Tags',
    tag_ids: 'Tags',
    custom_fields: 'Eigene Felder',
  },
  pick: {
    up: '{{name}} nach oben',
    down: '{{name}} nach unten',
    remove: '{{name}} entfernen',
    moved: '{{name}} ist jetzt Nummer {{place}} von {{count}}',
  },
} satisfies Shape<typeof en>
