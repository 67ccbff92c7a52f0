import { setTimeout as sleep } from 'node:timers/promises'
import { armRollback, connect } from '@trunkline/routeros'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { deviceLogin } from '../testing/devices/create-device.ts'
import { setupDeviceFixture } from '../testing/devices/device-fixture.ts'
import { readCompanies, aggregateHours } from './samples.ts'

const fixture = await setupDeviceFixture()
const { createService, router, device, runCommand, system, ids } = fixture
afterEach(async () => {
  await fixture.end()
  await system((tx) => sql`delete from hardware_poll`.execute(tx))
})
afterAll(() => fixture.drop())

interface PollState {
  is_online: boolean | null
  error: string | null
  identity: string | null
  polled_at: string | null
  rx_bps: number | null
  failures: number
  wifi_stacks: string[] | null
}

const look = async (id: number) => {
  const { rows } = await system((tx) =>
    sql<PollState>`
      select h.is_online, s.error, s.identity, s.polled_at, s.rx_bps, p.failures, s.wifi_stacks
        from hardware h left join hardware_state s on s.hardware_id = h.id left join hardware_poll p on p.hardware_id = h.id where h.id = ${id}`.execute(
      tx,
    ),
  )
  return rows[0] as PollState
}

async function until(holds: () => Promise<boolean>, ms = 15_000): Promise<void> {
  for (const end = Date.now() + ms; !(await holds()); await sleep(50))
    if (Date.now() > end) throw new Error('did not come about in time')
}

const quickly = { fast: 400, slow: 1500, watched: 200, backup: 86_400_000, rest: 1000 }

test('a device that has an address and a user is polled, and its readings are stored', async () => {
  const sim = await router({ identity: 'Roof', speed: 1 })
  const id = await device({ router: sim })
  createService().startPolling({ intervals: quickly })
  await until(async () => (await look(id)).rx_bps !== null)
  expect(await look(id)).toMatchObject({ is_online: true, error: null, identity: 'Roof', failures: 0 })
  const { rows } = await system((tx) =>
    sql<{ menu: string }>`select menu from hardware_menu where hardware_id = ${id} order by 1`.execute(tx),
  )
  expect(rows.map(({ menu }) => menu)).toEqual(
    expect.arrayContaining(['interface', 'interface/ethernet', 'ip/address', 'ip/dhcp-server/lease']),
  )
  const stored = await system((tx) =>
    sql<{ sensors: { name: string }[] }>`select sensors from hardware_state where hardware_id = ${id}`.execute(tx),
  )
  expect(stored.rows[0]?.sensors.map(({ name }) => name)).toEqual(['voltage', 'temperature', 'cpu-temperature'])
  // One connection for all polls.
  expect(sim.connections).toBe(1)
})

test('a poll removes the backup that a rollback left, and no rollback of another command', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  const row = sim.table('ip/address').find((one) => one['dynamic'] !== 'true')!
  const end = await runCommand(devices, {
    hardware_id: id,
    kind: 'change',
    target: 'ip/address',
    verb: 'set',
    guarded: true,
    change: { steps: [{ menu: 'ip/address', verb: 'set', id: row['.id'] as string, values: { disabled: 'yes' } }] },
  })
  expect(end.state).toBe('reverted')
  sim.insert('file', { name: `trunkline-${end.id}.backup`, type: 'backup', size: '9000' })
  const session = await connect({ host: sim.host, port: sim.ports.api!, transport: 'api', ...deviceLogin })
  await armRollback(session, { name: 'trunkline-999999', afterSeconds: 3600, revert: 'backup' })
  devices.startPolling({ intervals: quickly })
  const left = () => sim.table('file').flatMap((file) => file['name']?.match(/^trunkline-\d.*/) ?? [])
  await until(async () => left().length === 1)
  expect(left()).toEqual(['trunkline-999999.backup'])
  expect(sim.table('system/scheduler').map(({ name }) => name)).toContain('trunkline-999999')
  await session.close()
})

test('a device is offline after three failures, and online again after its next reply', async () => {
  const sim = await router({ speed: 1 })
  const id = await device({ router: sim })
  createService().startPolling({ intervals: { ...quickly, fast: 100 } })
  await until(async () => (await look(id)).is_online === true)
  const back = sim.faults.add({ kind: 'refuse', message: 'busy', menu: 'system/resource' })
  await until(async () => (await look(id)).error === 'refused')
  expect((await look(id)).is_online).toBe(true)
  await until(async () => (await look(id)).is_online === false)
  expect((await look(id)).failures).toBeGreaterThanOrEqual(3)
  back()
  await until(async () => (await look(id)).is_online === true)
  expect(await look(id)).toMatchObject({ error: null, failures: 0 })
})

test('devices that hang do not delay the others', async () => {
  const well = await Promise.all(Array.from({ length: 4 }, () => router({ speed: 1 })))
  const hole = await router()
  hole.faults.add({ kind: 'blackHole' })
  const good = await Promise.all(well.map((sim) => device({ router: sim })))
  for (let n = 0; n < 12; n++) await device({ router: hole })
  createService().startPolling({ intervals: quickly, concurrency: 24 })
  await until(async () => (await Promise.all(good.map(look))).every(({ polled_at }) => polled_at !== null), 4000)
})

