import type { ToolReasons } from '../../reasons/tool.ts'
import { texts } from '../texts.ts'

export const tool = texts<ToolReasons>()({
  'tool.host_format': 'Geben Sie eine IP-Adresse oder einen Hostnamen ein.',
  'tool.device_busy': 'Auf einem Gerät laufen höchstens {max} Werkzeuge gleichzeitig. Beenden Sie zuerst eines davon.',
  'tool.user_busy': 'Sie können höchstens {max} Werkzeuge gleichzeitig ausführen. Beenden Sie zuerst eines davon.',
  'tool.company_busy':
    'Auf den Geräten einer Firma laufen höchstens {max} Werkzeuge gleichzeitig. Versuchen Sie es in Kürze erneut.',
  'tool.confirmation_required': 'Bestätigen Sie, dass dieses Werkzeug den Betrieb unterbrechen darf.',
  'tool.not_running': 'Dieser Lauf ist beendet.',
  'tool.uplink_port':
    'Das Kabel von {port} wurde nicht geprüft: Der Port kann zum Panel oder in ein anderes Netz führen, und die Prüfung würde ihn unterbrechen.',
  'tool.port_unknown': 'Das Gerät hat keinen Ethernet-Port {port}.',
  'tool.not_on_device': 'Das Gerät hat dieses Werkzeug nicht. Es hängt von Modell, Version und Paketen ab.',
  'tool.stopped': 'Gestoppt von {by}.',
  'tool.unwatched': 'Gestoppt, weil niemand die Ergebnisse gelesen hat.',
  'tool.interrupted': 'Das Panel wurde unterbrochen. Das Gerät hat das Werkzeug beendet.',
  'tool.ping_ended': '{received} von {sent} Paketen beantwortet.',
  'tool.trace_ended': { by: 'hops', one: 'Ein Hop.', other: '{hops} Hops.' },
  'tool.resolved': 'Aufgelöst zu {address}.',
  'tool.rows_read': { by: 'rows', one: 'Ein Ergebnis.', other: '{rows} Ergebnisse.' },
  'tool.packet_sent': 'Das Magic Packet wurde an {mac} gesendet.',
  'tool.time_limit': 'Das Gerät war nach {seconds} Sekunden nicht fertig.',
  'console.syntax': 'Geben Sie ein Menü, einen Befehl und Werte ein: /ip/address/print where interface=ether1',
  'console.script':
    'Skripte werden hier nicht ausgeführt: keine Klammern, Variablen oder Semikolons außerhalb von Anführungszeichen.',
  'console.not_reading':
    '„{command}“ ist kein lesender Befehl. Das sind: print, get, monitor, monitor-traffic und export.',
  'console.not_writing':
    '„{command}“ ist kein Befehl, der Zeilen ändert. Das sind: add, set, remove, enable und disable.',
  'console.menu_protected': '/{menu} wird nicht über die Kommandozeile des Panels geändert.',
  'console.property_protected':
    'Der Wert von {property} ist ein Skript und wird nicht über die Kommandozeile des Panels geschrieben.',
  'console.secret_condition': '{property} ist ein Geheimnis, daher kann nicht danach gesucht werden.',
  'console.operator': '„{operator}“ ist hier in einer Bedingung nicht möglich, nur „=“.',
  'console.row_required': 'Nennen Sie die Zeile mit ihrer ID, ihrem Namen oder mit [find name=wert].',
  'console.no_row': 'Das Gerät hat keine solche Zeile.',
  'console.too_many_rows': '{rows} Zeilen passen, höchstens {max} werden auf einmal geändert.',
  'console.values_required': 'Geben Sie mindestens einen Wert ein.',
})
