import { randomBytes } from 'node:crypto'
import { RouterError } from '../errors.ts'
import { systemClock } from '../menus/system.ts'
import { proplistOf, readRow } from '../menus/menu.ts'
import type { CallOptions, Session } from '../session.ts'
import { writtenDate } from '../values/time.ts'
import { findFile, removeFile } from './export.ts'
import { isMissingRow, unlessRejected } from './missing.ts'

const scheduler = 'system/scheduler'
const prefix = 'trunkline-'

/** Prefix of its objects on the router. Letters, digits and hyphens only, since it is part of a script. */
function nameOn(name: string): string {
  const plain = name.startsWith(prefix) ? name : `${prefix}${name}`
  if (!/^[A-Za-z0-9-]{1,60}$/.test(plain))
    throw new TypeError('The name of a rollback consists of letters, digits and hyphens.')
  return plain
}

async function scheduled(session: Session, plain: string, options: CallOptions): Promise<string[]> {
  const rows = await session.print(scheduler, { ...options, proplist: ['name'], where: { name: plain } })
  return rows.flatMap((row) => (row.name === plain ? (row['.id'] ?? []) : []))
}

async function unschedule(session: Session, plain: string, options: CallOptions): Promise<void> {
  for (const id of await scheduled(session, plain, options)) {
    try {
      await session.remove(scheduler, id, options)
    } catch (error) {
      if (!isMissingRow(error)) throw error
    }
  }
}

/** Where files survive a reboot: small devices keep the rest of the file system in memory. */
async function storedFolder(session: Session, options: CallOptions): Promise<string> {
  const rows = await unlessRejected(
    session.print('file', { ...options, proplist: ['name', 'type'], where: { name: 'flash' } }),
  )
  return rows?.some((row) => row.name === 'flash') === true ? 'flash/' : ''
}

/**
 * Arms a rollback before a change that may cut off the connection: the router saves a backup and schedules its restore,
 * which reboots the router, unless `confirmRollback` cancels it. A rollback of the same name is replaced.
 *
 * The time is in the router's clock, and the scheduler entry runs once: interval 0. The backup is saved before the entry
 * is created, so that the restored configuration does not contain it.
 * https://help.mikrotik.com/docs/display/ROS/Backup and https://help.mikrotik.com/docs/display/ROS/Scheduler
 * @param of name with or without `trunkline-`; `afterSeconds` from 20 to 3,600
 * @returns the time of the restore, in the router's clock
 * @throws RouterError refused if the user may not save, schedule or restore (policies ftp, read, write, policy,
 *   reboot, sensitive): then nothing is left on the router
 */
export async function armRollback(
  session: Session,
  of: { name: string; afterSeconds: number },
  options: CallOptions = {},
): Promise<{ at: string }> {
  const plain = nameOn(of.name)
  if (!(of.afterSeconds >= 20 && of.afterSeconds <= 3_600))
    throw new TypeError('The delay of a rollback is 20 seconds to an hour.')
  await confirmRollback(session, plain, options)
  const folder = await storedFolder(session, options)
  const file = `${folder}${plain}`
  const password = randomBytes(18).toString('base64url')
  try {
    await session.run('system/backup/save', { name: file, password }, { timeoutMs: 60_000, ...options })
    await findFile(session, `${file}.backup`, options)
    const clocks = await session.print(systemClock.path, { ...options, proplist: proplistOf(systemClock) })
    const raw = clocks[0] ?? {}
    const clock = readRow(systemClock, raw)
    const now = clock.date === null ? Number.NaN : Date.parse(`${clock.date.slice(0, 10)}T${clock.time ?? ''}Z`)
    if (Number.isNaN(now))
      throw new RouterError('protocol', 'The clock of the router could not be read.', { sent: true })
    const at = new Date(now + Math.ceil(of.afterSeconds) * 1_000).toISOString().slice(0, 19)
    await session.add(
      scheduler,
      {
        name: plain,
        'start-date': writtenDate(at, raw.date ?? ''),
        'start-time': at.slice(11),
        interval: '0s',
        policy: 'ftp,reboot,read,write,policy,sensitive',
        'on-event': `/system backup load name="${file}.backup" password="${password}"`,
        comment: 'Restores the configuration before a change that was not confirmed',
      },
      options,
    )
    if ((await scheduled(session, plain, options)).length === 0)
      throw new RouterError('refused', 'The router did not store the scheduler entry of the rollback.', { sent: true })
    return { at }
  } catch (error) {
    await unschedule(session, plain, { timeoutMs: 10_000 }).catch(() => undefined)
    await removeFile(session, `${file}.backup`)
    throw error
  }
}

/**
 * Cancels a rollback: the change stays. Call it on a new connection, which proves that the router is still reachable.
 * Succeeds if there is no rollback (any more).
 * @throws RouterError if the scheduler entry could not be removed: the router will restore the backup
 */
export async function confirmRollback(session: Session, name: string, options: CallOptions = {}): Promise<void> {
  const plain = nameOn(name)
  await unschedule(session, plain, options)
  for (const folder of ['', 'flash/']) await removeFile(session, `${folder}${plain}.backup`)
}

/**
 * Rollbacks of which anything is on the router: armed ones, and those whose backup was left behind, as every restore
 * leaves it. `confirmRollback` removes both.
 * @returns their names, with `trunkline-`
 */
export async function findRollbacks(session: Session, options: CallOptions = {}): Promise<string[]> {
  const entries = await session.print(scheduler, { ...options, proplist: ['name'] })
  const files = await session.print('file', { ...options, proplist: ['name'] })
  const names = [
    ...entries.map((row) => row.name ?? ''),
    ...files.flatMap((row) => /^(?:flash\/)?(.+)\.backup$/.exec(row.name ?? '')?.[1] ?? []),
  ]
  return [...new Set(names.filter((name) => name.startsWith(prefix)))]
}

/** Whether a rollback is armed: one of this name, or any of the panel's. */
export async function isRollbackArmed(session: Session, name?: string, options: CallOptions = {}): Promise<boolean> {
  if (name !== undefined) return (await scheduled(session, nameOn(name), options)).length > 0
  const rows = await session.print(scheduler, { ...options, proplist: ['name'] })
  return rows.some((row) => row.name?.startsWith(prefix) === true)
}
