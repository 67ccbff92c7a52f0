import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AddressLists, ListEntry } from '@trunkline/contract/resources/firewall'
import type { Simulator } from '@trunkline/simulator'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, sim: Simulator, id: number
const menu = 'ip/firewall/address-list'

beforeAll(async () => {
  master = await fixture.as('master')
})
afterAll(() => fixture.stop())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const request = (method: Method, path: string, body?: object) =>
  master(method, `/hardware/control/${id}/${menu}/${path}`, body)
const runCommand = async (method: Method, path: string, body?: object) =>
  fixture.end(master, id, await request(method, path, body))
const lists = async (): Promise<AddressLists> => (await request('GET', 'index')).body.data
const entry = async (address: string) => (await lists()).entries.find((one) => one.address === address) as ListEntry
const away = (of: ListEntry) => `destroy?id=${encodeURIComponent(of.id)}`

async function start(personality: 'v7-wifi' | 'v6-capsman' = 'v7-wifi') {
  sim = await fixture.router({ personality })
  sim.insert('ip/firewall/filter', { chain: 'input', action: 'drop', 'src-address-list': 'banned', comment: 'bad' })
  sim.insert('ip/firewall/filter', { chain: 'forward', action: 'drop', 'dst-address-list': '!allowed' })
  sim.insert('ip/firewall/filter', { chain: 'input', action: 'drop', 'src-address-list': 'unused', disabled: 'true' })
  id = await fixture.device({ router: sim })
  await lists()
  await master('GET', `/hardware/control/${id}/ip/firewall/filter/index`)
}

describe.each([['v7-wifi'], ['v6-capsman']] as const)('address lists on %s', (personality) => {
  test('entries are added, changed and removed on the router', async () => {
    await start(personality)
    const added = await runCommand('POST', 'store', { list: 'allowed', address: '203.0.113.0/24', comment: 'Office' })
    expect(added, added.detail?.message).toMatchObject({
      state: 'done',
      verb: 'add',
      guarded: false,
      label: '203.0.113.0/24, allowed',
    })
    const office = await entry('203.0.113.0/24')
    expect(office).toMatchObject({ list: 'allowed', comment: 'Office', dynamic: false, expires_in_seconds: null })
    expect(office.created_at).not.toBeNull()

    const set = await runCommand('PUT', 'update', {
      id: office.id,
      address: 'Host.Example',
      disabled: true,
      seen: office,
    })
    expect(set.state, set.detail?.message).toBe('done')
    expect(sim.table(menu).find((row) => row['.id'] === office.id)).toMatchObject({
      address: 'host.example',
      disabled: 'true',
    })
    const stale = await request('PUT', 'update', { id: office.id, comment: 'Mine', seen: office })
    expect([stale.status, stale.body.error?.code], stale.text).toEqual([409, 'stale_version'])
    const removed = await runCommand('DELETE', away(office))
    expect(removed.state, removed.detail?.message).toBe('done')
    expect(sim.table(menu).some((row) => row['.id'] === office.id)).toBe(false)
  })

  test('an entry with a timeout counts down without being reported as a difference', async () => {
    await start(personality)
    const added = await runCommand('POST', 'store', { list: 'allowed', address: '203.0.113.7', timeout_seconds: 3600 })
    expect(added.state, added.detail?.message).toBe('done')
    const one = await entry('203.0.113.7')
    expect(one.dynamic).toBe(true)
    expect(one.expires_in_seconds).toBeGreaterThan(3000)
    expect(one.expires_in_seconds).toBeLessThanOrEqual(3600)
    const reply = await request('PUT', 'update', { id: one.id, comment: 'x' })
    expect([reply.status, reply.body.error.reason]).toEqual([409, 'lan.dynamic_row'])
    const removed = await runCommand('DELETE', away(one))
    expect(removed.state, removed.detail?.message).toBe('done')
  })

  test('list the rules that use them', async () => {
    await start(personality)
    expect((await lists()).uses).toEqual([
      expect.objectContaining({ list: 'banned', menu: 'filter', words: 'input drop src-address-list=banned (bad)' }),
      expect.objectContaining({ list: 'allowed', words: 'forward drop dst-address-list=!allowed', disabled: false }),
      expect.objectContaining({ list: 'unused', disabled: true }),
    ])
  })
})

