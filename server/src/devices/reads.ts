import { message, type Message } from '@trunkline/contract/errors'
import type { Session } from '@trunkline/routeros'
import { sql } from 'kysely'
import type { Databases, Tx } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import { AppError, notFound } from '../errors.ts'
import type { Connections } from './connections.ts'
import { DeviceError, type DeviceErrorKind, type LastReading } from './devices.ts'
import { toDeviceError } from './faults.ts'
import { saveOutcomes, type ReadOutcome } from './save-outcomes.ts'
import { readResource } from './readings/identity.ts'
import { readSettings, type DeviceSettings } from './settings.ts'

/** Time limits of an interactive request. */
const connectMs = 5000
const totalMs = 15_000

export interface ReadContext {
  connections: Connections
  databases: Databases
}

const settingsOf = ({ databases }: ReadContext, ids: readonly number[]) =>
  withSystem(databases, (tx) => readSettings(tx, ids))

/** Stores what was read in a separate transaction. Skips a device that was removed in the meantime. */
export const saveStatuses = ({ databases }: Pick<ReadContext, 'databases'>, outcomes: readonly ReadOutcome[]) =>
  withSystem(databases, (tx) => saveOutcomes(tx, outcomes), { actor_name: 'system' })

/** The last reading of a menu, within the transaction `tx`. */
export async function lastReading(tx: Tx, hardware_id: number, menu: string): Promise<LastReading | undefined> {
  const { rows } = await sql<LastReading>`
    select rows, read_at from hardware_menu where hardware_id = ${hardware_id} and menu = ${menu}`.execute(tx)
  return rows[0]
}

/**
 * One reading within a request, see `Devices.read`. The result is stored, unless `menu` is null.
 * @throws AppError not_found, device_unreachable, device_refused
 */
export async function readNow<T>(
  context: ReadContext,
  hardware_id: number,
  menu: string | null,
  work: (session: Session) => Promise<T>,
): Promise<{ rows: T; read_at: string }> {
  const settings = (await settingsOf(context, [hardware_id])).get(hardware_id)
  if (settings === undefined) throw notFound()
  let rows: T
  try {
    rows = await within(totalMs, onDevice(context, settings, work))
  } catch (error) {
    const problem = toDeviceError(error)
    // A session that hangs would also hang the next reading.
    if (problem.error !== 'refused') context.connections.drop(hardware_id)
    throw await asReply(context, hardware_id, menu, problem)
  }
  const at = new Date()
  await saveStatuses(context, [{ hardware_id, at, error: null, ...(menu !== null && { menus: { [menu]: rows } }) }])
  return { rows, read_at: at.toISOString() }
}

/** Runs `work` on the shared session. A broken session is closed, so that the next caller gets a new one. */
async function onDevice<T>(
  { connections }: ReadContext,
  settings: DeviceSettings,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await connections.session(settings, { connectTimeoutMs: connectMs })
  try {
    return await work(session)
  } catch (error) {
    if (!session.isOpen) connections.drop(settings.id)
    throw error
  }
}

/** @throws DeviceError `timeout` after `ms` */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeviceError('timeout', message('device.timeout'))), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // A result after the timeout is ignored.
    work.catch(() => {})
  }
}

async function asReply(
  context: ReadContext,
  hardware_id: number,
  menu: string | null,
  error: DeviceError,
): Promise<AppError> {
  if (error.error === 'refused') return new AppError('device_refused', { reason: error.reason, cause: error })
  const last = await withSystem(context.databases, async (tx) => {
    await saveOutcomes(tx, [{ hardware_id, at: new Date(), error: error.error, message: error.reason }])
    return menu === null ? undefined : lastReading(tx, hardware_id, menu)
  })
  return new AppError('device_unreachable', {
    reason: error.reason,
    details: { error: error.error, read_at: last?.read_at ?? null, rows: last?.rows ?? null },
    cause: error,
  })
}

export interface Status {
  id: number
  is_online: boolean
  error: DeviceErrorKind | null
  message: Message | null
  ms: number | null
}

/** Checks in parallel whether devices are online, with a timeout of five seconds each. Unknown ids are skipped. */
export async function readStatuses(context: ReadContext, ids: readonly number[]): Promise<Status[]> {
  const settings = await settingsOf(context, ids)
  const requested = await Promise.all(
    ids.flatMap((id) => {
      const one = settings.get(id)
      return one === undefined ? [] : [readOne(context, one)]
    }),
  )
  await saveStatuses(
    context,
    requested.map(({ outcome }) => outcome),
  )
  return requested.map(({ status }) => status)
}

async function readOne(
  context: ReadContext,
  settings: DeviceSettings,
): Promise<{ status: Status; outcome: ReadOutcome }> {
  const began = performance.now()
  const { id } = settings
  try {
    const state = await within(
      connectMs,
      onDevice(context, settings, (session) => readResource(session, connectMs)),
    )
    const ms = Math.round(performance.now() - began)
    return {
      status: { id, is_online: true, error: null, message: null, ms },
      outcome: { hardware_id: id, at: new Date(), error: null, state, ...seen(context, id) },
    }
  } catch (error) {
    const { error: problem, reason } = toDeviceError(error)
    return {
      status: { id, is_online: false, error: problem, message: reason, ms: null },
      outcome: { hardware_id: id, at: new Date(), error: problem, message: reason },
    }
  }
}

const seen = ({ connections }: ReadContext, id: number) => {
  const certificate = connections.certificate(id)
  return certificate === undefined ? {} : { certificate }
}
