import type { Shape } from '../../i18n/shape.ts'
import type en from './texts.en.ts'

export default {
  title: 'Eigene Felder',
  subtitle:
    'Zusätzliche Felder von Firmen, Benutzern, Standorten, Geräten, Diensten und Subnetzen. Auch Firmen unter dem Eigentümer haben sie.',
  create: 'Eigenes Feld anlegen',
  submit: 'Eigenes Feld anlegen',
  inherited: 'Eine Firma über Ihrer',
  closed: {
    title: 'Dieses Feld ist geerbt',
    text: 'Es gehört einer Firma über Ihrer. Sie können es ausfüllen, aber nur der Eigentümer kann es bearbeiten.',
  },
  empty: {
    title: 'Noch keine eigenen Felder',
    text: 'Legen Sie Felder für Angaben an, die das Panel nicht vorsieht, zum Beispiel Vertragsnummern.',
  },
  field: {
    company_id: 'Firma',
    company_name: 'Firma',
    kind: 'Einträge',
    key: 'Schlüssel',
    label: 'Bezeichnung',
    label_de: 'Deutsche Bezeichnung',
    type: 'Typ',
    required: 'Pflichtfeld',
    default_value: 'Vorgabewert',
    choices: 'Auswahlmöglichkeiten',
    help: 'Hilfetext',
    max_length: 'Maximale Länge',
    position: 'Position',
  },
  help: {
    company_id: 'Leer lassen für Ihre eigene Firma.',
    key: 'Name in der API, in Importen und Exporten. Er ist später nicht änderbar.',
    label_de: 'Leer lassen, um die Bezeichnung in beiden Sprachen zu verwenden.',
    default_value: 'Neue Einträge erhalten ihn. Datum als 2026-03-31, Ja oder Nein als true oder false.',
    choices: 'Eine in jeder Zeile.',
    required: 'Neue Einträge lassen sich ohne Wert nicht speichern.',
    position: 'Felder stehen in aufsteigender Reihenfolge.',
    help: 'Steht unter dem Eingabefeld.',
  },
  value: {
    kind: {
      company: 'Firmen',
      user: 'Benutzer',
      site: 'Standorte',
      hardware: 'Geräte',
      service: 'Dienste',
      subnet: 'Subnetze',
    },
    type: {
      text: 'Text',
      number: 'Zahl',
      date: 'Datum',
      boolean: 'Ja oder Nein',
      choice: 'Auswahl',
      url: 'Webadresse',
    },
  },
  form: { field: 'Feld', value: 'Wert' },
  confirm: {
    destroy: 'Die Einträge behalten ihre Werte und zeigen sie wieder, wenn Sie das Feld wiederherstellen.',
  },
} satisfies Shape<typeof en>
