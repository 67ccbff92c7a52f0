import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { temporaryCertificates, type Certificates } from './certificates.ts'
import { forgetClients, isUp, type Control } from './control.ts'
import { configurationHash, makeFolders, recordsFolder, writeFiles, type Layout, type Owner } from './files.ts'
import { argumentsOf, checkPorts, isFreeradius, processes } from './port-holder.ts'
import type { Programs } from './programs.ts'
import { RadiusError } from './status.ts'

const run = promisify(execFile)

/** Log of events; never receives secrets. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface RadiusOptions {
  /** Its own folder. The buffer in it contains records that are not stored in the database yet: never delete it. */
  folder: string
  programs: Programs
  /** Address of the database as the role trunkline_radius. */
  databaseUrl: string
  key: Buffer
  authPort: number
  acctPort: number
  /** See `Settings` in files.ts. */
  threads?: number | undefined
  log: Log
  /** Of outer EAP; undefined: a temporary set, which no client trusts. */
  certificates?: Certificates | undefined
  /** Further settings of its database sessions: see `Settings` in files.ts. */
  session?: Readonly<Record<string, string>>
  /** Restarts it when it ends unexpectedly; true by default. */
  keep?: boolean
  /** Adopts the FreeRADIUS that already runs in this folder, if it has this configuration; false by default. */
  adopt?: boolean
}

/** A FreeRADIUS that runs in its own folder, as an unprivileged user if possible. */
export interface Radius {
  control: Control
  /** Where it writes interim updates and accepted logins: see `loadRecords`. */
  records: string
  /** It was already running when this process started. */
  adopted: boolean
  /** Its current process; changes on a restart. */
  pid(): number
  /** Settles when its first process ends. */
  ended: Promise<void>
  /** Drops a NAS with this address from the cache, so that it is read again. */
  forget(address: string): Promise<void>
  healthy(): Promise<boolean>
  stop(): Promise<void>
}

/** A process of FreeRADIUS, whether or not it is a child of this one. */
interface RunningProcess {
  pid: number
  hasEnded(): boolean
  ended: Promise<void>
}

/** A path of a socket has at most 107 bytes (unix(7)). */
const maxSocketPathLength = 107

/** Milliseconds between checks of a process that is not a child of this one. */
const lookMs = 500

