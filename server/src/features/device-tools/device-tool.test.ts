import type { Run } from '@trunkline/contract/resources/device-tool'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { SimulatorOptions } from '@trunkline/simulator'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDevices } from '../../devices/device-service.ts'
import { deviceTasks } from '../../devices/tasks.ts'
import { createLog } from '../../log.ts'
import { taskContext } from '../../testing/task-context.ts'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import { until } from '../../testing/radius-here.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall
beforeAll(async () => {
  master = await fixture.as('master')
})
afterAll(() => fixture.stop())

type Transport = 'api' | 'rest'
const started: { id: number; router: Awaited<ReturnType<typeof fixture.router>> }[] = []
let seed = 400

async function managed(transport: Transport = 'api', of: SimulatorOptions = {}) {
  const router = await fixture.router({ speed: 1, seed: ++seed, ...(transport === 'rest' && { restTls: 0 }), ...of })
  const port = transport === 'rest' ? router.ports.restTls : router.ports.api
  const id = await fixture.device({
    router,
    name: `Router ${seed}`,
    protocol: transport,
    ...(port !== undefined && { port }),
  })
  started.push({ id, router })
  return { id, router }
}

const path = (id: number, rest: string) => `/hardware/control/${id}/tool/${rest}`
const needsRight = new Set(['wifi-scan', 'cable-test', 'wake-on-lan'])

const start = (id: number, body: { tool: string; [field: string]: unknown }, call = master) =>
  call(
    'POST',
    path(id, needsRight.has(body.tool) ? 'start-service' : 'start'),
    needsRight.has(body.tool) ? { confirm: true, ...body } : body,
  )

