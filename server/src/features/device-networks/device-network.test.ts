import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAddressGuard } from '../../devices/address-guard.ts'
import { allottedTo } from '../../devices/allotted.ts'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import { deviceLogin } from '../../testing/devices/create-device.ts'
import { createModel } from '../../testing/hardware/create-catalogue.ts'
import { importFile } from '../../testing/imports.ts'
import type { ApiCall, ApiReply } from '../../testing/panel.ts'
import { replied } from '../../testing/messages.ts'

const fixture = await setupPanelWithDevices()
const { master: masterId, reseller, client, sibling, provider: providerId } = fixture.companies
let provider: ApiCall, master: ApiCall, siblingUser: ApiCall, model: number
let tariff: number

beforeAll(async () => {
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  siblingUser = await fixture.as('sibling')
  model = await fixture.panel.sql((tx) => createModel(tx))
  const reply = await provider('POST', '/network/tariff/store', { name: 'VPN' })
  tariff = reply.body.data.id
})
afterAll(() => fixture.stop())
beforeEach(() => fixture.panel.sql((tx) => sql`delete from device_network`.execute(tx)))

const allot = (company_id: number, prefix: string, call = provider) =>
  call('POST', '/device-network/store', { company_id, prefix, note: 'Tunnel' })
let serial = 0
const save = (call: ApiCall, management_address: string, company_id: number) =>
  call('POST', '/hardware/store', { name: `Router ${++serial}`, model, management_address, company_id })
const fieldOf = (reply: ApiReply): string | undefined => reply.body.error?.fields?.management_address
/** Result of the connection guard after the name was resolved. */
const connects = (company_id: number, address: string, of: { hardware_id?: number; vpn_dialup_id?: number } = {}) =>
  createAddressGuard()
    .check(address, 8729, allottedTo(fixture.panel.databases, { company_id, ...of }))
    .then(
      () => true,
      (error: Error) => error.message,
    )
const insert = async (statement: ReturnType<typeof sql>): Promise<number> =>
  (await fixture.panel.sql((tx) => statement.execute(tx))).rows.map((row) => (row as { id: number }).id)[0] as number

