import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { temporaryCertificates, type Certificates } from './certificates.ts'
import { forgetClient, isUp, type Control } from './control.ts'
import { makeFolders, writeFiles, type Layout, type Owner } from './files.ts'
import type { Programs } from './programs.ts'

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
  log: Log
  /** Of outer EAP; undefined: a temporary set of its own, which no client trusts. */
  certificates?: Certificates | undefined
  /** Further settings of its database sessions: see `Settings` in files.ts. */
  session?: Readonly<Record<string, string>>
  /** Starts it again when it ends by itself; true where it is left out. */
  keep?: boolean
}

/** A FreeRADIUS that runs in a folder of its own, as a user without rights where that is possible. */
export interface Radius {
  control: Control
  /** Its process now; it changes when it is started again. */
  pid(): number
  /** Reads a NAS anew: what is known of this address is forgotten. */
  forget(address: string): Promise<void>
  healthy(): Promise<boolean>
  stop(): Promise<void>
}

/** A path of a socket has at most 107 bytes (unix(7)). */
const longestSocket = 107

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
    Buffer.byteLength(join(inside, 'radiusd.sock')) <= longestSocket
      ? inside
      : join(tmpdir(), `trunkline-radius-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`)
  return { raddb: join(folder, 'raddb'), log: join(folder, 'log'), run: short }
}

/**
 * Writes the configuration, has FreeRADIUS check it, starts it and waits until it answers. It is a process of its own
 * session: when this one is killed it goes on, and the next start ends it and takes its place.
 * @throws Error with FreeRADIUS's own words
 */
export async function startRadius(options: RadiusOptions): Promise<Radius> {
  const folder = resolve(options.folder)
  const { programs, log, authPort, acctPort } = options
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711)
  const owner = chooseOwner(folder)
  const places = placesOf(folder)
  await endOld(places, log)
  await checkPorts([authPort, acctPort])
  const certificates = options.certificates ?? (await temporaryCertificates(places.raddb))
  writeFiles(places, { ...options, certificates, modules: programs.modules }, owner)
  makeFolders(places, owner)
  // Modules that are not here belong to no test of the configuration.
  const as = { ...owner, cwd: '/', env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', TZ: 'UTC' } }
  const args = ['-d', places.raddb, '-n', 'radiusd']
  await run(programs.freeradius, [...args, '-CX'], { ...as, maxBuffer: 16_000_000 }).catch(
    (error: { stdout?: string }) => {
      const words = (error.stdout ?? '').trim().split('\n').slice(-5).join('\n')
      throw new Error(`FreeRADIUS does not take its configuration in ${places.raddb}:\n${words}`)
    },
  )
  const control: Control = { radmin: programs.radmin, socket: join(places.run, 'radiusd.sock'), authPort, acctPort }

  let child: ChildProcess
  let stopping = false
  const launch = async () => {
    rmSync(control.socket, { force: true })
    child = spawn(programs.freeradius, [...args, '-f'], { ...as, detached: true, stdio: 'ignore' })
    child.unref()
    let fault: Error | undefined
    child.once('error', (error) => (fault = error))
    for (const end = Date.now() + 20_000; !(await isUp(control)); await sleep(50)) {
      if (fault !== undefined || child.exitCode !== null || child.signalCode !== null || Date.now() > end)
        throw new Error(`FreeRADIUS does not start: ${fault?.message ?? lastWords(places.log)}`)
    }
    const one = child
    one.once('exit', () => {
      if (stopping || options.keep === false || one !== child) return
      log.warn({ pid: one.pid }, 'FreeRADIUS ended; starting it again')
      void again(1)
    })
    if (one.exitCode !== null || one.signalCode !== null) throw new Error(`FreeRADIUS ended: ${lastWords(places.log)}`)
  }
  const again = async (seconds: number): Promise<void> => {
    await sleep(seconds * 1000, undefined, { ref: false })
    if (stopping) return
    await launch().catch((error: unknown) => {
      log.warn({ err: error }, 'FreeRADIUS does not start again')
      return again(Math.min(30, seconds * 2))
    })
  }
  await launch()
  log.info(
    { auth_port: authPort, acct_port: acctPort, unprivileged: process.getuid?.() !== 0 || owner !== undefined },
    'FreeRADIUS started',
  )
  return {
    control,
    pid: () => child.pid as number,
    forget: (address) => forgetClient(control, address),
    healthy: () => isUp(control),
    async stop() {
      stopping = true
      await end(child.pid as number, () => child.exitCode !== null || child.signalCode !== null)
    },
  }
}

/** FreeRADIUS opens its ports late and tells only its log: a taken one is told here, by name. */
async function checkPorts(ports: number[]): Promise<void> {
  for (const port of ports)
    await new Promise<void>((done, fail) => {
      const probe = createSocket('udp4')
      probe.once('error', () => fail(new Error(`UDP port ${port} is in use.`)))
      probe.bind(port, '0.0.0.0', () => probe.close(() => done()))
    })
}

const lastWords = (folder: string): string => {
  const path = join(folder, 'radius.log')
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').slice(-3).join('\n') : 'it says nothing'
}

/** Whether the process is a FreeRADIUS of this configuration: a number alone may belong to anything by now. */
function isOurs(pid: number, raddb: string): boolean {
  try {
    const words = existsSync(`/proc/${pid}/cmdline`)
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      : execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
          .trim()
          .split(' ')
    return words.includes(raddb)
  } catch {
    return false
  }
}

/** Ends what a killed process of ours left running in this folder. */
async function endOld({ run: folder, raddb }: Layout, log: Log): Promise<void> {
  const path = join(folder, 'radiusd.pid')
  if (!existsSync(path)) return
  const pid = Number(readFileSync(path, 'utf8'))
  if (pid > 0 && isOurs(pid, raddb)) {
    log.info({ pid }, 'ending the FreeRADIUS that was left running')
    await end(pid, () => !isOurs(pid, raddb))
  }
  rmSync(path, { force: true })
}

async function end(pid: number, gone: () => boolean): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended a moment ago.
    }
  }
  if (gone()) return
  signal('SIGTERM')
  for (let waited = 0; !gone(); waited += 50) {
    // A database that hangs holds its threads; what they were told is in the buffer or asked again by the NAS.
    if (waited === 8_000) signal('SIGKILL')
    if (waited > 12_000) throw new Error(`FreeRADIUS ${pid} does not end.`)
    await sleep(50)
  }
}

/** Whether accounting waits in the buffer for the database, and since when. */
export function bufferOf(folder: string): { bytes: number; since: Date | undefined } {
  const path = join(resolve(folder), 'log', 'radacct', 'buffer')
  const files = existsSync(path) ? readdirSync(path) : []
  const stats = files
    .map((name) => statSync(join(path, name), { throwIfNoEntry: false }))
    .filter((stat) => stat !== undefined)
  const oldest = Math.min(...stats.map((stat) => stat.birthtimeMs))
  return {
    bytes: stats.reduce((sum, stat) => sum + stat.size, 0),
    since: stats.length > 0 ? new Date(oldest) : undefined,
  }
}