async function begin(id: number, body: { tool: string; [field: string]: unknown }): Promise<Run> {
  const reply = await start(id, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}

const follow = async (id: number, run: number): Promise<Run> =>
  (await master('PUT', path(id, `${run}/follow`))).body.data

/** The run after its end. */
async function ended(id: number, body: { tool: string; [field: string]: unknown }): Promise<Run> {
  const { id: run } = await begin(id, body)
  let last: Run | undefined
  await until(async () => {
    last = await follow(id, run)
    return last.state !== 'running'
  }, 40_000)
  return last as Run
}

const audited = async (id: number) =>
  (
    await fixture.panel.sql((tx) =>
      sql<{
        actor_name: string
        after: object
      }>`select actor_name, after from audit_log where action = 'run' and object_id = ${id} order by id`.execute(tx),
    )
  ).rows

test.each(['api', 'rest'] as const)(
  'a ping over %s returns its rows, its result, and is audited',
  async (transport) => {
    const { id } = await managed(transport)
    const run = await ended(id, { tool: 'ping', address: '8.8.8.8', count: 2 })
    expect(run).toMatchObject({
      state: 'done',
      detail: { reason: 'tool.ping_ended', params: { sent: 2, received: 2 } },
    })
    expect(run.rows.map((row) => [row['seq'], row['host']])).toEqual([
      ['0', '8.8.8.8'],
      ['1', '8.8.8.8'],
    ])
    expect(run.rows[0]?.['time']).toMatch(/ms/)
    const [entry] = await audited(id)
    expect(entry?.after).toEqual({ tool: 'ping', address: '8.8.8.8', count: 2 })
    const list = await master('GET', path(id, 'index'))
    expect(list.body.data[0]).toMatchObject({ id: run.id, tool: 'ping', state: 'done' })
    expect(list.body.data[0].rows).toBeUndefined()
  },
  30_000,
)

test('a ping of an address that does not answer is done, with nothing received', async () => {
  const { id } = await managed()
  const run = await ended(id, { tool: 'ping', address: '192.0.2.1', count: 1 })
  expect(run).toMatchObject({ state: 'done', detail: { params: { sent: 1, received: 0 } } })
  expect(run.rows[0]?.['status']).toBe('timeout')
})

test('a ping of a name is resolved by the device', async () => {
  const { id } = await managed()
  const run = await ended(id, { tool: 'ping', address: 'www.example.net', count: 1 })
  expect(run.rows[0]?.['host']).toMatch(/^203\.0\.113\./)
  const failed = await ended(id, { tool: 'ping', address: 'www.invalid', count: 1 })
  expect(failed).toMatchObject({ state: 'failed', detail: { reason: 'text' } })
  expect(failed.detail?.message).toContain('dns name does not exist')
}, 20_000)

test.each(['api', 'rest'] as const)('a DNS lookup over %s returns the address', async (transport) => {
  const { id } = await managed(transport)
  const run = await ended(id, { tool: 'dns', name: 'example.net' })
  expect(run).toMatchObject({ state: 'done', detail: { reason: 'tool.resolved' } })
  expect(run.rows[0]?.['address']).toMatch(/^203\.0\.113\./)
})

test.each(['api', 'rest'] as const)('a traceroute over %s has a row for each hop', async (transport) => {
  const { id } = await managed(transport, { speed: 20 })
  const run = await ended(id, { tool: 'traceroute', address: '8.8.8.8' })
  expect(run).toMatchObject({ state: 'done', detail: { params: { hops: 2 } } })
  expect(run.rows.map((row) => row['hop'])).toEqual(['1', '2'])
})

test.each(['api', 'rest'] as const)(
  'torch over %s returns the flows of a port, largest first',
  async (transport) => {
    const { id } = await managed(transport)
    const run = await ended(id, { tool: 'torch', interface: 'ether1', seconds: 2 })
    expect(run.state, JSON.stringify(run.detail)).toBe('done')
    expect(run.rows.length).toBeGreaterThan(0)
    const sums = run.rows.map((row) => Number(row['tx']) + Number(row['rx']))
    expect(sums).toEqual(sums.toSorted((a, b) => b - a))
    expect(run.rows[0]).toMatchObject({ 'dst-port': '443' })
  },
  20_000,
)

test.each(['api', 'rest'] as const)(
  'live bandwidth over %s has a row for each second',
  async (transport) => {
    const { id, router } = await managed(transport)
    const run = await ended(id, { tool: 'traffic', interface: 'ether1', seconds: 3 })
    expect(run.state, JSON.stringify(run.detail)).toBe('done')
    expect(run.rows.length).toBeGreaterThanOrEqual(2)
    expect(Number(run.rows[0]?.['rx-bits-per-second'])).toBeGreaterThan(0)
    if (transport === 'api') await until(() => router.connections === 0, 5000)
  },
  20_000,
)

test.each(['api', 'rest'] as const)(
  'the live log over %s has former lines, new ones, and only the topic',
  async (transport) => {
    const { id } = await managed(transport)
    const { id: run } = await begin(id, { tool: 'log', topic: 'system', minutes: 1 })
    await until(async () => (await follow(id, run)).rows.length > 0, 8000)
    await master('PUT', path(id, `${run}/stop`))
    await until(async () => (await follow(id, run)).state !== 'running', 8000)
    const shown = await follow(id, run)
    expect(shown).toMatchObject({ state: 'stopped', detail: { reason: 'tool.stopped' } })
    for (const row of shown.rows) expect(row['topics']?.split(',')).toContain('system')
  },
  30_000,
)

test.each([
  ['wifi', 'v7-wifi', 'wifi1', 'api'],
  ['wifi', 'v7-wifi', 'wifi1', 'rest'],
  ['legacy wireless', 'v7-wireless', 'wlan1', 'api'],
  ['CAPsMAN', 'v6-capsman', 'the first', 'api'],
] as const)(
  'a scan with a radio of %s lists the networks (%s, %s, %s)',
  async (_, personality, radio, transport) => {
    const { id, router } = await managed(transport, { personality: personality as never })
    // Interfaces of CAPsMAN have generated names.
    const name = radio === 'the first' ? router.table('caps-man/interface')[0]?.['name'] : radio
    const run = await ended(id, { tool: 'wifi-scan', interface: name, seconds: 1 })
    expect(run.state, JSON.stringify(run.detail)).toBe('done')
    expect(run.rows.map((row) => row['ssid'])).toEqual(['Guest', 'Office'])
  },
  20_000,
)

test('a cable test reports the pairs of a port, and refuses the uplink and an unknown port', async () => {
  const { id } = await managed()
  const { body } = await master('GET', path(id, 'options'))
  expect(body.data.ports).not.toContain('ether1')
  expect(body.data.gateway).toMatch(/\./)
  const port = body.data.ports[0] as string
  expect(await ended(id, { tool: 'cable-test', interface: port })).toMatchObject({
    state: 'done',
    rows: [{ name: port }],
  })
  const uplink = await ended(id, { tool: 'cable-test', interface: 'ether1' })
  expect(uplink).toMatchObject({ state: 'failed', detail: { reason: 'tool.uplink_port', params: { port: 'ether1' } } })
  const unknown = await ended(id, { tool: 'cable-test', interface: 'ether99' })
  expect(unknown).toMatchObject({ state: 'failed', detail: { reason: 'tool.port_unknown' } })
}, 20_000)

test.each(['api', 'rest'] as const)('a magic packet is sent over %s', async (transport) => {
  const { id, router } = await managed(transport)
  const run = await ended(id, { tool: 'wake-on-lan', interface: 'ether2', mac: '02-00-5e-00-53-01' })
  expect(run).toMatchObject({
    state: 'done',
    detail: { reason: 'tool.packet_sent', params: { mac: '02:00:5E:00:53:01' } },
  })
  expect(router.commands.some(({ words }) => words[0] === '/tool/wol')).toBe(true)
})

test('an unknown interface fails with the message of the device', async () => {
  const { id } = await managed()
  const run = await ended(id, { tool: 'torch', interface: 'none9', seconds: 1 })
  expect(run).toMatchObject({ state: 'failed', detail: { reason: 'text' } })
})

test.each([
  ['ping', { address: 'not a host' }, 'address'],
  ['ping', { address: '300.1.1.1' }, 'address'],
  ['ping', { address: '-x.example' }, 'address'],
  ['ping', { address: 'a;/system/reboot' }, 'address'],
  ['ping', {}, 'address'],
  ['ping', { address: '192.0.2.1', count: 21 }, 'count'],
  ['ping', { address: '192.0.2.1', count: 0 }, 'count'],
  ['ping', { address: '192.0.2.1', size: 9000 }, 'size'],
  ['traceroute', {}, 'address'],
  ['dns', {}, 'name'],
  ['dns', { name: 'example.net', server: 'resolver' }, 'server'],
  ['torch', {}, 'interface'],
  ['torch', { interface: 'ether1', seconds: 31 }, 'seconds'],
  ['traffic', { interface: 'ether1\nx' }, 'interface'],
  ['log', { minutes: 6 }, 'minutes'],
  ['log', { topic: 'a b' }, 'topic'],
  ['wifi-scan', {}, 'interface'],
  ['cable-test', { interface: 'ether2', confirm: false }, 'confirm'],
  ['wake-on-lan', { interface: 'ether2' }, 'mac'],
  ['wake-on-lan', { interface: 'ether2', mac: 'xx' }, 'mac'],
])('%s with %j is rejected at %s', async (tool, body, field) => {
  const [{ id }] = started as [(typeof started)[0]]
  const reply = await start(id, { tool, ...body })
  expect(reply.status).toBe(422)
  expect(Object.keys(reply.body.error.fields)).toEqual([field])
})

/** A host that accepts connections and never answers. */
async function blackHole(): Promise<{ port: number; server: Server }> {
  const server = createServer(() => {})
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: (server.address() as AddressInfo).port, server }
}

