import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'

import { createLog } from '../../log.ts'
import { startEmbedded, type Embedded } from './launcher.ts'
import { packagedServer } from './platform.ts'
import { queryOnce, readPostmaster } from './postmaster.ts'

const log = createLog('silent')
const root = mkdtempSync(join(tmpdir(), 'trunkline-launcher-'))
const asRoot = process.getuid?.() === 0
const running: Embedded[] = []
const children: ChildProcess[] = []
let number = 0

const newFolder = () => join(root, String(++number))

/** These tests do not depend on durability, and the disk may be busy with other tests. */
const settings = { fsync: 'off' }
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

async function start(options: Parameters<typeof startEmbedded>[0]): Promise<Embedded> {
  const server = await startEmbedded({ settings, ...options })
  running.push(server)
  return server
}

/** A process that starts the server, prints that it has, and runs until it is killed. */
function startInChild(dataDir: string): Promise<ChildProcess> {
  const launcher = new URL('./launcher.ts', import.meta.url).href
  const logger = new URL('../../log.ts', import.meta.url).href
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(launcher)})
    const { createLog } = await import(${JSON.stringify(logger)})
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: createLog('silent'), settings: { fsync: 'off' } })
    process.on('SIGTERM', () => server.stop().then(() => process.exit(0)))
    console.log(server.adopted ? 'joined' : 'started')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return new Promise((done, fail) => {
    child.stdout!.once('data', () => done(child))
    child.once('exit', () => fail(new Error('the child ended early')))
  })
}

const ended = (child: ChildProcess) => new Promise((done) => child.once('exit', done))

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const server of running.splice(0)) await server.stop()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('the first start creates a database, and the second start finds its data', async () => {
  const dataDir = newFolder()
  const first = await start({ dataDir, log, settings: {} })
  expect(first.adopted).toBe(false)
  for (const name of ['btree_gist', 'citext', 'pg_trgm', 'ltree']) {
    await queryOnce(first.url, `create extension ${name}`)
  }
  const [fsync] = await queryOnce(first.url, 'show fsync')
  expect(fsync).toEqual({ fsync: 'on' })
  await queryOnce(first.url, 'create table note (text text)')
  await queryOnce(first.url, "insert into note values ('kept')")
  await first.stop()
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)

  const second = await start({ dataDir, log })
  expect(await queryOnce(second.url, 'select text from note')).toEqual([{ text: 'kept' }])
  expect(second.url).toBe(first.url)
})

