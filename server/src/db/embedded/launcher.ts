import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Logger } from '../../log.ts'
import { clusterOf, PANEL, prepareCluster, readAddress, writeAddress } from './cluster.ts'
import { chooseIdentity, type Identity } from './identity.ts'
import { linkLibraries } from './libraries.ts'
import { registerProcess, exclusively, isAlive, unregisterProcess } from './occupants.ts'
import { packagedServer, type PackagedServer } from './platform.ts'
import { queryOnce, readPostmaster } from './postmaster.ts'

/** A running embedded server. */
export type Embedded = {
  /** Connection URL with password, as the owner of the panel's database (a superuser). */
  url: string
  /** True if the server was already running: left by a killed process, or shared with a live one. */
  adopted: boolean
  /** Releases the server, and stops it if no other Trunkline process uses it. Never deletes data. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** The panel's data folder; the server's own files go into `postgres` below it. */
  dataDir: string
  log: Pick<Logger, 'info' | 'warn'>
  /** Settings that override all others, for tests. */
  settings?: Record<string, string>
  /** Binaries to use; default: those packaged for this platform. */
  server?: PackagedServer
  /** Restricts the user that the server runs as, for tests. */
  identity?: Identity['kind']
}

/**
 * Starts the packaged PostgreSQL on a loopback port, or joins the server that already runs on this folder; two servers
 * never run on one folder.
 * @throws EmbeddedUnavailable if no packaged server can run on this machine
 * @throws Error with the server's output if it does not start
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log } = options
  const dataDir = resolve(options.dataDir)
  const server = options.server ?? packagedServer()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return await exclusively(dataDir, async () => {
    registerProcess(dataDir)
    try {
      const running = await findRunning(dataDir, log)
      const url = running ?? (await start(dataDir, server, options))
      await ensureDatabase(url)
      const endWatch = watch(dataDir, server, options)
      return {
        url,
        adopted: running !== undefined,
        stop: async () => {
          await endWatch()
          await stop(dataDir, log)
        },
      }
    } catch (error) {
      unregisterProcess(dataDir)
      throw error
    }
  })
}

/**
 * Restarts the server at the same address when something else killed it (such as the kernel's OOM killer). PostgreSQL
 * recovers all committed data; requests get a 503 until then.
 * @returns a function that ends the watch
 */
function watch(dataDir: string, server: PackagedServer, options: EmbeddedOptions): () => Promise<void> {
  const { log } = options
  let restart: Promise<unknown> | undefined
  const timer = setInterval(() => {
    const postmaster = readPostmaster(clusterOf(dataDir))
    if (restart !== undefined) return
    // A zombie process still has a process id, but no working directory.
    if (postmaster !== undefined && isAlive(postmaster.pid) && isServerOf(postmaster.pid, clusterOf(dataDir))) return
    log.warn('the database process ended; restarting it')
    restart = exclusively(dataDir, async () => {
      if ((await findRunning(dataDir, log)) === undefined) {
        await start(dataDir, server, options, { samePort: true })
      }
    })
      .catch((error: unknown) => log.warn({ err: error }, 'the database could not be restarted'))
      .finally(() => (restart = undefined))
  }, 1_000)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await restart
  }
}

/** URL of the server that runs on this folder, if there is one and it is verified to be ours. */
async function findRunning(dataDir: string, log: EmbeddedOptions['log']): Promise<string | undefined> {
  const cluster = clusterOf(dataDir)
  const known = readAddress(dataDir)
  const deadline = Date.now() + 60_000
  let problem: unknown
  while (Date.now() < deadline) {
    const postmaster = readPostmaster(cluster)
    if (postmaster === undefined || known === undefined || !isAlive(postmaster.pid)) return undefined
    if (!isServerOf(postmaster.pid, cluster)) {
      // After a reboot or in a new container another program may have this process id. PostgreSQL would mistake it for
      // a running server and not start.
      log.warn({ server_pid: postmaster.pid }, 'removing the stale lock of a database server')
      rmSync(join(cluster, 'postmaster.pid'), { force: true })
      return undefined
    }
    if (postmaster.status === 'ready') {
      const url = writeAddress(dataDir, known.password, postmaster.port)
      try {
        const [row] = await queryOnce<{ data_directory: string; version: string }>(
          atDatabase(url, 'postgres'),
          `select current_setting('data_directory') as data_directory,
                  current_setting('server_version_num') as version`,
        )
        const major = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
        if (realpathSync(row!.data_directory) !== realpathSync(cluster)) {
          throw new Error(`The server on port ${postmaster.port} serves ${row!.data_directory}.`)
        }
        if (!row!.version.startsWith(major)) {
          throw new Error(`The running server is version ${row!.version}, its folder ${major}.`)
        }
        log.info({ server_pid: postmaster.pid, port: postmaster.port }, 'joined the running database')
        return url
      } catch (error) {
        problem = error
      }
    }
    // The server is starting (recovery after a crash) or stopping, and either ends soon.
    await sleep(100)
  }
  throw new Error(`A database server runs on ${cluster}, but can't be used: ${String(problem)}`)
}