test('a tool on a device that does not answer ends within its limit, with that message', async () => {
  const { port, server } = await blackHole()
  const id = await fixture.device({ address: '127.0.0.1', port, name: 'Silent' })
  const began = Date.now()
  const run = await ended(id, { tool: 'ping', address: '192.0.2.1', count: 1 })
  expect(Date.now() - began).toBeLessThan(11_000)
  expect(run).toMatchObject({ state: 'failed', detail: { reason: 'device.timeout' }, rows: [] })
  server.close()
  const closed = await fixture.device({ address: '127.0.0.1', port, name: 'Gone' })
  expect(await ended(closed, { tool: 'ping', address: '192.0.2.1' })).toMatchObject({
    state: 'failed',
    detail: { reason: 'device.no_answer' },
  })
}, 30_000)

test('a device that falls silent during a tool ends at the time limit, and keeps its rows', async () => {
  const { id, router } = await managed()
  router.faults.add({ kind: 'silent', menu: '/', verb: 'resolve' })
  const run = await ended(id, { tool: 'dns', name: 'example.net' })
  expect(run).toMatchObject({ state: 'failed', detail: { reason: 'device.timeout' } })
}, 30_000)

test('a stopped run ends at once, and its command is cancelled on the device', async () => {
  const { id, router } = await managed()
  const { id: run } = await begin(id, { tool: 'ping', address: '8.8.8.8', count: 20 })
  await until(async () => (await follow(id, run)).rows.length > 0, 8000)
  expect((await master('PUT', path(id, `${run}/stop`))).status).toBe(200)
  await until(async () => (await follow(id, run)).state !== 'running', 8000)
  const shown = await follow(id, run)
  expect(shown).toMatchObject({ state: 'stopped', detail: { reason: 'tool.stopped' } })
  expect(shown.rows.length).toBeLessThan(10)
  expect(router.commands.some(({ words }) => words[0] === '/cancel')).toBe(true)
  const again = await master('PUT', path(id, `${run}/stop`))
  expect([again.status, again.body.error.reason]).toEqual([409, 'tool.not_running'])
}, 20_000)

