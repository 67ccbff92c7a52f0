import type { LabelReasons } from '../../reasons/label.ts'
import { texts } from '../texts.ts'

export const label = texts<LabelReasons>()({
  'label.name_taken': 'Diesen Namen verwendet bereits {company}.',
  'label.name_taken_above': 'Diesen Namen verwendet bereits eine Firma über Ihrer.',
  'tag.not_inherited': 'Dieser Tag gehört einer Firma, die nicht über der des Eintrags steht.',
  'note.not_own': 'Nur die Autorin oder der Autor kann das ändern.',
  'note.mention_unseen': 'Dieser Benutzer kann diese Notiz nicht sehen.',
  'attachment.type': 'Dieser Dateityp ist nicht erlaubt. Erlaubt sind: {types}.',
  'attachment.content': 'Der Inhalt dieser Datei ist nicht {extension}, oder die Datei ist beschädigt.',
  'attachment.per_record': 'Ein Eintrag hat höchstens {max} Dateien. Löschen Sie zuerst eine.',
  'attachment.per_company':
    'Die Dateien dieser Firma haben ihre Grenze von {megabytes} MB erreicht. Löschen Sie zuerst einige.',
  'attachment.not_own':
    'Nur Benutzer der Firma, die diese Datei hochgeladen hat, und der Firmen darüber können sie löschen.',
  'attachment.lost': 'Der Inhalt dieser Datei fehlt im Speicher. Laden Sie die Datei erneut hoch.',
  'attachment.storage':
    'Der Speicher für Dateien ist nicht erreichbar. Nichts wurde geändert. Die Ursache steht im Log des Servers.',
  'custom_field.unknown': 'Einträge dieser Firma haben kein solches Feld.',
  'custom_field.key': 'Beginnen Sie mit einem Kleinbuchstaben. Höchstens 40 Kleinbuchstaben, Ziffern und Unterstriche.',
  'custom_field.choices_required': 'Geben Sie mindestens eine Auswahlmöglichkeit ein.',
  'custom_field.choices_not_allowed': 'Nur ein Feld vom Typ Auswahl hat Auswahlmöglichkeiten.',
})
