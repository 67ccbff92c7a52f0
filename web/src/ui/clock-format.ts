const cache = new Map<string, Intl.DateTimeFormat>()

/** `14:05:09` from UTC ISO 8601, in the given zone and language; for spans of minutes. */
export function formatClock(iso: string, language: string, timeZone: string): string {
  const key = `${language} ${timeZone}`
  let found = cache.get(key)
  if (!found)
    cache.set(
      key,
      (found = new Intl.DateTimeFormat(language, { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' })),
    )
  return found.format(new Date(iso))
}
