import { afterEach, expect, test } from 'vitest'
import { startSimulator, type Simulator, type SimulatorOptions } from '@trunkline/simulator'
import { connect } from './connect.ts'
import type { MenuChange, Session, Target } from './session.ts'

let simulator: Simulator | undefined
const sessions: Session[] = []

afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close()
  await simulator?.stop()
})

async function start(options: SimulatorOptions = {}) {
  simulator = await startSimulator({
    users: [{ name: 'panel', password: 'kept-Secret-1' }],
    apiTls: 0,
    rest: 0,
    restTls: 0,
    ...options,
  })
  return simulator
}
type Way = 'api' | 'api-ssl' | 'rest' | 'rest in TLS'
const ways: Way[] = ['api', 'api-ssl', 'rest', 'rest in TLS']
const both: Way[] = ['api', 'rest']
const targetOf = (of: Simulator, way: Way): Target => {
  const port = { api: of.ports.api, 'api-ssl': of.ports.apiTls, rest: of.ports.rest, 'rest in TLS': of.ports.restTls }[
    way
  ]
  const transport = way === 'rest in TLS' ? 'rest' : way
  return {
    host: of.host,
    transport,
    tls: way === 'rest in TLS',
    user: 'panel',
    password: 'kept-Secret-1',
    ...(port === undefined ? {} : { port }),
  }
}
const open = async (of: Simulator, way: Way, more: Partial<Target> = {}) => {
  const session = await connect({ ...targetOf(of, way), ...more })
  sessions.push(session)
  return session
}

test.each(ways)('rows are added, read, changed, unset and removed over %s', async (way) => {
  const session = await open(await start(), way)
  const id = await session.add('ip/address', { address: '172.30.9.1/24', interface: 'ether2', comment: 'Küche = 雪' })
  expect(id).toMatch(/^\*[0-9A-F]+$/)
  const read = () => session.print('ip/address', { where: { '.id': id }, proplist: ['address', 'comment', 'disabled'] })
  expect(await read()).toEqual([{ '.id': id, address: '172.30.9.1/24', comment: 'Küche = 雪', disabled: 'false' }])
  await session.set('ip/address', id, { comment: null, disabled: true })
  const [changed] = await read()
  expect(changed).toMatchObject({ address: '172.30.9.1/24', disabled: 'true' })
  expect(changed?.comment ?? '').toBe('')
  const disabled = await session.print('ip/address', { where: { disabled: true }, proplist: ['address'] })
  expect(disabled.map((row) => row['.id'])).toContain(id)
  const enabled = await session.print('ip/address', { where: { disabled: false, dynamic: false } })
  expect(enabled.length).toBeGreaterThan(0)
  expect(enabled.map((row) => row['.id'])).not.toContain(id)
  await expect(session.add('ip/address', { address: '172.30.9.1/24', interface: 'ether2' })).rejects.toMatchObject({
    kind: 'refused',
    message: 'failure: already have such address',
  })
  await session.remove('ip/address', id)
  expect(await read()).toEqual([])
  await expect(session.remove('ip/address', id)).rejects.toMatchObject({ kind: 'refused', sent: true })
})

test.each(both)('singletons are read and written over %s', async (way) => {
  const session = await open(await start(), way)
  expect(await session.print('system/resource', { proplist: ['version'] })).toHaveLength(1)
  await session.set('system/identity', null, { name: 'roof 7' })
  expect(await session.print('system/identity')).toEqual([{ name: 'roof 7' }])
  await session.set('ip/dns', null, { servers: '9.9.9.9,1.1.1.1', 'allow-remote-requests': true })
  const [dns] = await session.print('ip/dns')
  expect(dns).toMatchObject({ servers: '9.9.9.9,1.1.1.1', 'allow-remote-requests': 'true' })
  await session.set('ip/dns', null, { servers: null })
  expect((await session.print('ip/dns'))[0]?.servers ?? '').toBe('')
})

test.each(both)('rows of an ordered menu are moved over %s', async (way) => {
  const session = await open(await start(), way)
  const ids: string[] = []
  for (const comment of ['a', 'b', 'c'])
    ids.push(await session.add('ip/firewall/nat', { chain: 'srcnat', action: 'masquerade', comment }))
  const order = async () =>
    (await session.print('ip/firewall/nat', { proplist: ['comment'] }))
      .map((row) => row.comment ?? '')
      .filter((comment) => /^[abc]$/.test(comment))
      .join('')
  expect(await order()).toBe('abc')
  await session.move('ip/firewall/nat', ids[2] ?? '', ids[0] ?? '')
  expect(await order()).toBe('cab')
  await session.move('ip/firewall/nat', [ids[2] ?? '', ids[0] ?? ''], null)
  expect(await order()).toBe('bca')
  await session.remove('ip/firewall/nat', ids)
  expect(await order()).toBe('')
})

test.each(both)('missing rows and denied commands are rejected with the router’s message over %s', async (way) => {
  const of = await start({
    users: [{ name: 'panel', password: 'kept-Secret-1', group: 'read' }],
  })
  const session = await open(of, way)
  await expect(session.print('no/such/menu')).rejects.toMatchObject({ kind: 'refused', category: 0 })
  await expect(session.add('ip/address', { address: '10.1.1.1/24', interface: 'ether1' })).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('not enough permissions') as unknown,
  })
})

test.each(ways)('a wrong password is rejected over %s', async (way) => {
  const of = await start()
  await expect(connect({ ...targetOf(of, way), password: 'wrong-Secret-2' })).rejects.toMatchObject({
    kind: 'login',
    sent: false,
  })
})

