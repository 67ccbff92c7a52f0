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

/** What it is called on the router. Letters, digits and hyphens alone, as it stands in a script. */
function nameOn(name: string): string {
  const plain = name.startsWith(prefix) ? name : `${prefix}${name}`
  if (!/^[A-Za-z0-9-]{1,60}$/.test(plain)) throw new TypeError('A way back is named by letters, digits and hyphens.')
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

/** Where files outlive a reboot: small devices keep the rest in memory. */
async function storedFolder(session: Session, options: CallOptions): Promise<string> {
  const rows = await unlessRejected(
    session.print('file', { ...options, proplist: ['name', 'type'], where: { name: 'flash' } }),
  )
  return rows?.some((row) => row.name === 'flash') === true ? 'flash/' : ''
}

/**
 * Lays a way back before a change that may cut the router off: it saves a backup of itself and loads it at a set time,
 * which reboots it, unless `confirmWayBack` comes before. One of the same name is replaced.
 *
 * The time is one of the router's own clock, and the entry runs once: interval 0. The backup is taken before the entry
 * is made, so that what comes back does not hold it.
 * https://help.mikrotik.com/docs/display/ROS/Backup and https://help.mikrotik.com/docs/display/ROS/Scheduler
 * @param of name without or with `trunkline-`; `afterSeconds` from 20 to 3,600
 * @returns when it will load, in the router's clock
 * @throws RouterError refused where the user may not save, schedule or restore (policies ftp, read, write, policy,
 *   reboot, sensitive): then nothing is left behind
 */
export async function armRollback(
  session: Session,
  of: { name: string; afterSeconds: number },
  options: CallOptions = {},
): Promise<{ at: string }> {
  const plain = nameOn(of.name)
  if (!(of.afterSeconds >= 20 && of.afterSeconds <= 3_600))
    throw new TypeError('A way back is laid for 20 seconds to an hour.')
  await confirmWayBack(session, plain, options)
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
        comment: 'Goes back to the configuration before a change that was not confirmed',
      },
      options,
    )
    if ((await scheduled(session, plain, options)).length === 0)
      throw new RouterError('refused', 'The router did not keep the way back.', { sent: true })
    return { at }
  } catch (error) {
    await unschedule(session, plain, { timeoutMs: 10_000 }).catch(() => undefined)
    await removeFile(session, `${file}.backup`)
    throw error
  }
}

/**
 * Takes a way back away: the change stays. To be called on a new connection, whose coming about is the proof. Fine where
 * there is none (any more).
 * @throws RouterError where the entry could not be removed: the router will go back
 */
export async function confirmWayBack(session: Session, name: string, options: CallOptions = {}): Promise<void> {
  const plain = nameOn(name)
  await unschedule(session, plain, options)
  for (const folder of ['', 'flash/']) await removeFile(session, `${folder}${plain}.backup`)
}

/** Whether a way back is laid: of this name, or any of the panel's. */
export async function hasWayBack(session: Session, name?: string, options: CallOptions = {}): Promise<boolean> {
  if (name !== undefined) return (await scheduled(session, nameOn(name), options)).length > 0
  const rows = await session.print(scheduler, { ...options, proplist: ['name'] })
  return rows.some((row) => row.name?.startsWith(prefix) === true)
}
