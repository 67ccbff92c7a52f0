import { connect } from '@trunkline/routeros'
import type { Simulator } from '@trunkline/simulator'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupName } from './setup-line.ts'
import { seal } from '../../sessions/seal.ts'
import { createDevice, testKey } from '../../testing/devices/create-device.ts'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, editor: ApiCall, client: ApiCall, sibling: ApiCall
const password = 'pa"ss$wo\\rd'

beforeAll(async () => {
  master = await fixture.as('master')
  editor = await fixture.as('master', 'editor')
  client = await fixture.as('client')
  sibling = await fixture.as('sibling')
  // Routers call the panel at the address in their script.
  Object.assign(fixture.panel.deps.config, { baseUrl: fixture.address })
})
afterAll(() => fixture.stop())

/** A device without a login, with the serial number of a router. */
async function expected(serial: string | null, mac: string | null = null): Promise<number> {
  const id = await fixture.panel.sql((tx) => createDevice(tx, { company_id: fixture.companies.client }))
  await fixture.panel.sql((tx) =>
    sql`update hardware set management_user = null, management_password = null, management_address = null,
      serial_number = ${serial}, mac = ${mac}::macaddr where id = ${id}`.execute(tx),
  )
  return id
}
const line = async (by = master, body = {}): Promise<string> => {
  const reply = await by('POST', '/device-setup/line', body)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data.line
}
const tokenOf = (text: string) => /device-setup\/([\w-]{43})/.exec(text)?.[1] as string
const stateOf = async (id: number) => (await master('GET', `/device-setup/${id}/show`)).body.data

let serial = 0
const aRouter = (of: Parameters<typeof fixture.router>[0] = {}) => fixture.router({ serial: `HZ${++serial}`, ...of })

async function paste(router: Simulator, script: string) {
  const session = await connect({
    host: router.host,
    port: router.ports.api as number,
    transport: 'api',
    user: 'panel',
    password: 'open sesame',
  })
  await session.run('execute', { script, 'as-string': '' }, { timeoutMs: 60_000 })
  await session.close()
}
/** Pastes the line, and waits until its scheduler entry has run the script of the panel, which removes the entry. */
async function runLine(router: Simulator, text: string) {
  await paste(router, text)
  await expect
    .poll(() => router.table('system/scheduler').filter((row) => row['name'] === setupName), { timeout: 20_000 })
    .toEqual([])
}
/** The call of a line, as its router makes it. */
const called = async (text: string, router: Pick<Simulator, 'serial'>, mac = '02:00:00:00:0A:01') => {
  const reply = await master('GET', `/hook/device-setup/${tokenOf(text)}?serial=${router.serial}&mac=${mac}&version=7`)
  return [reply.status, reply.body?.error?.reason]
}
const unknownSerial = [409, 'device_setup.unknown_serial']

const wait = (body: object, by = master) => by('POST', '/device-setup/store', body)

