import type { Shape } from '../../i18n/shape.ts'
import type en from './texts.en.ts'

export default {
  title: 'Aktualisierungen',
  subtitle: 'Aktualisierungen Ihrer Firma und der Firmen darunter.',
  create: 'Aktualisierung anlegen',
  submit: 'Aktualisierung anlegen',
  empty: { title: 'Noch keine Aktualisierungen', text: 'Legen Sie den ersten Eintrag an, um ihn hier zu sehen.' },
  field: {
    company_id: 'Firma',
    company_name: 'Firma',
    quantity: 'Anzahl',
    status: 'Status',
  },
  value: { status: { planned: 'Geplant', active: 'Aktiv', retired: 'Außer Betrieb' } },
  form: { companyHelp: 'Leer lassen für Ihre eigene Firma.' },
  action: { activate: 'Aktivieren', retire: 'Außer Betrieb nehmen' },
  confirm: { destroyMany: 'Sie können sie jederzeit wiederherstellen.' },
  bulk: {
    activateTitle: 'Aktualisierungen aktivieren',
    activateText: 'Der Status wechselt zu „Aktiv“.',
    retireTitle: 'Aktualisierungen außer Betrieb nehmen',
    retireText: 'Der Status wechselt zu „Außer Betrieb“.',
  },
} satisfies Shape<typeof en>
