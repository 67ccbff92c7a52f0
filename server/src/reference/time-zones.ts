import type { Choice } from './labels.ts'

/** Zones of the IANA database, `UTC` first. */
export const timeZoneChoices: Choice[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
].map((id) => ({
  id,
  name: id.replaceAll('_', ' '),
}))

const listed = new Set(timeZoneChoices.map(({ id }) => id))

/** Whether the runtime knows the zone; older names of a listed one (`Asia/Calcutta`) are known too. Offsets are no zones. */
export function isTimeZone(zone: string): boolean {
  if (listed.has(zone)) return true
  if (/^[+-]/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
