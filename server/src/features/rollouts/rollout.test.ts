import { rollouts, type RolloutDevice } from '@trunkline/contract/resources/rollout'
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

let seed = 100
async function managed(of: SimulatorOptions = {}, name = `Router ${++seed}`) {
  const router = await fixture.router({ speed: 1, seed: ++seed, version: '7.18.2', ...of })
  return { router, id: await fixture.device({ router, name }) }
}
const settings = { channel: 'stable', canaries: 0, soak_minutes: 0, routerboard: false }
async function store(ids: number[], more: object = {}): Promise<number> {
  const reply = await master('POST', rollouts.store.path, { name: 'Spring', ids, ...settings, ...more })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const act = async (id: number, action: string, body?: object) => {
  const reply = await master('PUT', `/rollout/${id}/${action}`, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
/** Plans, starts and runs a rollout to its end. */
async function runAll(ids: number[], more: object = {}): Promise<{ id: number; devices: RolloutDevice[] }> {
  const id = await store(ids, more)
  await runner.run(id)
  await act(id, 'start')
  await runner.run(id)
  return { id, devices: await runner.devices(master, id) }
}
const sent = (router: Simulator, command: string) => router.commands.filter(({ words }) => words[0] === command).length
const reasonOf = (device: RolloutDevice | undefined) => device?.detail?.reason

test('a device is upgraded once, with a backup before, the facts compared, and RouterBOOT', async () => {
  const { router, id: device } = await managed()
  const id = await store([device], { routerboard: true })
  await runner.run(id)
  expect(await runner.show(master, id)).toMatchObject({ state: 'planned', devices: 1, ended: 0 })
  expect(await runner.devices(master, id)).toMatchObject([
    { state: 'planned', planned_version: '7.20.4', version_before: '7.18.2', wave: 1 },
  ])
  expect(sent(router, '/system/package/update/download')).toBe(0)
  await act(id, 'start')
  await runner.run(id)
  const [shown] = await runner.devices(master, id)
  expect(shown, JSON.stringify(shown)).toMatchObject({ state: 'upgraded', version_after: '7.20.4', differences: [] })
  expect(shown?.facts_before).toMatchObject({ version: '7.18.2', firmware: '7.18.2' })
  expect(shown?.facts_after).toMatchObject({ version: '7.20.4', firmware: '7.20.4' })
  expect(await runner.show(master, id)).toMatchObject({ state: 'finished', ended: 1, failed: 0 })
  expect(router.packages.installed).toEqual(['7.20.4'])
  expect([sent(router, '/system/reboot'), sent(router, '/system/routerboard/upgrade')]).toEqual([2, 1])
  const { rows } = await fixture.panel.sql((tx) =>
    sql<{
      routeros_version: string
    }>`select routeros_version from config_backup where hardware_id = ${device} order by id limit 1`.execute(tx),
  )
  expect(rows).toHaveLength(1)
}, 60_000)

test.each([
  ['another version than planned', { target_version: '7.19.1' }, (): void => {}, 'held', 'rollout.offered_other'],
  [
    'no name resolution',
    {},
    (r: Simulator): void => void (r.packages.problem = 'ERROR: could not resolve dns name'),
    'failed',
    'rollout.check_failed',
  ],
  [
    'an older version',
    {},
    (r: Simulator): void => void (r.packages.offered = '7.17.1'),
    'held',
    'rollout.offered_older',
  ],
] as const)('planning with %s ends the device without a change', async (_, more, prepare, state, reason) => {
  const { router, id: device } = await managed()
  prepare(router)
  const id = await store([device], more)
  await runner.run(id)
  const [shown] = await runner.devices(master, id)
  expect([shown?.state, reasonOf(shown)]).toEqual([state, reason])
  const reply = await master('PUT', `/rollout/${id}/start`)
  expect([reply.status, reply.body.error.reason]).toEqual([409, 'rollout.nothing_planned'])
  await act(id, 'cancel')
})

test.each([
  [
    'is offered another version by then',
    (r: Simulator): void => void (r.packages.offered = '7.21'),
    'held',
    'rollout.offered_other',
  ],
  [
    'cannot download',
    (r: Simulator): void => void (r.packages.problem = 'ERROR: connection timed out'),
    'failed',
    'rollout.check_failed',
  ],
  ['keeps its version', (r: Simulator): void => void (r.packages.installs = false), 'failed', 'rollout.not_installed'],
] as const)(
  'a device that %s is not taken for upgraded',
  async (_, prepare, state, reason) => {
    const { router, id: device } = await managed()
    const id = await store([device])
    await runner.run(id)
    prepare(router)
    await act(id, 'start')
    await runner.run(id)
    const [shown] = await runner.devices(master, id)
    expect([shown?.state, reasonOf(shown)]).toEqual([state, reason])
    expect(router.packages.installed).toEqual([])
    await master('PUT', `/rollout/${id}/cancel`)
  },
  30_000,
)

test('low voltage and little space hold a device', async () => {
  const low = await managed()
  const full = await managed({ personality: 'v7-wireless' })
  const { devices } = await runAll([low.id], { min_voltage: 100 })
  expect([devices[0]?.state, reasonOf(devices[0])]).toEqual(['held', 'rollout.low_voltage'])
  const other = await runAll([full.id])
  expect([other.devices[0]?.state, reasonOf(other.devices[0])]).toEqual(['held', 'rollout.low_space'])
}, 30_000)

test('canaries go first, the soak time passes between waves, and a failure stops the rest', async () => {
  const routers = await Promise.all(Array.from({ length: 5 }, () => managed()))
  const ids = routers.map(({ id }) => id)
  // Canaries are chosen per model.
  await fixture.panel.sql((tx) =>
    sql`update hardware set model_id = (select model_id from hardware where id = ${ids[0]!}) where id = any (${ids}::bigint[])`.execute(
      tx,
    ),
  )
  const id = await store(ids, { canaries: 1, wave_size: 2, soak_minutes: 60 })
  await runner.run(id)
  expect((await runner.devices(master, id)).map(({ wave, is_canary }) => [wave, is_canary])).toEqual([
    [0, true],
    [1, false],
    [1, false],
    [2, false],
    [2, false],
  ])
  const last = (await runner.devices(master, id)).at(-1)!
  await act(id, 'move-device', { device_id: last.id, position: 1 })
  const moved = await runner.devices(master, id)
  expect([moved[0]?.hardware_id, moved[0]?.wave, moved[1]?.wave]).toEqual([last.hardware_id, 0, 1])
  await act(id, 'start')
  await runner.run(id)
  const states = async () => (await runner.devices(master, id)).map(({ state }) => state)
  expect(await states()).toEqual(['upgraded', 'planned', 'planned', 'planned', 'planned'])
  // The soak time has passed.
  await fixture.panel.sql((tx) =>
    sql`update rollout_device set state_at = state_at - interval '2 hours' where rollout_id = ${id}`.execute(tx),
  )
  const second = routers.find((one) => one.id === moved[1]?.hardware_id)!
  second.router.packages.installs = false
  await runner.run(id)
  expect(await states()).toEqual(['upgraded', 'failed', 'upgraded', 'planned', 'planned'])
  expect(await runner.show(master, id)).toMatchObject({
    state: 'stopped',
    cause: { reason: 'rollout.too_many_failures', params: { failures: 1 } },
  })
  await fixture.panel.sql((tx) =>
    sql`update rollout_device set state_at = state_at - interval '2 hours' where rollout_id = ${id}`.execute(tx),
  )
  await act(id, 'resume')
  await runner.run(id)
  expect(await states()).toEqual(['upgraded', 'failed', 'upgraded', 'upgraded', 'upgraded'])
  expect((await runner.show(master, id)).state).toBe('finished')
}, 60_000)

test('the order counts links through devices that are not part of the rollout', async () => {
  const [one, other, outside] = [await managed(), await managed(), await managed()]
  const neighbour = ({ router }: typeof one, port: string) => ({
    interface: port,
    mac: router.table('interface/ethernet')[0]?.['mac-address'],
    identity: null,
    address: null,
  })
  const readings = {
    'ip/neighbor': [neighbour(one, 'ether4'), neighbour(other, 'ether5')],
    interface: [],
    // The gateways of the simulated routers.
    'ip/address': Array.from({ length: 256 }, (_, at) => ({ address: `100.64.${at}.1/24` })),
    'ip/route': [{ gateway: '203.0.113.77', interface: 'ether1', distance: 1 }],
  }
  await fixture.panel.sql((tx) =>
    sql`
      insert into hardware_menu (hardware_id, menu, read_at, rows)
      select ${outside.id}, key, now(), value from jsonb_each(${JSON.stringify(readings)}::jsonb)
      on conflict (hardware_id, menu) do update set rows = excluded.rows`.execute(tx),
  )
  const id = await store([one.id, other.id])
  await runner.run(id)
  const { rows } = await fixture.panel.sql((tx) =>
    sql`select hardware_id, distance, upstream_ids from rollout_device where rollout_id = ${id} order by position`.execute(
      tx,
    ),
  )
  expect(rows).toEqual(
    [one, other].map((device) => ({ hardware_id: device.id, distance: 1, upstream_ids: [outside.id] })),
  )
  await act(id, 'cancel')
})

test('an offline device waits, and is upgraded when it returns', async () => {
  const { router, id: device } = await managed()
  const id = await store([device])
  await runner.run(id)
  const port = (value: number) =>
    fixture.panel.sql((tx) => sql`update hardware set management_port = ${value} where id = ${device}`.execute(tx))
  await port(1)
  await act(id, 'start')
  await runner.step(id)
  const [away] = await runner.devices(master, id)
  expect([away?.state, reasonOf(away)]).toEqual(['offline', 'rollout.waits_for_device'])
  expect((await runner.show(master, id)).state).toBe('running')
  await port(router.ports.api!)
  await runner.run(id)
  expect((await runner.devices(master, id))[0]?.state).toBe('upgraded')
}, 60_000)

test('a device that does not return after its restart is lost, and gets its verdict when it returns', async () => {
  const { router, id: device } = await managed({ bootMs: 7000 })
  const id = await store([device], { max_failures: 2 })
  await runner.run(id)
  await act(id, 'start')
  await runner.step(id)
  expect((await runner.devices(master, id))[0]).toMatchObject({ state: 'lost', detail: { reason: 'rollout.not_back' } })
  await runner.run(id)
  expect((await runner.devices(master, id))[0]).toMatchObject({ state: 'upgraded', version_after: '7.20.4' })
  expect([router.packages.installed, sent(router, '/system/reboot')]).toEqual([['7.20.4'], 1])
}, 60_000)

test('a closed window, a pause and a cancellation keep devices as they are', async () => {
  const { router, id: device } = await managed()
  const [day] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].toSpliced(new Date().getUTCDay(), 1).slice(3)
  const closed = { days: [day], from: '10:00', until: '11:00' }
  const id = await store([device], { maintenance_window: closed })
  await runner.run(id)
  await act(id, 'start')
  await runner.run(id)
  const [shown] = await runner.devices(master, id)
  expect([shown?.state, reasonOf(shown)]).toEqual(['planned', 'rollout.waits_for_window'])
  await act(id, 'pause')
  await fixture.panel.sql((tx) => sql`update rollout set maintenance_window = null where id = ${id}`.execute(tx))
  await runner.run(id)
  expect((await runner.devices(master, id))[0]?.state).toBe('planned')
  expect((await master('PUT', `/rollout/${id}/pause`)).status).toBe(409)
  await act(id, 'cancel')
  await runner.run(id)
  expect((await runner.devices(master, id))[0]?.state).toBe('cancelled')
  expect((await runner.show(master, id)).finished_at).not.toBe(null)
  expect(sent(router, '/system/reboot')).toBe(0)
}, 30_000)

test('a pause while a device works stops it before its restart', async () => {
  const { router, id: device } = await managed()
  const id = await store([device])
  await runner.run(id)
  await act(id, 'start')
  router.faults.add({ kind: 'slow', ms: 700, menu: 'system/package/update', verb: 'download' })
  const running = runner.step(id)
  await expect.poll(() => sent(router, '/system/package/update/download'), { timeout: 5000 }).toBe(1)
  await act(id, 'pause')
  await running
  expect((await runner.devices(master, id))[0]?.state).toBe('planned')
  expect(sent(router, '/system/reboot')).toBe(0)
  await act(id, 'resume')
  await runner.run(id)
  expect((await runner.devices(master, id))[0]?.state).toBe('upgraded')
  // The packages were there.
  expect(sent(router, '/system/package/update/download')).toBe(1)
}, 30_000)

test('skip and retry of a device', async () => {
  const { id: device } = await managed()
  const id = await store([device])
  await runner.run(id)
  const [shown] = await runner.devices(master, id)
  await act(id, 'skip-device', { device_id: shown?.id })
  expect((await runner.devices(master, id))[0]?.state).toBe('skipped')
  expect((await master('PUT', `/rollout/${id}/skip-device`, { device_id: shown?.id })).status).toBe(409)
  await act(id, 'retry-device', { device_id: shown?.id })
  await runner.run(id)
  await act(id, 'start')
  await runner.run(id)
  expect((await runner.devices(master, id))[0]?.state).toBe('upgraded')
}, 30_000)

test('bad input is rejected at its field, and nothing is stored', async () => {
  const { id: device } = await managed({}, 'Tower')
  const unmanaged = await fixture.device({ name: 'Bare' })
  await fixture.panel.sql((tx) =>
    sql`update hardware set management_user = null, management_password = null where id = ${unmanaged}`.execute(tx),
  )
  await fixture.panel.sql((tx) =>
    sql`insert into hardware_state (hardware_id, routeros_version, polled_at) values (${device}, '7.18.2', now())
      on conflict (hardware_id) do update set routeros_version = '7.18.2'`.execute(tx),
  )
  const before = (await master('GET', '/rollout/index')).body.meta.pagination.total
  const rejected = async (body: object) => {
    const reply = await master('POST', rollouts.store.path, { name: 'Bad', ids: [device], ...body })
    return [
      reply.status,
      Object.entries(reply.body.error.messages ?? {}).map(
        ([field, one]) => `${field} ${(one as { reason: string }).reason}`,
      ),
    ]
  }
  expect(await rejected({ ids: [] })).toEqual([422, ['ids field.min_entries']])
  expect(await rejected({ ids: undefined, matching: { search: 'name:no such device', total: 0 } })).toEqual([
    422,
    ['matching selection.required'],
  ])
  expect(await rejected({ ids: [device, unmanaged] })).toEqual([422, ['ids.1 rollout.device_not_managed']])
  expect(await rejected({ target_version: '7.9' })).toEqual([422, ['target_version rollout.version_older']])
  expect(await rejected({ target_version: 'newest' })).toEqual([422, ['target_version rollout.version_format']])
  expect(await rejected({ wave_size: 0 })).toEqual([422, ['wave_size field.range']])
  expect(await rejected({ maintenance_window: { days: ['mon'], from: '02:00', until: '02:00' } })).toEqual([
    422,
    ['maintenance_window.until rollout.window_never'],
  ])
  expect((await rejected({ maintenance_window: { days: [], from: '02:00', until: '03:00' } }))[0]).toBe(422)
  const id = await store([device])
  expect(await rejected({})).toEqual([422, ['ids.0 rollout.device_busy']])
  await act(id, 'cancel')
  expect((await master('GET', '/rollout/index')).body.meta.pagination.total).toBe(before + 1)
  const sibling = await fixture.as('sibling')
  expect((await sibling('GET', `/rollout/${id}/show`)).status).toBe(404)
  expect((await (await fixture.as('client'))('POST', rollouts.store.path, { name: 'x', ids: [device] })).status).toBe(
    403,
  )
})
