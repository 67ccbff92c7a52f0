import type { Shape } from '../shape.ts'
import type en from './texts.en.ts'

export default {
  network: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',
  aborted: 'Die Anfrage wurde abgebrochen.',
  csrf_mismatch: 'Die Seite war zu lange offen. Laden Sie sie neu, und versuchen Sie es noch einmal.',
  stale_version:
    'Jemand anderes hat dies inzwischen geändert. Prüfen Sie die aktuellen Werte, und versuchen Sie es noch einmal.',
  stale_version_by:
    '{{by}} hat dies inzwischen geändert. Prüfen Sie die aktuellen Werte, und versuchen Sie es noch einmal.',
  unsupported_media_type: 'Dieser Dateityp wird nicht unterstützt.',
  two_factor_invalid:
    'Dieser Code ist falsch oder wurde bereits verwendet. Geben Sie den aktuellen oder einen Wiederherstellungscode ein.',
  internal: 'Auf dem Server ist ein Fehler aufgetreten. Versuchen Sie es später noch einmal.',
  unavailable: 'Der Server ist ausgelastet oder startet neu. Versuchen Sie es gleich noch einmal.',
} satisfies Shape<typeof en>
