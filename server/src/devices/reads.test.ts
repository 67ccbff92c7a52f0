import { sql } from 'kysely'
import type { Fault } from '@trunkline/simulator'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { AppError } from '../errors.ts'
import { createSession } from '../testing/sessions/create-session.ts'
import { setupDeviceFixture } from '../testing/devices/device-fixture.ts'
import { readAddresses, readLeases } from './readings/lan.ts'

const fixture = await setupDeviceFixture()
const { createService, router, device, system, ids, login } = fixture
afterEach(() => fixture.end())
afterAll(() => fixture.drop())

const failure = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => {
      throw new Error('it did not fail')
    },
    (error: AppError) => error,
  )

test('a reading is returned and stored, and concurrent readings share one connection', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  const all = await Promise.all([
    devices.read(id, 'ip/address', (session) => readAddresses(session)),
    devices.read(id, 'ip/dhcp-server/lease', readLeases),
    devices.read(id, 'ip/address', (session) => readAddresses(session)),
  ])
  expect(all[0].rows.length).toBeGreaterThan(0)
  expect(sim.connections).toBe(1)
  const last = await system((tx) => devices.last(tx, id, 'ip/address'))
  expect(last?.rows).toEqual(all[0].rows)
})

const errors: [name: string, problem: Fault, expected: string][] = [
  ['never answers', { kind: 'silent' }, 'timeout'],
  ['takes the connection and says nothing', { kind: 'blackHole' }, 'timeout'],
  ['closes in the middle of its answer', { kind: 'cut', midReply: true }, 'unreachable'],
  ['closes instead of answering', { kind: 'cut', afterBytes: 0 }, 'unreachable'],
  ['refuses the login', { kind: 'refuseLogin' }, 'login'],
  ['answers without end', { kind: 'endless', menu: 'ip/address' }, 'timeout'],
  ['restarts', { kind: 'reboot' }, 'unreachable'],
  ['drips', { kind: 'dripFeed', bytesPerSecond: 3 }, 'timeout'],
]

test('each device error is reported within the timeout, with the last reading', async () => {
  const seen = await Promise.all(
    errors.map(async ([name, problem, expected]) => {
      const devices = createService()
      const sim = await router()
      const id = await device({ router: sim })
      const before = await devices.read(id, 'ip/address', (session) => readAddresses(session))
      await devices.stop()
      const restarted = createService()
      sim.faults.add(problem)
      const began = Date.now()
      const error = await failure(restarted.read(id, 'ip/address', (session) => readAddresses(session)))
      expect(error.details).toMatchObject({ read_at: before.read_at, rows: before.rows })
      expect(Date.now() - began).toBeLessThan(17_000)
      return [name, error.code, error.details?.['error'], expected]
    }),
  )
  expect(seen.filter(([, code, problem, expected]) => code !== 'device_unreachable' || problem !== expected)).toEqual(
    [],
  )
})

test('a rejection by the device has its message', async () => {
  const sim = await router()
  const id = await device({ router: sim })
  sim.faults.add({ kind: 'refuse', message: 'not enough permissions (9)', menu: 'ip/address' })
  const error = await failure(createService().read(id, 'ip/address', (session) => readAddresses(session)))
  expect([error.code, error.message]).toEqual(['device_refused', 'not enough permissions (9)'])
})

test('changed settings apply immediately, and the old session is closed', async () => {
  const devices = createService()
  const [one, two] = [await router({ identity: 'One' }), await router({ identity: 'Two' })]
  const id = await device({ router: one })
  await devices.read(id, 'ip/address', (session) => readAddresses(session))
  await system((tx) => sql`update hardware set management_port = ${two.ports.api!} where id = ${id}`.execute(tx))
  await devices.read(id, 'ip/address', (session) => readAddresses(session))
  expect(two.connections).toBe(1)
  await expect.poll(() => one.connections).toBe(0)
})

