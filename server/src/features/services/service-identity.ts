import { message, type Message } from '@trunkline/contract/errors'
import { formatOption82, parseOption82 } from '@trunkline/contract/resources/ipoe'
import type { AuthMethod, ServiceKind } from '@trunkline/contract/resources/radius-enums'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { invalid } from '../../errors.ts'
import type { ServiceBody } from './service-body.ts'

/** How a service is identified at login, as stored. */
export interface Identity {
  auth_method: AuthMethod
  /** `aa:bb:cc:dd:ee:ff`, for `mac`. */
  mac: string | null
  /** Octets, for `option82`. */
  circuit_id: Uint8Array | null
  remote_id: Uint8Array | null
}

/** Identity columns of a stored service. */
export interface StoredIdentity extends Identity {
  username: string
  nas_id: number | null
  password: Uint8Array | null
}

type Field = 'auth_method' | 'mac' | 'circuit_id' | 'remote_id' | 'nas_id' | 'username' | 'password' | 'calling_station'
const reject = (field: Field, error: Message) => invalid({ [field]: error })
const required = message('field.required')

/** The value after the change. */
const merged = <T>(given: T | null | undefined, before: T | null | undefined): T | null =>
  given === undefined ? (before ?? null) : given

function optionOctets(field: 'circuit_id' | 'remote_id', body: ServiceBody, before: Identity | undefined) {
  const text = body[field]
  if (text === undefined) return before?.[field] ?? null
  if (text === null || text === '') return null
  const parsed = parseOption82(text, body.option82_format)
  if ('error' in parsed) throw reject(field, parsed.error)
  return parsed.octets
}

/**
 * The identity of the service after the change. A body may only contain fields of its method; values of the previous
 * method are cleared.
 * @throws AppError validation_failed at the field
 */
export function identityOf(kind: ServiceKind, body: ServiceBody, before: StoredIdentity | undefined): Identity {
  const auth_method = body.auth_method ?? before?.auth_method ?? 'password'
  const isIpoe = auth_method !== 'password'
  if (isIpoe && kind !== 'service') throw reject('auth_method', message('service.dialup_password'))
  if (auth_method !== 'mac' && body.mac != null) throw reject('mac', message('service.not_by_mac'))
  for (const field of ['circuit_id', 'remote_id'] as const)
    if (auth_method !== 'option82' && body[field] != null) throw reject(field, message('service.not_by_option82'))
  if (isIpoe) {
    if (body.password !== undefined) throw reject('password', message('service.ipoe_password'))
    if (body.calling_station != null && body.calling_station !== '')
      throw reject('calling_station', message('service.ipoe_calling_station'))
  } else {
    if (body.username === undefined && before === undefined) throw reject('username', required)
    if (body.password === undefined && (before === undefined || before.auth_method !== 'password'))
      throw reject('password', required)
  }
  const mac = auth_method === 'mac' ? merged(body.mac, before?.mac) : null
  if (auth_method === 'mac' && mac === null) throw reject('mac', required)
  if (auth_method !== 'option82')
    return { auth_method, mac: mac?.toLowerCase() ?? null, circuit_id: null, remote_id: null }
  const circuit_id = optionOctets('circuit_id', body, before)
  const remote_id = optionOctets('remote_id', body, before)
  if (circuit_id === null && remote_id === null) throw reject('circuit_id', message('service.option82_required'))
  if (remote_id === null && merged(body.nas_id, before?.nas_id) === null)
    throw reject('nas_id', message('service.circuit_id_needs_nas'))
  return { auth_method, mac: null, circuit_id, remote_id }
}

const sameOctets = (a: Uint8Array | null, b: Uint8Array | null) =>
  a === null || b === null ? a === b : Buffer.compare(a, b) === 0

/** Whether both identities match the same logins. */
export const sameIdentity = (a: Identity, b: Identity): boolean =>
  a.auth_method === b.auth_method &&
  a.mac === b.mac &&
  sameOctets(a.circuit_id, b.circuit_id) &&
  sameOctets(a.remote_id, b.remote_id)

/** Maximum length of a user name in octets (RFC 2865, 5), and the part reserved for a number at its end. */
const maxOctets = 253
const numberOctets = 6

/** The user name of an IPoE service, derived from its identity: ASCII, with allowed characters only. */
function usernameFrom({ mac, circuit_id, remote_id }: Identity): string {
  if (mac !== null) return mac
  const ids = [circuit_id, remote_id].filter((octets) => octets !== null).map(formatOption82)
  return ids
    .join('.')
    .replaceAll(/[\s\\]/g, '_')
    .slice(0, maxOctets - numberOctets)
}

/** The name, or the name with the smallest number that makes it unique in the installation. */
async function freeUsername(tx: Tx, name: string): Promise<string> {
  for (let from = 1; ; from += 100) {
    const names = Array.from({ length: 100 }, (_, i) => (from + i === 1 ? name : `${name}-${from + i}`))
    const { rows } = await sql<{ at: number }>`select usernames_used(${names}::text[]) as at`.execute(tx)
    const allocated = new Set(rows.map(({ at }) => at - 1))
    const free = names.find((_, i) => !allocated.has(i))
    if (free !== undefined) return free
  }
}

/**
 * The columns of an identity. An IPoE service without an explicit user name gets one derived from its identity, and a
 * new one when the identity changes.
 */
export async function identityColumns(
  tx: Tx,
  identity: Identity,
  given: string | undefined,
  before: StoredIdentity | undefined,
): Promise<Record<string, unknown>> {
  const isIpoe = identity.auth_method !== 'password'
  const generated = before === undefined || (before.auth_method !== 'password' && isGenerated(before))
  const changed = before === undefined || !sameIdentity(identity, before)
  const username =
    given ?? (isIpoe && generated && changed ? await freeUsername(tx, usernameFrom(identity)) : undefined)
  return {
    ...identity,
    circuit_id: identity.circuit_id && Buffer.from(identity.circuit_id),
    remote_id: identity.remote_id && Buffer.from(identity.remote_id),
    ...(username !== undefined && { username }),
    ...(isIpoe && { password: null, calling_station: null }),
  }
}

const isGenerated = (before: StoredIdentity) => {
  const name = usernameFrom(before)
  return before.username.startsWith(name) && /^(-\d+)?$/.test(before.username.slice(name.length))
}
