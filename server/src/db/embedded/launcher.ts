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
import { enter, exclusively, isAlive, leave } from './occupants.ts'
import { packagedServer, type PackagedServer } from './platform.ts'
import { queryOnce, readPostmaster } from './postmaster.ts'

/** A running embedded server. */
export type Embedded = {
  /** Address with password, as the owner of the panel's database (a superuser). */
  url: string
  /** True when the server was already running: left by a killed process, or shared with a live one. */
  adopted: boolean
  /** Leaves the server, and stops it when no other process of ours uses it. Never deletes data. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** The panel's data folder; the server's own files go into `postgres` below it. */
  dataDir: string
  log: Pick<Logger, 'info' | 'warn'>
  /** Settings that go before all others, for tests. */
  settings?: Record<string, string>
  /** Binaries to use, else those packaged for this machine. */
  server?: PackagedServer
  /** Restricts as whom root runs the server, for tests. */
  identity?: Identity['kind']
}

/**
 * Starts the packaged PostgreSQL on a loopback port, or joins the one that already runs on this
 * folder; there is never a second one.
 * @throws EmbeddedUnavailable where no packaged server can run
 * @throws Error with the server's own words when it does not start
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log } = options
  const dataDir = resolve(options.dataDir)
  const server = options.server ?? packagedServer()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return await exclusively(dataDir, async () => {
    enter(dataDir)
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
      leave(dataDir)
      throw error
    }
  })
}

/**
 * Starts the server again, at the same address, when it was ended from outside (a system out of
 * memory). What it had confirmed is recovered; requests get a 503 meanwhile.
 * @returns a function that ends the watch
 */
function watch(dataDir: string, server: PackagedServer, options: EmbeddedOptions): () => Promise<void> {
  const { log } = options
  let restart: Promise<unknown> | undefined
  const timer = setInterval(() => {
    const postmaster = readPostmaster(clusterOf(dataDir))
    if (restart !== undefined) return
    // A dead process whose parent does not collect it is still there by its number, without a folder.
    if (postmaster !== undefined && isAlive(postmaster.pid) && isServerOf(postmaster.pid, clusterOf(dataDir))) return
    log.warn('the database ended; starting it again')
    restart = exclusively(dataDir, async () => {
      if ((await findRunning(dataDir, log)) === undefined) {
        await start(dataDir, server, options, { samePort: true })
      }
    })
      .catch((error: unknown) => log.warn({ err: error }, 'the database does not start again'))
      .finally(() => (restart = undefined))
  }, 1_000)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await restart
  }
}

/** Address of the server that runs on this folder, if one does and proves to be ours. */
async function findRunning(dataDir: string, log: EmbeddedOptions['log']): Promise<string | undefined> {
  const cluster = clusterOf(dataDir)
  const known = readAddress(dataDir)
  const deadline = Date.now() + 60_000
  let problem: unknown
  while (Date.now() < deadline) {
    const postmaster = readPostmaster(cluster)
    if (postmaster === undefined || known === undefined || !isAlive(postmaster.pid)) return undefined
    if (!isServerOf(postmaster.pid, cluster)) {
      // After a reboot or in a new container the number belongs to some other program, and
      // PostgreSQL would take that one for itself and refuse to start.
      log.warn({ server_pid: postmaster.pid }, 'removing the lock of a database server that is gone')
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
    // Starting (recovery after a crash) or stopping: either ends soon.
    await sleep(100)
  }
  throw new Error(`A database server runs on ${cluster}, but can't be used: ${String(problem)}`)
}

/** True when the process is a PostgreSQL server of this folder, as far as the system tells. */
function isServerOf(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return true
  try {
    // A server changes into its data directory, and threads have no folder entry of their own.
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
  // Nothing of our environment: the server has no business with our secrets.
  const env: NodeJS.ProcessEnv = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    TZ: 'UTC',
    ...linkLibraries(server.native, join(dataDir, 'postgres-lib')),
  }
  const identity = await chooseIdentity(server.postgres, env, options.identity)
  const {
    password,
    port: lastPort,
    made: created,
  } = await prepareCluster(dataDir, server, identity, env, { sync: options.settings?.['fsync'] !== 'off' })
  if (created) log.info({ folder: cluster }, 'made a new database')
  let complaint = ''
  for (let attempt = 0; attempt < 20; attempt++) {
    // Other programs know the address, so it stays while the port is free.
    const port = samePort ? lastPort : await freePort(attempt === 0 ? lastPort : 0)
    complaint = await tryStart(cluster, server, identity, env, port, options)
    if (complaint === '') {
      log.info({ port, as: identity.kind }, 'database started')
      return writeAddress(dataDir, password, port)
    }
    // Processes of a server that was killed let go of lock and memory a moment later.
    if (!/lock file|shared memory|in use/.test(complaint)) break
    await sleep(300)
  }
  throw new Error(`PostgreSQL did not start on ${cluster}:\n${complaint}`)
}

/** Starts the server once; returns '' when it accepts connections, else what it complained of. */
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
  const firstWords = join(cluster, 'start.log')
  const output = openSync(firstWords, 'w', 0o600)
  const [file, all] = identity.command(server.postgres, args)
  // Its own session: Ctrl+C in our terminal must not reach it before our requests are done.
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
  return `${detail}${readFileSync(firstWords, 'utf8')}${lastWords(cluster)}`.trim()
}

/** The end of the newest log file, where the server writes once it is past its first steps. */
function lastWords(cluster: string): string {
  const folder = join(cluster, 'log')
  if (!existsSync(folder)) return ''
  const files = readdirSync(folder).map((name) => join(folder, name))
  const newest = files.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
  return newest ? readFileSync(newest, 'utf8').slice(-2000) : ''
}

/** A free loopback port; `wanted` if it is one and free, so that an address stays the same. */
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

/** The same address with another database name. */
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
    if (!leave(dataDir)) return
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
    // SIGINT is the fast stop: connections end, a checkpoint is written. SIGQUIT stops at once and
    // leaves the rest to recovery; nothing that was confirmed is lost by either.
    signal(postmaster.pid, 'SIGINT')
    if (await gone(60_000)) return void log.info('database stopped')
    log.warn('the database is slow to stop; stopping it at once')
    signal(postmaster.pid, 'SIGQUIT')
    if (!(await gone(10_000))) throw new Error(`The database server ${postmaster.pid} does not stop.`)
  })
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // Ended by itself a moment ago.
  }
}
