import type { NasRow } from '@trunkline/contract/resources/nas'
import type { Tone } from '../../ui/tone.ts'

/** How a NAS is, from what a list knows of it. */
export type NasState = 'off' | 'never' | 'unaccounted' | 'silent' | 'heard'

const minute = 60_000
const day = 86_400_000
/** A NAS has this long for the first accounting record after a login, as the server's own judgement has it. */
const grace = 10 * minute

type Heard = Pick<NasRow, 'is_active' | 'last_auth_at' | 'last_acct_at'>

/** The later of both; null: never heard. */
export const lastHeard = ({ last_auth_at, last_acct_at }: Heard): string | null =>
  [last_auth_at, last_acct_at].reduce(
    (latest, at) => (at !== null && (latest === null || Date.parse(at) > Date.parse(latest)) ? at : latest),
    null,
  )

/** `unaccounted`: it asks for logins and has not told of a session since a day before the last of them, or ever. */
export function nasState(of: Heard, now: number): NasState {
  if (!of.is_active) return 'off'
  const heard = lastHeard(of)
  if (heard === null) return 'never'
  const auth = of.last_auth_at === null ? undefined : Date.parse(of.last_auth_at)
  const acct = of.last_acct_at === null ? undefined : Date.parse(of.last_acct_at)
  if (now - Date.parse(heard) > day) return 'silent'
  if (auth !== undefined && auth < now - grace && (acct === undefined || acct < auth - day)) return 'unaccounted'
  return 'heard'
}

export const stateTone: Record<NasState, Tone> = {
  off: 'neutral',
  never: 'info',
  unaccounted: 'warning',
  silent: 'warning',
  heard: 'good',
}