describe('zero-touch setup', () => {
  test.each([
    ['RouterOS 7', {}, '127.44.0.1'],
    ['RouterOS 6', { personality: 'v6-capsman' as const }, '127.44.0.2'],
  ])(
    'a router with %s that runs the line gets its script, and is read',
    async (_, of, host) => {
      const router = await aRouter({ host, api: 0, apiTls: 8729, ...of })
      const mac = router.table('interface/ethernet')[0]?.['mac-address'] as string
      const hardware_id = await expected(router.serial.toLowerCase(), mac)
      // All simulators call from the same address.
      await fixture.panel.sql((tx) =>
        sql`update hardware set management_address = ${host} where id = ${hardware_id}`.execute(tx),
      )
      const { status, body, text } = await wait({ hardware_id })
      expect(status, text).toBe(201)
      expect(await stateOf(body.data.id)).toMatchObject({ state: 'waiting', calls: 0, called_at: null })
      await runLine(router, await line())
      expect(await stateOf(body.data.id)).toMatchObject({
        state: 'connecting',
        calls: expect.any(Number),
        called_from: expect.any(String),
        detail: null,
      })
      // The script has removed what the line had created.
      expect(router.table('system/scheduler').filter((row) => row['name'] === setupName)).toEqual([])
      await fixture.worker.commands.workOff(hardware_id)
      const end = await stateOf(body.data.id)
      expect(end).toMatchObject({ state: 'done', read_error: null })
      expect(end.read_at).not.toBe(null)
      expect((await master('GET', `/hardware/control/${hardware_id}/live/show`)).body.data).toMatchObject({
        is_online: true,
        serial_number: router.serial,
      })
    },
    60_000,
  )

  test('dials the tunnel of the setup', async () => {
    const dialup = await fixture.panel.sql(async (tx) => {
      await sql`insert into nas (company_id, name, address, secret, purposes) values (${fixture.companies.provider}, 'Hub', '198.51.100.9', '\\x00', '{vpn}')`.execute(
        tx,
      )
      const { rows } = await sql<{ id: number }>`
        with t as (insert into tariff (company_id, name, currency) values (${fixture.companies.master}, 'T', 'EUR') returning id)
        insert into service (kind, company_id, username, password, tariff_id, status)
        select 'vpn-dialup', ${fixture.companies.client}, 'r$1', ${seal(testKey, password)}, id, 'active' from t returning id`.execute(
        tx,
      )
      return rows[0]?.id as number
    })
    const router = await aRouter()
    const hardware_id = await expected(router.serial)
    expect((await wait({ hardware_id, tunnel: 'sstp' })).body.error.messages).toMatchObject({
      vpn_dialup_id: { reason: 'device.tunnel_dialup_required' },
    })
    const { body } = await wait({ hardware_id, vpn_dialup_id: dialup, tunnel: 'sstp' })
    await runLine(router, await line())
    expect(router.table('interface/sstp-client').find((row) => row['name'] === 'trunkline')).toMatchObject({ password })
    expect(await stateOf(body.data.id)).toMatchObject({ state: 'connecting', tunnel: 'sstp' })
    expect((await master('GET', `/hardware/${hardware_id}/show`)).body.data.management).toMatchObject({
      vpn_dialup_id: dialup,
    })
    const { text } = await master('GET', '/audit-log/index?perPage=200')
    expect(text).not.toContain('wo\\\\rd')
  }, 60_000)

  test('an unknown serial number gets nothing, is listed, and is accepted once a device waits for it', async () => {
    const router = await aRouter({ host: '127.44.0.3', api: 0, apiTls: 8729 })
    const text = await line()
    expect(await called(text, router)).toEqual(unknownSerial)
    expect(await called(text, router)).toEqual(unknownSerial)
    const listed = (await master('GET', '/device-setup/unknown')).body.data
    expect(listed).toMatchObject([{ serial_number: router.serial, calls: 2 }])
    expect((await sibling('GET', '/device-setup/unknown')).body.data).toEqual([])
    const { body } = await wait({ hardware_id: await expected(router.serial) })
    await runLine(router, text)
    expect(await stateOf(body.data.id)).toMatchObject({ state: 'connecting' })
    expect((await master('GET', '/device-setup/unknown')).body.data).toEqual([])
  }, 60_000)

  test('another MAC address is rejected, and shown', async () => {
    const router = await aRouter()
    const { body } = await wait({ hardware_id: await expected(router.serial, '02:00:00:00:00:01') })
    expect(await called(await line(), router)).toEqual([409, 'device_setup.mac_differs'])
    expect(await stateOf(body.data.id)).toMatchObject({
      state: 'waiting',
      script_at: null,
      detail: { reason: 'device_setup.mac_differs', params: { expected: '02:00:00:00:00:01' } },
    })
  })

  test('the line of another branch does not reach the device, and a renewed line rejects the old one', async () => {
    const router = await aRouter()
    await wait({ hardware_id: await expected(router.serial) })
    expect(await called(await line(sibling), router)).toEqual(unknownSerial)
    const old = await line()
    expect(tokenOf(await line())).toBe(tokenOf(old))
    expect(tokenOf(await line(master, { renew: true }))).not.toBe(tokenOf(old))
    expect(await called(old, router)).toEqual([422, 'link_invalid'])
    await runLine(router, await line())
  })

  test('a cancelled or expired setup gives no script', async () => {
    const router = await aRouter()
    const hardware_id = await expected(router.serial)
    const first = (await wait({ hardware_id })).body.data.id as number
    const again = await wait({ hardware_id })
    expect([again.status, again.body.error.reason]).toEqual([409, 'device_setup.waiting'])
    expect((await master('PUT', `/device-setup/${first}/cancel`)).body.data.state).toBe('cancelled')
    const twice = await master('PUT', `/device-setup/${first}/cancel`)
    expect([twice.status, twice.body.error.reason]).toEqual([409, 'device_setup.ended'])
    expect(await called(await line(), router)).toEqual(unknownSerial)
    const second = (await wait({ hardware_id })).body.data.id as number
    await fixture.panel.sql((tx) =>
      sql`update device_setup set expires_at = now() - interval '1 second' where id = ${second}`.execute(tx),
    )
    expect(await stateOf(second)).toMatchObject({ state: 'expired' })
    expect(await called(await line(), router)).toEqual(unknownSerial)
    // What needs attention comes first.
    for (const [sortedBy, states] of [
      ['asc', ['expired', 'cancelled']],
      ['desc', ['cancelled', 'expired']],
    ] as const) {
      const query = `search=hardware_id:${hardware_id}&searchFields=hardware_id:%3D&orderBy=state&sortedBy=${sortedBy}`
      const { body, status, text } = await master('GET', `/device-setup/index?${query}`)
      expect(status, text).toBe(200)
      expect(body.data.map((row: { state: string }) => row.state)).toEqual(states)
    }
    expect((await wait({ hardware_id })).status).toBe(201)
  })

  test('a router that calls without end gets a limited number of scripts', async () => {
    const hardware_id = await expected('LOOP1')
    const { body } = await wait({ hardware_id })
    const token = tokenOf(await line())
    await fixture.panel.sql((tx) => sql`update device_setup set calls = 20 where id = ${body.data.id}`.execute(tx))
    const reply = await master('GET', `/hook/device-setup/${token}?serial=LOOP1`)
    expect([reply.status, reply.body.error.reason]).toEqual([409, 'device_setup.too_many_calls'])
  })

  test('needs a serial number, and the rights of a script of the device', async () => {
    const none = await wait({ hardware_id: await expected(null) })
    expect(none.body.error.messages).toMatchObject({ hardware_id: { reason: 'device_setup.serial_missing' } })
    const id = await expected('RIGHTS1')
    expect((await wait({ hardware_id: id }, editor)).status).toBe(403)
    expect((await wait({ hardware_id: id }, client)).status).toBe(403)
    expect((await editor('POST', '/device-setup/line', {})).status).toBe(403)
    expect((await wait({ hardware_id: id }, sibling)).status).toBe(422)
  })

  test('stores the token sealed, and no script', async () => {
    const token = tokenOf(await line())
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{
        text: string
      }>`select (select json_agg(k)::text from device_setup_key k) || (select json_agg(s)::text from device_setup s)
        || (select json_agg(a)::text from audit_log a) as text`.execute(tx),
    )
    expect(rows[0]?.text).not.toContain(token)
  })
})
