import { rollouts, type ChangeGroup, type RolloutDevice } from '@trunkline/contract/resources/rollout'
import type { Simulator, SimulatorOptions } from '@trunkline/simulator'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import { createRolloutRunner } from '../../testing/devices/rollout-fixture.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
const runner = createRolloutRunner(fixture, { retrySeconds: 0 })
let master: ApiCall
beforeAll(async () => {
  master = await fixture.as('master')
})
afterAll(() => fixture.stop())

let seed = 500
async function managed(of: SimulatorOptions = {}, name = `Router ${++seed}`) {
  const router = await fixture.router({ speed: 1, seed: ++seed, ...of })
  return { router, id: await fixture.device({ router, name }) }
}
const waves = { canaries: 0, wave_size: 100, soak_minutes: 0 }
const post = (body: object) => master('POST', rollouts.storeChange.path, { name: 'Settings', ...waves, ...body })
async function store(ids: number[], items: object[], more: object = {}): Promise<number> {
  const reply = await post({ ids, items, ...more })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const act = async (id: number, action: string, body?: object) => {
  const reply = await master('PUT', `/rollout/${id}/${action}`, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
const groups = async (id: number): Promise<ChangeGroup[]> => (await master('GET', `/rollout/${id}/groups`)).body.data
const reasonOf = (device: RolloutDevice | undefined) => device?.detail?.reason
const writes = ({ commands }: Simulator, menu: string) =>
  commands.filter(({ words: [path = ''] }) => new RegExp(`^/${menu}/(add|set|remove)$`).test(path)).length

const dns = { kind: 'dns', servers: ['192.0.2.53', '192.0.2.54'] }

test('a change is planned, displayed by identical difference, applied, and read back', async () => {
  const [one, two, six] = [await managed(), await managed(), await managed({ personality: 'v6-capsman' })]
  const items = [
    dns,
    { kind: 'ntp', servers: ['192.0.2.123', 'time.example.net'] },
    { kind: 'snmp', enabled: true, contact: 'NOC', community: 'monitoring', sources: ['192.0.2.0/24'] },
    { kind: 'syslog', address: '192.0.2.9', topics: ['error', 'critical'] },
    { kind: 'user', name: 'support', group: 'read', password: 'only for support', sources: ['192.0.2.0/24'] },
    { kind: 'service', service: 'telnet', enabled: false },
    { kind: 'address_list', list: 'office', addresses: ['198.51.100.0/24', '203.0.113.7/32'] },
  ]
  const id = await store([one.id, two.id, six.id], items)
  await runner.run(id)
  expect(await runner.devices(master, id)).toMatchObject([
    { state: 'planned' },
    { state: 'planned' },
    { state: 'planned' },
  ])
  for (const { router } of [one, two, six]) expect(writes(router, 'ip/dns')).toBe(0)
  const planned = await groups(id)
  expect(planned.map(({ devices }) => devices)).toEqual([2, 1])
  expect(planned[0]?.changes).toContainEqual({
    menu: 'ip/dns',
    row: '',
    verb: 'set',
    field: 'servers',
    is: expect.any(String),
    wanted: '192.0.2.53,192.0.2.54',
  })
  expect(JSON.stringify(planned)).not.toContain('only for support')
  await act(id, 'start')
  await runner.run(id)
  const devices = await runner.devices(master, id)
  expect(devices, JSON.stringify(devices)).toMatchObject([
    { state: 'changed' },
    { state: 'changed' },
    { state: 'changed' },
  ])
  for (const { router } of [one, two, six]) {
    expect(router.table('ip/dns')[0]?.['servers']).toBe('192.0.2.53,192.0.2.54')
    expect(router.table('user').find((row) => row['name'] === 'support')).toMatchObject({ group: 'read' })
    expect(router.table('ip/firewall/address-list').filter((row) => row['list'] === 'office')).toHaveLength(2)
    expect(router.table('system/logging').filter((row) => row['action'] === 'trunkline')).toHaveLength(2)
    expect(router.table('ip/service').find((row) => row['name'] === 'telnet')?.['disabled']).toBe('true')
  }
  // A second plan finds nothing to do, except the password, which cannot be compared.
  const again = await store(
    [one.id, six.id],
    items.filter(({ kind }) => kind !== 'user'),
  )
  await runner.run(again)
  expect(await runner.devices(master, again)).toMatchObject([{ state: 'current' }, { state: 'current' }])
  await act(again, 'cancel')
  const { rows } = await fixture.panel.sql((tx) =>
    sql<{
      text: string
    }>`select (select json_agg(r)::text from rollout r) || (select json_agg(d)::text from rollout_device d)
      || (select json_agg(c)::text from device_command c) || (select json_agg(a)::text from audit_log a) as text`.execute(
      tx,
    ),
  )
  expect(rows[0]?.text).not.toContain('only for support')
}, 120_000)

test('a device that changed since the plan is held, and can be planned again', async () => {
  const { router, id: device } = await managed()
  const id = await store([device], [dns])
  await runner.run(id)
  router.change('ip/dns', null, { servers: '198.51.100.1' })
  await act(id, 'start')
  await runner.run(id)
  const [held] = await runner.devices(master, id)
  expect([held?.state, reasonOf(held)]).toEqual(['held', 'change.changed_since_plan'])
  expect(writes(router, 'ip/dns')).toBe(0)
}, 60_000)

test('the own login and service of the panel are rejected, and other devices go on', async () => {
  const { id: device } = await managed()
  for (const [item, reason] of [
    [{ kind: 'user', name: 'panel', state: 'absent' }, 'change.own_user'],
    [{ kind: 'service', service: 'api', enabled: false }, 'change.own_service'],
  ] as const) {
    const id = await store([device], [item])
    await runner.run(id)
    const [held] = await runner.devices(master, id)
    expect([held?.state, reasonOf(held)]).toEqual(['held', reason])
    await act(id, 'cancel')
  }
}, 60_000)

test('a change that locks out the panel is rolled back by the router, and the rollout stops', async () => {
  const [bad, other] = [await managed({ speed: 20 }, 'A'), await managed({}, 'B')]
  const id = await store(
    [bad.id, other.id],
    [{ kind: 'service', service: 'api', enabled: true, sources: ['192.0.2.0/24'] }],
    {
      wave_size: 1,
    },
  )
  await runner.run(id)
  await act(id, 'start')
  await runner.run(id)
  const devices = await runner.devices(master, id)
  expect(devices[0], JSON.stringify(devices)).toMatchObject({
    state: 'failed',
    detail: { reason: 'command.rolled_back' },
  })
  expect(devices[1]).toMatchObject({ state: 'planned' })
  expect(await runner.show(master, id)).toMatchObject({
    state: 'stopped',
    cause: { reason: 'rollout.too_many_failures' },
  })
  expect(bad.router.table('ip/service').find((row) => row['name'] === 'api')?.['address'] ?? '').toBe('')
  await act(id, 'cancel')
  await runner.run(id)
  // Ended: its devices can be planned again, once.
  const again = await master('POST', `/rollout/${id}/repeat`)
  expect(again.status, again.text).toBe(201)
  await runner.run(again.body.data.id)
  expect(await runner.devices(master, again.body.data.id)).toMatchObject([
    { name: 'A', state: 'planned' },
    { name: 'B', state: 'planned' },
  ])
  const twice = await master('POST', `/rollout/${id}/repeat`)
  expect([twice.status, twice.body.error.reason]).toEqual([409, 'rollout.nothing_to_repeat'])
  const running = await master('POST', `/rollout/${again.body.data.id}/repeat`)
  expect([running.status, running.body.error.reason]).toEqual([409, 'rollout.wrong_state'])
  await act(again.body.data.id, 'cancel')
}, 120_000)

test('an exact address list loses other entries, and duplicates are held', async () => {
  const { router, id: device } = await managed()
  const add = (address: string) => router.insert('ip/firewall/address-list', { list: 'blocked', address })
  add('198.51.100.1')
  add('198.51.100.2')
  const item = {
    kind: 'address_list',
    list: 'blocked',
    addresses: ['198.51.100.2/32', '198.51.100.3/32'],
    mode: 'exact',
  }
  const id = await store([device], [item])
  await runner.run(id)
  await act(id, 'start')
  await runner.run(id)
  expect(await runner.devices(master, id)).toMatchObject([{ state: 'changed' }])
  expect(
    router
      .table('ip/firewall/address-list')
      .filter((row) => row['list'] === 'blocked')
      .map((row) => row['address'])
      .toSorted(),
  ).toEqual(['198.51.100.2', '198.51.100.3'])
}, 60_000)

test('a filter that matches other devices at the start must be confirmed', async () => {
  const { id: device } = await managed({}, 'Filtered one')
  const matching = { search: 'Filtered', total: 1 }
  const reply = await post({ matching, items: [dns] })
  expect(reply.status, reply.text).toBe(201)
  const { id } = reply.body.data
  await runner.run(id)
  const { id: late } = await managed({}, 'Filtered two')
  const rejected = await master('PUT', `/rollout/${id}/start`)
  expect([rejected.status, rejected.body.error.reason, rejected.body.error.params]).toEqual([
    409,
    'rollout.selection_changed',
    { added: 1, removed: 0 },
  ])
  await act(id, 'start?selection_confirmed=true')
  await runner.run(id)
  expect(await runner.devices(master, id)).toMatchObject([{ hardware_id: device, state: 'changed' }])
  expect(late).toBeGreaterThan(device)
}, 60_000)

test.each([
  ['no item', { items: [] }, 'items'],
  ['an unknown kind', { items: [{ kind: 'nothing' }] }, 'items.0.kind'],
  ['two items about the same', { items: [dns, dns] }, 'items.1'],
  ['no address', { items: [{ kind: 'address_list', list: 'a', addresses: [] }] }, 'items.0.addresses'],
  ['a bad address', { items: [{ kind: 'dns', servers: ['1.2.3'] }] }, 'items.0.servers.0'],
  ['a name that RouterOS would split', { items: [{ kind: 'user', name: 'a";b', state: 'absent' }] }, 'items.0.name'],
])('%s is rejected at the field', async (_, more, field) => {
  const { id: device } = await managed()
  const reply = await post({ ids: [device], ...more })
  expect([reply.status, Object.keys(reply.body.error.fields ?? reply.body.error.messages ?? {})], reply.text).toEqual([
    422,
    [field],
  ])
})
