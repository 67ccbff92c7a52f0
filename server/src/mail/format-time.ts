import type { MailLocale } from './kinds.ts'

const languages = { en: 'en-GB', de: 'de-DE' } as const

/** `21 November 2026 at 14:30 CET`: a time as a person reads it, with its zone named. */
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
    // A zone that this Node does not know; the time is right in any.
    return format('UTC')
  }
}

/** `21 November 2026`: a calendar day (`2026-11-21`) as a person reads it. */
export const formatDay = (locale: MailLocale, day: string): string =>
  new Intl.DateTimeFormat(languages[locale], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
