import type { MailLocale } from './kinds.ts'

const languages = { en: 'en-GB', de: 'de-DE' } as const

/** `21 November 2026 at 14:30 CET`: a time for readers, with its zone. */
export function formatTime(locale: MailLocale, at: string, timeZone = 'UTC'): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat(languages[locale], {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone: zone,
    }).format(new Date(at))
  try {
    return format(timeZone)
  } catch {
    // A zone that this Node.js does not know; UTC is always correct.
    return format('UTC')
  }
}

/** `21 November 2026`: a calendar day (`2026-11-21`) for readers. */
export const formatDay = (locale: MailLocale, day: string): string =>
  new Intl.DateTimeFormat(languages[locale], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
