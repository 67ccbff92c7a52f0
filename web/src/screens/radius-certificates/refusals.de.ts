import type { Shape } from '../../i18n/shape.ts'
import type en from './refusals.en.ts'

export default {
  damaged: 'Ein Zertifikat ist nicht lesbar: Sein Inhalt ist beschädigt.',
  terminated: 'Ein gekündigter Dienst erhält kein Zertifikat.',
  minDay: 'Mindestens 1 Tag.',
  maxDays: 'Höchstens {{a}} Tage.',
  chooseAuthority: 'Wählen Sie eine CA, deren privaten Schlüssel das Panel hat.',
  dnsName: 'Geben Sie einen DNS-Namen wie radius.example.net ein.',
  ascii: 'Nur Buchstaben, Ziffern und Zeichen aus ASCII.',
  noDnsName: 'Das Zertifikat hat keinen DNS-Namen im Subject Alternative Name.',
  notServer: 'Das Zertifikat ist nicht für Server: In der erweiterten Schlüsselverwendung fehlt serverAuth.',
  noEnd: 'Die Kette ist unvollständig: Sie endet nicht bei einer CA. Hängen Sie die Zwischen-CAs und die Root-CA an.',
  noRoot: 'Die Kette ist unvollständig: Sie endet nicht bei einer Root-CA. Hängen Sie die übergeordneten CAs an.',
  order: 'Die Reihenfolge der Kette stimmt nicht: Jedes Zertifikat muss vom folgenden signiert sein.',
  authorityFirst: 'Das erste Zertifikat ist eine CA. Stellen Sie das Zertifikat des Servers an den Anfang.',
  weak: 'Der Schlüssel ist zu schwach: nötig ist RSA mit mindestens 2048 Bit oder EC auf P-256, P-384 oder P-521.',
  noSigner:
    'Das Panel hat keinen CA-Schlüssel zum Signieren. Der Provider kann eine CA erstellen oder eine mit Schlüssel hinzufügen.',
  none: 'Das Panel hat seine RADIUS-Zertifikate noch nicht erstellt.',
  rsaOnly:
    'Das Panel stellt Client-Zertifikate nur mit RSA-Schlüsseln aus. Lassen Sie den Schlüssel weg oder verwenden Sie eine CA mit RSA-Schlüssel.',
  otherKey: 'Der private Schlüssel gehört nicht zu diesem Zertifikat.',
  encryptedKey: 'Der private Schlüssel ist verschlüsselt. Entfernen Sie zuerst das Passwort mit openssl pkey.',
  uploaded:
    'Das Serverzertifikat wurde hochgeladen: Laden Sie den Nachfolger hoch oder geben Sie den DNS-Namen eines neuen ein.',
  signsServer: 'Diese CA hat das Serverzertifikat signiert. Stellen Sie es zuerst von einer anderen CA aus.',
  inUse: 'Diese CA wird schon verwendet.',
  notAuthority: 'Dieses Zertifikat ist keine CA.',
  noPem: 'Das enthält kein Zertifikat im PEM-Format (BEGIN CERTIFICATE).',
  trash: 'Das liegt im Papierkorb. Stellen Sie es zuerst wieder her.',
  noKey: 'Das ist kein privater Schlüssel im PEM-Format.',
  onlyAuthority: 'Das ist die einzige CA. Fügen Sie zuerst eine andere hinzu oder erstellen Sie eine.',
  tooMany: 'Höchstens {{a}} Zertifikate.',
  openssl: 'OpenSSL akzeptiert dieses Zertifikat nicht: {{a}}.',
  expired: 'Das Zertifikat {{a}} ist abgelaufen.',
  notYet: 'Das Zertifikat {{a}} ist noch nicht gültig.',
  notInChain: 'Die Kette enthält {{a}}; das ist keine CA.',
  fifty: 'Dieser Dienst hat {{a}} gültige Zertifikate. Widerrufen Sie zuerst eines.',
  ssid: 'Höchstens 32 Byte: Zeichen außerhalb des englischen Alphabets belegen zwei oder mehr.',
} satisfies Shape<typeof en>
