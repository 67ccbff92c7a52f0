import type { DeviceReasons } from '../../reasons/device.ts'
import { texts } from '../texts.ts'

export const device = texts<DeviceReasons>()({
  'device.no_answer': 'Das Gerät antwortet nicht.',
  'device.timeout': 'Das Gerät hat nicht rechtzeitig geantwortet.',
  'device.connection_closed': 'Das Gerät hat die Verbindung geschlossen.',
  'device.not_routeros': 'Unter dieser Adresse läuft kein RouterOS.',
  'device.rows_missing':
    'Das Gerät hat nur {listed} von {counted} Zeilen geliefert. Die letzte vollständige Abfrage bleibt gespeichert.',
  'device.no_routeros_reached': 'Das Gerät ist nicht erreichbar oder läuft nicht mit RouterOS.',
  'device.login_failed': 'Das Gerät hat Benutzername oder Passwort abgelehnt.',
  'device.login_paused':
    'Das Gerät hat Benutzername oder Passwort gerade abgelehnt. Das Panel wartet, bevor es sich erneut anmeldet.',
  'device.password_required':
    'Geben Sie das Passwort noch einmal ein. Das gespeicherte wird nur an die Adresse, den Port und den Benutzer gesendet, für die es gespeichert wurde.',
  'device.certificate_changed': 'Das Zertifikat des Geräts ist nicht das vertraute.',
  'device.certificate_unchanged': 'Dem Zertifikat des Geräts wird bereits vertraut.',
  'device.certificate_changed_again':
    'Das Zertifikat des Geräts hat sich noch einmal geändert. Vergleichen Sie den Fingerabdruck, bevor Sie es akzeptieren.',
  'device.ssh_disabled':
    'Diese Version von RouterOS liefert längere Dateien nur über SSH, und der SSH-Dienst des Geräts ist deaktiviert.',
  'device.ssh_no_answer':
    'Diese Version von RouterOS liefert längere Dateien nur über SSH, und das Gerät antwortet nicht über SSH.',
  'device.ssh_login_failed':
    'Das Gerät hat die Anmeldung über SSH abgelehnt. Der Benutzer des Panels benötigt die Policies ssh und ftp, um längere Dateien zu lesen.',
  'device.ssh_key_changed': 'Der SSH-Hostschlüssel des Geräts ist nicht der vertraute.',
  'device.ssh_key_unchanged': 'Dem SSH-Hostschlüssel des Geräts wird bereits vertraut.',
  'device.ssh_key_changed_again':
    'Der SSH-Hostschlüssel des Geräts hat sich erneut geändert. Vergleichen Sie seinen Fingerabdruck, bevor Sie ihn akzeptieren.',
  'device.ssh_failed': 'Gerät und Panel konnten sich nicht auf eine SSH-Verbindung einigen.',
  'device.fingerprint_format': 'Geben Sie den SHA-256-Fingerabdruck des Zertifikats ein: 64 hexadezimale Ziffern.',
  'device.other_serial_number':
    'Es antwortet ein anderes Gerät: Seine Seriennummer ist {serial_number} statt {expected}.',
  'device.not_managed':
    'Das Panel kann dieses Gerät noch nicht verwalten. Geben Sie zuerst einen Benutzer und eine Adresse oder einen Tunnel an.',
  'device.panel_stopping': 'Das Panel wird neu gestartet.',
  'device.queue_full': 'Für dieses Gerät sind bereits {max} Befehle in der Warteschlange.',
  'device.address_format': 'Geben Sie eine IP-Adresse oder einen Hostnamen ein, ohne Port und Pfad.',
  'device.name_unknown': 'Der Hostname {name} lässt sich nicht auflösen.',
  'device.name_without_address': 'Der Hostname {name} hat keine Adresse.',
  'device.port_blocked': 'Das Panel verbindet sich nicht über Port {port} mit Geräten.',
  'device.address_blocked': 'Das Panel verbindet sich nicht mit Geräten unter {address}.',
  'device.name_blocked': 'Das Panel verbindet sich nicht mit Geräten unter {address}, der Adresse von {name}.',
  'device.address_not_allowed': 'Das Panel verbindet sich nicht mit Geräten unter dieser Adresse.',
  'device.address_private':
    '{address} ist eine private Adresse, deren Netz dieser Firma nicht zugewiesen ist. Bitten Sie den Provider, es zuzuweisen.',
  'device.name_private':
    '{name} hat die private Adresse {address}, deren Netz dieser Firma nicht zugewiesen ist. Bitten Sie den Provider, es zuzuweisen.',
  'device.row_id_format': 'Muss die ID eines Eintrags auf einem Router sein.',
  'device.uplink_to_itself': 'Ein Gerät kann nicht sein eigener Uplink sein.',
  'device.row_before_itself': 'Ein Eintrag kann nicht vor sich selbst verschoben werden.',
  'device.comment_reserved':
    'Kommentare, die so beginnen, sind für Einträge des Panels reserviert. Beginnen Sie mit einem anderen Wort.',
  'device.seen_format': 'Muss ein JSON-Objekt mit Feldern und Werten sein.',
  'device.no_change': 'Geben Sie an, was sich ändern soll.',
  'device.tunnel_down': 'Der Tunnel ist getrennt: Sein VPN-Einwahlkonto hat keine Sitzung.',
  'device.tunnel_dialup_required': 'Wählen Sie das VPN-Einwahlkonto des Tunnels.',
  'device.tunnel_dialup_inactive':
    'Dieses VPN-Einwahlkonto ist gesperrt oder beendet. Kein Router kann sich damit verbinden.',
  'device.tunnel_no_nas': 'Für den Router ist kein NAS für VPN verfügbar. Legen Sie zuerst einen an.',

  'backup.other_board': 'Dieses Backup stammt von einem {board}, das Gerät ist ein {expected}.',
  'backup.without_secrets':
    'Dieses Backup enthält keine Passwörter und Schlüssel und kann nicht wiederhergestellt werden. Der Login des Panels braucht auf dem Router die Policy sensitive.',
  'backup.not_current': 'Die Konfiguration des Geräts hat sich geändert. Vergleichen Sie erneut.',
  'backup.device_has_none':
    'Sichern Sie zuerst dieses Gerät: Eine Wiederherstellung wird mit seiner jetzigen Konfiguration verglichen.',
  'backup.nothing_to_restore':
    'Das Gerät hat diese Konfiguration bereits, abgesehen von dem, was sich nicht wiederherstellen lässt.',
  'backup.file_missing': 'Zu diesem Backup gibt es keine solche Datei.',
  'backup.other_serial':
    'Dieses Backup stammt vom Gerät mit der Seriennummer {serial_number}; dieses hat {expected}. Stellen Sie stattdessen den Text wieder her.',
  'backup.serial_unknown': 'Die Seriennummer des Geräts oder des Backups ist nicht bekannt.',
  'backup.serial_not_repeated': 'Dies ist nicht die Seriennummer des Geräts.',

  'command.not_queued': 'Nur Befehle in der Warteschlange lassen sich abbrechen. Status: {state:command_state}.',
  'command.cancelled': 'Abgebrochen von {by}.',
  'command.not_started': 'Der Befehl wurde nicht rechtzeitig gestartet. Es wurde nichts gesendet.',
  'command.gave_up': 'Das Panel hat nach {attempts} Versuchen aufgegeben. Es wurde nichts gesendet.',
  'command.gave_up_checking': 'Das Panel hat die Prüfung des Geräts nach {attempts} Versuchen aufgegeben.',
  'command.changed_meanwhile': 'Das Gerät hat sich geändert, seit es gelesen wurde. {notes}',
  'command.field_changed': '{field} ist jetzt {now:value}, war {seen:value}.',
  'command.row_gone': 'Der Eintrag {id} ist nicht mehr auf dem Gerät.',
  'command.menu_missing': 'Das Gerät hat kein Menü {menu}.',
  'command.no_effect': 'Der Befehl hatte auf dem Gerät keine Wirkung.',
  'command.not_applied': 'Das Gerät hat die Änderung bestätigt, aber nicht übernommen. {notes}',
  'command.partly_applied': 'Das Gerät hat nur einen Teil der Änderung übernommen. {notes}',
  'command.field_differs': '{field} ist {actual:value} statt {wanted:value}.',
  'command.secret_differs': '{field} weicht vom gesendeten Wert ab.',
  'command.row_not_added': 'Der neue Eintrag ist nicht auf dem Gerät.',
  'command.row_not_removed': 'Der Eintrag ist noch auf dem Gerät.',
  'command.row_not_moved': 'Der Eintrag ist nicht an seiner neuen Position.',
  'command.row_ambiguous': 'Das Panel kann nicht feststellen, welcher Eintrag auf dem Gerät der neue ist.',
  'command.partly_done': {
    by: 'steps',
    one: '{cause} Der Schritt davor wurde ausgeführt.',
    other: '{cause} Die {steps} Schritte davor wurden ausgeführt.',
  },
  'command.unverifiable': '{after:interruption} Das Panel kann nicht prüfen, ob das Gerät den Befehl ausgeführt hat.',
  'command.checked': '{after:interruption} Das Gerät wurde danach geprüft: {cause}',
  'command.unchecked': '{after:interruption} Das Gerät konnte seitdem nicht geprüft werden: {cause}',
  'command.no_new_connection': 'Das Gerät hat auf einer neuen Verbindung nicht geantwortet.',
  'command.rollback_not_armed':
    'Es wurde nichts geändert: Der automatische Rollback ließ sich nicht vorbereiten. {cause} {notes}',
  'command.rollback_not_stored': 'Das Gerät hat den Rollback nicht so gespeichert, wie er gesendet wurde.',
  'command.rollback_not_permitted':
    'Der Gerätemodus des Routers verbietet Scheduler-Einträge, und ein Hintergrund-Job endet mit seiner Verbindung. Aktivieren Sie den Scheduler in /system/device-mode; das erfordert einen Tastendruck oder eine Stromunterbrechung am Gerät.',
  'command.rollback_lost':
    'Es wurde nichts geändert: Die Verbindung ging verloren, während der automatische Rollback vorbereitet wurde. {notes}',
  'command.may_restart': 'Das Gerät startet möglicherweise einmal neu, mit seiner aktuellen Konfiguration.',
  'command.rolled_back': '{cause} Das Gerät ist auf seine vorherige Konfiguration zurückgerollt.',
  'command.backup_loaded':
    '{cause} Das Gerät ist mit dem Backup neu gestartet, das vor der Änderung gespeichert wurde. Zertifikate können fehlen.',
  'command.rollback_pending': '{cause} Der Rollback ist auf dem Gerät vorbereitet, aber noch nicht ausgeführt.',
  'command.silent_since': '{cause} Das Gerät antwortet seitdem nicht.',
  'command.found_otherwise': '{cause} Das Gerät wurde danach geprüft: {found}',
  'command.configuration_changed':
    'Es wurde nichts geändert: Die Konfiguration des Geräts hat sich seit Ihrem Vergleich geändert. Sie wurde gesichert. Vergleichen Sie erneut.',
  'command.rows_not_found': 'Es wurde nichts geändert: Das Gerät findet diese Einträge nicht genau einmal: {notes}',
  'command.restore_incomplete': 'Das Gerät weicht noch vom Backup ab: {notes}',
  'command.backup_missing': 'Es wurde nichts geändert: Das Backup existiert nicht mehr.',
  'command.backup_of_other': 'Nichts wurde geändert: Das Backup stammt von {backup}, das Gerät ist {device}.',
  'command.backup_not_uploaded':
    'Nichts wurde geändert: Das Backup ließ sich nicht über SSH auf das Gerät kopieren. {cause}',
  'command.backup_not_loaded': 'Das Gerät hat das Backup nicht geladen: {cause}',
  'command.load_differs':
    'Das Gerät ist neu gestartet, aber seine Konfiguration weicht von der des Backups ab: {notes}',
  'command.loaded': 'Das Gerät ist mit der Konfiguration des Backups neu gestartet. {notes}',
  'command.load_unread':
    'Das Laden wurde gesendet, und das Panel konnte das Gerät seither nicht lesen. {cause} Es wird erneut gelesen, sobald das Panel es erreicht.',
  'command.certificates_missing': 'Jetzt fehlende Zertifikate: {names}.',
  'command.not_restarted': 'Das Gerät ist online und hat nicht neu gestartet.',
  'command.not_back': 'Das Gerät ist noch nicht wieder online.',
  'command.restart_unproven': 'Das Panel kann nicht prüfen, ob das Gerät neu gestartet hat.',
  'command.download_expired': 'Der Download dieses Befehls ist abgelaufen.',
  'command.download_interrupted': 'Das Panel wurde unterbrochen, während das Gerät die Datei herunterlud.',
  'command.download_lost': 'Während das Gerät die Datei herunterlud: {cause}',
  'command.package_missing': 'Das Paket ist nicht auf dem Gerät.',
  'command.package_not_installed':
    'Das Paket ist auf dem Gerät, wurde aber nicht installiert: Das Gerät wurde nicht neu gestartet.',
  'command.file_missing': 'Das Gerät hat den Download bestätigt, hat die Datei aber nicht.',
  'command.notes': '{notes}',

  'command_note.vlan': 'VLAN {vlan} auf {bridge}',
  'command_note.power_cycle': '{seconds} s ohne Strom',
  'command_note.bridge': 'in {bridge}',
  'command_note.no_bridge': 'in keiner Bridge',
  'command_note.untagged': 'VLAN {vlan} untagged',
  'command_note.nothing_untagged': 'kein VLAN untagged',
  'command_note.tagged': 'VLAN {vlans} tagged',
  'command_note.nothing_tagged': 'kein VLAN tagged',
  'command_note.switched': '{on:switch}',
  'command_note.poe': 'PoE {mode}',
  'command_note.dns_setting': '{setting:dns_setting}',
  'command_note.access': '{action:access_row_action}',
  'command_note.before': 'vor {rule}',
  'command_note.to_end': 'ans Ende',
  'command_note.outside_networks': 'außerhalb aller Netze des Geräts',
  'command_note.outside_dhcp_networks': 'außerhalb aller DHCP-Netze des Geräts',
  'command_note.dropped_by': 'verworfen durch Filter-{rule}',
})
