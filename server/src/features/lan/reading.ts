import type { Endpoint } from '@trunkline/contract/endpoint'
import type { Actor } from '../../access/actor.ts'
import type { Session } from '../../devices/devices.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Call } from '../../http/call.ts'
import { checkManaged, loadDevice, type ReachedDevice } from './device.ts'

/** The time of rows that stand for a menu that was never read: nobody takes them for what the device said. */
const never = new Date(0).toISOString()

export interface Read<T> {
  data: T
  read_at: string
  cached: boolean
}

/** What the reading of a menu is about: its key, how it is read, and what stands for it where it was never read. */
export interface Menu<T> {
  key: string
  work: (session: Session) => Promise<T>
  empty: T
}

interface LastReading {
  device: ReachedDevice
  actor: Actor
  tx: Tx
}

/**
 * The reading of a menu: the last one where the caller asks for it, else what the device says now. Who may ask is
 * looked up in a short transaction, which has ended before the device is asked.
 * @param also what is looked up in that transaction beside it, for `dress`
 * @param dress what the caller gets of the rows
 */
export async function answerReading<T, A, O = T>(
  { devices }: Deps,
  endpoint: Endpoint,
  call: Pick<Call, 'db'> & { actor: Actor; params: { id: number }; query: { cached?: boolean | undefined } },
  { key, work, empty }: Menu<T>,
  also: (of: LastReading) => Promise<A>,
  dress: (rows: T, also: A) => O,
): Promise<Read<O>> {
  const { actor, params } = call
  const { cached } = call.query
  const found = await call.db(async (tx) => {
    const device = await loadDevice(tx, actor, endpoint.access, params.id)
    if (cached !== true) checkManaged(device)
    const beside = await also({ device, actor, tx })
    if (cached !== true) return { beside, last: undefined }
    const last = await devices.last(tx, device.id, key)
    return { beside, last: last ?? { rows: empty, read_at: never } }
  })
  if (found.last !== undefined)
    return { data: dress(found.last.rows as T, found.beside), read_at: found.last.read_at, cached: true }
  try {
    const { rows, read_at } = await devices.read(params.id, key, work)
    return { data: dress(rows, found.beside), read_at, cached: false }
  } catch (error) {
    throw dressed(error, (rows) => dress(rows as T, found.beside))
  }
}

/** A device that is out of reach is told of with its last rows: they are the caller's to see as any others are. */
function dressed(error: unknown, dress: (rows: unknown) => unknown): unknown {
  if (!(error instanceof AppError) || error.details?.['rows'] == null) return error
  const { code, reason, details, cause } = error
  return new AppError(code, { reason, details: { ...details, rows: dress(details['rows']) }, cause })
}
