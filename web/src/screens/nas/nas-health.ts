import type { NasRow } from '@trunkline/contract/resources/nas'
import type { Tone } from '../../ui/tone.ts'

/** The status of a NAS, from the fields of a list row. */
export type NasState = 'inactive' | 'never' | 'unaccounted' | 'silent' | 'active'

const minute = 60_000
const day = 86_400_000
/** Time for the first accounting record after a login; the server uses the same. */
const accountingGrace = 10 * minute

type PacketTimes = Pick<NasRow, 'is_active' | 'last_auth_at' | 'last_acct_at'>

/** The time of the last packet; null: none yet. */
export const lastPacketAt = ({ last_auth_at, last_acct_at }: PacketTimes): string | null =>
  [last_auth_at, last_acct_at].reduce(
    (latest, at) => (at !== null && (latest === null || Date.parse(at) > Date.parse(latest)) ? at : latest),
    null,
  )

/** `unaccounted`: it sends logins, but its last accounting is more than a day older than the last of them, or missing. */
export function nasState(of: PacketTimes, now: number): NasState {
  if (!of.is_active) return 'inactive'
  const last = lastPacketAt(of)
  if (last === null) return 'never'
  const auth = of.last_auth_at === null ? undefined : Date.parse(of.last_auth_at)
  const acct = of.last_acct_at === null ? undefined : Date.parse(of.last_acct_at)
  if (now - Date.parse(last) > day) return 'silent'
  if (auth !== undefined && auth < now - accountingGrace && (acct === undefined || acct < auth - day))
    return 'unaccounted'
  return 'active'
}

export const stateTone: Record<NasState, Tone> = {
  inactive: 'neutral',
  never: 'info',
  unaccounted: 'warning',
  silent: 'warning',
  active: 'good',
}