test('the password is in a file that only its owner can read, and a wrong password is rejected', async () => {
  const dataDir = newFolder()
  const server = await start({ dataDir, log })
  expect(statSync(join(dataDir, 'database-url')).mode & 0o777).toBe(0o600)
  const wrong = new URL(server.url)
  wrong.password = 'wrong'
  await expect(queryOnce(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
})

test('a server that outlived its killed parent is joined, not started twice', async () => {
  const dataDir = newFolder()
  const child = await startInChild(dataDir)
  const before = readPostmaster(join(dataDir, 'postgres'))!
  child.kill('SIGKILL')
  await ended(child)
  const server = await start({ dataDir, log })
  expect(server.adopted).toBe(true)
  expect(readPostmaster(join(dataDir, 'postgres'))!.pid).toBe(before.pid)
  await server.stop()
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('two processes share one server, and the last one to leave stops it', async () => {
  const dataDir = newFolder()
  const [server, child] = await Promise.all([start({ dataDir, log }), startInChild(dataDir)])
  await server.stop()
  const { port } = readPostmaster(join(dataDir, 'postgres'))!
  expect(port).toBe(Number(new URL(server.url).port))
  child.kill('SIGTERM')
  await ended(child)
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('a server that was killed recovers all committed data', async () => {
  const dataDir = newFolder()
  const first = await start({ dataDir, log })
  await queryOnce(first.url, 'create table note (text text)')
  await queryOnce(first.url, "insert into note values ('confirmed')")
  process.kill(readPostmaster(join(dataDir, 'postgres'))!.pid, 'SIGKILL')
  const second = await start({ dataDir, log })
  expect(second.adopted).toBe(false)
  expect(await queryOnce(second.url, 'select text from note')).toEqual([{ text: 'confirmed' }])
})

test('a server that dies while its parent runs is restarted at the same address', async () => {
  const dataDir = newFolder()
  const server = await start({ dataDir, log })
  const first = readPostmaster(join(dataDir, 'postgres'))!.pid
  process.kill(first, 'SIGKILL')
  const again = async (): Promise<unknown> => {
    const { pid, status } = readPostmaster(join(dataDir, 'postgres')) ?? {}
    if (pid !== first && status === 'ready') return await queryOnce(server.url, 'select 1 as one')
    await new Promise((done) => setTimeout(done, 100))
    return await again()
  }
  expect(await again()).toEqual([{ one: 1 }])
})

test('a lock whose process id now belongs to another program does not block the start', async () => {
  const dataDir = newFolder()
  const first = await start({ dataDir, log })
  await first.stop()
  const lock = join(dataDir, 'postgres', 'postmaster.pid')
  const other = spawn('sleep', ['60'])
  children.push(other)
  writeFileSync(lock, `${other.pid}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n\n127.0.0.1\n\nready   \n`)
  const second = await start({ dataDir, log })
  expect(second.adopted).toBe(false)
  expect(other.exitCode).toBeNull()
})

test('a lock left by a killed Trunkline process is taken over', async () => {
  const dataDir = newFolder()
  const first = await start({ dataDir, log })
  await first.stop()
  writeFileSync(join(dataDir, 'postgres.lock'), '4194303 12345')
  const second = await start({ dataDir, log })
  expect(second.adopted).toBe(false)
})

test('library links are created when install scripts were blocked', async () => {
  const bare = copyWithoutLinks()
  const server = await start({ dataDir: newFolder(), log, server: bare })
  expect(await queryOnce(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(lstatSync(join(bare.native, 'lib', 'libpq.so.5')).isSymbolicLink()).toBe(true)
})

test.runIf(asRoot)('root runs the server in a user namespace, and the files still belong to root', async () => {
  const dataDir = newFolder()
  const server = await start({ dataDir, log, identity: 'namespace' })
  expect(await queryOnce(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(0)
})

test.runIf(asRoot)('root without namespaces runs the server as an unprivileged user, and can switch back', async () => {
  // Every user can enter the shared temporary folder, but not a checkout in a home of mode 0700.
  const bare = copyWithoutLinks()
  execFileSync('chmod', ['0755', root])
  const dataDir = newFolder()
  const first = await start({ dataDir, log, server: bare, identity: 'user' })
  await queryOnce(first.url, 'create table note (text text)')
  expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0)
  await first.stop()
  const second = await start({ dataDir, log, server: bare, identity: 'namespace' })
  expect(await queryOnce(second.url, 'select count(*) from note')).toEqual([{ count: '0' }])
})

test('a lost password file is an error that names the file', async () => {
  const dataDir = newFolder()
  const first = await start({ dataDir, log })
  await first.stop()
  rmSync(join(dataDir, 'database-url'))
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow(/database-url with its password is gone/)
  expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true)
})

test('the error on a platform without a packaged server names DATABASE_URL', () => {
  expect(() => packagedServer('sunos-x64', false)).toThrow(/DATABASE_URL/)
  expect(() => packagedServer('linux-x64', true)).toThrow(/musl.*DATABASE_URL/)
})

/** A copy of the binaries as npm unpacks them when install scripts are disabled. */
function copyWithoutLinks(): ReturnType<typeof packagedServer> {
  const native = join(newFolder(), 'native')
  const packaged = packagedServer()
  cpSync(packaged.native, native, {
    recursive: true,
    filter: (path) => !lstatSync(path).isSymbolicLink(),
  })
  expect(readdirSync(join(native, 'lib'))).not.toContain('libpq.so.5')
  expect(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')).toContain('libpq.so.5')
  return { native, postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') }
}
