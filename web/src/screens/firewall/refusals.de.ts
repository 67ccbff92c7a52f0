import type { Shape } from '../../i18n/shape.ts'
import type en from './refusals.en.ts'

export default {
  ports: 'Ports als Zahlen, zum Beispiel 443, 8000-8010 oder 80,443.',
  portNumber: 'Ports sind Zahlen von 1 bis 65535.',
  portsTurned: 'Der Bereich ist verkehrt herum: Der kleinere Port kommt zuerst.',
  portTwice: 'Ein Port steht hier zweimal.',
  oneRange: 'Ein Port oder ein Bereich. Leer bleiben die Ports von außen.',
  asMany: 'So viele Ports wie außen, das sind {{a}}. Leer bleiben sie gleich.',
  source: 'Eine Adresse, ein Block oder ein Bereich, zum Beispiel 203.0.113.0/24.',
  sourceTurned: 'Der Bereich ist verkehrt herum: Die niedrigere Adresse kommt zuerst.',
  blockBegins: 'Der Block beginnt woanders: {{a}}.',
  listAddress: 'Eine Adresse, ein Block, ein Bereich oder ein Name, zum Beispiel 203.0.113.7 oder host.example.',
  second: 'Mindestens eine Sekunde.',
  yearSeconds: 'Höchstens ein Jahr, in Sekunden.',
  marked: 'Kommentare, die so beginnen, kennzeichnen Regeln des Panels. Beginnen Sie mit einem anderen Wort.',
  routerItself: 'Das ist eine Adresse des Routers selbst. Geben Sie die des Geräts dahinter an.',
  ownPort: 'Das Panel kommt über Port {{a}} herein: Weitergeleitet wäre das Gerät nicht mehr erreichbar.',
  forwarded: 'Dieser Port wird schon weitergeleitet, durch {{a}}.',
  noOutside:
    'Was nach außen führt, lässt sich auf diesem Router nicht sagen. Nennen Sie die Schnittstelle oder die Adresse.',
  ruleItself: 'Das ist die Regel selbst. Nennen Sie eine andere.',
  ruleUnread:
    'Das Panel hat diese Regel nicht gelesen, oder es gibt sie nicht mehr. Lesen Sie erst die Regeln des Geräts.',
  ownersChange:
    '{{a}} gehört dem Eigentümer: Hier wird sie ein- und ausgeschaltet und ihr Kommentar geändert. Ändern Sie den Rest am Router.',
  ownersRemove:
    '{{a}} gehört dem Eigentümer und wird hier nicht entfernt. Schalten Sie sie aus, oder entfernen Sie sie am Router.',
  noForward:
    'Diese Regel wurde am Router geändert und ist keine schlichte Portweiterleitung mehr. Entfernen Sie sie und legen Sie eine neue an, oder ändern Sie sie am Router.',
  listSix: 'Diese Liste enthält IPv4-Adressen; die von IPv6 stehen in einer eigenen Firewall.',
  listRange: 'Ein Bereich steht von seiner ersten bis zu seiner letzten Adresse: 203.0.113.1-203.0.113.9.',
  listName: 'Der Name einer Liste hat keine Leerzeichen, Kommas, Anführungs- oder Ausrufezeichen.',
  holds: '{{a}} enthält diese Adresse schon.',
} satisfies Shape<typeof en>
