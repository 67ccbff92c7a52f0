import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { atDatabase, startEmbedded, type Embedded } from './db/embedded/launcher.ts'
import { queryOnce } from './db/embedded/postmaster.ts'
import { createLog } from './log.ts'

vi.setConfig({ testTimeout: 180_000 })

/** Output and exit status of starts that fail because of a setting. Each test runs the real process. */
const key = Buffer.alloc(32, 7).toString('base64')
const asRoot = process.getuid?.() === 0
/** Debian's user `nobody`, to whom file permissions apply. */
const noSuchId = 65_534

let root: string
/** A separate server: the panel rejects that of the other tests, which does not wait for the disk. */
let server: Embedded
/** The start without a database, which waits for a minute: runs concurrently with the other tests. */
let unreachable: { port: number; ended: ReturnType<typeof start> }

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'trunkline-start-'))
  chmodSync(root, 0o755)
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  unreachable = {
    port,
    ended: start({ TRUNKLINE_KEY: key, DATABASE_URL: `postgres://someone:secret@127.0.0.1:${port}/trunkline` }),
  }
  server = await startEmbedded({ dataDir: join(root, 'server'), log: createLog('silent') })
})
afterAll(async () => {
  await server.stop()
  rmSync(root, { recursive: true, force: true })
})

