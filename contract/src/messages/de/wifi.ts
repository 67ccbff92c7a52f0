import type { WifiReasons } from '../../reasons/wifi.ts'
import { texts } from '../texts.ts'

export const wifi = texts<WifiReasons>()({
  'wifi.time_format': 'Geben Sie eine Uhrzeit wie 08:00 ein.',
  'wifi.hours_empty': 'Ende und Anfang müssen sich unterscheiden.',
  'wifi.hours_for_guests': 'Nur Gästenetze können Zeiten haben.',
  'wifi.days_unsupported': 'Diese RouterOS-Version unterstützt keine Wochentage. Wählen Sie alle Tage.',
  'wifi.encryption_unsupported':
    'Dieses WLAN-System unterstützt {encryption:encryption} nicht. Wählen Sie {supported:encryption}.',
  'wifi.encryption_6ghz': 'Bei 6 GHz sind nur WPA3 und Enhanced Open erlaubt.',
  'wifi.encryption_unknown':
    'Das Gerät verwendet eine Verschlüsselung, die das Panel nicht unterstützt. Es wurde nichts übernommen.',
  'wifi.passphrase_required': 'Geben Sie für diese Verschlüsselung ein Passwort ein.',
  'wifi.passphrase_not_used': 'Diese Verschlüsselung verwendet kein Passwort.',
  'wifi.band_unsupported': 'Kein Funkmodul dieses Geräts unterstützt {band:wifi_band}.',
  'wifi.band_forbidden': 'Bei {band:wifi_band} sind in {country} keine Kanäle erlaubt.',
  'wifi.frequency_outside_wifi': '{frequency} MHz ist keine WLAN-Frequenz.',
  'wifi.frequency_outside_bands': '{frequency} MHz ist im Band {band:wifi_band}, das dieses Netz nicht nutzt.',
  'wifi.frequency_forbidden': '{frequency} MHz ist in {country} nicht erlaubt.',
  'wifi.frequency_unsupported': 'Kein Funkmodul dieses Geräts unterstützt {frequency} MHz.',
  'wifi.country_unsupported': 'Das Gerät unterstützt das Land {country} nicht.',
  'wifi.width_2ghz': 'Bei 2,4 GHz darf die Kanalbreite höchstens 40 MHz sein.',
  'wifi.width_required': 'Wählen Sie für Funkmodule des alten WLAN-Systems eine Kanalbreite.',
  'wifi.width_needs_one_band':
    '{name} wird für mehrere Bänder verwendet. Kanäle über {width} MHz brauchen eine Konfiguration je Band.',
  'wifi.ssid_taken': 'Dieses Gerät sendet bereits ein Netz mit diesem Namen.',
  'wifi.ssid_on_device': 'Das Gerät hat bereits ein Netz mit diesem Namen. Übernehmen Sie stattdessen dieses.',
  'wifi.ssid_unreadable': 'Der Netzname auf dem Gerät ist kein gültiger Text.',
  'wifi.already_managed': 'Das Panel verwaltet dieses Netz bereits.',
  'wifi.not_on_device': 'Das Gerät hat dieses Netz nicht.',
  'wifi.not_read': 'Das WLAN von {name} wurde noch nicht gelesen. Lesen Sie es zuerst.',
  'wifi.device_elsewhere': 'Dieses Gerät ist nicht an diesem Standort.',
  'wifi.disabled': 'WLAN ist auf dem Gerät deaktiviert.',
  'wifi.stack_missing': 'Das Gerät hat dieses WLAN-System nicht.',
  'wifi.stack_required': 'Das Gerät hat mehrere WLAN-Systeme. Geben Sie das System dieser Zeile an.',
  'wifi.no_controller': 'Die Funkmodule von {name} haben keinen Controller.',
  'wifi.controller_state': 'Der Controller ist {enabled:switch}.',
  'wifi.controlled_elsewhere': '{name} wird von einem anderen Gerät gesteuert. Nehmen Sie die Änderung dort vor.',
  'wifi.action_unknown': 'Unbekannte WLAN-Aktion {action}.',

  'wifi.rows_changed': 'Inzwischen geändert: {names}.',
  'wifi.access_point_not_at_site': 'Ein Access Point ist nicht mehr an diesem Standort. Laden Sie die Liste neu.',
  'wifi.client_gone': 'Ein Gerät ist nicht mehr verbunden. Laden Sie die Liste neu.',
  'wifi.access_point_gone': 'Der Access Point {id} ist nicht mehr auf dem Gerät. Laden Sie die Liste neu.',
  'wifi.access_point_disconnected': '{name} ist nicht mit dem Controller verbunden.',
  'wifi.access_point_dynamic':
    'Der Controller legt {name} an, solange das Funkmodul verbunden ist. Ändern Sie stattdessen das Netz.',
  'wifi.access_point_name_taken': 'Ein anderer Access Point dieses Geräts hat diesen Namen.',
  'wifi.name_for_one': 'Wählen Sie einen einzelnen Access Point, um seinen Namen festzulegen.',
  'wifi.access_point_virtual': '{name} hat kein eigenes Funkmodul. Ändern Sie den Access Point, auf dem er läuft.',
  'wifi.access_point_band': '{name} ist bei {band:wifi_band}.',
  'wifi.access_point_stack': '{name} gehört zum anderen WLAN-System ({stack}).',
  'wifi.no_connected_access_points': 'Mit dem Controller ist kein Access Point verbunden.',

  'wifi.rejected': 'Das Gerät hat die Änderung abgelehnt: {text}. {notes}',
  'wifi.not_converged': 'Das Gerät hat nicht die gewünschten Einstellungen. {notes}',
  'wifi.connection_lost': 'Die Verbindung ging nach dem Senden verloren. {cause} {notes}',
  'wifi.last_seen': 'Zuletzt gesehen: {notes}',
  'wifi.field_differs': '{field:wifi_field}: {actual:wifi_value} statt {wanted:wifi_value}.',
  'wifi.still_on_device': '{name} ist noch auf dem Gerät.',
  'wifi.radios_missing': {
    by: 'radios',
    one: '{radios} Funkmodul sendet das Netz noch nicht.',
    other: '{radios} Funkmodule senden das Netz noch nicht.',
  },
  'wifi.rules_differ': {
    by: 'rules',
    one: '{rules} Provisioning-Regel weicht ab.',
    other: '{rules} Provisioning-Regeln weichen ab.',
  },
  'wifi.shares_radio':
    'Dieses Netz teilt sich die Funkmodule mit einem anderen, das Kanal und Land bestimmt. Lassen Sie beides hier leer.',
  'wifi.shares_channels': 'Dieses Netz teilt sich die Funkmodule mit anderen, die die Kanäle bestimmen.',
  'wifi.carries_other':
    '{other} nutzt dieselben Funkmodule und würde ebenfalls ausfallen. Deaktivieren oder entfernen Sie es zuerst.',
  'wifi.access_points_dynamic':
    'Der Controller legt die Access Points dieses Netzes an, solange ihre Funkmodule verbunden sind. Sie lassen sich nicht einzeln ein- und ausschalten.',
  'wifi.access_points_need_provisioning': {
    by: 'access_points',
    one: '{access_points} Access Point bei {band:wifi_band} erhält das Netz beim nächsten Provisioning.',
    other: '{access_points} Access Points bei {band:wifi_band} erhalten das Netz beim nächsten Provisioning.',
  },
  'wifi.main_of_rule':
    'Dies ist das Hauptnetz einer Provisioning-Regel. Weisen Sie der Regel auf dem Gerät zuerst ein anderes zu.',
  'wifi.main_of_radio': 'Dies ist das Hauptnetz von {radio}, das eines haben muss.',
  'wifi.rule_covers_bands':
    'Eine Provisioning-Regel hat dieses Netz als Hauptnetz oder gilt für mehrere Bänder. Es lässt sich nicht allein von {bands:wifi_band} entfernen.',
  'wifi.rule_left':
    'Eine Provisioning-Regel gilt für mehrere Bänder und wurde nicht geändert. Funkmodule, die sich darüber verbinden, senden dieses Netz nicht.',
  'wifi.rule_created':
    'Für diese Funkmodule wurde eine Provisioning-Regel angelegt. Nach dem nächsten Provisioning senden sie das Netz.',
  'wifi.gone_with_provisioning':
    'Access Points, die der Controller angelegt hat, verschwinden beim nächsten Provisioning.',
  'wifi.radio_disabled': 'Das Funkmodul behält den Netznamen und ist deaktiviert.',
  'wifi.passphrase_unverified': 'Das Gerät zeigt keine Passwörter an. Das Panel kann das neue deshalb nicht prüfen.',
  'wifi.passphrase_hidden': 'Das Gerät zeigt sein Passwort nicht an. Das gespeicherte wurde beibehalten.',

  'wifi.provision_lost': 'Das Provisioning wurde gestartet, dann ging die Verbindung verloren. {cause}',
  'wifi.provision_unverified':
    'Die Access Points sind dieselben wie zuvor. Das Panel kann nicht prüfen, ob das Provisioning erfolgt ist. {notes}',
  'wifi.radios_without_access_point': 'Funkmodule ohne Access Point: {radios}. {notes}',
  'wifi.access_points': 'Access Points: {before} zuvor, {now} jetzt.',
  'wifi.ports_updated': {
    by: 'ports',
    one: '{ports} Bridge-Port wurde angepasst.',
    other: '{ports} Bridge-Ports wurden angepasst.',
  },
  'wifi.access_rows_updated': {
    by: 'rows',
    one: '{rows} Eintrag der Zugriffsliste wurde angepasst.',
    other: '{rows} Einträge der Zugriffsliste wurden angepasst.',
  },
  'wifi.references_lost': 'Verweise auf Access Points, die es nicht mehr gibt: {names}.',

  'access_list.mac_taken':
    '{name} hat diese MAC-Adresse bereits. Ändern Sie jenen Eintrag, oder legen Sie für diesen Zeiten fest.',
  'access_list.hours_taken': '{name} hat diese MAC-Adresse bereits zu denselben Zeiten.',
  'access_list.hides_others':
    'Ohne Zeiten würde dieser Eintrag Einträge derselben MAC-Adresse verdecken, die Zeiten haben. Verschieben Sie ihn hinter diese.',
  'access_list.hidden_by': '{name} hat diese MAC-Adresse bereits zu allen Zeiten. Einträge dahinter sind wirkungslos.',
  'access_list.only_allowed': 'Gilt nur für zugelassene Geräte. Ein gesperrtes Gerät verbindet sich nie.',
  'access_list.row_of_site':
    'Das Panel hat diesen Eintrag für die Zugangskontrolle des Standorts angelegt. Ändern Sie ihn dort.',
  'access_list.row_of_network':
    'Das Panel hat diesen Eintrag für die Zeiten eines Gästenetzes angelegt. Ändern Sie ihn dort.',
  'access_list.over_midnight':
    'Ein Eintrag kann nicht über Mitternacht gelten. Legen Sie zwei an: bis 00:00 und ab 00:00.',
  'access_list.condition_unsupported': 'Die Zugriffsliste dieser Funkmodule unterstützt diese Bedingung nicht.',
  'access_list.radius_unsupported': 'Die Zugriffsliste dieser Funkmodule unterstützt RADIUS nicht.',
  'access_list.signal_order': 'Geben Sie das schwächste Signal zuerst ein, zum Beispiel -120 bis -85.',
  'access_list.panel_rows_first': 'Einträge des Panels kommen zuerst. Wählen Sie einen danach.',
  'access_list.passphrases_lost':
    'Die Passwörter von {names} lassen sich nicht entschlüsseln, weil ihr Schlüssel fehlt. Geben Sie sie neu ein.',
  'access_list.differs': 'Nicht alle {rows} gewünschten Einträge sind auf dem Gerät. {notes}',
  'access_list.rejected': 'Das Gerät hat Einträge abgelehnt. {notes}',
  'access_list.row_rejected': '{name}: {text}.',
  'access_list.row_missing': '{name} fehlt.',
  'access_list.row_differs': '{name} weicht ab: {fields:access_field}.',
  'access_list.row_not_removed': '{name} wurde nicht entfernt.',
  'access_list.fields_left_out': '{name}: Dieses WLAN-System unterstützt {fields:access_field} nicht.',
  'access_list.more': 'Und {rows} weitere.',
  'access_list.disconnected': {
    by: 'devices',
    one: '{devices} gesperrtes Gerät wurde getrennt.',
    other: '{devices} gesperrte Geräte wurden getrennt.',
  },
  'access_list.still_registered': 'Gesperrt, aber noch verbunden: {macs}.',
  'access_list.not_disconnected': 'Gesperrte Geräte konnten nicht getrennt werden: {text}.',
})