/** True if the process is a PostgreSQL server of this folder, as far as the operating system can tell. */
function isServerOf(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return true
  try {
    // A server changes into its data directory; threads have no entry of their own in /proc.
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

async function start(
  dataDir: string,
  server: PackagedServer,
  options: EmbeddedOptions,
  { samePort = false } = {},
): Promise<string> {
  const { log } = options
  const cluster = clusterOf(dataDir)
  // The server does not inherit our environment, which holds secrets.
  const env: NodeJS.ProcessEnv = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    TZ: 'UTC',
    ...linkLibraries(server.native, join(dataDir, 'postgres-lib')),
  }
  const identity = await chooseIdentity(server.postgres, env, options.identity)
  const {
    password,
    port: lastPort,
    created,
  } = await prepareCluster(dataDir, server, identity, env, { sync: options.settings?.['fsync'] !== 'off' })
  if (created) log.info({ folder: cluster }, 'created a new database')
  let complaint = ''
  for (let attempt = 0; attempt < 20; attempt++) {
    // Other programs store the address, so the port stays the same while it is free.
    const port = samePort ? lastPort : await freePort(attempt === 0 ? lastPort : 0)
    complaint = await tryStart(cluster, server, identity, env, port, options)
    if (complaint === '') {
      log.info({ port, as: identity.kind }, 'database started')
      return writeAddress(dataDir, password, port)
    }
    // The processes of a killed server release its lock file and shared memory shortly after.
    if (!/lock file|shared memory|in use/.test(complaint)) break
    await sleep(300)
  }
  throw new Error(`PostgreSQL did not start on ${cluster}:\n${complaint}`)
}

/** Starts the server once; returns '' when it accepts connections, else its error output. */
async function tryStart(
  cluster: string,
  server: PackagedServer,
  identity: Identity,
  env: NodeJS.ProcessEnv,
  port: number,
  { log, settings }: EmbeddedOptions,
): Promise<string> {
  const fixed = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'on',
    full_page_writes: 'on',
    ...settings,
  }
  const args = ['-D', cluster]
  for (const [name, value] of Object.entries(fixed)) args.push('-c', `${name}=${value}`)
  const startLog = join(cluster, 'start.log')
  const output = openSync(startLog, 'w', 0o600)
  const [file, all] = identity.command(server.postgres, args)
  // Runs in its own session, so that Ctrl+C in the terminal does not stop it before open requests are finished.
  const child = spawn(file, all, {
    ...identity.spawn,
    env,
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  let ended = false
  let detail = ''
  child.on('exit', () => (ended = true))
  child.on('error', (error) => {
    ended = true
    detail = error.message
  })
  child.unref()
  const began = Date.now()
  let reported = 0
  while (!ended) {
    const postmaster = readPostmaster(cluster)
    if (postmaster?.pid === child.pid && postmaster?.status === 'ready') return ''
    const seconds = Math.floor((Date.now() - began) / 10_000) * 10
    if (seconds > reported) {
      reported = seconds
      log.info({ seconds }, 'the database is still recovering')
    }
    await sleep(20)
  }
  return `${detail}${readFileSync(startLog, 'utf8')}${logTail(cluster)}`.trim()
}

/** The end of the newest log file, which the server writes to after its startup phase. */
function logTail(cluster: string): string {
  const folder = join(cluster, 'log')
  if (!existsSync(folder)) return ''
  const files = readdirSync(folder).map((name) => join(folder, name))
  const newest = files.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
  return newest ? readFileSync(newest, 'utf8').slice(-2000) : ''
}

/** A free loopback port: `wanted` if it is free, so that the address stays the same. */
async function freePort(wanted: number): Promise<number> {
  const tryPort = (port: number) =>
    new Promise<number>((done, fail) => {
      const probe = createServer()
      probe.once('error', fail)
      probe.listen(port, '127.0.0.1', () => {
        const address = probe.address()
        probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
      })
    })
  return await tryPort(wanted).catch(() => tryPort(0))
}

/** The same URL with another database name. */
export function atDatabase(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

async function ensureDatabase(url: string): Promise<void> {
  const server = atDatabase(url, 'postgres')
  const found = await queryOnce(server, 'select 1 from pg_database where datname = $1', [PANEL])
  if (found.length === 0) await queryOnce(server, `create database ${PANEL}`)
}

async function stop(dataDir: string, log: EmbeddedOptions['log']): Promise<void> {
  await exclusively(dataDir, async () => {
    if (!unregisterProcess(dataDir)) return
    const cluster = clusterOf(dataDir)
    const postmaster = readPostmaster(cluster)
    if (postmaster === undefined || !isServerOf(postmaster.pid, cluster)) return
    const gone = async (milliseconds: number) => {
      const deadline = Date.now() + milliseconds
      while (Date.now() < deadline) {
        if (readPostmaster(cluster)?.pid !== postmaster.pid || !isAlive(postmaster.pid)) return true
        await sleep(20)
      }
      return false
    }
    // SIGINT is the fast shutdown: PostgreSQL closes all connections and writes a checkpoint. SIGQUIT is the immediate
    // shutdown: the next start runs recovery. Neither loses committed data.
    signal(postmaster.pid, 'SIGINT')
    if (await gone(60_000)) return void log.info('database stopped')
    log.warn('the database is slow to stop; stopping it immediately')
    signal(postmaster.pid, 'SIGQUIT')
    if (!(await gone(10_000))) throw new Error(`The database server ${postmaster.pid} does not stop.`)
  })
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}
