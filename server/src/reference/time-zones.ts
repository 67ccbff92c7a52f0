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

/** Whether the runtime knows the zone, including deprecated aliases (`Asia/Calcutta`). Offsets are not zones. */
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
