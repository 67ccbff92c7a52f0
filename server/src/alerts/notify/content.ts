import type { AnyMessage } from '@trunkline/contract/errors'
import de from '@trunkline/contract/messages/de'
import en from '@trunkline/contract/messages/en'
import { messageText } from '@trunkline/contract/messages/texts'
import type { AlertSeverity } from '@trunkline/contract/resources/alert-rules'
import type { deliveryEvents } from '@trunkline/contract/resources/notification-target'

/** What a message is about, as stored with its delivery. Texts follow from it, in the language of the target. */
export interface NotificationContent {
  event: (typeof deliveryEvents)[number]
  severity: AlertSeverity
  /** What is wrong: `device.unreachable` of a device, with its name. */
  summary: AnyMessage
  /** The company that the subject belongs to. */
  company: string | null
  /** ISO 8601: when it began; of a resolved alert, when it ended. */
  at: string
  /** Path of the page in the panel. */
  path: string | null
  /** Equal for all messages about one alert, so that services can update or thread them. */
  thread: string
  /** How many messages were sent as one, with this one: added when it is sent. */
  together?: number
}

/** A message in one language. */
export interface NotificationText {
  title: string
  /** Lines below the title. */
  lines: string[]
  link: string | null
}

export type NotificationLocale = 'en' | 'de'

const words = {
  en: {
    firing: { info: 'Info', warning: 'Warning', critical: 'Critical' },
    acknowledged: 'Acknowledged',
    resolved: 'Resolved',
    test: 'Test',
    company: 'Company',
    since: 'Since',
    ended: 'Ended',
    together: (count: number, firing: number, resolved: number) =>
      `${count} alerts: ${[...(firing > 0 ? [`${firing} new`] : []), ...(resolved > 0 ? [`${resolved} resolved`] : [])].join(', ')}`,
    more: (count: number) => `and ${count} more`,
  },
  de: {
    firing: { info: 'Info', warning: 'Warnung', critical: 'Kritisch' },
    acknowledged: 'Bestätigt',
    resolved: 'Behoben',
    test: 'Test',
    company: 'Firma',
    since: 'Seit',
    ended: 'Beendet',
    together: (count: number, firing: number, resolved: number) =>
      `${count} Alarme: ${[...(firing > 0 ? [`${firing} neu`] : []), ...(resolved > 0 ? [`${resolved} behoben`] : [])].join(', ')}`,
    more: (count: number) => `und ${count} weitere`,
  },
} as const

const catalogues = { en, de }

/** How a text is written: its language, the IANA time zone of its times, and the address of the panel. */
interface TextSettings {
  locale: NotificationLocale
  zone: string
  baseUrl: string
}

const titleOf = (content: NotificationContent, locale: NotificationLocale): string => {
  const own = words[locale]
  const label = content.event === 'firing' ? own.firing[content.severity] : own[content.event]
  return `${label}: ${messageText(catalogues[locale], content.summary)}`
}

/** Renders a message. */
export function renderNotification(
  content: NotificationContent,
  { locale, zone, baseUrl }: TextSettings,
): NotificationText {
  const own = words[locale]
  const at = new Intl.DateTimeFormat(locale === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  }).format(new Date(content.at))
  return {
    title: titleOf(content, locale),
    lines: [
      ...(content.company === null ? [] : [`${own.company}: ${content.company}`]),
      ...(content.event === 'test' ? [] : [`${content.event === 'resolved' ? own.ended : own.since}: ${at} (${zone})`]),
    ],
    link: content.path === null ? null : new URL(content.path, baseUrl).href,
  }
}

/** Alerts that a combined message names. */
const maxNamed = 20
const ranks: Record<AlertSeverity, number> = { critical: 0, warning: 1, info: 2 }

/** New alerts before ended ones, the most severe first; otherwise in the given order. */
export const byUrgency = (a: NotificationContent, b: NotificationContent): number =>
  Number(a.event === 'resolved') - Number(b.event === 'resolved') || ranks[a.severity] - ranks[b.severity]

/**
 * Renders several messages as one: how many alerts are new and how many have ended, the most urgent of them by name, and a
 * link to the list of alerts.
 */
export function renderTogether(
  contents: readonly NotificationContent[],
  { locale, baseUrl }: TextSettings,
): NotificationText {
  const own = words[locale]
  const resolved = contents.filter(({ event }) => event === 'resolved').length
  const named = contents.toSorted(byUrgency).slice(0, maxNamed)
  const more = contents.length - named.length
  return {
    title: own.together(contents.length, contents.length - resolved, resolved),
    lines: [
      ...named.map((content) => titleOf(content, locale) + (content.company === null ? '' : ` (${content.company})`)),
      ...(more > 0 ? [own.more(more)] : []),
    ],
    link: new URL('/alerts/list', baseUrl).href,
  }
}