test('two workers share the devices: none is polled by both at the same time, and each worker keeps its own devices', async () => {
  const sims = await Promise.all(Array.from({ length: 6 }, () => router({ speed: 1 })))
  const all = await Promise.all(sims.map((sim) => device({ router: sim })))
  createService().startPolling({ intervals: quickly })
  createService().startPolling({ intervals: quickly })
  await until(async () => (await Promise.all(all.map(look))).every(({ rx_bps }) => rx_bps !== null))
  expect(sims.map(({ connections }) => connections)).toEqual(Array(6).fill(1))
})

test('a device without a user, in the trash or unmanaged is not polled', async () => {
  const sim = await router()
  const id = await device({ router: sim })
  const polls = async () =>
    (await system((tx) => sql`select from hardware_poll where hardware_id = ${id}`.execute(tx))).rows.length
  expect(await polls()).toBe(1)
  await system((tx) => sql`update hardware set is_online = true, management_user = null where id = ${id}`.execute(tx))
  expect(await polls()).toBe(0)
  expect((await look(id)).is_online).toBe(null)
  await system((tx) => sql`update hardware set management_user = 'panel' where id = ${id}`.execute(tx))
  expect(await polls()).toBe(1)
  await system((tx) => sql`update hardware set deleted_at = now() where id = ${id}`.execute(tx))
  expect(await polls()).toBe(0)
})

test('another device at the address is reported, and its readings are not stored', async () => {
  const sim = await router()
  const id = await device({ router: sim, serial_number: 'HX0000002' })
  createService().startPolling({ intervals: quickly })
  await until(async () => (await look(id)).error !== null)
  expect(await look(id)).toMatchObject({ error: 'other-device', identity: null, polled_at: null })
})

test('a device whose tunnel is down is reported as that', async () => {
  const sim = await router()
  const id = await device({ router: sim })
  const service = await system(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into service (kind, company_id, name, login, username) values ('vpn-dialup', ${ids['client']!}, 'Tunnel', 'tunnel', 'tunnel') returning id`
      .execute(tx)
      .catch(() => ({ rows: [] as { id: number }[] }))
    return rows[0]?.id
  }).catch(() => undefined)
  if (service === undefined) return
  await system((tx) => sql`update hardware set vpn_dialup_id = ${service} where id = ${id}`.execute(tx))
  createService().startPolling({ intervals: quickly })
  await until(async () => (await look(id)).error === 'tunnel')
})

test('five-minute samples become hourly means, and companies have counts of their online devices', async () => {
  const id = await device({ address: '10.0.0.1' })
  await system(async (tx) => {
    await sql`update hardware set is_online = true where id = ${id}`.execute(tx)
    await sql`insert into hardware_state (hardware_id, rx_bps, tx_bps) values (${id}, 1000, 500) on conflict (hardware_id) do update set rx_bps = 1000, tx_bps = 500`.execute(
      tx,
    )
    await sql`
      insert into hardware_sample (hardware_id, at, seconds, online, cpu_load, rx_bps, tx_bps, memory_load, lte_rsrp, wifi_clients, wifi_signal, interfaces)
      select ${id}, date_trunc('hour', now()) - interval '1 hour' + n * interval '5 minutes', 300, true, n, n * 100, n * 10, 40 + n, -80 - n, n, null,
        jsonb_build_object('ether1', jsonb_build_array(n * 100, n * 10)) from generate_series(1, 11) n`.execute(tx)
    await aggregateHours(tx)
    await aggregateHours(tx)
    await readCompanies(tx)
    await readCompanies(tx)
  })
  const hours = await system((tx) =>
    sql`select online, cpu_load, rx_bps, memory_load, lte_rsrp, wifi_clients, wifi_signal, interfaces from hardware_sample where hardware_id = ${id} and seconds = 3600`.execute(
      tx,
    ),
  )
  expect(hours.rows).toEqual([
    {
      online: true,
      cpu_load: 6,
      rx_bps: 600,
      memory_load: 46,
      lte_rsrp: -86,
      wifi_clients: 6,
      wifi_signal: null,
      interfaces: { ether1: [600, 60] },
    },
  ])
  const companies = await system((tx) =>
    sql<{ company_id: number; readings: number; rx: number }>`
      select company_id, readings, rx_bps as rx from company_reading order by company_id`.execute(tx),
  )
  // The client, its reseller and the provider: each has its row.
  expect(companies.rows.map(({ company_id }) => company_id)).toEqual([ids['root'], ids['north'], ids['client']])
  expect(companies.rows.every(({ readings }) => readings === 2)).toBe(true)
})

test('a device over REST is only checked for reachability, at its own interval, and keeps the readings of user requests', async () => {
  const sim = await router({ identity: 'Web', restTls: 0, speed: 1 })
  const id = await device({ address: sim.host, port: sim.ports.restTls!, protocol: 'rest' })
  const devices = createService()
  await devices.read(id, 'interface', async () => [{ name: 'ether1' }])
  devices.startPolling({ intervals: quickly })
  await until(async () => (await look(id)).polled_at !== null)
  const first = (await look(id)).polled_at
  await until(async () => (await look(id)).polled_at !== first)
  expect(await look(id)).toMatchObject({ is_online: true, error: null, failures: 0, identity: null })
  const { rows } = await system((tx) =>
    sql<{ menu: string; rows: unknown[] }>`select menu, rows from hardware_menu where hardware_id = ${id}`.execute(tx),
  )
  expect(rows).toEqual([{ menu: 'interface', rows: [{ name: 'ether1' }] }])
})
