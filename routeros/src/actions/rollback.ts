import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { RouterError } from '../errors.ts'
import { systemClock } from '../menus/system.ts'
import { proplistOf, readRow } from '../menus/menu.ts'
import type { CallOptions, Row, Session } from '../session.ts'
import { writtenDate } from '../values/time.ts'
import { accessEntryName, addAccessEntry, removeAccessEntry } from './access-entry.ts'
import { findFile, removeFile } from './export.ts'
import type { InverseScript } from './inverse.ts'
import { isMissingRow, unlessRejected } from './missing.ts'

const scheduler = 'system/scheduler'
const scripts = 'system/script'
const jobs = 'system/script/job'
const prefix = 'trunkline-'

/** Seconds by which the job runs after the scheduler entry, so that they do not run at the same time. */
const jobLater = 15
/** Seconds after the console starts in which interfaces appear. */
const startupDelay = 10

const scriptPolicy = 'read,write,policy,test'
const backupPolicy = 'ftp,reboot,read,write,policy,sensitive,test'

/** What can start a rollback on a router. */
export type Mechanism = 'schedule' | 'startup' | 'job'

export interface ArmedRollback {
  /** What is armed, as read back from the router. */
  mechanisms: readonly Mechanism[]
  /** Time at which the scheduler entry runs, in the router's clock; null without a scheduler entry. */
  at: string | null
  /** Whether the job ran on after the connection that had started it was closed; null: not tried. */
  jobSurvives: boolean | null
}

export interface RollbackRequest {
  /** With or without `trunkline-`. */
  name: string
  /** 20 to 3,600. */
  afterSeconds: number
  /**
   * The inverse of the change as scripts, or `backup`: loads the configuration of now, which restarts the router and
   * may lose certificates. The last resort.
   */
  revert: InverseScript | 'backup'
  /** Opens another connection to the router, to find out whether a job outlives the connection that started it. */
  connect?: () => Promise<Session>
  /** Milliseconds after which the router has noticed that this connection was closed; 1,000 by default. */
  closedMs?: number
}

/** No rollback could be armed, and nothing was left on the router. */
export class NoRollbackError extends Error {
  override name = 'NoRollbackError'
  /**
   * `not-permitted`: device-mode forbids scheduler entries, and a job does not outlive its connection; `not-stored`: the
   * router stored something else than was sent.
   */
  readonly reason: 'not-permitted' | 'not-stored'
  constructor(reason: 'not-permitted' | 'not-stored') {
    super(`No rollback could be armed: ${reason}`)
    this.reason = reason
  }
}

/** Prefix of its objects on the router. Letters, digits and hyphens only, since it is part of a script. */
function nameOn(name: string): string {
  const plain = name.startsWith(prefix) ? name : `${prefix}${name}`
  if (!/^[A-Za-z0-9-]{1,60}$/.test(plain))
    throw new TypeError('The name of a rollback consists of letters, digits and hyphens.')
  return plain
}

const startupName = (plain: string) => `${plain}-startup`
/** The names of its scheduler entries. */
const entriesOf = (plain: string): string[] => [plain, startupName(plain), accessEntryName(plain)]

async function rowsNamed(session: Session, menu: string, name: string, options: CallOptions): Promise<string[]> {
  const rows = await session.print(menu, { ...options, proplist: ['name'], where: { name } })
  return rows.flatMap((row) => (row.name === name ? (row['.id'] ?? []) : []))
}