test('a run that is not followed is stopped', async () => {
  const { id } = await managed()
  const { id: run } = await begin(id, { tool: 'ping', address: '8.8.8.8', count: 20 })
  await fixture.panel.sql((tx) =>
    sql`update device_tool_run set watched_at = now() - interval '1 hour' where id = ${run}`.execute(tx),
  )
  const show = async (): Promise<Run> => (await master('GET', path(id, `${run}/show`))).body.data
  await until(async () => (await show()).state !== 'running', 8000)
  expect(await show()).toMatchObject({ state: 'stopped', detail: { reason: 'tool.unwatched' } })
}, 20_000)

test('a run whose process died is ended when it is followed, and by the sweep', async () => {
  const { id } = await managed()
  const dead = async () => {
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{ id: number }>`
        insert into device_tool_run (company_id, hardware_id, tool, deadline_at, heartbeat_at)
        select company_id, id, 'ping', now(), now() - interval '1 hour' from hardware where id = ${id} returning id`.execute(
        tx,
      ),
    )
    return rows[0]?.id as number
  }
  expect(await follow(id, await dead())).toMatchObject({ state: 'interrupted', detail: { reason: 'tool.interrupted' } })
  const other = await dead()
  const sweep = deviceTasks(fixture.worker)['device-tool-sweep']
  await sweep.run({}, taskContext(fixture.panel.databases))
  const { body } = await master('GET', path(id, `${other}/show`))
  expect(body.data).toMatchObject({ state: 'interrupted' })
})

test('a stopping server ends its runs as interrupted', async () => {
  const { id } = await managed()
  const { config, databases } = fixture.panel.deps
  const service = createDevices({ config, databases, log: createLog('silent'), allow: () => true })
  const { rows } = await fixture.panel.sql((tx) =>
    sql<{ id: number }>`
      insert into device_tool_run (company_id, hardware_id, tool, input, deadline_at)
      select company_id, id, 'ping', '{"address":"8.8.8.8","count":20}', now() + interval '1 minute' from hardware where id = ${id} returning id`.execute(
      tx,
    ),
  )
  const run = rows[0]?.id as number
  service.startTool(run)
  await until(async () => (await follow(id, run)).rows.length > 0, 8000)
  await service.stop()
  expect(await follow(id, run)).toMatchObject({ state: 'interrupted' })
}, 20_000)

test('at most two tools run on a device', async () => {
  const { id } = await managed()
  const body = { tool: 'ping', address: '8.8.8.8', count: 20 }
  const runs = [await begin(id, body), await begin(id, body)]
  const third = await start(id, body)
  expect([third.status, third.body.error.reason]).toEqual([409, 'tool.device_busy'])
  for (const { id: run } of runs) await master('PUT', path(id, `${run}/stop`))
  for (const { id: run } of runs) await until(async () => (await follow(id, run)).state === 'stopped', 8000)
}, 20_000)

test('rights: an editor runs tools that test, not those that interrupt the service; a device needs an address', async () => {
  const { id } = await managed()
  const editor = await fixture.as('master', 'editor')
  const run = await start(id, { tool: 'dns', name: 'example.net' }, editor)
  expect(run.status).toBe(201)
  expect((await start(id, { tool: 'wifi-scan', interface: 'wifi1' }, editor)).status).toBe(403)
  const reader = await fixture.as('master', 'read-only')
  expect((await start(id, { tool: 'dns', name: 'example.net' }, reader)).status).toBe(403)
  expect((await reader('GET', path(id, `${run.body.data.id}/show`))).status).toBe(200)
  const client = await fixture.as('client')
  expect((await client('GET', path(id, 'index'))).status).toBe(403)
  const sibling = await fixture.as('sibling')
  expect((await sibling('GET', path(id, `${run.body.data.id}/show`))).status).toBe(404)
  const device = await fixture.device({ name: 'Unmanaged' })
  const reply = await start(device, { tool: 'ping', address: '192.0.2.1' })
  expect([reply.status, reply.body.error.reason]).toEqual([409, 'device.not_managed'])
})
