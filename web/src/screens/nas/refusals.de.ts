import type { Shape } from '../../i18n/shape.ts'
import type en from './refusals.en.ts'

export default {
  address: 'Ein anderer NAS hat diese Adresse.',
  secret: 'Von 8 bis 64 Buchstaben, Ziffern, Punkte, Striche und Unterstriche, ohne Leerzeichen.',
  ipoePassword: 'Nur Buchstaben, Ziffern und Zeichen aus ASCII.',
  radiusForm: 'Geben Sie eine IPv4-Adresse, eine IPv6-Adresse oder einen DNS-Namen wie radius.example.net an.',
  radiusLocal:
    'Diese Adresse ist für Router nicht erreichbar. Geben Sie die Adresse an, unter der sie den RADIUS-Server erreichen.',
  radiusUnset:
    'Es ist keine RADIUS-Adresse konfiguriert. Geben Sie die Adresse an, unter der Router diesen Server erreichen.',
  purpose: 'Ein Zweck ist zweimal genannt.',
  pool: 'Ein Pool ist zweimal genannt.',
  pools: 'Höchstens 50 Pools.',
  poolKind: 'Wählen Sie einen Pool, der IPv4-Adressen vergibt.',
  port: 'Von 1 bis 65535.',
  ownerClient: 'Ein Kunde kann das nicht besitzen ({{a}}).',
  boundOne: '1 Dienst ist an diesen NAS gebunden. Lösen Sie ihn zuerst.',
  boundMany: '{{a}} Dienste sind an diesen NAS gebunden. Lösen Sie sie zuerst.',
  netFour: 'Eine IPv4-Adresse hat vier Zahlen, zum Beispiel {{a}}.',
  netFourRange: 'Eine IPv4-Adresse hat vier Zahlen von 0 bis 255.',
  netZeros: 'Führende Nullen lassen sich auf zwei Arten lesen. Lassen Sie sie weg.',
  netMost: 'Jede Zahl einer IPv4-Adresse ist höchstens 255.',
  netZone: 'Lassen Sie die Zone weg (den Teil ab %).',
  netMapped:
    'IPv4 in IPv6 wird hier nicht verwendet. Geben Sie die IPv4-Adresse allein an oder die IPv6-Adresse hexadezimal.',
  netColons: '„::“ darf in einer IPv6-Adresse einmal stehen.',
  netGroups: 'Eine IPv6-Adresse hat acht Gruppen; „::“ darf für eine Folge von Null-Gruppen stehen.',
  netGroup: 'Eine Gruppe einer IPv6-Adresse hat ein bis vier hexadezimale Ziffern.',
  netIsV4: 'Das ist eine IPv4-Adresse in IPv6-Schreibweise. Geben Sie die IPv4-Adresse an.',
  netGiveAddress: 'Geben Sie eine Adresse an.',
  netNoLength: 'Geben Sie eine Adresse ohne Länge an.',
  noDevice: 'Dieses Gerät gibt es nicht.',
  otherLine: 'Dieses Gerät gehört einer Firma einer anderen Linie.',
} satisfies Shape<typeof en>
