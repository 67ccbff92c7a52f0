import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Simulator } from '@trunkline/simulator'
import { seal } from '../../sessions/seal.ts'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import { createDevice, testKey } from '../../testing/devices/create-device.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { connect } from '@trunkline/routeros'

const fixture = await setupPanelWithDevices()
let master: ApiCall, editor: ApiCall, client: ApiCall, sibling: ApiCall
let dialup: number
const password = 'pa"ss$wo\\rd'

beforeAll(async () => {
  master = await fixture.as('master')
  editor = await fixture.as('master', 'editor')
  client = await fixture.as('client')
  sibling = await fixture.as('sibling')
  dialup = await fixture.panel.sql(async (tx) => {
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
})
afterAll(() => fixture.stop())

const bootstrap = (id: number, body: object = {}, call = master) =>
  call('POST', `/hardware/control/${id}/bootstrap`, body)
/** A device with nothing but a name. */
const unknownDevice = async () => {
  const id = await fixture.panel.sql((tx) => createDevice(tx, { company_id: fixture.companies.client }))
  await fixture.panel.sql((tx) =>
    sql`update hardware set management_user = null, management_password = null where id = ${id}`.execute(tx),
  )
  return id
}
/** The script with the address of this test's server. */
const placed = (script: string) => script.replaceAll(/https?:\/\/[^/"]+\/api/g, `${fixture.address}/api`)
const tokenOf = (script: string) => /call-home\/([\w-]{43})/.exec(script)?.[1] as string
/** Runs a script on a simulated router, as if pasted. */
async function run(router: Simulator, script: string) {
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

describe('a registration script', () => {
  test("creates the panel's login, calls the panel, and the device can then be read", async () => {
    const router = await fixture.router({ host: '127.43.0.1', api: 0, apiTls: 8729 })
    const id = await unknownDevice()
    await fixture.panel.sql((tx) =>
      sql`update hardware set management_address = '127.43.0.1' where id = ${id}`.execute(tx),
    )
    const { status, body } = await bootstrap(id)
    expect(status).toBe(201)
    expect(Date.parse(body.data.expires_at)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    const script = placed(body.data.script)
    await run(router, script)

    expect(router.table('user').find((row) => row['name'] === body.data.user)).toMatchObject({ group: 'trunkline' })
    const policy = router.table('user/group').find((row) => row['name'] === 'trunkline')?.['policy'] ?? ''
    expect(policy.split(',').filter((one) => !one.startsWith('!'))).toEqual(
      expect.arrayContaining(['read', 'write', 'api', 'policy', 'sensitive', 'reboot', 'rest-api']),
    )
    expect(router.table('ip/service').find((row) => row['name'] === 'api-ssl')).toMatchObject({
      certificate: 'trunkline',
    })

    const stored = (await master('GET', `/hardware/${id}/show`)).body.data.management
    expect(stored).toMatchObject({
      address: '127.43.0.1',
      protocol: 'api-ssl',
      user: body.data.user,
      has_password: true,
    })
    const commands = await master('GET', `/hardware/command/index?search=hardware_id:${id}`)
    expect(commands.body.data).toMatchObject([
      { kind: 'reload', verb: 'call-home', state: 'queued', requested_by: expect.stringContaining('@') },
    ])
    await fixture.worker.commands.workOff(id)
    const end = (await master('GET', `/hardware/command/${commands.body.data[0].id}/show`)).body.data
    expect(end, end.detail?.message).toMatchObject({ state: 'done' })
    expect((await master('GET', `/hardware/control/${id}/live/show`)).body.data).toMatchObject({
      is_online: true,
      serial_number: router.serial,
    })

    // A second run finds its rows, and the token of its call has been used.
    const again = await master('GET', `/hook/call-home/${tokenOf(script)}`)
    expect([again.status, again.body.error.code]).toEqual([422, 'link_invalid'])
    await run(router, placed((await bootstrap(id)).body.data.script))
    expect(router.table('user').filter((row) => row['name'] === body.data.user)).toHaveLength(1)
    expect(router.table('ip/firewall/filter').filter((row) => row['comment'] === 'trunkline')).toHaveLength(1)
  }, 60_000)

  test.each(['l2tp', 'sstp', 'ovpn'] as const)(
    'dials %s with the name and password of the dial-up, with any characters',
    async (tunnel) => {
      const router = await fixture.router()
      const id = await unknownDevice()
      const { status, body, text } = await bootstrap(id, { vpn_dialup_id: dialup, tunnel })
      expect(status, text).toBe(201)
      await run(router, placed(body.data.script))
      expect(router.table(`interface/${tunnel}-client`).find((row) => row['name'] === 'trunkline')).toMatchObject({
        'connect-to': '198.51.100.9',
        user: 'r$1',
        password,
      })
      expect((await master('GET', `/hardware/${id}/show`)).body.data.management).toMatchObject({
        vpn_dialup_id: dialup,
      })
      const audits = await master('GET', '/audit-log/index?search=action:export;subject:vpn-dialups')
      expect(audits.body.data[0]).toMatchObject({ object_id: dialup, object_label: 'r$1' })
      expect(audits.text).not.toContain('wo')
    },
    30_000,
  )

  test('runs on RouterOS 6', async () => {
    const old = await fixture.router({ personality: 'v6-capsman' })
    const reply = await bootstrap(await unknownDevice(), { vpn_dialup_id: dialup, tunnel: 'l2tp', version: '6' })
    await run(old, placed(reply.body.data.script))
    expect(old.table('interface/l2tp-client')).toMatchObject([{ name: 'trunkline', password }])
  }, 30_000)

  test('is not stored, and contains no other secrets of the panel', async () => {
    const id = await unknownDevice()
    const { body } = await bootstrap(id, { vpn_dialup_id: dialup, tunnel: 'ikev2', version: '6' })
    expect(body.data.script).toContain('username="r\\$1" password="pa\\"ss\\$wo\\\\rd"')
    expect(body.data.script).toContain('/ip ipsec peer add name="trunkline" address="198.51.100.9" exchange-mode=ike2')
    expect(body.data.script).toContain('auth-method=eap eap-methods=eap-mschapv2')
    expect(body.data.script).not.toContain('rest-api')
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{ text: string }>`select row_to_json(c)::text as text from call_home c where hardware_id = ${id}`.execute(tx),
    )
    const own = /password="([\w-]{32})"/.exec(body.data.script)?.[1] as string
    expect(own).toHaveLength(32)
    expect(rows[0]?.text).not.toContain(tokenOf(body.data.script))
    expect(rows[0]?.text).not.toContain(own)
    const { rows: audited } = await fixture.panel.sql((tx) =>
      sql<{ text: string }>`select string_agg(row_to_json(a)::text, '') as text from audit_log a`.execute(tx),
    )
    expect(audited[0]?.text).not.toContain(own)
    expect(audited[0]?.text).not.toContain(tokenOf(body.data.script))
  })

  test('requires permission to manage the device, and with a tunnel permission to change its password', async () => {
    const id = await unknownDevice()
    expect((await bootstrap(id, {}, editor)).status).toBe(403)
    expect((await bootstrap(id, {}, client)).status).toBe(403)
    expect((await bootstrap(id, {}, sibling)).status).toBe(404)
    const other = await fixture.panel.sql((tx) => createDevice(tx, { company_id: fixture.companies.sibling }))
    const foreign = await bootstrap(other, { vpn_dialup_id: dialup, tunnel: 'l2tp' }, sibling)
    expect([foreign.status, Object.keys(foreign.body.error.fields)]).toEqual([422, ['vpn_dialup_id']])
    const alone = await bootstrap(id, { tunnel: 'l2tp' })
    expect([alone.status, Object.keys(alone.body.error.fields)]).toEqual([422, ['vpn_dialup_id']])
    await fixture.panel.sql((tx) => sql`update service set status = 'suspended' where id = ${dialup}`.execute(tx))
    expect((await bootstrap(id, { vpn_dialup_id: dialup })).body.error.messages.vpn_dialup_id).toMatchObject({
      reason: 'device.tunnel_dialup_inactive',
    })
    await fixture.panel.sql((tx) => sql`update service set status = 'active' where id = ${dialup}`.execute(tx))
  })
})

describe('the call of a router', () => {
  const call = (token: string) => fixture.panel.app.inject({ method: 'GET', url: `/api/hook/call-home/${token}` })

  test('with an unknown or expired token, or for a device in the trash, changes nothing', async () => {
    const id = await unknownDevice()
    const script = async () => tokenOf((await bootstrap(id)).body.data.script)
    expect((await call('x'.repeat(43))).statusCode).toBe(422)
    expect((await call('short')).statusCode).toBe(404)
    const old = await script()
    await fixture.panel.sql((tx) => sql`update call_home set expires_at = now() - interval '1 second'`.execute(tx))
    expect((await call(old)).statusCode).toBe(422)
    const trashed = await script()
    await fixture.panel.sql((tx) => sql`update hardware set deleted_at = now() where id = ${id}`.execute(tx))
    expect((await call(trashed)).statusCode).toBe(422)
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{ management_user: null }>`select management_user from hardware where id = ${id}`.execute(tx),
    )
    expect(rows[0]?.management_user).toBeNull()
  })

  test('is accepted once, also with two concurrent calls', async () => {
    const id = await unknownDevice()
    const token = tokenOf((await bootstrap(id)).body.data.script)
    const answers = await Promise.all([call(token), call(token), call(token)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422])
  })
})
