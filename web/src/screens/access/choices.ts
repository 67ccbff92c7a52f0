import type { Choice } from '../../form/fields.tsx'

const named = (ids: readonly string[], name: (id: string) => string | undefined, language: string): Choice[] =>
  ids.map((id) => ({ id, name: name(id) ?? id })).sort((a, b) => a.name.localeCompare(b.name, language))

/** Countries (ISO 3166-1 alpha-2) by their names in `language`. */
export function countryChoices(ids: readonly string[], language: string): Choice[] {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return named(ids, (id) => names.of(id), language)
}

/** Currencies (ISO 4217): name and code. */
export function currencyChoices(ids: readonly string[], language: string): Choice[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return named(ids, (id) => `${names.of(id) ?? id} (${id})`, language)
}

/** The time zone of this device, according to the browser. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** All time zones of the browser, including its own, which `supportedValuesOf` may list under another name. */
export function zoneChoices(): Choice[] {
  const zones = new Set(['UTC', deviceZone(), ...Intl.supportedValuesOf('timeZone')])
  return [...zones].sort().map((id) => ({ id, name: id.replaceAll('_', ' ') }))
}
