import type { RolloutReasons } from '../../reasons/rollout.ts'
import { texts } from '../texts.ts'

export const rollout = texts<RolloutReasons>()({
  'rollout.version_format': 'Geben Sie eine RouterOS-Version wie 7.20.4 ein.',
  'rollout.version_older': 'Diese Version ist älter als {installed} auf {device}. Wählen Sie eine neuere Version.',
  'rollout.window_never': 'Dieses Fenster öffnet sich nie: Beginn und Ende sind gleich.',
  'rollout.device_not_managed':
    '{device} hat keine Verwaltungsadresse oder keinen Benutzer. Tragen Sie beides ein, oder entfernen Sie das Gerät aus der Auswahl.',
  'rollout.device_busy': '{device} gehört zum Rollout {rollout}, der noch nicht beendet ist.',
  'rollout.nothing_planned': 'Kein Gerät dieses Rollouts kann aktualisiert werden.',
  'rollout.nothing_to_repeat': 'Kein Gerät dieses Rollouts ist noch einmal zu planen.',
  'rollout.wrong_state': 'Der Rollout hat inzwischen einen anderen Status. Laden Sie die Seite neu.',
  'rollout.device_wrong_state': 'Das Gerät hat inzwischen einen anderen Status. Laden Sie die Seite neu.',
  'rollout.too_many_failures':
    'Nach {failures} Fehlern angehalten. Kein weiteres Gerät startet, bis Sie den Rollout fortsetzen.',
  'rollout.offered_other': 'Dem Gerät wird {offered} statt {planned} angeboten. Es wurde nichts geändert.',
  'rollout.offered_older': 'Dem Gerät wird {offered} angeboten, älter als das installierte {installed}.',
  'rollout.below_factory': '{offered} ist älter als {factory}, die älteste Version, die das Gerät akzeptiert.',
  'rollout.low_space': 'Zu wenig freier Speicher: {free} Byte, die Pakete brauchen {needed}.',
  'rollout.low_voltage': 'Die Versorgungsspannung beträgt {voltage} V und liegt unter dem Minimum von {min} V.',
  'rollout.not_in_plan':
    'Dem Gerät wird {offered} angeboten, worauf kein anderes Gerät dieses Rollouts aktualisiert wird.',
  'rollout.check_failed': 'Das Gerät konnte nicht nach Updates suchen: {status}',
  'rollout.check_timeout': 'Das Gerät hat die Suche nach Updates nicht innerhalb von {seconds} Sekunden beendet.',
  'rollout.download_failed': 'Das Gerät konnte die Pakete nicht herunterladen: {status}',
  'rollout.waits_for_device': 'Nicht erreichbar. Es wird aktualisiert, sobald es wieder da ist. {cause}',
  'rollout.waits_for_window': 'Wartet auf das Wartungsfenster des Standorts.',
  'rollout.not_back':
    'Das Gerät kam nach dem Neustart nicht innerhalb von {minutes} Minuten zurück. Es wird geprüft, sobald es wieder da ist.',
  'rollout.not_installed':
    'Das Gerät hat neu gestartet, läuft aber weiter mit {version}. Die Ursache steht in seinem Log.',
  'rollout.other_version': 'Das Gerät läuft mit {version} statt {planned}.',
  'rollout.never_returned': 'Das Gerät kam nicht innerhalb von {days} Tagen zurück.',
  'rollout.gave_up': 'Das Panel hat nach {attempts} Versuchen aufgegeben.',
  'rollout.firmware_failed': 'RouterBOOT ist nach dem Neustart {current} statt {wanted}.',
  'rollout.firmware_not_written': 'Das Gerät hat das Schreiben von RouterBOOT nicht bestätigt.',
  'rollout.changed_by_other': 'Das Gerät läuft bereits mit {version}. Das Panel hat es nicht neu gestartet.',
  'rollout.interfaces_down': 'Schnittstellen, die nicht mehr laufen: {interfaces}.',
  'rollout.sessions_fewer': 'PPP-Sitzungen: {before} vorher, {after} nachher.',
  'rollout.clients_fewer': 'DHCP-Clients: {before} vorher, {after} nachher.',
  'rollout.configuration_changed': 'Konfiguration: {added} Zeilen hinzugefügt, {removed} entfernt.',
  'rollout.packages_missing_after': 'Nicht installierte Pakete: {packages}. Die Ursache steht im Log des Geräts.',
  'npk.format': 'Muss ein RouterOS-Paket (.npk) sein. Entpacken Sie ZIP-Archive zuerst.',
  'npk.damaged': 'Dieses Paket ist unvollständig oder beschädigt. Laden Sie es noch einmal herunter.',
  'npk.unknown':
    'Name, Version und Architektur dieses Pakets sind unbekannt. Laden Sie es mit seinem ursprünglichen Dateinamen hoch.',
  'npk.name_differs':
    'Der Dateiname passt nicht zum Inhalt: {found}. Laden Sie das Paket mit seinem ursprünglichen Dateinamen hoch.',
  'npk.exists_as': '{name} ist bereits hochgeladen.',
  'npk.other_content': 'Als {name} ist bereits eine andere Datei hochgeladen. Löschen Sie diese zuerst.',
  'npk.per_company': 'Die Pakete einer Firma dürfen zusammen {megabytes} MB haben. Löschen Sie zuerst einige.',
  'npk.in_use': 'Der Rollout {rollout}, der noch nicht beendet ist, installiert diese Version.',
  'rollout.no_packages': 'Von Version {version} ist kein Paket hochgeladen.',
  'rollout.package_missing':
    '{device} braucht {packages}. Laden Sie die Pakete hoch, oder entfernen Sie das Gerät aus der Auswahl.',
  'rollout.packages_missing': 'Nicht hochgeladene Pakete: {packages}. Es wurde nichts geändert.',
  'rollout.architecture_unknown': 'Das Panel kennt die Architektur {architecture} nicht.',
  'rollout.version_step': '{device} läuft mit RouterOS 6. Aktualisieren Sie es zuerst auf {step}.',
  'rollout.step_first': 'Das Gerät läuft mit RouterOS 6. Aktualisieren Sie es zuerst auf {step}.',
  'rollout.wifi_package':
    'Das Paket wifiwave2 von {device} hat mehrere Nachfolger. Aktualisieren Sie das Gerät mit der angebotenen Version.',
  'rollout.wifi_package_unknown':
    'Das installierte Paket wifiwave2 hat mehrere Nachfolger. Aktualisieren Sie das Gerät mit der angebotenen Version.',
  'rollout.device_below_factory': '{device} akzeptiert nichts Älteres als {factory}. Wählen Sie eine neuere Version.',
  'rollout.installed_newer':
    'Das Gerät läuft mit {installed}, neuer als {planned}. Das Panel spielt keine älteren Versionen ein.',
  'rollout.fetch_failed': 'Das Gerät konnte {file} nicht vom Panel laden. {cause}',
  'rollout.file_differs': '{file} auf dem Gerät unterscheidet sich vom hochgeladenen Paket. Die Datei wurde entfernt.',
  'rollout.selection_changed':
    'Der Filter trifft jetzt andere Geräte: {added} mehr, {removed} weniger. Planen Sie neu, oder bestätigen Sie, dass die geplanten Geräte gemeint sind.',
  'change.name_format': 'Nur Buchstaben, Ziffern, Leerzeichen und _ . @ + - sind möglich.',
  'change.host_format': 'Geben Sie eine IPv4-Adresse oder einen Hostnamen ein.',
  'change.duplicate': 'Ein anderer Eintrag ändert dasselbe. Entfernen Sie einen davon.',
  'change.menu_missing': 'Das Gerät hat das Menü {menu} nicht. Nichts wurde geändert.',
  'change.row_ambiguous': 'Das Gerät hat mehrere Zeilen {row} in {menu}. Entfernen Sie zuerst die doppelten.',
  'change.row_built_in': 'Die Zeile {row} in {menu} gehört zu RouterOS und kann nicht entfernt werden.',
  'change.value_missing': 'Das Gerät hat die Zeile {row} in {menu} noch nicht. Geben Sie zum Anlegen ein: {fields}.',
  'change.ntp_two_addresses':
    'RouterOS 6 nimmt höchstens zwei Adressen von Zeitservern. Verwenden Sie für die übrigen Namen.',
  'change.own_user': 'Das Panel selbst meldet sich als {name} an.',
  'change.own_service':
    'Das Panel selbst verwendet den Dienst {service}. Er kann hier nicht abgeschaltet oder auf einen anderen Port gelegt werden.',
  'template.secret_is_variable':
    'Geben Sie eine geheime Variable in doppelten geschweiften Klammern ein. Vorlagen enthalten keine Passwörter.',
  'template.variable_format':
    'Schreiben Sie eine Variable als Namen in doppelten geschweiften Klammern, mit Kleinbuchstaben, Ziffern und _.',
  'template.variable_name': 'Kleinbuchstaben, Ziffern und _, beginnend mit einem Buchstaben, höchstens 40 Zeichen.',
  'template.variable_built_in': 'Das Panel setzt {name} selbst. Verwenden Sie einen anderen Namen.',
  'template.one_level': 'Geben Sie genau eine Firma, einen Standort oder ein Gerät an.',
  'template.not_for_device':
    'Die Vorlage gilt nicht für {device}: Sie gehört einer anderen Firma oder hat einen anderen Typ oder andere Tags.',
  'template.drift_gone': 'Diese Abweichung besteht nicht mehr.',
  'template.variables_missing': 'Variablen ohne Wert: {variables}. Es wurde nichts geschrieben.',
  'template.secret_in_plain':
    'Die geheime Variable {variable} steht in einer Einstellung der Vorlage {template}, die kein Passwort ist. Es wurde nichts geschrieben.',
  'template.secret_of_above':
    'Die geheime Variable {variable} gehört einer Firma über der Firma der Vorlage {template}. Setzen Sie einen eigenen Wert. Es wurde nichts geschrieben.',
  'template.value_invalid':
    'Mit den Werten dieses Geräts ist {field} der Vorlage {template} ungültig. Es wurde nichts geschrieben.',
  'template.devices_lack_variables': 'Variablen ohne Wert: {variables}. Geräte, denen einer fehlt: {devices}.',
  'change.changed_since_plan': 'Das Gerät hat sich seit der Planung geändert. Planen Sie es neu. {cause}',
})
