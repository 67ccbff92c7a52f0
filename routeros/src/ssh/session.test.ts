import { createServer, type Server } from 'node:net'
import { startSimulator, type Simulator, type SimulatorOptions } from '@trunkline/simulator'
import { afterEach, expect, test } from 'vitest'
import { readBinaryBackup } from '../actions/binary-backup.ts'
import { exportConfig } from '../actions/export.ts'
import { connect } from '../connect.ts'
import type { RouterError } from '../errors.ts'
import { connectSsh, type SshSession } from './session.ts'

const password = 'kept-Secret-1'
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function start(options: SimulatorOptions = {}): Promise<Simulator> {
  const router = await startSimulator({ users: [{ name: 'panel', password }], ssh: 0, still: true, ...options })
  ends.push(() => router.stop())
  return router
}
const target = (router: Simulator) => ({
  address: router.host,
  port: router.ports.ssh as number,
  user: 'panel',
  password,
})
async function open(router: Simulator, more: object = {}): Promise<SshSession> {
  const session = await connectSsh({ ...target(router), ...more })
  ends.push(() => session.close())
  return session
}
const errorOf = async (work: Promise<unknown>) =>
  (await work.then(
    () => undefined,
    (error: unknown) => error,
  )) as RouterError

/** A router of a version before 7.13, with more configuration than a print of its file includes. */
async function older(version: string) {
  const router = await start({ version, personality: version.startsWith('6') ? 'v6-capsman' : 'v7-wireless' })
  for (let n = 0; n < 60; n++)
    router.insert('ip/firewall/address-list', { list: 'customers', address: `192.0.2.${n}`, comment: `Größe ${n}` })
  const session = await connect({
    host: router.host,
    port: router.ports.api as number,
    transport: 'api',
    user: 'panel',
    password,
  })
  ends.push(() => session.close())
  return { router, session }
}

test.each(['6.49.17', '7.8'])(
  'version %s returns a long configuration and a binary backup over SSH',
  async (version) => {
    const { router, session } = await older(version)
    expect((await errorOf(exportConfig(session))).kind).toBe('unsupported')
    const shared = await open(router)
    const ssh = () => Promise.resolve(shared)
    const text = await exportConfig(session, { ssh })
    expect(text.length).toBeGreaterThan(4096)
    expect(text).toContain('comment="Größe 59"')
    const backup = await readBinaryBackup(session, { password: 'of-the-backup', ssh })
    expect(backup.content.subarray(0, 4).toString('hex')).toBe('efa89172')
    expect(router.table('file').filter(({ name }) => name?.includes('trunkline'))).toEqual([])
  },
)

test('the host key is known after the first connection, and another one is rejected before the password is sent', async () => {
  const router = await start()
  const { hostKey } = await open(router)
  expect(hostKey).toMatch(/^[0-9a-f]{64}$/)
  expect((await open(router, { pinned: hostKey })).hostKey).toBe(hostKey)
  const logins = () => router.table('log').filter(({ message }) => message?.includes('via ssh')).length
  const before = logins()
  const error = await errorOf(connectSsh({ ...target(router), pinned: 'ab'.repeat(32) }))
  expect([error.kind, error.fingerprint]).toEqual(['certificate', hostKey])
  expect(logins()).toBe(before)
})

test('a wrong password, a missing policy and a missing file are rejected', async () => {
  const router = await start({
    users: [
      { name: 'panel', password },
      { name: 'viewer', password, group: 'read' },
    ],
  })
  const login = await errorOf(connectSsh({ ...target(router), password: 'wrong' }))
  expect([login.kind, login.message.includes('wrong')]).toEqual(['login', false])
  const viewer = await open(router, { user: 'viewer' })
  expect((await errorOf(viewer.readFile('none.rsc', { maxBytes: 100 }))).kind).toBe('refused')
  const session = await open(router)
  expect((await errorOf(session.readFile('none.rsc', { maxBytes: 100 }))).kind).toBe('refused')
})

test('a file above the limit is not read', async () => {
  const { router, session } = await older('7.8')
  const shared = await open(router)
  await session.run('export', { file: 'long' })
  expect((await errorOf(shared.readFile('long.rsc', { maxBytes: 1000 }))).kind).toBe('unsupported')
})

test('a silent host, a closed port and a host without SSH end with their reason within the time limit', async () => {
  const silent = await listen(createServer(() => {}))
  const other = await listen(createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
  const at = (port: number) => ({ address: '127.0.0.1', port, user: 'panel', password, connectTimeoutMs: 300 })
  expect((await errorOf(connectSsh(at(silent)))).kind).toBe('timeout')
  expect(['protocol', 'unreachable']).toContain((await errorOf(connectSsh(at(other)))).kind)
  expect((await errorOf(connectSsh(at(1)))).kind).toBe('unreachable')
})

test('a router that dies while a file is read ends the reading', async () => {
  const { router, session } = await older('7.8')
  await session.run('export', { file: 'long' })
  const shared = await open(router)
  await shared.readFile('long.rsc', { maxBytes: 1e6 })
  void router.reboot()
  const error = await errorOf(shared.readFile('long.rsc', { maxBytes: 1e6, timeoutMs: 2000 }))
  expect(['closed', 'refused', 'timeout']).toContain(error.kind)
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  return (server.address() as { port: number }).port
}