describe('a private address of a device', () => {
  const privateAddresses = ['10.20.0.1', '172.16.0.1', '172.31.255.254', '192.168.88.1', '100.64.0.1', 'fd00::1']

  test.each(privateAddresses)('%s is rejected on save and at the connection', async (address) => {
    const reply = await save(master, address, client)
    expect([reply.status, fieldOf(reply)]).toEqual([422, replied('device.address_private', { address }).message])
    expect(await connects(client, address)).toMatch(/is a private address/)
  })

  test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.169.0.1', '11.0.0.1', '2a00:1450::1', 'r1.example'])(
    '%s is public, and is saved',
    async (address) => {
      expect((await save(master, address, client)).status).toBe(201)
    },
  )

  test('is allowed if the provider allotted its network to the company or an ancestor, and not elsewhere', async () => {
    expect((await allot(reseller, '10.20.0.0/16')).status).toBe(201)
    expect((await save(master, '10.20.3.4', reseller)).status).toBe(201)
    expect((await save(master, '10.20.3.5', client)).status).toBe(201)
    for (const [call, company] of [
      [master, masterId],
      [siblingUser, sibling],
    ] as const) {
      expect((await save(call, '10.20.3.6', company)).status).toBe(422)
      expect(await connects(company, '10.20.3.6')).not.toBe(true)
    }
    expect(await connects(client, '10.20.3.4')).toBe(true)
    expect(await connects(client, '10.21.0.1')).not.toBe(true)
  })

  test('is rejected again after the network is withdrawn', async () => {
    const { id } = (await allot(reseller, '10.20.0.0/16')).body.data
    const device = (await save(master, '10.20.9.9', client)).body.data.id
    expect(await connects(client, '10.20.9.9', { hardware_id: device })).toBe(true)
    expect((await provider('DELETE', `/device-network/${id}/destroy`)).status).toBe(204)
    expect(await connects(client, '10.20.9.9', { hardware_id: device })).not.toBe(true)
    // An unchanged address can be saved, so that the device can still be renamed.
    expect((await master('PUT', `/hardware/${device}/update`, { name: 'Renamed' })).status).toBe(200)
    expect(fieldOf(await master('PUT', `/hardware/${device}/update`, { management_address: '10.20.9.10' }))).toMatch(
      /private address/,
    )
  })

  test('saved by the provider is approved for this device and this address only', async () => {
    const device = (await save(provider, '10.30.0.1', client)).body.data.id
    expect(await connects(client, '10.30.0.1', { hardware_id: device })).toBe(true)
    expect(await connects(client, '10.30.0.2', { hardware_id: device })).not.toBe(true)
    expect(await connects(client, '10.30.0.1')).not.toBe(true)
    expect(
      fieldOf(await master('PUT', `/hardware/${device}/update`, { management_address: '10.30.0.2' })),
    ).toBeDefined()
    expect((await save(provider, '10.30.0.3', providerId)).status).toBe(201)
    expect(await connects(providerId, '192.168.1.1')).toBe(true)
  })

  test('is rejected when the device moves to a company without the allotment', async () => {
    await allot(client, '10.20.0.0/16')
    const device = (await save(master, '10.20.1.1', client)).body.data.id
    expect(fieldOf(await master('PUT', `/hardware/${device}/update`, { company_id: masterId }))).toMatch(
      /private address/,
    )
  })

  test('in an import is reported at its row, and allowed if it is allotted', async () => {
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{ maker: string; model: string }>`
        select m.name as maker, d.name as model from hardware_model d join hardware_manufacturer m on m.id = d.manufacturer_id
          where d.id = ${model}`.execute(tx),
    )
    const { maker, model: name } = rows[0] as { maker: string; model: string }
    const file = `name,manufacturer,model,management_address\nA,${maker},${name},10.77.0.1\nB,${maker},${name},9.9.9.9\n`
    const run = (call: ApiCall) => importFile(fixture.panel, call, '/hardware/import', file, { dry_run: '1' })
    const rejected = await run(master)
    expect(rejected.errors).toMatchObject([
      { row: 2, message: expect.stringMatching(/^10\.77\.0\.1 is a private address/) },
    ])
    await allot(masterId, '10.77.0.0/16')
    expect((await run(master)).errors).toEqual([])
    const imported = await importFile(fixture.panel, provider, '/hardware/import', file.replace('10.77', '10.78'))
    expect(imported.errors).toEqual([])
  })
})

