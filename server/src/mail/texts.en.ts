import type { MailTexts } from './kinds.ts'
import { licencePartLabels } from '../reference/licence-labels.ts'
import { formatDay, formatTime } from './format-time.ts'

const roles = {
  'primary-admin': 'primary administrator',
  admin: 'administrator',
  editor: 'editor',
  'read-only': 'reader',
}
const types = {
  simrush: 'provider',
  'master-distributor': 'master distributor',
  distributor: 'distributor',
  reseller: 'reseller',
  client: 'client',
}
const article = (word: string) => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`)
const linkWorks = (howLong: string) => `The link works once, ${howLong}.`
const forMinutes = (minutes: string) => (minutes === '1' ? 'for one minute' : `for ${minutes} minutes`)
const forHours = (hours: string) => (hours === '1' ? 'for one hour' : `for ${hours} hours`)

const inDays = (days: number) =>
  days < 0 ? 'over' : days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`

export const en: MailTexts = {
  invitation: (data) => ({
    from_name: data.inviter_company,
    subject: `${data.inviter_company} invites you to Trunkline`,
    preview: `${data.inviter} has invited you${data.founding_type ? ` to set up ${data.company}` : ` to ${data.company}`}.`,
    heading: data.founding_type ? `Set up ${data.company}` : `Join ${data.company}`,
    paragraphs: data.founding_type
      ? [
          `${data.inviter} of ${data.inviter_company} invites you to set up the company ${data.company} as ${article(types[data.founding_type])} of ${data.inviter_company} in Trunkline, the panel for its network and services.`,
          'You give the company’s details, choose a password, and are signed in.',
        ]
      : [
          `${data.inviter} of ${data.inviter_company} invites you to work for ${data.company} in Trunkline, the panel for its network and services.`,
          'You give your name, choose a password, and are signed in.',
        ],
    facts: [
      ['Invited by', `${data.inviter}, ${data.inviter_company}`],
      ['Company', data.founding_type ? `${data.company} (new, ${types[data.founding_type]})` : data.company],
      ['Your role', roles[data.role]],
    ],
    button: { label: 'Accept the invitation', link: data.link },
    after: [linkWorks(`until ${formatTime('en', data.expires_at, data.time_zone)}`)],
    why: `You receive this e-mail because ${data.inviter} has entered your address. If you did not expect it, do nothing: without the link no account is made.`,
  }),
  'password-reset': (data) => ({
    subject: 'Choose a new password',
    preview: 'The link to a new password for your Trunkline account.',
    heading: 'Choose a new password',
    paragraphs: [
      `Hello ${data.name},`,
      data.asked_by
        ? `${data.asked_by} has requested a link with which you choose a new password.`
        : 'a link was requested, probably by you, to choose a new password.',
    ],
    button: { label: 'Choose a new password', link: data.link },
    after: [linkWorks(forMinutes(data.minutes)), 'Your old password works until you have chosen a new one.'],
    why: 'You receive this e-mail because a new password was requested for your account. If you did not request it, do nothing.',
  }),
  'verify-email': (data) => ({
    subject: 'Confirm your e-mail address',
    preview: 'One click, and your address is confirmed.',
    heading: 'Confirm your e-mail address',
    paragraphs: [`Hello ${data.name},`, `please confirm that e-mails to ${data.email} reach you.`],
    button: { label: 'Confirm the address', link: data.link },
    after: [linkWorks(forHours(data.hours))],
    why: 'You receive this e-mail because this address was entered for a Trunkline account. If it is not yours, do nothing.',
  }),
  'email-change': (data) => ({
    subject: 'Confirm your new e-mail address',
    preview: `${data.email} becomes the address of your account once you confirm it.`,
    heading: 'Confirm your new e-mail address',
    paragraphs: [
      `Hello ${data.name},`,
      `${data.email} is to be the address with which you sign in. It counts once you confirm it here.`,
    ],
    button: { label: 'Use this address', link: data.link },
    after: [linkWorks(forHours(data.hours)), 'Until then the old address stays.'],
    why: 'You receive this e-mail because this address was entered for a Trunkline account. If it was not you, do nothing.',
  }),
  'refresh-reuse': (data) => ({
    subject: 'We have ended one of your sessions',
    preview: 'A sign-in of yours was used from two places. It has been ended.',
    heading: 'One of your sessions was ended',
    paragraphs: [
      `Hello ${data.name},`,
      'the credentials of one of your sessions were used a second time after they had been replaced. This means that they have been copied. We have ended this session everywhere; all others go on.',
    ],
    facts: [
      ['Time', formatTime('en', data.at, data.time_zone)],
      ...(data.ip ? [['Address', data.ip] satisfies [string, string]] : []),
      ...(data.user_agent ? [['Program', data.user_agent] satisfies [string, string]] : []),
    ],
    button: { label: 'Look at my sessions', link: data.link },
    after: ['If you do not know this address, change your password and end all other sessions.'],
    why: 'You receive this e-mail because it is about the safety of your Trunkline account.',
  }),
  'password-changed': (data) => ({
    subject: 'Your password was changed',
    preview: 'Your Trunkline account has a new password.',
    heading: 'Your password was changed',
    paragraphs: [`Hello ${data.name},`, 'your account has a new password. If that was you, there is nothing to do.'],
    facts: [
      ['Time', formatTime('en', data.at, data.time_zone)],
      ...(data.ip ? [['Address', data.ip] satisfies [string, string]] : []),
    ],
    button: { label: 'It was not me', link: data.link },
    after: ['If it was not you, choose a new password at once and speak to your administrator.'],
    why: 'You receive this e-mail because it is about the safety of your Trunkline account.',
  }),
  'email-changed': (data) => ({
    subject: 'Your e-mail address was changed',
    preview: `You sign in with ${data.email} from now on.`,
    heading: 'Your e-mail address was changed',
    paragraphs: [
      `Hello ${data.name},`,
      `${data.email} is now the address of your account. You sign in with it, and e-mails are sent to it. This address is no longer used.`,
    ],
    facts: [
      ['Time', formatTime('en', data.at, data.time_zone)],
      ...(data.ip ? [['Address', data.ip] satisfies [string, string]] : []),
    ],
    button: { label: 'Open Trunkline', link: data.link },
    after: ['If it was not you, speak to your administrator at once.'],
    why: 'You receive this e-mail because it is about the safety of your Trunkline account.',
  }),
  welcome: (data) => ({
    subject: 'Welcome to Trunkline',
    preview: 'Your account is ready.',
    heading: 'Welcome to Trunkline',
    paragraphs: [
      `Hello ${data.name},`,
      `your account${data.company ? ` at ${data.company}` : ''} is ready. You sign in with this e-mail address and the password that you have chosen.`,
    ],
    button: { label: 'Open Trunkline', link: data.link },
    after: ['We recommend two-factor sign-in; you turn it on in your profile.'],
    why: 'You receive this e-mail because you have registered at Trunkline.',
  }),
  'licence-reminder': (data) => {
    const [first] = data.licences
    const count = data.licences.length + data.more
    const over = first !== undefined && first.days_left < 0
    const subject =
      count === 1 && first !== undefined
        ? `Licence ${first.key} ${over ? 'ended' : 'ends'} on ${formatDay('en', first.expires_on)}`
        : `${count} licences end soon`
    return {
      subject,
      preview: `Renew in time what ${data.company} uses the panel with.`,
      heading: subject,
      paragraphs: [
        `Hello ${data.name},`,
        count === 1
          ? `a licence of ${data.company} ${over ? 'has ended' : 'is about to end'}. Speak to your provider if you want to go on with it.`
          : `${count} licences of ${data.company} are about to end. Speak to your provider if you want to go on with them.`,
      ],
      facts: [
        ...data.licences.map(({ key, category, expires_on, days_left }): [string, string] => [
          key,
          `${licencePartLabels[category].en}: ${formatDay('en', expires_on)} (${inDays(days_left)})`,
        ]),
        ...(data.more > 0 ? [['And', `${data.more} more`] satisfies [string, string]] : []),
      ],
      button: { label: 'Look at our licences', link: data.link },
      after: [],
      why: `You receive this e-mail because you administer ${data.company} in Trunkline.`,
    }
  },
  'warranty-reminder': (data) => {
    const [first] = data.devices
    const count = data.devices.length + data.more
    const subject =
      count === 1 && first !== undefined
        ? `Warranty of ${first.name} ${first.days_left < 0 ? 'ended' : 'ends'} on ${formatDay('en', first.expires_on)}`
        : `Warranties of ${count} devices end`
    return {
      subject,
      preview: `When the warranties of devices of ${data.company} end.`,
      heading: subject,
      paragraphs: [
        `Hello ${data.name},`,
        count === 1
          ? `this is when the warranty of a device of ${data.company} ends. Contact your provider to extend it or to replace the device.`
          : `this is when the warranties of ${count} devices of ${data.company} end. Contact your provider to extend them or to replace devices.`,
      ],
      facts: [
        ...data.devices.map(({ name, serial_number, expires_on, days_left }): [string, string] => [
          serial_number === null ? name : `${name} (${serial_number})`,
          `${formatDay('en', expires_on)} (${inDays(days_left)})`,
        ]),
        ...(data.more > 0 ? [['And', `${data.more} more`] satisfies [string, string]] : []),
      ],
      button: { label: 'View devices', link: data.link },
      after: [],
      why: `You receive this e-mail because you administer ${data.company} in Trunkline.`,
    }
  },
  'radius-certificate-expiry': (data) => {
    const what = data.certificate === 'ca' ? 'RADIUS CA' : 'RADIUS server certificate'
    return {
      subject: `${what} expires ${inDays(data.days_left)}`,
      preview: 'Replace it in time, or 802.1X logins fail.',
      heading: `${what} expires ${inDays(data.days_left)}`,
      paragraphs: [
        `Hello ${data.name},`,
        data.certificate === 'ca'
          ? 'a CA of your RADIUS server is about to expire. Create a new CA, or add your own one, and distribute it to all devices before the old one ends. The panel cannot do this by itself.'
          : 'the server certificate that you uploaded for 802.1X is about to expire. Upload its successor. The panel cannot renew it by itself.',
        'After its end, devices that sign in with PEAP, TTLS or EAP-TLS are rejected.',
      ],
      facts: [
        ['Certificate', data.subject],
        ['Expires', formatTime('en', data.expires_at, data.time_zone)],
      ],
      button: { label: 'Open RADIUS settings', link: data.link },
      after: [],
      why: 'You receive this e-mail because you are a primary administrator of this Trunkline installation.',
    }
  },
  alert: (data) => ({
    subject: data.title,
    preview: data.lines.join(' '),
    heading: data.title,
    paragraphs: data.lines,
    button: { label: 'Open in Trunkline', link: data.link },
    after: [],
    why: `You receive this e-mail because your address is a recipient of the notification target “${data.target}”.`,
  }),
  'note-mention': (data) => ({
    subject: `${data.author} mentioned you on ${data.record}`,
    preview: data.text.slice(0, 120),
    heading: `Note on ${data.record}`,
    paragraphs: [
      `Hello ${data.name},`,
      `${data.author} mentioned you in a note:`,
      ...data.text.split('\n').filter(Boolean),
    ],
    button: { label: 'Open the note', link: data.link },
    after: [],
    why: `You receive this e-mail because ${data.author} mentioned you in Trunkline.`,
  }),
  'two-factor-reset': (data) => ({
    subject: 'Two-factor sign-in was turned off',
    preview: `${data.by} has turned off the two-factor sign-in of your account.`,
    heading: 'Two-factor sign-in was turned off',
    paragraphs: [
      `Hello ${data.name},`,
      `${data.by} has turned off the two-factor sign-in of your account. The password alone is now enough to sign in.`,
    ],
    facts: [['Time', formatTime('en', data.at, data.time_zone)]],
    button: { label: 'Turn on two-factor sign-in', link: data.link },
    after: ['If you did not request this, speak to your administrator.'],
    why: 'You receive this e-mail because it is about the safety of your Trunkline account.',
  }),
}
