import type { Endpoint } from '@trunkline/contract/endpoint'
import type { Actor } from '../../access/actor.ts'
import type { Session } from '../../devices/devices.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Call } from '../../http/call.ts'
import { checkManaged, loadDevice, type LiveDevice } from './device.ts'

/** Read time of a menu that was never read. */
const never = new Date(0).toISOString()

export interface Read<T> {
  data: T
  read_at: string
  cached: boolean
}

/** A menu: the key of its reading, how it is read, and its value before the first reading. */
export interface Menu<T> {
  key: string
  work: (session: Session) => Promise<T>
  empty: T
}

interface LastReading {
  device: LiveDevice
  actor: Actor
  tx: Tx
}

/**
 * Answers with the reading of a menu: the stored one if the caller asked for it, otherwise a new one from the device.
 * Permissions are checked in a short transaction that ends before the device is queried.
 * @param readExtra reads data for `toResponse` in that transaction
 * @param toResponse maps the stored rows to the response
 */
export async function answerReading<T, A, O = T>(
  { devices }: Deps,
  endpoint: Endpoint,
  call: Pick<Call, 'db'> & { actor: Actor; params: { id: number }; query: { cached?: boolean | undefined } },
  { key, work, empty }: Menu<T>,
  readExtra: (of: LastReading) => Promise<A>,
  toResponse: (rows: T, extra: A) => O,
): Promise<Read<O>> {
  const { actor, params } = call
  const { cached } = call.query
  const found = await call.db(async (tx) => {
    const device = await loadDevice(tx, actor, endpoint.access, params.id)
    if (cached !== true) checkManaged(device)
    const extra = await readExtra({ device, actor, tx })
    if (cached !== true) return { extra, last: undefined }
    const last = await devices.last(tx, device.id, key)
    return { extra, last: last ?? { rows: empty, read_at: never } }
  })
  if (found.last !== undefined)
    return { data: toResponse(found.last.rows as T, found.extra), read_at: found.last.read_at, cached: true }
  try {
    const { rows, read_at } = await devices.read(params.id, key, work)
    return { data: toResponse(rows, found.extra), read_at, cached: false }
  } catch (error) {
    throw withResponseRows(error, (rows) => toResponse(rows as T, found.extra))
  }
}

/** An error about an unreachable device carries the last rows; they are filtered for the caller like any reading. */
function withResponseRows(error: unknown, toResponse: (rows: unknown) => unknown): unknown {
  if (!(error instanceof AppError) || error.details?.['rows'] == null) return error
  const { code, reason, details, cause } = error
  return new AppError(code, { reason, details: { ...details, rows: toResponse(details['rows']) }, cause })
}