describe('addresses that are allotted implicitly', () => {
  const subnet = async (body: object, call = provider): Promise<number> => {
    const reply = await call('POST', '/network/subnet/store', body)
    expect(reply.status, reply.text).toBe(201)
    return reply.body.data.id
  }
  const nas = (company: number, address: string) =>
    insert(
      sql`insert into nas (company_id, name, address, secret, purposes) values (${company}, ${address}, ${address}, '\\x00', '{vpn}') returning id`,
    )
  const dialup = (company: number) =>
    insert(
      sql`insert into service (kind, company_id, username, password, tariff_id, status) values ('vpn-dialup', ${company}, ${`dial-${++serial}`}, '\\x00', ${tariff}, 'active') returning id`,
    )
  const session = (service: number, at: number, framed: string) =>
    fixture.panel.sql((tx) =>
      sql`insert into session_live (uid, acct_session_id, service_id, username, company_id, nas_id, framed_ip, started_at, updated_at, ancestor_ids)
        select ${`s${++serial}`}, 'x', s.id, s.username, s.company_id, ${at}, ${framed}, now(), now(), s.ancestor_ids from service s where s.id = ${service}`.execute(
        tx,
      ),
    )

  test('those of a session at a NAS of the provider, for the company of the dial-up and its descendants', async () => {
    const at = await nas(providerId, '9.9.9.1')
    const account = await dialup(reseller)
    await session(account, at, '10.88.0.7')
    expect(await connects(client, '10.88.0.7')).toBe(true)
    expect(await connects(sibling, '10.88.0.7')).not.toBe(true)
    expect(await connects(sibling, '10.88.0.7', { vpn_dialup_id: account })).toBe(true)
    expect(await connects(client, '10.88.0.8', { vpn_dialup_id: account })).not.toBe(true)
  })

  test("not those reported by a tenant's own NAS, which may report any", async () => {
    const at = await nas(reseller, '9.9.9.2')
    const account = await dialup(reseller)
    await session(account, at, '10.88.1.7')
    expect(await connects(reseller, '10.88.1.7', { vpn_dialup_id: account })).not.toBe(true)
  })

  test('pools of a NAS, management networks and dial-ups in space allocated by the provider', async () => {
    const block = await subnet({ type: 'container', net: '10.90.0.0/16', company_id: reseller })
    const pool = await subnet({ type: 'pool', net: '10.90.1.0/24', parent_id: block, company_id: reseller })
    const plain = '10.90.9.9'
    expect(await connects(reseller, '10.90.1.5')).not.toBe(true)
    const at = await nas(reseller, '9.9.9.3')
    await fixture.panel.sql((tx) => sql`insert into nas_pool (nas_id, subnet_id) values (${at}, ${pool})`.execute(tx))
    expect(await connects(reseller, '10.90.1.5')).toBe(true)
    expect(await connects(client, '10.90.1.5')).not.toBe(true)
    const management = await subnet({
      type: 'network',
      usage_type: 'management',
      net: '10.90.2.0/24',
      parent_id: block,
      company_id: reseller,
    })
    expect(management).toBeGreaterThan(0)
    expect(await connects(reseller, '10.90.2.5')).toBe(true)
    expect(await connects(reseller, plain)).not.toBe(true)
    expect(await connects(sibling, '10.90.2.5')).not.toBe(true)
  })

  test('none of a private space, which tenants create themselves', async () => {
    const space = await master('POST', '/network/subnet/space/store', { name: 'Own', company_id: masterId })
    const space_id =
      space.body?.data?.id ??
      (await insert(
        sql`insert into ip_space (company_id, kind, name) values (${masterId}, 'private', 'Own') returning id`,
      ))
    await subnet(
      { type: 'network', usage_type: 'management', net: '10.95.0.0/24', space_id, company_id: masterId },
      master,
    )
    expect(await connects(masterId, '10.95.0.5')).not.toBe(true)
  })
})