/** Root changes to the user that the distribution created for FreeRADIUS, if that user can access the folder. */
function chooseOwner(folder: string): Owner {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['freerad', 'radiusd', 'nobody']) {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`))
    const [, , uid, gid] = (line ?? '').split(':').map(Number)
    if (uid === undefined || gid === undefined) continue
    if (spawnSync('/bin/ls', ['-d', `${folder}/.`], { uid, gid, stdio: 'ignore' }).status === 0) return { uid, gid }
  }
  return undefined
}

function placesOf(folder: string): Layout {
  const inside = join(folder, 'run')
  const short =
    Buffer.byteLength(join(inside, 'radiusd.sock')) <= maxSocketPathLength
      ? inside
      : join(tmpdir(), `trunkline-radius-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`)
  return { raddb: join(folder, 'raddb'), log: join(folder, 'log'), run: short }
}

/**
 * Writes the configuration, has FreeRADIUS check it, starts it and waits until it responds. It has its own process
 * session: when this process is killed it keeps running, and the next start adopts it (`adopt`) or replaces it.
 * @throws RadiusError with the reason, and FreeRADIUS's output if there was any
 */
export async function startRadius(options: RadiusOptions): Promise<Radius> {
  const folder = resolve(options.folder)
  const { programs, log, authPort, acctPort } = options
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711)
  const owner = chooseOwner(folder)
  const places = placesOf(folder)
  const certificates = options.certificates ?? (await temporaryCertificates(places.raddb))
  const settings = { ...options, certificates, modules: programs.modules }
  const control: Control = { radmin: programs.radmin, socket: join(places.run, 'radiusd.sock'), authPort, acctPort }
  const configuration = createHash('sha256')
    .update(JSON.stringify([configurationHash(places, settings), programs, owner]))
    .digest('hex')
  // The configuration check does not need modules that are missing here.
  const as = { ...owner, cwd: '/', env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', TZ: 'UTC' } }
  const args = ['-d', places.raddb, '-n', 'radiusd']

  let current: RunningProcess
  let stopping = false
  const launch = async () => {
    rmSync(control.socket, { force: true })
    const child = spawn(programs.freeradius, [...args, '-f'], { ...as, detached: true, stdio: 'ignore' })
    child.unref()
    let failure: Error | undefined
    child.once('error', (error) => (failure = error))
    if (child.pid !== undefined) writeRecord(folder, { pid: child.pid, configuration })
    const started = ofChild(child)
    for (const deadline = Date.now() + 20_000; !(await isUp(control)); await sleep(50))
      if (failure !== undefined || started.hasEnded() || Date.now() > deadline) {
        if (failure === undefined && !started.hasEnded()) await end(started)
        throw new RadiusError('failed', { reason: 'start', text: failure?.message ?? lastOutput(places.log) })
      }
    if (started.hasEnded()) throw new RadiusError('failed', { reason: 'start', text: lastOutput(places.log) })
    current = started
    if (options.keep !== false)
      void started.ended.then(() => {
        if (stopping) return
        log.warn({ pid: started.pid }, 'FreeRADIUS ended; restarting it')
        void again(1)
      })
  }
  const again = async (seconds: number): Promise<void> => {
    await sleep(seconds * 1000, undefined, { ref: false })
    if (stopping) return
    await launch().catch((error: unknown) => {
      log.warn({ err: error }, 'FreeRADIUS could not be restarted')
      return again(Math.min(30, seconds * 2))
    })
  }

  const left = findLeft(folder, places.raddb)
  const adopted =
    options.adopt === true &&
    left !== undefined &&
    readRecord(folder)?.configuration === configuration &&
    (await isUp(control))
  if (adopted) current = ofForeign(left, places.raddb)
  else {
    if (left !== undefined) {
      log.info({ pid: left }, 'stopping the FreeRADIUS that was left running')
      await end(ofForeign(left, places.raddb))
    }
    await checkPorts([authPort, acctPort])
    writeFiles(places, settings, owner)
    makeFolders(places, owner)
    await run(programs.freeradius, [...args, '-CX'], { ...as, maxBuffer: 16_000_000 }).catch(
      (error: { stdout?: string }) => {
        const words = (error.stdout ?? '').trim().split('\n').slice(-5).join('\n')
        throw new RadiusError('failed', { reason: 'configuration', text: words.slice(-maxText) })
      },
    )
    await launch()
  }
  const first = current!
  log.info(
    {
      auth_port: authPort,
      acct_port: acctPort,
      pid: first.pid,
      unprivileged: process.getuid?.() !== 0 || owner !== undefined,
    },
    adopted ? 'adopted the FreeRADIUS that was left running' : 'FreeRADIUS started',
  )
  return {
    control,
    records: recordsFolder(places.log),
    adopted,
    pid: () => current.pid,
    ended: first.ended,
    forget: (address) => forgetClients(control, [address]),
    healthy: () => isUp(control),
    async stop() {
      stopping = true
      await end(current)
      rmSync(recordOf(folder), { force: true })
    },
  }
}

function ofChild(child: ChildProcess): RunningProcess {
  return {
    pid: child.pid as number,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ended: new Promise((done) => child.once('exit', () => done())),
  }
}

/** A process that was started by another one: the system reports its end only to that one, so it is polled. */
function ofForeign(pid: number, raddb: string): RunningProcess {
  const hasEnded = () => !isOurs(pid, raddb)
  return {
    pid,
    hasEnded,
    ended: new Promise((done) => {
      const timer = setInterval(() => {
        if (!hasEnded()) return
        clearInterval(timer)
        done()
      }, lookMs)
      timer.unref()
    }),
  }
}

/** Maximum characters of output in an error. */
const maxText = 500

const lastOutput = (folder: string): string => {
  const path = join(folder, 'radius.log')
  return existsSync(path)
    ? readFileSync(path, 'utf8').trim().split('\n').slice(-3).join('\n').slice(-maxText)
    : 'no output'
}

/**
 * The process that was last started in a folder, and a hash of its configuration. FreeRADIUS itself writes no pid
 * file with -f.
 */
interface ProcessRecord {
  pid: number
  configuration: string
}

const recordOf = (folder: string) => join(folder, 'process.json')

const writeRecord = (folder: string, record: ProcessRecord) =>
  writeFileSync(recordOf(folder), JSON.stringify(record), { mode: 0o600 })

function readRecord(folder: string): ProcessRecord | undefined {
  try {
    return JSON.parse(readFileSync(recordOf(folder), 'utf8')) as ProcessRecord
  } catch {
    return undefined // not written yet, or truncated by a crash: the process is started again
  }
}

/** Whether the process is a FreeRADIUS with this configuration: the system may have reused its id. */
function isOurs(pid: number, raddb: string): boolean {
  if (existsSync('/proc')) return isFreeradius(pid) && argumentsOf(pid).includes(raddb)
  try {
    const words = execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(' ')
    return words.includes(raddb)
  } catch {
    return false
  }
}

/** The FreeRADIUS in this folder that a killed process of ours left running. */
function findLeft(folder: string, raddb: string): number | undefined {
  const recorded = readRecord(folder)?.pid
  if (recorded !== undefined && isOurs(recorded, raddb)) return recorded
  return processes().find((pid) => isOurs(pid, raddb))
}

/** Whether a FreeRADIUS runs in this folder, started by this process or a previous one. */
export const runsIn = (folder: string): boolean =>
  findLeft(resolve(folder), placesOf(resolve(folder)).raddb) !== undefined

async function end({ pid, hasEnded }: RunningProcess): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(pid, name)
    } catch {
      // It has just ended.
    }
  }
  if (hasEnded()) return
  signal('SIGTERM')
  for (let waited = 0; !hasEnded(); waited += 50) {
    // A hanging database blocks its threads; their requests are in the buffer, or the NAS will repeat them.
    if (waited === 8_000) signal('SIGKILL')
    if (waited > 12_000) throw new Error(`FreeRADIUS ${pid} does not end.`)
    await sleep(50)
  }
}

/** Age in milliseconds at which a file of records counts as pending. */
const lateMs = 15_000

/** Accounting that is not stored in the database yet: its size, and the start of the oldest file. */
export interface BufferState {
  bytes: number
  since: Date | undefined
}

/** Pending accounting in the buffer, and its age. @param folder that of `startRadius` */
export const bufferOf = (folder: string): BufferState => bufferIn(join(resolve(folder), 'log'))

/** The same for a folder of logs, `Layout.log`. */
export function bufferIn(log: string): BufferState {
  const statsIn = (path: string) =>
    (existsSync(path) ? readdirSync(path) : [])
      .map((name) => statSync(join(path, name), { throwIfNoEntry: false }))
      .filter((stat) => stat !== undefined)
  const late = Date.now() - lateMs
  const stats = [
    ...statsIn(join(log, 'radacct', 'buffer')),
    // Usually stored within two seconds.
    ...statsIn(recordsFolder(log)).filter((stat) => stat.mtimeMs < late),
  ]
  // A file system without birth times reports 1970.
  const oldest = Math.min(...stats.map((stat) => stat.birthtimeMs || stat.mtimeMs))
  return {
    bytes: stats.reduce((sum, stat) => sum + stat.size, 0),
    since: stats.length > 0 ? new Date(oldest) : undefined,
  }
}