async function removeNamed(session: Session, menu: string, name: string, options: CallOptions): Promise<void> {
  for (const id of await rowsNamed(session, menu, name, options)) {
    try {
      await session.remove(menu, id, options)
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
 * Whether device-mode permits new scheduler entries: those of a router that was made with 7.17 or later in mode home,
 * and of a flagged one, are rejected or never run.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/93749258/Device-mode
 */
async function permitsSchedule(session: Session, options: CallOptions): Promise<boolean> {
  const [row] = (await unlessRejected(session.print('system/device-mode', options))) ?? []
  const is = (value: string | undefined, word: 'yes' | 'no') =>
    value === word || value === (word === 'yes' ? 'true' : 'false')
  return !is(row?.['scheduler'], 'no') && !is(row?.['flagged'], 'yes')
}

/** The time of the router in some seconds, and the notation of its dates. */
async function timeIn(session: Session, seconds: number, options: CallOptions): Promise<{ at: string; date: string }> {
  const clocks = await session.print(systemClock.path, { ...options, proplist: proplistOf(systemClock) })
  const raw = clocks[0] ?? {}
  const clock = readRow(systemClock, raw)
  const now = clock.date === null ? Number.NaN : Date.parse(`${clock.date.slice(0, 10)}T${clock.time ?? ''}Z`)
  if (Number.isNaN(now)) throw new RouterError('protocol', 'The clock of the router could not be read.', { sent: true })
  const at = new Date(now + Math.ceil(seconds) * 1_000).toISOString().slice(0, 19)
  return { at, date: writtenDate(at, raw.date ?? '') }
}

/** Removes everything that could start the rollback, and logs what happened. Part of the script that reverts. */
const ending = (plain: string) =>
  [
    ...entriesOf(plain).map((name) => `:do {/system scheduler remove [find where name="${name}"]} on-error={}`),
    `:do {/system script remove [find where name="${plain}"]} on-error={}`,
    `:log warning "${plain}: the change was not confirmed and has been rolled back"`,
  ].join('\n')

/** Runs a script only while the rollback is armed: whichever mechanism runs first removes the row of `system/script`. */
const whileArmed = (plain: string, source: string) =>
  `:if ([:len [/system script find where name="${plain}"]] > 0) do={\n${source}\n}`

/**
 * Saves the configuration of now on the router.
 * @returns the statement that restores it
 */
async function saveForRevert(
  session: Session,
  plain: string,
  mayPlanAccess: boolean,
  options: CallOptions,
): Promise<string> {
  const file = `${await storedFolder(session, options)}${plain}`
  const password = randomBytes(18).toString('base64url')
  // In the backup, but not in the configuration until it is restored.
  if (mayPlanAccess) await addAccessEntry(session, plain, options)
  await session.run('system/backup/save', { name: file, password }, { timeoutMs: 60_000, ...options })
  await findFile(session, `${file}.backup`, options)
  await removeAccessEntry(session, plain, options)
  return `/system backup load name="${file}.backup" password="${password}"`
}

/** A text as it was sent: routers may return other line ends. */
const sameText = (read: string | undefined, sent: string): boolean => read?.replaceAll('\r\n', '\n') === sent

const isOn = (row: Row | undefined): boolean => row !== undefined && !['true', 'yes'].includes(row['disabled'] ?? '')

/** Adds the scheduler entries and reads them back. @returns the time of the first one */
async function armSchedule(
  session: Session,
  plain: string,
  of: { afterSeconds: number; policy: string; startupSource: string },
  options: CallOptions,
): Promise<string> {
  const { at, date } = await timeIn(session, of.afterSeconds, options)
  const common = { interval: '0s', policy: of.policy, comment: 'Rolls back a change that was not confirmed' }
  const onTime = whileArmed(plain, `/system script run "${plain}"`)
  const atStartup = whileArmed(plain, `:delay ${startupDelay}s\n${of.startupSource}`)
  await session.add(
    scheduler,
    { name: plain, 'start-date': date, 'start-time': at.slice(11), 'on-event': onTime, ...common },
    options,
  )
  await session.add(
    scheduler,
    { name: startupName(plain), 'start-time': 'startup', 'on-event': atStartup, ...common },
    options,
  )
  const proplist = ['name', 'on-event', 'start-time', 'start-date', 'disabled']
  const entries = await session.print(scheduler, { ...options, proplist })
  const timed = entries.find((row) => row.name === plain)
  const startup = entries.find((row) => row.name === startupName(plain))
  if (
    !isOn(timed) ||
    !isOn(startup) ||
    !sameText(timed?.['on-event'], onTime) ||
    !sameText(startup?.['on-event'], atStartup) ||
    startup?.['start-time'] !== 'startup' ||
    !/^\d{1,2}:\d\d:\d\d$/.test(timed?.['start-time'] ?? '') ||
    (timed?.['start-date'] ?? '') === ''
  )
    throw new NoRollbackError('not-stored')
  return at
}

/** Ids of the scripts that run in the background. */
async function runningJobs(session: Session, options: CallOptions): Promise<ReadonlySet<string>> {
  const rows = await session.print(jobs, { ...options, proplist: ['type'] })
  return new Set(rows.map((row) => row['.id'] ?? ''))
}

/** Starts the job and reads it back. @returns whether it outlives its connection; null: not tried */
async function armJob(
  session: Session,
  plain: string,
  { afterSeconds, connect, closedMs = 1_000 }: RollbackRequest,
  options: CallOptions,
): Promise<boolean | null> {
  const source = `:delay ${Math.ceil(afterSeconds) + jobLater}s\n${whileArmed(plain, `/system script run "${plain}"`)}`
  const start = async (on: Session) => {
    const { ret, rows } = await on.run('execute', { script: source }, options)
    return ret ?? rows[0]?.ret ?? ''
  }
  const other = await connect?.()
  if (other !== undefined) {
    const id = await start(other).finally(() => other.close())
    await wait(closedMs)
    if ((await runningJobs(session, options)).has(id)) return true
  }
  // It ends with its connection: this one is open until the change has been made.
  const id = await start(session)
  if (!(await runningJobs(session, options)).has(id)) throw new NoRollbackError('not-stored')
  return other === undefined ? null : false
}

/**
 * Arms a rollback before a change that may cut off the connection: unless `confirmRollback` is called, the router reverts
 * the change by itself. Three things can start it, and the first one removes the others: a scheduler entry at a time of
 * the router's clock, a background job with a delay, and a scheduler entry at the start of the router. They run the
 * script `name` of `system/script`; without this row they do nothing.
 *
 * Everything is read back. If device-mode forbids scheduler entries, the job alone is sufficient if it has outlived the
 * connection that started it.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/40992881/Scheduler and
 * https://help.mikrotik.com/docs/spaces/ROS/pages/47579229/Scripting
 * @throws NoRollbackError; RouterError, refused if the user may not do this (policies read,
 *   write, policy, test; for a backup also ftp, reboot, sensitive). Nothing is left on the router then.
 */
export async function armRollback(
  session: Session,
  of: RollbackRequest,
  options: CallOptions = {},
): Promise<ArmedRollback> {
  const plain = nameOn(of.name)
  if (!(of.afterSeconds >= 20 && of.afterSeconds <= 3_600))
    throw new TypeError('The delay of a rollback is 20 seconds to an hour.')
  await confirmRollback(session, plain, options)
  try {
    const maySchedule = await permitsSchedule(session, options)
    const load = of.revert === 'backup' ? await saveForRevert(session, plain, maySchedule, options) : undefined
    const policy = load === undefined ? scriptPolicy : backupPolicy
    const revertBy = (source: string) => load ?? `${source}\n${ending(plain)}`
    const { source, startupSource } = of.revert === 'backup' ? { source: '', startupSource: '' } : of.revert
    const text = revertBy(source)
    await session.add(scripts, { name: plain, source: text, policy }, options)
    const [stored] = await session.print(scripts, { ...options, proplist: ['name', 'source'], where: { name: plain } })
    if (!sameText(stored?.['source'], text)) throw new NoRollbackError('not-stored')
    // First, since its delay is longer.
    const jobSurvives = await armJob(session, plain, of, options)
    const at = maySchedule
      ? await armSchedule(
          session,
          plain,
          { afterSeconds: of.afterSeconds, policy, startupSource: revertBy(startupSource) },
          options,
        )
      : null
    if (at === null && jobSurvives !== true) throw new NoRollbackError('not-permitted')
    return { mechanisms: at === null ? ['job'] : ['schedule', 'startup', 'job'], at, jobSurvives }
  } catch (error) {
    await confirmRollback(session, plain, { timeoutMs: 10_000 }).catch(() => undefined)
    throw error
  }
}

/**
 * Cancels a rollback: the change stays. Call it on a new connection, which proves that the router is still reachable.
 * Succeeds if there is no rollback (any more). The background job ends by itself and does nothing.
 * @throws RouterError if something could not be removed: `isRollbackArmed` tells whether the router will roll back
 */
export async function confirmRollback(session: Session, name: string, options: CallOptions = {}): Promise<void> {
  const plain = nameOn(name)
  // Without this row, nothing that was armed does anything.
  await removeNamed(session, scripts, plain, options)
  for (const entry of entriesOf(plain)) await removeNamed(session, scheduler, entry, options)
  for (const folder of ['', 'flash/']) await removeFile(session, `${folder}${plain}.backup`)
}

/**
 * Rollbacks of which anything is on the router: armed ones, and those of which something was left behind.
 * `confirmRollback` removes both.
 * @returns their names, with `trunkline-`
 */
export async function findRollbacks(session: Session, options: CallOptions = {}): Promise<string[]> {
  const entries = await session.print(scheduler, { ...options, proplist: ['name'] })
  const sources = await session.print(scripts, { ...options, proplist: ['name'] })
  const files = await session.print('file', { ...options, proplist: ['name'] })
  const names = [
    ...entries.map((row) => (row.name ?? '').replace(/-(?:startup|access)$/, '')),
    ...sources.map((row) => row.name ?? ''),
    ...files.flatMap((row) => /^(?:flash\/)?(.+)\.backup$/.exec(row.name ?? '')?.[1] ?? []),
  ]
  return [...new Set(names.filter((name) => name.startsWith(prefix)))]
}

/** Whether the router will still roll back: this rollback, or any of the panel's. */
export async function isRollbackArmed(session: Session, name?: string, options: CallOptions = {}): Promise<boolean> {
  if (name !== undefined) return (await rowsNamed(session, scripts, nameOn(name), options)).length > 0
  const rows = await session.print(scripts, { ...options, proplist: ['name'] })
  return rows.some((row) => row.name?.startsWith(prefix) === true)
}
