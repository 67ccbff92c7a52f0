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
  },
  de: {
    firing: { info: 'Info', warning: 'Warnung', critical: 'Kritisch' },
    acknowledged: 'Bestätigt',
    resolved: 'Behoben',
    test: 'Test',
    company: 'Firma',
    since: 'Seit',
    ended: 'Beendet',
  },
} as const

const catalogues = { en, de }

/**
 * Renders a message.
 * @param zone IANA time zone of times in the text
 */
export function renderNotification(
  content: NotificationContent,
  { locale, zone, baseUrl }: { locale: NotificationLocale; zone: string; baseUrl: string },
): NotificationText {
  const own = words[locale]
  const label = content.event === 'firing' ? own.firing[content.severity] : own[content.event]
  const at = new Intl.DateTimeFormat(locale === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  }).format(new Date(content.at))
  return {
    title: `${label}: ${messageText(catalogues[locale], content.summary)}`,
    lines: [
      ...(content.company === null ? [] : [`${own.company}: ${content.company}`]),
      ...(content.event === 'test' ? [] : [`${content.event === 'resolved' ? own.ended : own.since}: ${at} (${zone})`]),
    ],
    link: content.path === null ? null : new URL(content.path, baseUrl).href,
  }
}
