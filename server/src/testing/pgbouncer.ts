import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { warnSkipped } from './radius-here.ts'

const program = '/usr/sbin/pgbouncer'

/** Why tests with a real PgBouncer cannot run on this machine; undefined if they can. In CI they must. */
export const noPgbouncer = (): string | undefined =>
  existsSync(program)
    ? undefined
    : warnSkipped('tests on PgBouncer', 'PgBouncer is not installed. Run: apt-get install pgbouncer')

export interface PgbouncerSettings {
  /** URL of the database behind it, with user and password. */
  url: string
  mode: 'session' | 'transaction' | 'statement'
  /** Additional lines of `[pgbouncer]` in its configuration. */
  settings?: Record<string, string | number>
  port?: number
}

export interface Pgbouncer {
  /** The same database through PgBouncer, with the same user. */
  url: string
  pid: number
  /** Resolves when the process has ended. */
  ended: Promise<void>
  stop(): Promise<void>
}

const freeTcpPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((done) => server.close(done))
  return port
}

/** A PgBouncer in front of a database, on 127.0.0.1. Every database user can log in with its own password. */
export async function startPgbouncer({ url, mode, settings = {}, port }: PgbouncerSettings): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-pgbouncer-'))
  const at = new URL(url)
  const listen = port ?? (await freeTcpPort())
  const user = decodeURIComponent(at.username)
  const escaped = (text: string) => text.replaceAll('"', '""')
  writeFileSync(join(folder, 'users'), `"${escaped(user)}" "${escaped(decodeURIComponent(at.password))}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${at.hostname} port=${at.port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
logfile = ${join(folder, 'log')}
${Object.entries(settings)
  .map(([name, value]) => `${name} = ${value}`)
  .join('\n')}
`,
  )
  // PgBouncer does not run as root; Debian's package adds this user with PostgreSQL's common files.
  const asRoot = process.getuid?.() === 0
  const owner = asRoot ? idsOf('postgres') : undefined
  if (owner !== undefined) {
    for (const path of [folder, join(folder, 'users'), join(folder, 'pgbouncer.ini')]) chownSync(path, ...owner)
    chmodSync(folder, 0o700)
  }
  const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...(owner && { uid: owner[0], gid: owner[1] }),
  })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  for (let tries = 0; !(await answers(listen)); tries++) {
    if (tries > 100 || child.exitCode !== null)
      throw new Error(`PgBouncer did not start:\n${readFileSync(join(folder, 'log'), 'utf8')}`)
    await sleep(100)
  }
  at.hostname = '127.0.0.1'
  at.port = String(listen)
  return {
    url: at.href,
    pid: child.pid as number,
    ended,
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function idsOf(name: string): [number, number] {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = (line ?? '').split(':').map(Number)
  if (uid === undefined || gid === undefined) throw new Error(`There is no user ${name}.`)
  return [uid, gid]
}

const answers = (port: number) =>
  new Promise<boolean>((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => (socket.destroy(), done(true)))
    socket.once('error', () => done(false))
  })
