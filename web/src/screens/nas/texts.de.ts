import type { Shape } from '../../i18n/shape.ts'
import refusal from './refusals.de.ts'
import type en from './texts.en.ts'

export default {
  refusal,
  title: 'NAS-Geräte',
  subtitle: 'Die Router und Gateways, an denen sich Kunden anmelden, und wie es ihnen geht.',
  create: 'Neuer NAS',
  submit: 'NAS anlegen',
  updateTitle: '{{name}} bearbeiten',
  created: '{{name}} wurde angelegt. Richten Sie jetzt den Router ein.',
  saved: '{{name}} wurde gespeichert',
  fromAbove: 'eine Firma darüber',
  never: 'nie',
  noPurpose: 'nicht angegeben',
  sessionsOf_one: '{{count}} Sitzung online an {{name}}',
  sessionsOf_other: '{{count}} Sitzungen online an {{name}}',
  destroyText:
    'Niemand kann sich mehr an ihm anmelden, und was er von Sitzungen meldet, wird nicht mehr gehört. Solange Dienste an ihn gebunden sind, kann er nicht gehen.',
  destroyMany:
    'NAS-Geräte, an die Dienste gebunden sind, bleiben, wie sie sind. An den anderen kann sich niemand mehr anmelden.',
  notYours: {
    title: 'Sie nutzen diesen NAS, können ihn aber nicht ändern',
    text: 'Er gehört einer Firma über Ihrer, oder Ihre Rolle ändert keine NAS-Geräte.',
  },
  action: { edit: 'Bearbeiten', open: 'NAS öffnen', more: 'Mehr' },
  empty: {
    title: 'Noch keine NAS-Geräte',
    text: 'Ein NAS ist der Router oder das Gateway, das fragt, ob ein Kunde online gehen darf. Legen Sie ihn hier an und fügen Sie danach die Konfiguration von seiner Seite ein.',
  },
  state: {
    title: 'Zustand',
    off: 'Abgeschaltet',
    never: 'Nie gehört',
    unaccounted: 'Kein Accounting',
    silent: 'Seit einem Tag still',
    heard: 'Gehört',
  },
  field: {
    id: 'ID',
    name: 'Name',
    company_id: 'ID des Eigentümers',
    company_name: 'Eigentümer',
    address: 'Adresse',
    secret: 'Gemeinsames Geheimnis',
    vendor: 'Hersteller',
    purposes: 'Verwendet für',
    region: 'Region',
    is_active: 'Aktiv',
    last_heard: 'Zuletzt gehört',
    last_auth_at: 'Letzte Anmeldeanfrage',
    last_acct_at: 'Letztes Accounting',
    live_sessions: 'Jetzt online',
    pools: 'Adresspools',
    pool_ids: 'Adresspools',
    coa_port: 'CoA-Port',
    require_message_authenticator: 'Message-Authenticator verlangt',
    input_is_download: 'Zählt Download als Input',
    hardware_id: 'ID der Hardware',
    created_at: 'Angelegt',
    updated_at: 'Geändert',
    deleted_at: 'Im Papierkorb seit',
  },
  value: {
    vendor: {
      mikrotik: 'MikroTik',
      cisco: 'Cisco',
      cambium: 'Cambium',
      huawei: 'Huawei',
      strongswan: 'strongSwan',
      generic: 'Anderer',
    },
    purposes: {
      pppoe: 'PPPoE',
      hotspot: 'Hotspot',
      ipoe: 'IPoE',
      vpn: 'VPN',
      wireless: 'WLAN (802.1X)',
      login: 'Anmeldung an Geräten',
    },
  },
  form: {
    router: 'Router',
    addressHelp: 'Die IPv4- oder IPv6-Adresse, von der seine Pakete kommen. Keine zwei NAS-Geräte haben dieselbe.',
    changesRate: 'Eine laufende Sitzung nimmt eine neue Rate sofort an, ohne zu enden.',
    endsSessions:
      'Er nimmt eine neue Rate erst bei der nächsten Anmeldung an; laufende Sitzungen werden dafür beendet.',
    regionHelp: 'Ein beliebiger Name, um Geräte danach zu finden.',
    ownerHelp:
      'Ihre eigene Firma, wenn Sie keine wählen. Ihre Kunden und die aller Firmen darunter dürfen sich hier anmelden.',
    purposesHelp:
      'Wofür die ihn verwenden, die sich anmelden. Danach richtet sich die Konfiguration zum Einfügen, und Einwahlzugänge brauchen VPN.',
    activeHelp: 'Abgeschaltet bekommt der NAS keine Antworten: Niemand kann sich an ihm anmelden.',
    secretTitle: 'Geheimnis',
    secretNew: 'Lassen Sie es leer, dann erzeugt das Panel eines. Sie finden es in der Konfiguration des NAS.',
    secretKept:
      'Es bleibt, wie es ist, und wird hier nicht angezeigt. Geben Sie nur dann eines ein, wenn es sich ändern soll.',
    secretChanges: 'Bis auch der Router das neue Geheimnis hat, kann sich niemand an ihm anmelden.',
    generate: 'Erzeugen',
    generated: 'Ein Geheimnis wurde erzeugt',
    authenticatorHelp:
      'Anfragen ohne diese Signatur werden ohne Antwort verworfen. Das schützt vor gefälschten Antworten (CVE-2024-3596); schalten Sie es ein, wenn der Router signieren kann, denn einer, der es nicht kann, wird ausgesperrt.',
    poolsText:
      'Adressen für alle, deren Dienst eine aus einem Pool bekommt, in dieser Reihenfolge: Ist ein Pool voll, kommt der nächste.',
    addPool: 'Pool hinzufügen',
    noPools: 'Keine: Nur Dienste mit eigener Adresse oder eigenem Pool bekommen eine vom Panel.',
    more: 'Weiteres',
    coaPortHelp: 'Wo er Änderungen und das Beenden laufender Sitzungen entgegennimmt. 3799, wenn Sie ihn leer lassen.',
    inputHelp:
      'RADIUS nennt Input, was der Kunde sendet. Schalten Sie dies ein, wenn Upload und Download seiner Sitzungen vertauscht sind.',
  },
  picks: {
    up: '{{name}} nach vorn',
    down: '{{name}} nach hinten',
    remove: '{{name}} entfernen',
    moved: '{{name}} ist jetzt Nummer {{place}} von {{count}}',
  },
  health: {
    auth_at: 'Letzte Anmeldeanfrage',
    accept_at: 'Letzte angenommene Anmeldung',
    acct_at: 'Letztes Accounting',
    liveHint: 'Sitzungen, die der NAS meldet',
    accepts: 'Angenommene Anmeldungen',
    refused: 'Abgewiesene Anmeldungen',
    hours: 'In den letzten 24 Stunden',
  },
  trouble: {
    off: {
      title: 'Dieser NAS ist abgeschaltet',
      text: 'Er bekommt keine Antworten: Niemand kann sich an ihm anmelden, und was er von Sitzungen meldet, wird nicht gehört. Bearbeiten Sie ihn, um ihn einzuschalten.',
    },
    never: {
      title: 'Von diesem NAS wurde noch nichts gehört',
      text: 'Sobald sich jemand an ihm anmeldet, steht es hier.',
    },
    unaccounted: {
      title: 'Er authentifiziert, meldet aber kein Accounting',
      text: 'Anmeldungen werden angenommen, doch von den Sitzungen meldet der NAS nichts. Deshalb erscheint niemand als online, keine Bytes werden gezählt, Kontingente füllen sich nie, und mehrere gleichzeitige Anmeldungen fallen nicht auf.',
    },
    refused: {
      title: 'Er fragt, doch noch niemand wurde angenommen',
      text: 'Die Anfragen kommen an, Netz und Ports stimmen also.',
    },
    step: {
      paste: 'Fügen Sie die Konfiguration am Router ein.',
      source:
        'Prüfen Sie, ob seine Pakete von {{address}} kommen: Ein NAT oder eine zweite Adresse auf dem Weg ändert das.',
      reach: 'Prüfen Sie, ob Firewalls die beiden RADIUS-Ports der Konfiguration über UDP zum Server durchlassen.',
      authenticator:
        'Ein Message-Authenticator ist verlangt: Ein Router, der seine Anfragen nicht signiert, bekommt keine Antwort. Schalten Sie das im Zweifel ab.',
      accounting:
        'Schalten Sie am Router das Accounting mit Zwischenmeldungen ein. Die Zeilen dafür stehen in der Konfiguration; sie werden leicht vergessen.',
      acctPort:
        'Prüfen Sie, ob Firewalls auch den Accounting-Port durchlassen. Es ist ein anderer als der für Anmeldungen.',
      sameSource: 'Prüfen Sie, ob das Accounting dasselbe Geheimnis verwendet und ebenfalls von {{address}} kommt.',
      rejects: 'Die Gründe stehen unten, jeweils mit dem, was zu tun ist.',
      secret: 'Wenn jedes Passwort falsch sein soll, unterscheidet sich das Geheimnis am Router von dem des Panels.',
    },
    open: 'Konfiguration des Routers',
  },
  rejects: {
    title: 'Abgewiesene Anmeldungen der letzten 24 Stunden',
    none: 'Keine Anmeldung wurde abgewiesen.',
    last: 'Zuletzt',
    log: 'Anmeldeprotokoll dieses NAS',
    ended: 'Beendete Sitzungen',
  },
  setup: {
    title: 'Router-Konfiguration',
    lead: 'Fügen Sie dies am Router ein, damit er den RADIUS-Server des Panels fragt und ihm seine Sitzungen meldet. Was dort schon unter anderen Namen steht, bleibt; sehen Sie die Zeilen vorher durch.',
    server: 'Adresse des RADIUS-Servers',
    serverHelp: 'So, wie der Router ihn erreicht, falls es eine andere ist',
    badServer: 'Geben Sie eine IPv4- oder IPv6-Adresse an.',
    withSecret: 'Mit dem Geheimnis',
    withSecretHelp: 'Dass es angezeigt wurde, steht danach im Verlauf.',
    secretOn: 'Der Text enthält das Geheimnis',
    secretOff: 'Der Text enthält kein Geheimnis',
    copy: 'Alles kopieren',
    place: {
      mikrotik: 'Für das Terminal von RouterOS',
      cisco: 'Für den Konfigurationsmodus von IOS',
      huawei: 'Für die Systemansicht von VRP',
      cambium: 'Einstellungen auf der Seite des Geräts oder in cnMaestro',
      strongswan: 'Für strongswan.d/charon/eap-radius.conf',
      generic: 'Einstellungen, die jeder RADIUS-Client hat',
    },
    fillIn: 'Wo im Text SECRET steht, setzen Sie das gemeinsame Geheimnis ein.',
    ports: 'Der Router muss {{server}} über UDP {{auth}} (Anmeldungen) und UDP {{acct}} (Accounting) erreichen.',
    coa: 'Der Server muss den Router unter {{address}} über UDP {{port}} (Änderungen und Trennungen) erreichen.',
  },
} satisfies Shape<typeof en>
