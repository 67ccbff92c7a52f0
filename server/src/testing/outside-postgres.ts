import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chooseIdentity, chownTo } from '../db/embedded/identity.ts'
import { queryOnce, readPostmaster } from '../db/embedded/postmaster.ts'
import { freePort } from './radius.ts'

const packages = '/usr/lib/postgresql'

/** Programs of the newest Debian PostgreSQL on this machine; undefined if none is installed. */
export function debianPostgres(): string | undefined {
  const versions = existsSync(packages) ? readdirSync(packages) : []
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(packages, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

/** A separate server, as an administrator would run one for the panel. */
export interface OutsidePostgres {
  /** URL of the maintenance database as a superuser. */
  url: string
  /**
   * A database whose owner is not a superuser and may create roles.
   * @returns its URL as that owner
   */
  createOwned(name: string): Promise<string>
  stop(): Promise<void>
}

/** Starts Debian's PostgreSQL on a new folder. */
export async function startOutsidePostgres(folder: string): Promise<OutsidePostgres> {
  const programs = debianPostgres()!
  const env = { PATH: '/usr/bin:/bin', TZ: 'UTC' }
  const identity = await chooseIdentity(join(programs, 'postgres'), env)
  mkdirSync(folder, { mode: 0o700 })
  const passwordFile = `${folder}.password`
  writeFileSync(passwordFile, 'outside', { mode: 0o600 })
  if (identity.owner) for (const path of [folder, passwordFile]) chownTo(identity.owner, path)
  const options = [
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
  ]
  await promisify(execFile)(...identity.command(join(programs, 'initdb'), ['-D', folder, ...options]), {
    ...identity.spawn,
    env,
    cwd: '/',
  })
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  /** @returns the server; undefined if another process has taken the port meanwhile */
  async function startOn(port: number): Promise<ChildProcess | undefined> {
    const [file, args] = identity.command(join(programs, 'postgres'), ['-D', folder, '-p', String(port), ...settings])
    const started = spawn(file, args, { ...identity.spawn, env, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
    let log = ''
    started.stderr!.on('data', (chunk) => (log += String(chunk)))
    for (let timeouts = 0; readPostmaster(folder)?.status !== 'ready'; timeouts++) {
      if (started.exitCode !== null && log.includes('Address already in use')) return undefined
      if (started.exitCode !== null || timeouts > 600) throw new Error(`PostgreSQL did not start: ${log}`)
      await sleep(50)
    }
    return started
  }
  let port = await freePort()
  let server = await startOn(port)
  while (server === undefined) {
    port = await freePort()
    server = await startOn(port)
  }
  const url = `postgres://postgres:outside@127.0.0.1:${port}/postgres`
  return {
    url,
    async createOwned(name) {
      await queryOnce(url, `create role ${name} login createrole password 'owner'`)
      await queryOnce(url, `create database ${name} owner ${name}`)
      return `postgres://${name}:owner@127.0.0.1:${port}/${name}`
    },
    async stop() {
      const { pid } = readPostmaster(folder) ?? {}
      const ended = new Promise((done) => server.once('exit', done))
      if (pid !== undefined && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder))
        process.kill(pid, 'SIGINT')
      await ended
    },
  }
}
