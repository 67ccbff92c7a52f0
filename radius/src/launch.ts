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

/** Where what happens is told; nothing that is secret is. */
export interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

export interface RadiusOptions {
  /** A folder of its own. Its buffer holds what the database has not taken yet: never delete it. */
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
  /** Of outer EAP; undefined: a temporary set of its own, which no client trusts. */
  certificates?: Certificates | undefined
  /** Further settings of its database sessions: see `Settings` in files.ts. */
  session?: Readonly<Record<string, string>>
  /** Starts it again when it ends by itself; true where it is left out. */
  keep?: boolean
  /** Goes on with the FreeRADIUS that already runs in this folder, if it has this configuration; false where it is left out. */
  adopt?: boolean
}

/** A FreeRADIUS that runs in a folder of its own, as a user without rights where that is possible. */
export interface Radius {
  control: Control
  /** Where it writes interim updates and accepted logins: see `loadRecords`. */
  records: string
  /** It was already running when this process started. */
  adopted: boolean
  /** Its process now; it changes when it is started again. */
  pid(): number
  /** Settles when its first process ends. */
  ended: Promise<void>
  /** Reads a NAS anew: what is known of this address is forgotten. */
  forget(address: string): Promise<void>
  healthy(): Promise<boolean>
  stop(): Promise<void>
}

/** A process of FreeRADIUS, a child of this one or not. */
interface Running {
  pid: number
  hasEnded(): boolean
  ended: Promise<void>
}

/** A path of a socket has at most 107 bytes (unix(7)). */
const maxSocketPathLength = 107

/** Milliseconds between two looks at a process that is no child of this one. */
const lookMs = 500

/** Root gives its place to the user that the distribution made for FreeRADIUS, if that one can reach the folder. */
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
 * Writes the configuration, has FreeRADIUS check it, starts it and waits until it answers. It is a process of its own
 * session: when this one is killed it goes on, and the next start adopts it (`adopt`) or ends it and takes its place.
 * @throws RadiusError with the reason, and FreeRADIUS's own words where it gave any
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
  // Modules that are not here belong to no test of the configuration.
  const as = { ...owner, cwd: '/', env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', TZ: 'UTC' } }
  const args = ['-d', places.raddb, '-n', 'radiusd']

  let current: Running
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
        throw new RadiusError('failed', { reason: 'start', text: failure?.message ?? lastWords(places.log) })
      }
    if (started.hasEnded()) throw new RadiusError('failed', { reason: 'start', text: lastWords(places.log) })
    current = started
    if (options.keep !== false)
      void started.ended.then(() => {
        if (stopping) return
        log.warn({ pid: started.pid }, 'FreeRADIUS ended; starting it again')
        void again(1)
      })
  }
  const again = async (seconds: number): Promise<void> => {
    await sleep(seconds * 1000, undefined, { ref: false })
    if (stopping) return
    await launch().catch((error: unknown) => {
      log.warn({ err: error }, 'FreeRADIUS does not start again')
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
      log.info({ pid: left }, 'ending the FreeRADIUS that was left running')
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

function ofChild(child: ChildProcess): Running {
  return {
    pid: child.pid as number,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    ended: new Promise((done) => child.once('exit', () => done())),
  }
}

/** A process that another one has started: the system reports its end to that one only, so it is looked for. */
function ofForeign(pid: number, raddb: string): Running {
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

/** Characters of output that an error holds. */
const maxText = 500

const lastWords = (folder: string): string => {
  const path = join(folder, 'radius.log')
  return existsSync(path)
    ? readFileSync(path, 'utf8').trim().split('\n').slice(-3).join('\n').slice(-maxText)
    : 'no output'
}

/** The process that was started last in a folder, and a hash of its configuration. FreeRADIUS itself writes no pid file with -f. */
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
    return undefined // not written yet, or cut off by a crash: then the process is started again
  }
}

/** Whether the process is a FreeRADIUS of this configuration: a number alone may belong to anything by now. */
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

/** The FreeRADIUS that a killed process of ours left running in this folder. */
function findLeft(folder: string, raddb: string): number | undefined {
  const recorded = readRecord(folder)?.pid
  if (recorded !== undefined && isOurs(recorded, raddb)) return recorded
  return processes().find((pid) => isOurs(pid, raddb))
}

/** Whether a FreeRADIUS runs in this folder, started by this process or by one before it. */
export const runsIn = (folder: string): boolean =>
  findLeft(resolve(folder), placesOf(resolve(folder)).raddb) !== undefined

async function end({ pid, hasEnded }: Running): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended a moment ago.
    }
  }
  if (hasEnded()) return
  signal('SIGTERM')
  for (let waited = 0; !hasEnded(); waited += 50) {
    // A database that hangs holds its threads; what they were told is in the buffer or asked again by the NAS.
    if (waited === 8_000) signal('SIGKILL')
    if (waited > 12_000) throw new Error(`FreeRADIUS ${pid} does not end.`)
    await sleep(50)
  }
}

/** Milliseconds after which a file of records counts as waiting. */
const lateMs = 15_000

/** Accounting that waits for the database: its size, and when the oldest file of it was begun. */
export interface BufferState {
  bytes: number
  since: Date | undefined
}

/** Whether accounting waits in the buffer for the database, and since when. @param folder that of `startRadius` */
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
  // A file system may know no time of birth and say 1970.
  const oldest = Math.min(...stats.map((stat) => stat.birthtimeMs || stat.mtimeMs))
  return {
    bytes: stats.reduce((sum, stat) => sum + stat.size, 0),
    since: stats.length > 0 ? new Date(oldest) : undefined,
  }
}
