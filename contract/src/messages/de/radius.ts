import type { RadiusReasons } from '../../reasons/radius.ts'
import { texts } from '../texts.ts'

export const radius = texts<RadiusReasons>()({
  'tariff.burst_incomplete': 'Geben Sie Burst-Download-Rate, Burst-Upload-Rate und Burst-Dauer an oder nichts davon.',
  'tariff.burst_needs_rate': 'Geben Sie eine normale Rate ein, die der Burst überschreitet.',
  'tariff.burst_below_rate': 'Darf nicht kleiner als die normale Rate sein.',
  'tariff.threshold_needs_burst': 'Geben Sie eine Burst-Rate ein, um eine Schwelle zu verwenden.',
  'tariff.threshold_above_burst': 'Darf nicht höher als die Burst-Rate sein.',
  'tariff.slow_rate_required': 'Geben Sie die Rate ein, die gilt, wenn das Kontingent verbraucht ist.',
  'tariff.slow_rate_above_rate': 'Darf nicht höher als die normale Rate sein.',
  'tariff.offered_above': 'Ein Tarif kann nur für Firmen unterhalb seines Eigentümers freigegeben werden.',
  'tariff.in_use': {
    by: 'services',
    one: '1 Dienst hat diesen Tarif. Weisen Sie ihm zuerst einen anderen zu.',
    other: '{services} Dienste haben diesen Tarif. Weisen Sie ihnen zuerst einen anderen zu.',
  },
  'tariff.not_offered': 'Dieser Tarif ist für diese Firma nicht freigegeben.',
  'tariff.name_taken': 'Sie haben bereits einen Tarif mit diesem Namen.',
  'company.client_owns': 'Einem Kunden kann das nicht gehören: {kind:object}.',
  'reference.other_company': 'Gehört einer anderen Firma.',
  'reference.unrelated_company': 'Gehört einer Firma, die dieser weder über- noch untergeordnet ist.',
  'range.end_before_start': 'Das Ende darf nicht vor dem Anfang sein.',
  'range.max_days': 'Darf höchstens {days} Tage umfassen.',
  'field.dns_name': 'Geben Sie einen DNS-Namen wie {example} ein.',
  'field.plain_characters': 'Verwenden Sie {min} bis {max} Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche.',

  'nas.in_use': {
    by: 'services',
    one: '1 Dienst ist an diesen NAS gebunden. Heben Sie die Bindung zuerst auf.',
    other: '{services} Dienste sind an diesen NAS gebunden. Heben Sie die Bindungen zuerst auf.',
  },
  'nas.address_taken': 'Ein anderer NAS hat diese Adresse.',
  'nas.not_serving': 'Dieser NAS bedient diese Firma nicht.',
  'nas.wrong_purpose': 'Dieser NAS wird nicht für {purpose:nas_purpose} verwendet.',
  'nas.without_pool': 'Wählen Sie einen Pool: Der NAS dieses Dienstes hat keinen.',
  'nas.no_pool': 'Wählen Sie einen Pool: Kein NAS, der diese Firma bedient, hat einen.',
  'radius_address.format':
    'Geben Sie eine IPv4-Adresse, eine IPv6-Adresse oder einen DNS-Namen wie radius.example.net ein.',
  'radius_address.unreachable':
    'Diese Adresse ist für Router nicht erreichbar. Geben Sie die Adresse ein, unter der sie den RADIUS-Server erreichen.',
  'radius_address.not_configured':
    'Es ist keine RADIUS-Adresse konfiguriert. Geben Sie die Adresse ein, unter der Router diesen Server erreichen.',

  'pool.required': 'Wählen Sie einen IPv{family}-Pool.',
  'pool.network_required': 'Wählen Sie ein IPv{family}-Netz oder einen Pool, der Adressen zuweist.',
  'pool.container_required': 'Wählen Sie ein IPv{family}-Subnetz, das Subnetze enthalten kann.',
  'pool.leased': 'RADIUS weist Adressen aus diesem Pool zu. Wählen Sie ein anderes Subnetz.',
  'pool.max_addresses': 'Ein von RADIUS genutzter Pool kann höchstens {max} Adressen haben.',
  'pool.leased_unit': 'RADIUS nutzt diesen Pool bereits in Einheiten von /{length}. Wählen Sie einen anderen Pool.',
  'pool.too_small': 'Dieser Pool ist kleiner als das /{length}, das jeder Kunde erhält. Wählen Sie einen größeren.',
  'pool.too_many_prefixes':
    'Dieser Pool hat mehr Präfixe, als RADIUS zuweisen kann. Stellen Sie eine kürzere Einheit ein.',
  'pool.not_empty':
    'Muss ein leerer Pool sein. Dieser enthält Subnetze, Adressen oder Bereiche, möglicherweise in Quarantäne.',
  'pool.address_without_length': 'Geben Sie eine Adresse ohne Präfixlänge ein.',
  'pool.prefix_with_length': 'Geben Sie ein Präfix mit seiner Länge ein.',

  'service.username_taken': 'Dieser Benutzername wird bereits verwendet.',
  'service.username_characters': 'Leerzeichen, Backslashes und Steuerzeichen sind nicht erlaubt.',
  'service.password_characters': 'Backslashes und Steuerzeichen sind nicht erlaubt.',
  'service.client_only': 'Ein Dienst muss einem Kunden gehören.',
  'service.dialup_site': 'Ein VPN-Einwahlkonto hat keinen Standort. Wählen Sie das Gerät, das sich einwählt.',
  'service.dialup_device': 'Nur ein VPN-Einwahlkonto hat ein Gerät.',
  'service.terminated': 'Für einen beendeten Dienst lassen sich keine Zertifikate ausstellen.',
  'session.cursor': 'Muss der Wert `next` der vorigen Seite sein.',
  'dead_letter.not_accounting': 'Nur Accounting-Datensätze können erneut gespeichert werden.',
  'dead_letter.not_stored': 'Nicht gespeichert: {error}',

  'service.mac_taken': 'Diese MAC-Adresse wird bereits verwendet.',
  'service.option82_taken': 'Diese Kombination aus Circuit-ID und Remote-ID wird bereits verwendet.',
  'service.dialup_password': 'Ein VPN-Einwahlkonto meldet sich mit Benutzername und Passwort an.',
  'service.not_by_mac': 'Nur Dienste, die an der MAC-Adresse erkannt werden, haben eine.',
  'service.not_by_option82': 'Nur Dienste, die an Option 82 erkannt werden, haben diese ID.',
  'service.ipoe_password': 'Ein IPoE-Dienst hat kein Passwort.',
  'service.ipoe_calling_station':
    'Ein IPoE-Dienst hat keine Calling-Station: Seine MAC-Adresse oder Option 82 kennzeichnet ihn.',
  'service.option82_required': 'Geben Sie eine Circuit-ID oder eine Remote-ID ein.',
  'service.circuit_id_needs_nas':
    'Eine Circuit-ID ist nur an einem NAS eindeutig. Wählen Sie den NAS oder geben Sie auch eine Remote-ID ein.',
  'mac.zero': 'Die MAC-Adresse darf nicht nur aus Nullen bestehen.',
  'mac.multicast': 'Darf keine Multicast-MAC-Adresse sein.',
  'option82.hexadecimal': 'Geben Sie Paare aus Hexadezimalziffern ein, zum Beispiel 0x000400640001.',
  'option82.ascii': 'Verwenden Sie nur ASCII-Zeichen. Geben Sie andere Bytes hexadezimal ein, mit 0x am Anfang.',

  'attribute.dictionary_missing': 'Das Attribut-Dictionary ist noch nicht geladen. Starten Sie FreeRADIUS einmal.',
  'attribute.unknown': 'Dieses Attribut ist nicht im Dictionary.',
  'attribute.part_of_login': 'Dieses Attribut gehört zur Anmeldung selbst und kann nicht gesetzt werden.',
  'attribute.set_by_tariff': 'Wird vom Panel gesetzt. Ändern Sie es im Tarif.',
  'attribute.set_by_service': 'Wird vom Panel gesetzt. Ändern Sie es im Dienst.',
  'attribute.set_by_policy': 'Wird vom Panel gesetzt. Geben Sie die Policy unter Cisco ein.',
  'attribute.secret': 'Dieses Attribut enthält ein Geheimnis. Zusätzliche Attribute können keines enthalten.',
  'attribute.administrative':
    'Dieses Attribut konfiguriert den Router selbst. In einem Tarif kann es nur der Provider setzen.',
  'attribute.without_tag': 'Dieses Attribut hat kein Tag.',
  'attribute.tag': 'Ein Tag ist eine Zahl von {min} bis {max}.',
  'attribute.also_sent': 'Das Panel sendet dieses Attribut ebenfalls. Verwenden Sie +=.',
  'attribute.set_twice': 'Dieses Attribut wird zweimal gesetzt. Verwenden Sie += für mehrere Werte.',
  'attribute.nas_vendor': 'Bei einem NAS nicht verwendet, er hat nur einen Hersteller. Lassen Sie dieses Feld weg.',
  'attribute.expansion': '"%{" ist nicht erlaubt: Der RADIUS-Server würde es ersetzen.',
  'attribute.escapes': 'Backslashes und Backticks sind nicht erlaubt.',
  'attribute.quote': 'Ein Wert kann nicht mit einem Anführungszeichen beginnen.',
  'attribute.number': 'Geben Sie eine ganze Zahl von {min} bis {max} ein.',
  'attribute.number_or_name': 'Geben Sie eine ganze Zahl von {min} bis {max} oder einen der benannten Werte ein.',
  'attribute.date': 'Geben Sie eine Zeit in Sekunden seit dem 1. Januar 1970 (UTC) ein.',
  'attribute.ip': 'Geben Sie eine IPv4- oder IPv6-Adresse ein.',
  'attribute.ipv4': 'Geben Sie eine IPv4-Adresse ein, zum Beispiel {example}.',
  'attribute.ipv6': 'Geben Sie eine IPv6-Adresse ein, zum Beispiel {example}.',
  'attribute.ipv4_prefix': 'Geben Sie ein IPv4-Präfix ein, zum Beispiel {example}.',
  'attribute.ipv6_prefix': 'Geben Sie ein IPv6-Präfix ein, zum Beispiel {example}.',
  'attribute.interface_id': 'Geben Sie eine Interface-ID aus vier Gruppen ein, zum Beispiel {example}.',
  'attribute.hexadecimal': 'Geben Sie Bytes hexadezimal nach 0x ein, zum Beispiel {example}.',
  'attribute.exact_octets': 'Muss genau {octets} Byte haben.',
  'attribute.total_octets': 'Die Attribute haben zusammen {octets} Byte. Höchstens {max} Byte sind möglich.',

  'certificate.not_pem': 'Kein Zertifikat im PEM-Format gefunden (BEGIN CERTIFICATE).',
  'certificate.too_many': 'Dürfen höchstens {max} Zertifikate sein.',
  'certificate.damaged': 'Ein Zertifikat ist beschädigt und nicht lesbar.',
  'certificate.expired': 'Das Zertifikat {subject} ist abgelaufen.',
  'certificate.not_yet_valid': 'Das Zertifikat {subject} ist noch nicht gültig.',
  'certificate.weak_key':
    'Der Schlüssel ist zu schwach. Verwenden Sie RSA mit mindestens 2048 Bit oder EC auf P-256, P-384 oder P-521.',
  'certificate.chain_member_no_ca': 'Die Kette enthält {subject}; das ist keine CA.',
  'certificate.chain_order':
    'Die Reihenfolge der Kette stimmt nicht: Jedes Zertifikat muss vom nächsten signiert sein.',
  'certificate.chain_incomplete':
    'Die Kette ist unvollständig: Sie endet nicht bei einer CA. Hängen Sie die Zwischen-CAs und die Root-CA an.',
  'certificate.root_missing':
    'Die Kette ist unvollständig: Sie endet nicht bei einer Root-CA. Hängen Sie die übergeordneten CAs an.',
  'certificate.ca_first': 'Das erste Zertifikat ist eine CA. Stellen Sie das Serverzertifikat an den Anfang.',
  'certificate.not_for_servers': 'Kein Serverzertifikat: In der erweiterten Schlüsselverwendung fehlt serverAuth.',
  'certificate.no_dns_name': 'Das Zertifikat hat keinen DNS-Namen im Subject Alternative Name.',
  'certificate.not_ca': 'Muss ein CA-Zertifikat sein.',
  'certificate.openssl': 'OpenSSL lehnt dieses Zertifikat ab: {error}.',
  'private_key.encrypted':
    'Der private Schlüssel ist verschlüsselt. Entfernen Sie zuerst das Passwort mit openssl pkey.',
  'private_key.not_pem': 'Muss ein privater Schlüssel im PEM-Format sein.',
  'private_key.mismatch': 'Der private Schlüssel passt nicht zu diesem Zertifikat.',
  'private_key.rsa_only':
    'Das Panel stellt Client-Zertifikate nur mit RSA-Schlüsseln aus. Lassen Sie den Schlüssel weg oder verwenden Sie eine CA mit RSA-Schlüssel.',
  'authority.in_use': 'Diese CA wird bereits verwendet.',
  'authority.no_signing_key':
    'Das Panel hat keinen CA-Schlüssel zum Signieren. Der Provider kann eine CA erstellen oder eine mit Schlüssel hinzufügen.',
  'authority.without_key': 'Wählen Sie eine CA, deren privaten Schlüssel das Panel hat.',
  'authority.only_one': 'Das ist die einzige CA. Fügen Sie zuerst eine andere hinzu oder erstellen Sie eine.',
  'authority.signed_server':
    'Diese CA hat das Serverzertifikat signiert. Stellen Sie es zuerst von einer anderen CA aus.',
  'certificate.uploaded':
    'Das Serverzertifikat wurde hochgeladen. Laden Sie den Nachfolger hoch oder geben Sie den DNS-Namen eines neuen ein.',
  'certificate.not_created': 'Das Panel hat seine RADIUS-Zertifikate noch nicht erstellt.',
  'certificate.max_valid': 'Dieser Dienst hat {max} gültige Zertifikate. Widerrufen Sie zuerst eines.',

  'login.unknown_user': 'Kein Dienst und kein VPN-Einwahlkonto hat diesen Benutzernamen.',
  'login.bad_credentials': 'Der Benutzername existiert, aber das Passwort war falsch.',
  'login.service_pending': 'Der Dienst ist noch nicht aktiviert.',
  'login.service_suspended': 'Der Dienst ist gesperrt.',
  'login.service_terminated': 'Der Dienst ist beendet, seine Adressen sind freigegeben.',
  'login.not_started': 'Der erste Tag des Dienstes ist noch nicht erreicht.',
  'login.expired': 'Der letzte Tag des Dienstes ist vorbei.',
  'login.quota_used':
    'Das Kontingent des Tarifs ist verbraucht, und dieser Tarif blockiert Anmeldungen bis zum nächsten Zeitraum.',
  'login.nas_not_allowed':
    'Der NAS ist nicht aktiv, oder er gehört einer Firma, die der des Dienstes nicht übergeordnet ist.',
  'login.wrong_nas': 'Der Dienst ist an einen anderen NAS gebunden.',
  'login.wrong_station': 'Der Dienst ist an eine andere Calling-Station gebunden.',
  'login.too_many_sessions': 'Der Dienst hat bereits die Höchstzahl an Sitzungen.',
  'login.pool_full': 'Das Passwort war richtig, aber in den Pools des Dienstes war keine Adresse verfügbar.',
  'login.no_password': 'Die Anfrage enthielt kein Passwort.',
  'login.method_not_offered': 'Der Client verlangt ein EAP-Verfahren, das dieser Server nicht unterstützt.',
  'login.certificate_not_trusted': 'Der Client vertraut der CA des RADIUS-Serverzertifikats nicht.',
  'login.certificate_refused': 'Der Client hat das Zertifikat des RADIUS-Servers abgelehnt.',
  'login.client_certificate_invalid':
    'Der Client hat kein Zertifikat gesendet, oder es ist abgelaufen oder von keiner bekannten CA signiert.',
  'login.certificate_unknown': 'Das Zertifikat ist gültig, gehört aber zu keinem Dienst.',
  'login.certificate_revoked': 'Das Client-Zertifikat wurde widerrufen.',
  'login.eap_failed': 'Der EAP-Austausch ist fehlgeschlagen, bevor ein Passwort geprüft wurde.',

  'coa.error_cause': '{cause:error_cause} ({cause})',
  'coa.unknown_cause': 'Error-Cause {cause}',
  'coa.no_cause': 'Der NAS nennt keinen Grund.',
  'coa.unexpected_code': 'Der NAS hat mit Code {code} geantwortet.',
  'coa.other_secret': 'Der NAS verwendet ein anderes Secret.',
  'coa.no_answer':
    'Keine Antwort von {address}, Port {port}, nach {tries} Versuchen: nicht erreichbar, kein offener Port oder ein anderes Secret.',
  'coa.session_ended': 'Die Sitzung war bereits beendet.',
  'coa.not_sent': 'Die Anfrage konnte nicht gesendet werden: {error}',

  'radius_server.not_installed':
    'FreeRADIUS ist nicht installiert. Nach der Installation startet es innerhalb einer Minute.',
  'radius_server.no_driver':
    'FreeRADIUS hat keinen PostgreSQL-Treiber. Nach dessen Installation startet FreeRADIUS innerhalb einer Minute.',
  'radius_server.wrong_version': 'FreeRADIUS {version} ist installiert. Installieren Sie 3.2 oder eine neuere 3.x.',
  'radius_server.port_service':
    'UDP-Port {port} wird vom FreeRADIUS-Dienst des Systems (freeradius.service) verwendet. Beenden Sie diesen Dienst.',
  'radius_server.port_program':
    'UDP-Port {port} wird von {program} (Prozess {pid}) verwendet. Beenden Sie dieses Programm, oder setzen Sie RADIUS_AUTH_PORT und RADIUS_ACCT_PORT auf andere Ports.',
  'radius_server.port_unknown':
    'UDP-Port {port} wird von einem Programm eines anderen Benutzers verwendet. Der Befehl zeigt, von welchem.',
  'radius_server.configuration': 'FreeRADIUS lehnt seine Konfiguration ab.',
  'radius_server.start': 'FreeRADIUS startet nicht.',
  'radius_server.ended': 'FreeRADIUS wurde unerwartet beendet und startet neu.',
  'radius_server.no_answer': 'FreeRADIUS antwortet nicht auf seinem Control-Socket.',
  'radius_server.database_role': 'Die Datenbankrolle von FreeRADIUS kann nicht verwendet werden.',
})
