import type { Shape } from '../../i18n/shape.ts'
import type en from './refusals.en.ts'

export default {
  short: 'Das Präfix ist zu kurz. Das kürzeste, das durchsucht werden kann, ist /{{a}}.',
  portRange: 'Von 0 bis 65535.',
  portFour: 'Ports sind nur für gemeinsam genutzte IPv4-Adressen gespeichert.',
  utc: 'Geben Sie eine Zeit in UTC an, zum Beispiel 2026-02-04T14:05:00Z.',
  both: 'Geben Sie entweder einen Zeitpunkt oder einen Zeitraum an.',
  neither: 'Geben Sie einen Zeitpunkt oder einen Zeitraum an.',
  future: 'Dieser Zeitpunkt liegt in der Zukunft.',
  beginning: 'Der Beginn des Zeitraums fehlt.',
  end: 'Das Ende des Zeitraums fehlt.',
  order: 'Das Ende des Zeitraums muss nach seinem Beginn liegen.',
  days: 'Ein Zeitraum hat höchstens {{a}} Tage.',
  cursor: 'Geben Sie `next` der vorigen Seite an.',
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
  netLength: 'Die Länge ist eine ganze Zahl von 0 bis {{a}}.',
  netStart: '{{a}} ist nicht der Anfang eines /{{b}}. Das Netz ist {{c}}.',
} satisfies Shape<typeof en>