describe('the list of allotted networks', () => {
  test('is accessible to the provider only', async () => {
    const { id } = (await allot(reseller, '10.40.0.0/16')).body.data
    const list = (await provider('GET', '/device-network/index')).body.data
    expect(list).toMatchObject([{ id, company_id: reseller, prefix: '10.40.0.0/16', note: 'Tunnel' }])
    for (const call of [master, await fixture.as('provider', 'editor'), await fixture.as('provider', 'read-only')]) {
      expect((await call('GET', '/device-network/index')).status).toBe(403)
      expect((await allot(client, '10.41.0.0/16', call)).status).toBe(403)
      expect((await call('DELETE', `/device-network/${id}/destroy`)).status).toBe(403)
    }
    const { rows } = await fixture.panel.databases.app.query(
      "select has_table_privilege('trunkline_app', 'device_network', 'select') as may",
    )
    expect(rows).toEqual([{ may: false }])
  })

  test('accepts private networks, each once', async () => {
    for (const prefix of [
      '10.0.0.0/7',
      '8.8.8.0/24',
      '127.0.0.0/8',
      '169.254.0.0/16',
      '0.0.0.0/0',
      'fc00::/6',
      '::/0',
      '172.0.0.0/8',
      '10.0.0.1/8',
      'x/8',
      '10.0.0.0',
    ])
      expect((await allot(client, prefix)).body.error?.messages.prefix.reason, prefix).toMatch(/^ip\./)
    for (const prefix of ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fd12:3456::/32'])
      expect((await allot(client, prefix)).status, prefix).toBe(201)
    const twice = await allot(client, '10.1.0.0/16')
    expect([twice.status, twice.body.error.messages]).toEqual([
      409,
      { prefix: replied('device_network.exists', { prefix: '10.0.0.0/8' }) },
    ])
    expect((await provider('DELETE', '/device-network/999999/destroy')).status).toBe(404)
  })

  test('is audited', async () => {
    const { id } = (await allot(reseller, '10.42.0.0/16')).body.data
    await provider('DELETE', `/device-network/${id}/destroy`)
    const { data } = (await provider('GET', '/audit-log/index?search=subject:installation&orderBy=id&sortedBy=desc'))
      .body
    expect(data.slice(0, 2)).toMatchObject([
      { action: 'destroy', object_id: id, before: { prefix: '10.42.0.0/16' } },
      { action: 'create', object_id: id, after: { prefix: '10.42.0.0/16' } },
    ])
  })
})

describe('a contact test by a tenant', () => {
  const contact = (call: ApiCall, body: object) =>
    call('POST', '/hardware/control/test', { user: deviceLogin.user, password: deviceLogin.password, ...body })

  test('rejects private addresses that are not allotted to it or below, at the field', async () => {
    const tried = () => contact(master, { address: '10.50.0.1', protocol: 'api' })
    expect((await tried()).body.error.fields.address).toMatch(/private/)
    expect((await contact(siblingUser, { address: '100.64.0.9' })).status).toBe(422)
  })

  test('gets the same code, message, details and time from any host that is not RouterOS', async () => {
    const { createServer } = await import('node:net')
    const http = await import('node:http')
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    const banner = createServer((socket) => socket.end('220 mail.internal ESMTP\r\n')).listen(0, '127.0.0.1')
    const web = (status: number, body: string) =>
      http
        .createServer((_, reply) => void reply.writeHead(status, { server: 'secret/1.0' }).end(body))
        .listen(0, '127.0.0.1')
    const found = web(200, '<h1>Intranet</h1>')
    const denied = web(401, '{"error":401,"message":"Unauthorized"}')
    const failing = web(500, '{"error":500,"message":"Internal","detail":"database at 10.0.0.5 is down"}')
    const servers = [silent, banner, found, denied, failing]
    await Promise.all(servers.map((server) => once(server, 'listening')))
    const portOf = (server: { address(): unknown }) => (server.address() as { port: number }).port
    const router = await fixture.router({ apiTls: 0 })
    const targets = [
      { port: 9, protocol: 'api' },
      { port: 1, protocol: 'rest' },
      { port: portOf(silent), protocol: 'api' },
      { port: portOf(silent), protocol: 'rest' },
      { port: portOf(banner), protocol: 'api' },
      { port: portOf(banner), protocol: 'api-ssl' },
      { port: portOf(found), protocol: 'rest' },
      { port: portOf(denied), protocol: 'rest' },
      { port: portOf(failing), protocol: 'rest' },
      // TLS on the port, although the test uses none.
      { port: router.ports.apiTls, protocol: 'api' },
    ]
    const replies = await Promise.all(
      targets.map(async (target) => {
        const began = performance.now()
        const { status, body } = await contact(master, { address: '127.0.0.1', ...target })
        const { request_id: _, ...error } = body.error
        return { status, error, ms: performance.now() - began }
      }),
    )
    for (const [at, { status, error, ms }] of replies.entries()) {
      expect({ status, error }, JSON.stringify(targets[at])).toEqual({
        status: 504,
        error: {
          code: 'device_unreachable',
          ...replied('device.no_routeros_reached'),
          details: { error: 'unreachable', read_at: null, rows: null },
        },
      })
      expect(ms, JSON.stringify(targets[at])).toBeGreaterThan(1450)
    }
    const reported = await contact(provider, { address: '127.0.0.1', port: portOf(banner), protocol: 'api' })
    expect(reported.body.error.details.error).not.toBe('unreachable')
    for (const server of servers) server.close()
    for (const server of [found, denied, failing]) server.closeAllConnections()
  }, 30_000)

  test('does not reveal the address of a name', async () => {
    const named = await contact(master, { address: 'no-such-router.invalid', protocol: 'api' })
    expect([named.status, named.body.error.reason]).toEqual([504, 'device.no_routeros_reached'])
  })

  test('reports that RouterOS rejected the login, and its identity', async () => {
    const router = await fixture.router()
    const at = { address: router.host, port: router.ports.api, protocol: 'api' }
    expect((await contact(master, { ...at, password: 'wrong' })).body.error.details.error).toBe('login')
    expect((await contact(master, at)).body.data.serial_number).toBe(router.serial)
  })
})