/** Starts the panel and waits until it exits. `uid`: the user that it runs as; `command`: a wrapper command. */
async function start(env: NodeJS.ProcessEnv, { uid, command = [] }: { uid?: number; command?: string[] } = {}) {
  const [file, ...args] = [...command, process.execPath, ...inject('panelArguments')] as [string, ...string[]]
  const child = spawn(file, args, {
    env: {
      PATH: process.env.PATH ?? '',
      HOST: '127.0.0.1',
      PORT: '0',
      TRUNKLINE_RADIUS: 'off',
      TRUNKLINE_DEMO: 'off',
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  child.stderr.on('data', (chunk) => (printed += String(chunk)))
  const [status] = (await once(child, 'close')) as [number | null]
  // JSON lines are the log; the rest is for the operator.
  const message = printed
    .split('\n')
    .filter((line) => !line.startsWith('{'))
    .join('\n')
    .trim()
  expect(printed).not.toMatch(/\n\s+at |"stack"/)
  return { status, message }
}

const settings = (...errors: string[]) =>
  `Trunkline can't start with these settings:\n${errors.map((error) => `  ${error}`).join('\n')}`

/** The server's URL with another database name or another login. */
function address(change: (url: URL) => void): string {
  const url = new URL(server.url)
  change(url)
  return url.href
}
const place = () => new URL(server.url).host

test('a data folder that another user owns', async () => {
  const folder = join(root, 'owned')
  mkdirSync(folder, { mode: 0o555 })
  const { status, message } = await start({ TRUNKLINE_DATA: folder }, asRoot ? { uid: noSuchId } : {})
  expect(message).toMatch(
    new RegExp(
      `^Trunkline can't start with these settings:\n  TRUNKLINE_DATA: the user \\S+ \\(\\d+\\) may not read and write ${folder}/\\S+: change the owner of ${folder}, or name another folder$`,
    ),
  )
  expect(status).toBe(78)
})

test.skipIf(!asRoot)('a data folder on a read-only file system', async () => {
  const folder = join(root, 'readonly')
  mkdirSync(folder)
  const mount = `mount -t tmpfs -o ro tmpfs ${folder} && exec "$@"`
  expect(await start({ TRUNKLINE_DATA: folder }, { command: ['unshare', '-m', 'sh', '-c', mount, 'sh'] })).toEqual({
    status: 78,
    message: settings(`TRUNKLINE_DATA: ${folder} is on a read-only file system`),
  })
})

test.skipIf(!asRoot)('a data folder on a full file system, whose exit status permits a later start', async () => {
  const folder = join(root, 'full')
  mkdirSync(folder)
  const mount = `mount -t tmpfs -o size=64k tmpfs ${folder} && head -c 1M /dev/zero > ${folder}/filler; exec "$@"`
  const { status, message } = await start(
    { TRUNKLINE_DATA: folder, TRUNKLINE_KEY: key },
    { command: ['unshare', '-m', 'sh', '-c', mount, 'sh'] },
  )
  expect(message).toContain(settings(`TRUNKLINE_DATA: no space is left on the file system of ${folder}`))
  expect(status).toBe(69)
})

test('a data folder that does not exist is created; one that cannot be created is named', async () => {
  const file = join(root, 'file')
  writeFileSync(file, '')
  expect(await start({ TRUNKLINE_DATA: join(file, 'data') })).toEqual({
    status: 78,
    message: settings(`TRUNKLINE_DATA: ${join(file, 'data')} is not a folder, or lies below a file`),
  })
  expect(await start({ TRUNKLINE_DATA: '/proc/no-such-folder/data' })).toEqual({
    status: 78,
    message: settings('TRUNKLINE_DATA: /proc/no-such-folder/data does not exist and cannot be created (ENOENT)'),
  })
})

test('a wrong password, and a database that does not exist', async () => {
  const wrong = address((url) => (url.password = 'not-this-one'))
  expect(await start({ TRUNKLINE_KEY: key, DATABASE_URL: wrong })).toEqual({
    status: 78,
    message: settings(
      `DATABASE_URL: the server at ${place()} rejected the password of the user "${new URL(server.url).username}"`,
    ),
  })
  const missing = address((url) => (url.pathname = '/no-such-database'))
  expect(await start({ TRUNKLINE_KEY: key, DATABASE_URL: missing })).toEqual({
    status: 78,
    message: settings(`DATABASE_URL: there is no database "no-such-database" on the server at ${place()}`),
  })
})

test('the database of another application', async () => {
  await queryOnce(server.url, 'create database blog')
  const blog = atDatabase(server.url, 'blog')
  await queryOnce(blog, 'create table wp_posts (id int); create table wp_users (id int)')
  expect(await start({ TRUNKLINE_KEY: key, DATABASE_URL: blog })).toEqual({
    status: 78,
    message: settings(
      'DATABASE_URL: the database "blog" holds tables of another application (wp_posts, wp_users): name an empty one',
    ),
  })
})

test('a password that is wrong for one of the roles with their own login', async () => {
  const wrong = address((url) => (url.password = 'not-this-one'))
  for (const variable of ['DATABASE_APP_URL', 'DATABASE_APP_ALL_URL']) {
    const { status, message } = await start({ TRUNKLINE_KEY: key, DATABASE_URL: server.url, [variable]: wrong })
    expect(message).toBe(
      settings(
        `${variable}: the server at ${place()} rejected the password of the user "${new URL(server.url).username}"`,
      ),
    )
    expect(status).toBe(78)
  }
})

test('a port that another program uses', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  try {
    expect(await start({ TRUNKLINE_KEY: key, DATABASE_URL: server.url, PORT: String(port) })).toMatchObject({
      status: 78,
      message: expect.stringContaining(settings(`PORT: port ${port} of 127.0.0.1 is in use by another program`)),
    })
    expect(
      await start({
        TRUNKLINE_KEY: key,
        DATABASE_URL: server.url,
        TRUNKLINE_ROLE: 'worker',
        WORKER_PORT: String(port),
      }),
    ).toMatchObject({
      status: 78,
      message: expect.stringContaining(settings(`WORKER_PORT: port ${port} of 127.0.0.1 is in use by another program`)),
    })
  } finally {
    holder.close()
  }
})

test('an address that does not belong to this machine', async () => {
  expect(await start({ TRUNKLINE_KEY: key, DATABASE_URL: server.url, HOST: '203.0.113.1' })).toMatchObject({
    status: 78,
    message: expect.stringContaining(settings('HOST: 203.0.113.1 is no address of this machine')),
  })
})

test('a database that does not answer for a minute ends the start with a status that permits a retry', async () => {
  const { port, ended } = unreachable
  expect(await ended).toEqual({
    status: 69,
    message: settings(
      `DATABASE_URL: no database answers at 127.0.0.1:${port} (connect ECONNREFUSED 127.0.0.1:${port})`,
    ),
  })
}, 120_000)