test('a timeout shortened by the device is not accepted as the requested one', async () => {
  await start()
  sim.faults.add({ kind: 'lie', menu, verb: 'add' })
  const end = await runCommand('POST', 'store', { list: 'allowed', address: '203.0.113.8', timeout_seconds: 60 })
  expect(end.state).not.toBe('done')
})

describe('a list that could lock the panel out', () => {
  test('is changed by a commit-confirmed write, other lists are not', async () => {
    await start()
    const guarded = async (reply: Awaited<ReturnType<typeof request>>) => {
      expect(reply.status, reply.text).toBe(202)
      const { data } = (await master('GET', `/hardware/command/${reply.body.data.id}/show`)).body
      await master('PUT', `/hardware/command/${data.id}/cancel`)
      return data.guarded
    }
    const banned = sim.insert(menu, { list: 'banned', address: '198.51.100.1' })
    await lists()
    expect(await guarded(await request('POST', 'store', { list: 'banned', address: '198.51.100.7' }))).toBe(true)
    expect(await guarded(await request('PUT', 'update', { id: banned, comment: 'x' }))).toBe(true)
    expect(await guarded(await request('DELETE', `destroy?id=${encodeURIComponent(banned)}`))).toBe(true)
    expect(await guarded(await request('POST', 'store', { list: 'allowed', address: '198.51.100.7' }))).toBe(false)
    expect(await guarded(await request('POST', 'store', { list: 'unused', address: '198.51.100.7' }))).toBe(false)
    sim = await fixture.router()
    id = await fixture.device({ router: sim })
    expect(await guarded(await request('POST', 'store', { list: 'never-read', address: '198.51.100.7' }))).toBe(true)
  })

  test('is verified before the rollback is disarmed', async () => {
    await start()
    const end = await runCommand('POST', 'store', { list: 'banned', address: '198.51.100.9' })
    expect(end, end.detail?.message).toMatchObject({ state: 'done', guarded: true })
    expect(sim.table('system/scheduler')).toEqual([])
    expect((await entry('198.51.100.9')).list).toBe('banned')
  }, 30_000)
})

describe('invalid changes are rejected at their field without a request to the device', () => {
  beforeAll(() => start())

  test.each<[why: string, body: object, field: string]>([
    ['an existing entry', { list: 'management', address: '10.0.0.0/8' }, 'address'],
    ['numbers beyond 255', { list: 'allowed', address: '10.0.0.256' }, 'address'],
    ['leading zeros', { list: 'allowed', address: '10.0.0.01' }, 'address'],
    ['host bits', { list: 'allowed', address: '10.0.0.1/24' }, 'address'],
    ['a length beyond 32', { list: 'allowed', address: '10.0.0.0/33' }, 'address'],
    ['a reversed range', { list: 'allowed', address: '10.0.0.9-10.0.0.1' }, 'address'],
    ['an incomplete range', { list: 'allowed', address: '10.0.0.9-' }, 'address'],
    ['IPv6', { list: 'allowed', address: '2001:db8::1' }, 'address'],
    ['an invalid name', { list: 'allowed', address: 'host..example' }, 'address'],
    ['an empty address', { list: 'allowed', address: '' }, 'address'],
    ['no list', { list: '', address: '10.0.0.1' }, 'list'],
    ['a list with a space', { list: 'my list', address: '10.0.0.1' }, 'list'],
    ['a timeout of 0', { list: 'allowed', address: '10.0.0.1', timeout_seconds: 0 }, 'timeout_seconds'],
    ['more than a year', { list: 'allowed', address: '10.0.0.1', timeout_seconds: 40_000_000 }, 'timeout_seconds'],
  ])('%s', async (_why, body, field) => {
    const queued = sim.commands.length
    const reply = await request('POST', 'store', body)
    expect(reply.status, reply.text).toBe(422)
    expect(Object.keys(reply.body.error.fields)).toEqual([field])
    expect(sim.commands.length).toBe(queued)
  })
})