test.each(['api-ssl', 'rest in TLS'] as const)('the certificate is checked over %s', async (way) => {
  const of = await start()
  const plain = of.fingerprint?.replaceAll(':', '').toLowerCase()
  expect((await open(of, way)).fingerprint).toBe(plain)
  expect((await open(of, way, { pinned: of.fingerprint ?? '' })).isOpen).toBe(true)
  const requested = of.commands.length
  await expect(connect({ ...targetOf(of, way), pinned: '00'.repeat(32) })).rejects.toMatchObject({
    kind: 'certificate',
    fingerprint: plain,
  })
  expect(of.commands).toHaveLength(requested)
})

test('a router without a certificate is reached with anonymous TLS', async () => {
  const session = await open(await start({ certificate: false, restTls: false }), 'api-ssl')
  expect(session.fingerprint).toBeUndefined()
  expect(await session.print('system/identity')).toHaveLength(1)
})

test.each([
  ['6.42.12', true],
  ['6.42.12', false],
  ['6.44', true],
  ['6.44', false],
  ['6.49.17', true],
] as const)('the login of RouterOS %s, plain allowed: %s', async (version, allowPlainLogin) => {
  const of = await start({ version, rest: false, restTls: false })
  const session = await open(of, 'api', { allowPlainLogin })
  expect((await session.print('system/resource'))[0]?.version).toContain(version)
})

test.each(['7.17.2', '7.18.2'])('an empty menu of RouterOS %s has no rows', async (version) => {
  const session = await open(await start({ version }), 'api')
  expect(await session.print('ip/pool', { where: { name: 'nobody' } })).toEqual([])
})

test('changes are reported while other calls run', async () => {
  const of = await start()
  const session = await open(of, 'api')
  const changes: MenuChange[] = []
  const listening = await session.listen('ip/address', (change) => changes.push(change))
  expect(await session.print('system/identity')).toHaveLength(1)
  const id = await session.add('ip/address', { address: '172.30.9.1/24', interface: 'ether2' })
  await session.remove('ip/address', id)
  await expect.poll(() => changes.at(-1)).toEqual({ gone: id })
  expect(changes[0]).toMatchObject({ row: { '.id': id, address: '172.30.9.1/24' } })
  await listening.cancel()
  const count = changes.length
  await session.add('ip/address', { address: '172.30.9.2/24', interface: 'ether2' })
  expect(changes).toHaveLength(count)
  const rest = await open(of, 'rest')
  await expect(rest.listen('ip/address', () => undefined)).rejects.toMatchObject({ kind: 'unsupported' })
})

test('text in a legacy code page is read beside UTF-8', async () => {
  const of = await start()
  // The simulator stores one byte per character: this is Büro as an old WinBox wrote it.
  of.change('ip/address', of.table('ip/address')[0]?.['.id'] ?? '', { comment: 'B\u00FCro' })
  const rows = await (await open(of, 'api')).print('ip/address', { proplist: ['comment'] })
  expect(rows[0]?.comment).toBe('Büro')
})

test.each(both)('a router that is slow, silent, disconnected or rejecting over %s', async (way) => {
  const of = await start()
  const session = await open(of, way)
  const menu = 'ip/pool'
  const add = (timeoutMs = 10_000) =>
    session.add(menu, { name: `p${Math.random()}`, ranges: '10.9.0.2-10.9.0.9' }, { timeoutMs })
  const undo = of.faults.add({ kind: 'slow', ms: 100, menu })
  await add()
  undo()
  const silent = of.faults.add({ kind: 'silent', menu, verb: 'add' })
  await expect(add(400)).rejects.toMatchObject({ kind: 'timeout', sent: true })
  silent()
  const reject = of.faults.add({ kind: 'refuse', message: 'failure: no space left', category: 4, menu })
  await expect(add()).rejects.toMatchObject({ kind: 'refused', message: 'failure: no space left' })
  reject()
  expect(await session.print('system/identity')).toHaveLength(1)
  for (const error of [{ midReply: true }, { afterBytes: 0 }]) {
    of.faults.clear()
    of.faults.add({ kind: 'cut', menu, ...error })
    const cut = await open(of, way)
    await expect(cut.add(menu, { name: 'p', ranges: '10.9.0.2-10.9.0.9' })).rejects.toMatchObject({
      kind: 'closed',
      sent: true,
    })
  }
})

test('a router that accepts the connection and does not reply', async () => {
  const of = await start()
  of.faults.add({ kind: 'blackHole' })
  await expect(connect({ ...targetOf(of, 'api'), connectTimeoutMs: 200 })).rejects.toMatchObject({ kind: 'timeout' })
})

test('a command streams its rows until it ends or is cancelled; REST does not', async () => {
  const router = await start({ speed: 20 })
  const session = await connect(targetOf(router, 'api'))
  sessions.push(session)
  const rows: string[] = []
  const ping = await session.stream('ping', { address: '8.8.8.8', count: 2 }, (row) => rows.push(row['seq'] ?? ''))
  await ping.ended
  expect(rows).toEqual(['0', '1'])
  const endless = await session.stream('interface/monitor-traffic', { interface: 'ether1' }, () => undefined)
  await endless.cancel()
  await endless.ended
  const refused = await session.stream('no/such', {}, () => undefined)
  await expect(refused.ended).rejects.toMatchObject({ kind: 'refused' })
  const rest = await connect(targetOf(router, 'rest'))
  sessions.push(rest)
  await expect(rest.stream('ping', { address: '8.8.8.8' }, () => undefined)).rejects.toMatchObject({
    kind: 'unsupported',
  })
})
