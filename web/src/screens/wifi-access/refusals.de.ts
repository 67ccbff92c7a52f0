import type { Shape } from '../../i18n/shape.ts'
import type en from './refusals.en.ts'

export default {
  mac: 'Eine MAC-Adresse, zum Beispiel 4C:5E:0C:01:02:03.',
  noMac: 'Das ist keine MAC-Adresse. Schreiben Sie sie wie 4C:5E:0C:01:02:03.',
  zeros: 'Kein Gerät hat die MAC-Adresse aus Nullen.',
  group: 'Das ist die MAC-Adresse einer Gruppe (Multicast), nicht die eines Geräts.',
  kbps: 'Von 8 kbit/s bis 10 Gbit/s.',
  signal: 'Von -120 bis 120.',
  weakest: 'Vom schwächsten zum stärksten, zum Beispiel -120 bis -85.',
  day: 'Wählen Sie mindestens einen Tag.',
  dayTwice: 'Ein Tag steht zweimal da.',
  clock: 'Eine Uhrzeit, zum Beispiel 08:00.',
  least: 'Mindestens 8 Zeichen.',
  most: 'Höchstens 63 Zeichen.',
  signs: 'Nur Buchstaben, Ziffern und Zeichen der englischen Tastatur.',
  vlan: 'Von 1 bis 4094.',
  rowId: 'Das ist keine Id einer Zeile auf einem Router.',
  hasMac: '{{a}} hat diese MAC-Adresse schon. Ändern Sie jenen Eintrag, oder geben Sie diesem Zeiten.',
  sameHours: '{{a}} hat diese MAC-Adresse schon zu denselben Zeiten.',
  putBehind:
    'Zu allen Zeiten entschiede er vor Einträgen derselben MAC-Adresse, die Zeiten haben. Stellen Sie ihn dahinter.',
  neverDecides: '{{a}} hat diese MAC-Adresse schon, und zwar immer: Was dahinter kommt, entscheidet nie.',
  onlyAllowed: 'Nur für Zugelassene: Ein gesperrtes Gerät kommt nie hinein.',
  siteGone: 'Das liegt im Papierkorb. Holen Sie es erst heraus.',
  rawEntry:
    'Diese Zeile hat das Panel für die Liste des Standorts angelegt: Sie wird dort geändert und neu geschrieben.',
  rawHours: 'Diese Zeile hat das Panel für die Zeiten eines Gästenetzes angelegt: Sie wird dort geändert.',
  rawMidnight: 'Eine Zeile des Geräts kann nicht über Mitternacht gelten. Machen Sie zwei: bis 00:00 und ab 00:00.',
  rawCondition: 'Die Zugangsliste dieser Funkmodule kennt diese Bedingung nicht.',
  rawRadius: 'Die Zugangsliste dieser Funkmodule kann RADIUS nicht fragen.',
  rawMark: 'So beginnen die Kommentare der Zeilen, die das Panel angelegt hat.',
  noSystem: 'Dieses Gerät hat kein solches WLAN-System, soweit es gelesen wurde.',
  whichSystem: 'Das Gerät hat mehrere WLAN-Systeme, soweit es gelesen wurde. Sagen Sie, zu welchem die Zeile gehört.',
  panelFirst: 'Zeilen des Panels stehen zuerst. Wählen Sie eine dahinter.',
  beforeItself: 'Eine Zeile kann nicht vor sich selbst stehen.',
  change: 'Sagen Sie, was sich ändern soll.',
} satisfies Shape<typeof en>
