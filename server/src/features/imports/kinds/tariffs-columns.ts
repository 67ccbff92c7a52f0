import { column } from './column.ts'

const kbits = ['kbit/s', 'kbit/s'] as const

/** Columns of a tariff import. Rates are those of the customer: download is towards the customer. */
export const tariffImportColumns = [
  column('name', 'Name', 'Name', 'Fibre 100', { required: true }),
  column('description', 'Description', 'Beschreibung', ''),
  column('price', 'Price', 'Preis', '24.90', { hint: ['With a point', 'Mit Punkt'] }),
  column('currency', 'Currency', 'Währung', 'GBP', {
    hint: ['ISO 4217; left out: that of the company', 'ISO 4217; leer: die der Firma'],
  }),
  column('download_rate', 'Download rate', 'Download-Rate', '100000', {
    hint: ['kbit/s; left out: unlimited', 'kbit/s; leer: unbegrenzt'],
    aliases: ['download', 'rate down'],
  }),
  column('upload_rate', 'Upload rate', 'Upload-Rate', '20000', { hint: kbits, aliases: ['upload', 'rate up'] }),
  column('burst_download_rate', 'Burst download rate', 'Burst-Download-Rate', '', { hint: kbits }),
  column('burst_upload_rate', 'Burst upload rate', 'Burst-Upload-Rate', '', { hint: kbits }),
  column('burst_download_threshold', 'Burst download threshold', 'Burst-Download-Schwelle', '', { hint: kbits }),
  column('burst_upload_threshold', 'Burst upload threshold', 'Burst-Upload-Schwelle', '', { hint: kbits }),
  column('burst_seconds', 'Burst time', 'Burst-Dauer', '', { hint: ['Seconds', 'Sekunden'] }),
  column('priority', 'Priority', 'Priorität', '8', {
    hint: ['1 (highest) to 8 (lowest)', '1 (höchste) bis 8 (niedrigste)'],
  }),
  column('session_timeout', 'Session timeout', 'Sitzungs-Timeout', '', { hint: ['Seconds', 'Sekunden'] }),
  column('idle_timeout', 'Idle timeout', 'Leerlauf-Timeout', '', { hint: ['Seconds', 'Sekunden'] }),
  column('interim_seconds', 'Interim interval', 'Interim-Intervall', '', { hint: ['Seconds', 'Sekunden'] }),
  column('quota_bytes', 'Quota', 'Datenvolumen', '', {
    hint: ['Bytes, or with a unit: 500 GB', 'Byte, oder mit Einheit: 500 GB'],
    aliases: ['volume'],
  }),
  column('quota_period', 'Quota period', 'Zeitraum des Datenvolumens', ''),
  column('quota_action', 'After the quota', 'Nach dem Datenvolumen', ''),
  column('slow_download_rate', 'Download rate after the quota', 'Download-Rate nach dem Datenvolumen', '', {
    hint: kbits,
  }),
  column('slow_upload_rate', 'Upload rate after the quota', 'Upload-Rate nach dem Datenvolumen', '', { hint: kbits }),
  column('address_list', 'Address list', 'Adressliste', '', { hint: ['On MikroTik routers', 'Auf MikroTik-Routern'] }),
  column('cisco_policy_in', 'Cisco policy in', 'Cisco-Policy eingehend', ''),
  column('cisco_policy_out', 'Cisco policy out', 'Cisco-Policy ausgehend', ''),
  column('shared_with', 'Offered to', 'Angeboten für', '', {
    hint: [
      'none, all or chosen; chosen companies are set in the form',
      'none, all oder chosen; die Firmen wählt das Formular',
    ],
  }),
]
