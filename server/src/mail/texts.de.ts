import type { MailTexts } from './kinds.ts'
import { licencePartLabels } from '../reference/licence-labels.ts'
import { formatDay, formatTime } from './format-time.ts'

const roles = {
  'primary-admin': 'Hauptadministration',
  admin: 'Administration',
  editor: 'Bearbeitung',
  'read-only': 'nur Lesen',
}
const types = {
  simrush: 'Provider',
  'master-distributor': 'Master-Distributor',
  distributor: 'Distributor',
  reseller: 'Reseller',
  client: 'Kunde',
}
const linkWorks = (howLong: string) => `Der Link gilt einmal, ${howLong}.`
const forMinutes = (minutes: string) => (minutes === '1' ? 'eine Minute lang' : `${minutes} Minuten lang`)
const forHours = (hours: string) => (hours === '1' ? 'eine Stunde lang' : `${hours} Stunden lang`)

const inDays = (days: number) =>
  days < 0 ? 'abgelaufen' : days === 0 ? 'heute' : days === 1 ? 'morgen' : `in ${days} Tagen`

export const de: MailTexts = {
  invitation: (data) => ({
    from_name: data.inviter_company,
    subject: `${data.inviter_company} lädt Sie zu Trunkline ein`,
    preview: `${data.inviter} hat Sie eingeladen: ${data.company}.`,
    heading: data.founding_type ? `${data.company} einrichten` : `Willkommen bei ${data.company}`,
    paragraphs: data.founding_type
      ? [
          `${data.inviter} von ${data.inviter_company} lädt Sie ein, die Firma ${data.company} als ${types[data.founding_type]} von ${data.inviter_company} in Trunkline einzurichten, der Oberfläche für Netz und Dienste.`,
          'Sie geben die Angaben der Firma ein, wählen ein Passwort und sind angemeldet.',
        ]
      : [
          `${data.inviter} von ${data.inviter_company} lädt Sie ein, für ${data.company} in Trunkline zu arbeiten, der Oberfläche für Netz und Dienste.`,
          'Sie geben Ihren Namen ein, wählen ein Passwort und sind angemeldet.',
        ],
    facts: [
      ['Eingeladen von', `${data.inviter}, ${data.inviter_company}`],
      ['Firma', data.founding_type ? `${data.company} (neu, ${types[data.founding_type]})` : data.company],
      ['Ihre Rolle', roles[data.role]],
    ],
    button: { label: 'Einladung annehmen', link: data.link },
    after: [linkWorks(`bis ${formatTime('de', data.expires_at, data.time_zone)}`)],
    why: `Sie erhalten diese E-Mail, weil ${data.inviter} Ihre Adresse eingegeben hat. Haben Sie sie nicht erwartet, tun Sie nichts: Ohne den Link entsteht kein Konto.`,
  }),
  'password-reset': (data) => ({
    subject: 'Neues Passwort wählen',
    preview: 'Der Link zu einem neuen Passwort für Ihr Trunkline-Konto.',
    heading: 'Neues Passwort wählen',
    paragraphs: [
      `Guten Tag ${data.name},`,
      data.asked_by
        ? `${data.asked_by} hat einen Link angefordert, mit dem Sie ein neues Passwort wählen.`
        : 'jemand, vermutlich Sie selbst, hat einen Link für ein neues Passwort angefordert.',
    ],
    button: { label: 'Neues Passwort wählen', link: data.link },
    after: [linkWorks(forMinutes(data.minutes)), 'Ihr bisheriges Passwort gilt, bis Sie ein neues gewählt haben.'],
    why: 'Sie erhalten diese E-Mail, weil für Ihr Konto ein neues Passwort angefordert wurde. Wünschen Sie keines, tun Sie nichts.',
  }),
  'verify-email': (data) => ({
    subject: 'E-Mail-Adresse bestätigen',
    preview: 'Ein Klick, und Ihre Adresse ist bestätigt.',
    heading: 'E-Mail-Adresse bestätigen',
    paragraphs: [`Guten Tag ${data.name},`, `bitte bestätigen Sie, dass E-Mails an ${data.email} Sie erreichen.`],
    button: { label: 'Adresse bestätigen', link: data.link },
    after: [linkWorks(forHours(data.hours))],
    why: 'Sie erhalten diese E-Mail, weil die Adresse bei einem Trunkline-Konto steht. Ist es nicht Ihres, tun Sie nichts.',
  }),
  'email-change': (data) => ({
    subject: 'Neue E-Mail-Adresse bestätigen',
    preview: `${data.email} wird zur Adresse Ihres Kontos, sobald Sie sie bestätigen.`,
    heading: 'Neue E-Mail-Adresse bestätigen',
    paragraphs: [
      `Guten Tag ${data.name},`,
      `${data.email} soll die Adresse werden, mit der Sie sich anmelden. Sie gilt, sobald Sie sie hier bestätigen.`,
    ],
    button: { label: 'Diese Adresse verwenden', link: data.link },
    after: [linkWorks(forHours(data.hours)), 'Bis dahin bleibt die alte Adresse.'],
    why: 'Sie erhalten diese E-Mail, weil jemand diese Adresse bei einem Trunkline-Konto eingegeben hat. Waren Sie es nicht, tun Sie nichts.',
  }),
  'refresh-reuse': (data) => ({
    subject: 'Wir haben eine Ihrer Sitzungen beendet',
    preview: 'Eine Ihrer Anmeldungen wurde an zwei Orten benutzt. Sie wurde beendet.',
    heading: 'Eine Ihrer Sitzungen wurde beendet',
    paragraphs: [
      `Guten Tag ${data.name},`,
      'die Zugangsdaten einer Ihrer Sitzungen wurden ein zweites Mal benutzt, nachdem sie schon ersetzt waren. Das geschieht, wenn jemand sie kopiert hat. Wir haben diese Sitzung überall beendet; alle anderen laufen weiter.',
    ],
    facts: [
      ['Zeit', formatTime('de', data.at, data.time_zone)],
      ...(data.ip ? [['Adresse', data.ip] satisfies [string, string]] : []),
      ...(data.user_agent ? [['Programm', data.user_agent] satisfies [string, string]] : []),
    ],
    button: { label: 'Meine Sitzungen ansehen', link: data.link },
    after: ['Kennen Sie diese Adresse nicht, ändern Sie Ihr Passwort und beenden Sie alle anderen Sitzungen.'],
    why: 'Sie erhalten diese E-Mail, weil es um die Sicherheit Ihres Trunkline-Kontos geht.',
  }),
  'password-changed': (data) => ({
    subject: 'Ihr Passwort wurde geändert',
    preview: 'Ihr Trunkline-Konto hat ein neues Passwort.',
    heading: 'Ihr Passwort wurde geändert',
    paragraphs: [
      `Guten Tag ${data.name},`,
      'Ihr Konto hat ein neues Passwort. Waren Sie es selbst, ist nichts zu tun.',
    ],
    facts: [
      ['Zeit', formatTime('de', data.at, data.time_zone)],
      ...(data.ip ? [['Adresse', data.ip] satisfies [string, string]] : []),
    ],
    button: { label: 'Das war ich nicht', link: data.link },
    after: ['Waren Sie es nicht, wählen Sie sofort ein neues Passwort und sprechen Sie mit Ihrer Administration.'],
    why: 'Sie erhalten diese E-Mail, weil es um die Sicherheit Ihres Trunkline-Kontos geht.',
  }),
  'email-changed': (data) => ({
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    preview: `Sie melden sich ab jetzt mit ${data.email} an.`,
    heading: 'Ihre E-Mail-Adresse wurde geändert',
    paragraphs: [
      `Guten Tag ${data.name},`,
      `${data.email} ist jetzt die Adresse Ihres Kontos. Sie melden sich damit an und erhalten dort Ihre E-Mails. Diese Adresse wird nicht mehr benutzt.`,
    ],
    facts: [
      ['Zeit', formatTime('de', data.at, data.time_zone)],
      ...(data.ip ? [['Adresse', data.ip] satisfies [string, string]] : []),
    ],
    button: { label: 'Trunkline öffnen', link: data.link },
    after: ['Waren Sie es nicht, sprechen Sie sofort mit Ihrer Administration.'],
    why: 'Sie erhalten diese E-Mail, weil es um die Sicherheit Ihres Trunkline-Kontos geht.',
  }),
  welcome: (data) => ({
    subject: 'Willkommen bei Trunkline',
    preview: 'Ihr Konto ist bereit.',
    heading: 'Willkommen bei Trunkline',
    paragraphs: [
      `Guten Tag ${data.name},`,
      `Ihr Konto${data.company ? ` bei ${data.company}` : ''} ist bereit. Sie melden sich mit dieser E-Mail-Adresse und dem Passwort an, das Sie gewählt haben.`,
    ],
    button: { label: 'Trunkline öffnen', link: data.link },
    after: ['Wir empfehlen die Zwei-Faktor-Anmeldung; Sie schalten sie in Ihrem Profil ein.'],
    why: 'Sie erhalten diese E-Mail, weil Sie sich bei Trunkline registriert haben.',
  }),
  'licence-reminder': (data) => {
    const [first] = data.licences
    const count = data.licences.length + data.more
    const over = first !== undefined && first.days_left < 0
    const subject =
      count === 1 && first !== undefined
        ? `Lizenz ${first.key} ${over ? 'endete' : 'endet'} am ${formatDay('de', first.expires_on)}`
        : `${count} Lizenzen enden bald`
    return {
      subject,
      preview: `Verlängern Sie rechtzeitig, womit ${data.company} das Panel benutzt.`,
      heading: subject,
      paragraphs: [
        `Guten Tag ${data.name},`,
        count === 1
          ? `eine Lizenz von ${data.company} ${over ? 'ist abgelaufen' : 'läuft bald ab'}. Sprechen Sie mit Ihrem Provider, wenn Sie sie weiter nutzen möchten.`
          : `${count} Lizenzen von ${data.company} laufen bald ab. Sprechen Sie mit Ihrem Provider, wenn Sie sie weiter nutzen möchten.`,
      ],
      facts: [
        ...data.licences.map(({ key, category, expires_on, days_left }): [string, string] => [
          key,
          `${licencePartLabels[category].de}: ${formatDay('de', expires_on)} (${inDays(days_left)})`,
        ]),
        ...(data.more > 0 ? [['Dazu', `${data.more} weitere`] satisfies [string, string]] : []),
      ],
      button: { label: 'Unsere Lizenzen ansehen', link: data.link },
      after: [],
      why: `Sie erhalten diese E-Mail, weil Sie ${data.company} in Trunkline verwalten.`,
    }
  },
  'warranty-reminder': (data) => {
    const [first] = data.devices
    const count = data.devices.length + data.more
    const subject =
      count === 1 && first !== undefined
        ? `Die Garantie für ${first.name} ${first.days_left < 0 ? 'endete' : 'endet'} am ${formatDay('de', first.expires_on)}`
        : `Die Garantie für ${count} Geräte endet`
    return {
      subject,
      preview: `Garantieende von Geräten der Firma ${data.company}.`,
      heading: subject,
      paragraphs: [
        `Guten Tag ${data.name},`,
        count === 1
          ? `hier sehen Sie, wann die Garantie für ein Gerät von ${data.company} endet. Wenden Sie sich an Ihren Provider, um sie zu verlängern oder das Gerät zu ersetzen.`
          : `hier sehen Sie, wann die Garantie für ${count} Geräte von ${data.company} endet. Wenden Sie sich an Ihren Provider, um sie zu verlängern oder Geräte zu ersetzen.`,
      ],
      facts: [
        ...data.devices.map(({ name, serial_number, expires_on, days_left }): [string, string] => [
          serial_number === null ? name : `${name} (${serial_number})`,
          `${formatDay('de', expires_on)} (${inDays(days_left)})`,
        ]),
        ...(data.more > 0 ? [['Dazu', `${data.more} weitere`] satisfies [string, string]] : []),
      ],
      button: { label: 'Geräte ansehen', link: data.link },
      after: [],
      why: `Sie erhalten diese E-Mail, weil Sie ${data.company} in Trunkline verwalten.`,
    }
  },
  'radius-certificate-expiry': (data) => {
    const what = data.certificate === 'ca' ? 'Die RADIUS-CA' : 'Das RADIUS-Serverzertifikat'
    const title = `${what} läuft ${inDays(data.days_left)} ab`
    return {
      subject: title,
      preview: 'Ersetzen Sie es rechtzeitig, sonst schlagen 802.1X-Anmeldungen fehl.',
      heading: title,
      paragraphs: [
        `Guten Tag ${data.name},`,
        data.certificate === 'ca'
          ? 'eine CA Ihres RADIUS-Servers läuft bald ab. Erstellen Sie eine neue CA oder fügen Sie Ihre eigene hinzu, und verteilen Sie sie an alle Geräte, bevor die alte endet. Das Panel kann das nicht selbst tun.'
          : 'das Serverzertifikat, das Sie für 802.1X hochgeladen haben, läuft bald ab. Laden Sie den Nachfolger hoch. Das Panel kann es nicht selbst erneuern.',
        'Nach dem Ablauf werden Geräte abgewiesen, die sich mit PEAP, TTLS oder EAP-TLS anmelden.',
      ],
      facts: [
        ['Zertifikat', data.subject],
        ['Läuft ab', formatTime('de', data.expires_at, data.time_zone)],
      ],
      button: { label: 'RADIUS-Einstellungen öffnen', link: data.link },
      after: [],
      why: 'Sie erhalten diese E-Mail, weil Sie Hauptadministrator dieser Trunkline-Installation sind.',
    }
  },
  alert: (data) => ({
    subject: data.title,
    preview: data.lines.join(' '),
    heading: data.title,
    paragraphs: data.lines,
    button: { label: 'In Trunkline öffnen', link: data.link },
    after: [],
    why: `Sie erhalten diese E-Mail, weil Ihre Adresse Empfänger des Benachrichtigungsziels „${data.target}“ ist.`,
  }),
  'note-mention': (data) => ({
    subject: `${data.author} hat Sie bei ${data.record} erwähnt`,
    preview: data.text.slice(0, 120),
    heading: `Notiz zu ${data.record}`,
    paragraphs: [
      `Guten Tag ${data.name},`,
      `${data.author} hat Sie in einer Notiz erwähnt:`,
      ...data.text.split('\n').filter(Boolean),
    ],
    button: { label: 'Notiz öffnen', link: data.link },
    after: [],
    why: `Sie erhalten diese E-Mail, weil ${data.author} Sie in Trunkline erwähnt hat.`,
  }),
  'two-factor-reset': (data) => ({
    subject: 'Zwei-Faktor-Anmeldung ausgeschaltet',
    preview: `${data.by} hat die Zwei-Faktor-Anmeldung Ihres Kontos ausgeschaltet.`,
    heading: 'Zwei-Faktor-Anmeldung ausgeschaltet',
    paragraphs: [
      `Guten Tag ${data.name},`,
      `${data.by} hat die Zwei-Faktor-Anmeldung Ihres Kontos ausgeschaltet. Für die Anmeldung reicht jetzt das Passwort allein.`,
    ],
    facts: [['Zeit', formatTime('de', data.at, data.time_zone)]],
    button: { label: 'Zwei-Faktor-Anmeldung einschalten', link: data.link },
    after: ['Haben Sie nicht darum gebeten, sprechen Sie mit Ihrer Administration.'],
    why: 'Sie erhalten diese E-Mail, weil es um die Sicherheit Ihres Trunkline-Kontos geht.',
  }),
}
