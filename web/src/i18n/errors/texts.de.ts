import type { Shape } from '../shape.ts'
import type en from './texts.en.ts'

export default {
  network: 'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  aborted: 'Dies wurde abgebrochen.',
  csrf_mismatch: 'Die Seite war zu lange offen. Laden Sie sie neu und versuchen Sie es noch einmal.',
  unauthenticated: 'Ihre Sitzung ist abgelaufen.',
  forbidden: 'Ihre Rolle umfasst dies nicht.',
  origin_refused: 'Unter dieser Adresse ist das nicht erlaubt.',
  licence_missing: 'Ihre Firma hat für diesen Teil des Panels keine Lizenz: Sie können ihn ansehen, aber nicht ändern.',
  not_found: 'Das gibt es nicht, oder Sie dürfen es nicht sehen.',
  method_not_allowed: 'Das kann der Server nicht.',
  stale_version:
    'Jemand anderes hat dies inzwischen geändert. Prüfen Sie die aktuellen Werte und versuchen Sie es erneut.',
  stale_version_by: '{{by}} hat dies inzwischen geändert. Prüfen Sie die aktuellen Werte und versuchen Sie es erneut.',
  selection_moved:
    'Die ausgewählten Zeilen haben sich inzwischen geändert. Sehen Sie sich die Liste noch einmal an und wiederholen Sie es.',
  idempotency_in_flight: 'Das wird gerade schon ausgeführt. Warten Sie einen Augenblick.',
  idempotency_mismatch:
    'Das wurde schon mit anderen Angaben gesendet. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  payload_too_large: 'Das ist zu groß.',
  unsupported_media_type: 'Diese Art Datei wird nicht angenommen.',
  wrong_credentials: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  two_factor_required: 'Geben Sie den Code Ihrer Authenticator-App ein.',
  two_factor_invalid: 'Dieser Code stimmt nicht. Nehmen Sie den gerade angezeigten oder einen Wiederherstellungscode.',
  password_confirmation_required: 'Bestätigen Sie dies mit Ihrem Passwort.',
  link_invalid: 'Dieser Link wurde schon benutzt, ist abgelaufen oder durch einen neueren ersetzt.',
  rate_limited: 'Das war zu oft. Warten Sie ein wenig und versuchen Sie es noch einmal.',
  internal: 'Auf dem Server ist ein Fehler aufgetreten. Er wurde vermerkt; versuchen Sie es später noch einmal.',
  device_refused: 'Das Gerät hat dies abgelehnt.',
  device_unreachable: 'Das Gerät antwortet nicht.',
  storage_full:
    'Der Speicher des Servers ist voll. Ihre Änderungen wurden nicht gespeichert. Der Betreiber muss Speicherplatz freigeben.',
  unavailable: 'Der Server ist ausgelastet oder startet neu. Versuchen Sie es gleich noch einmal.',
} satisfies Shape<typeof en>