test('a device behind a tunnel is reached at the address of its dial-up, only while that has a session', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim, address: '10.1.1.1' })
  const { service_id, nas_id } = await system(async (tx) => {
    const company = ids['client']!
    const tariff = await sql<{ id: number }>`
      insert into tariff (company_id, name, currency, shared_with) values (${ids['root']!}, 'T', 'EUR', 'all') returning id`.execute(
      tx,
    )
    const nas = await sql<{ id: number }>`
      insert into nas (company_id, name, address, secret, purposes) values (${ids['root']!}, 'N', '10.4.4.4', '\\x00', '{vpn}') returning id`.execute(
      tx,
    )
    const service = await sql<{ id: number }>`
      insert into service (kind, company_id, username, password, tariff_id, status)
      values ('vpn-dialup', ${company}, 'dial', '\\x00', ${tariff.rows[0]!.id}, 'active') returning id`.execute(tx)
    await sql`update hardware set vpn_dialup_id = ${service.rows[0]!.id} where id = ${id}`.execute(tx)
    return { service_id: service.rows[0]!.id, nas_id: nas.rows[0]!.id }
  })
  const read = () => devices.read(id, 'ip/address', (session) => readAddresses(session))
  expect((await failure(read())).details).toMatchObject({ error: 'tunnel' })
  await system((tx) => createSession(tx, { service_id, nas_id, started_at: new Date(), ip: '127.0.0.1' }))
  expect((await read()).rows.length).toBeGreaterThan(0)
})

test('the status of many devices is checked in parallel, and never fails', async () => {
  const devices = createService()
  const sim = await router()
  const [good, gone, other] = [
    await device({ router: sim }),
    await device({ address: '127.0.0.1', port: 1 }),
    await device({ router: sim, serial_number: 'HX1' }),
  ]
  const answers = await devices.status([good, gone, other, 999_999])
  expect(answers.map(({ id, is_online, error: problem }) => [id, is_online, problem])).toEqual([
    [good, true, null],
    [gone, false, 'unreachable'],
    [other, false, 'other-device'],
  ])
  const { rows } = await system((tx) =>
    sql`select is_online from hardware where id = any (${[good, gone, other]}::bigint[]) order by id`.execute(tx),
  )
  expect(rows[0]).toEqual({ is_online: true })
})

/** Tests as the provider. */
const by = { company_id: 0, isProvider: true }

test('first contact identifies the device, reports problems, and stores nothing', async () => {
  const sim = await router({ identity: 'Roof', serial: 'HX0000009' })
  const found = await createService().contact({
    by,
    address: sim.host,
    port: sim.ports.api!,
    protocol: 'api',
    ...login,
  })
  expect(found).toMatchObject({ identity: 'Roof', serial_number: 'HX0000009', certificate: null })
  expect(found.warnings).toContain('plain-text')
  expect(found.policies).toContain('write')
})

test('first contact over TLS returns the certificate', async () => {
  const sim = await router({ apiTls: 0 })
  const found = await createService().contact({
    by,
    address: sim.host,
    port: sim.ports.apiTls!,
    protocol: 'api-ssl',
    ...login,
  })
  expect(found.certificate).toBe(sim.fingerprint)
  expect(found.warnings).not.toContain('plain-text')
})

test('a pinned certificate is enforced before the password is sent', async () => {
  const sim = await router({ apiTls: 0 })
  const id = await device({ router: sim })
  await system((tx) =>
    sql`update hardware set management_protocol = 'api-ssl', management_port = ${sim.ports.apiTls!}, pinned_certificate = ${'ab'.repeat(32)} where id = ${id}`.execute(
      tx,
    ),
  )
  const read = () => createService().read(id, 'ip/address', (session) => readAddresses(session))
  expect((await failure(read())).details).toMatchObject({ error: 'certificate' })
  expect(sim.commands).toEqual([])
  await system((tx) => sql`update hardware set pinned_certificate = ${sim.fingerprint!} where id = ${id}`.execute(tx))
  expect((await read()).rows.length).toBeGreaterThan(0)
})

test('a stored password is not sent to another address than the one it was stored for', async () => {
  const devices = createService()
  const sim = await router()
  const trap = await router()
  const id = await device({ router: sim })
  expect((await devices.contact({ by, hardware_id: id })).serial_number).toBe(sim.serial)
  const error = await failure(devices.contact({ by, hardware_id: id, port: trap.ports.api! }))
  expect(error.code).toBe('validation_failed')
  expect(Object.keys(error.fields ?? {})).toEqual(['password'])
  expect(trap.commands).toEqual([])
})

test('forbidden addresses are reported at the field', async () => {
  const error = await failure(
    createService().contact({ by, address: '169.254.169.254', protocol: 'rest', port: 80, ...login }),
  )
  expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['validation_failed', ['address']])
})
