import type { Command } from '@trunkline/contract/resources/device-command'
import { deviceConsole } from '@trunkline/contract/resources/device-console'
import type { SimulatorOptions } from '@trunkline/simulator'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import { requestsAreTyped } from '../../testing/devices/requested.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall
beforeAll(async () => {
  master = await fixture.as('master')
})
afterAll(() => fixture.stop())

let seed = 700
async function managed(protocol: 'api' | 'rest' = 'api', of: SimulatorOptions = {}) {
  const router = await fixture.router({ speed: 1, seed: ++seed, ...(protocol === 'rest' && { restTls: 0 }), ...of })
  requestsAreTyped(router)
  const port = protocol === 'rest' ? router.ports.restTls : router.ports.api
  const id = await fixture.device({ router, name: `Console ${seed}`, protocol, ...(port !== undefined && { port }) })
  return { id, router }
}

const send = (id: number, call: 'read' | 'complete' | 'plan' | 'write', body: object, as = master) =>
  as('POST', deviceConsole[call].path.replace('{id}', String(id)), body)

const audited = async (id: number) =>
  (
    await fixture.panel.sql((tx) =>
      sql<{ after: { line?: string } }>`
        select after from audit_log where action = 'run' and object_id = ${id} order by id`.execute(tx),
    )
  ).rows.map(({ after }) => after.line)

/** Plans and sends a line, and runs it. */
async function write(id: number, line: string): Promise<Command> {
  const plan = await send(id, 'plan', { line })
  expect(plan.status, plan.text).toBe(200)
  const { rows, seen_rows } = plan.body.data
  const ids = rows.map((row: Record<string, string>) => row['.id'])
  return fixture.end(master, id, await send(id, 'write', { line, ids, seen_rows }))
}

test.each(['api', 'rest'] as const)('a line over %s prints the rows that match, and is audited', async (protocol) => {
  const { id } = await managed(protocol)
  const all = await send(id, 'read', { line: '/ip/address/print' })
  expect(all.status, all.text).toBe(200)
  expect(all.body.data.rows.length).toBeGreaterThan(1)
  const some = await send(id, 'read', { line: 'ip address print detail where interface=ether1' })
  expect(some.body.data.rows.map((row: Record<string, string>) => row['interface'])).toEqual(
    some.body.data.rows.map(() => 'ether1'),
  )
  const name = await send(id, 'read', { line: '/system/identity/get name' })
  expect(Object.keys(name.body.data.rows[0])).toContain('name')
  const rate = await send(id, 'read', { line: '/interface/monitor-traffic ether1 once' })
  expect(rate.body.data.rows[0]['rx-bits-per-second']).toMatch(/^\d+$/)
  const count = await send(id, 'read', { line: '/ip/address/print count-only' })
  expect(count.body.data.rows).toEqual([{ count: String(all.body.data.rows.length) }])
  expect((await audited(id))[0]).toBe('/ip/address/print')
})

test('secrets are masked in rows, in exports and in the audit log', async () => {
  const { id } = await managed('api', {
    tables: { 'ppp/secret': [{ '.id': '*1', name: 'p', password: 'hunter2', service: 'any', profile: 'default' }] },
  })
  const reply = await send(id, 'read', { line: '/ppp/secret/print where name=p' })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.data.rows[0]).toMatchObject({ name: 'p', password: '***' })
  const found = await send(id, 'read', { line: '/ppp/secret/print where password=hunter2' })
  expect(found.text).not.toContain('hunter2')
  const exported = await send(id, 'read', { line: '/export' })
  expect(exported.status, exported.text).toBe(200)
  expect(exported.body.data.text).toContain('/ip address')
  expect(exported.text).not.toContain('hunter2')
  expect(JSON.stringify(await audited(id))).not.toContain('hunter2')
  const { rows } = await fixture.panel.sql((tx) =>
    sql`select from hardware_menu where hardware_id = ${id} and rows::text like '%hunter2%'`.execute(tx),
  )
  expect(rows).toEqual([])
})

test.each([
  ['/ip/address/add address=192.0.2.1/24 interface=ether1', 'console.not_reading'],
  ['/ip/address/remove *1', 'console.not_reading'],
  ['/system/reboot', 'console.not_reading'],
  ['/system/reset-configuration', 'console.not_reading'],
  ['/ip/address/print file=x', 'console.syntax'],
  ['/ip/address/print follow', 'console.syntax'],
  ['/ip/address/print; /system/reboot', 'console.script'],
  ['/ip/address/print where [/system/reboot]', 'console.script'],
  [':put [/system/reboot]', 'console.syntax'],
  ['/ip/address/print where interface!=ether1', 'console.operator'],
  ['/ip/address/print where address~"10"', 'console.operator'],
  ['/ip/address/print where a=1 or b=2', 'console.operator'],
  ['/ppp/secret/print where password=guess', 'console.secret_condition'],
  ['/ppp/secret/get [find password=guess] name', 'console.secret_condition'],
  ['/export file=x', 'console.syntax'],
  ['/export show-sensitive', 'console.syntax'],
  ['/interface/ethernet/monitor', 'console.row_required'],
  ['/IP/address/print', 'console.syntax'],
  ['/ip/address/print where comment="open', 'console.syntax'],
  ['print', 'console.syntax'],
])('the reading line %s is rejected with %s', async (line, reason) => {
  const { id } = shared
  const reply = await send(id, 'read', { line })
  expect([reply.status, reply.body.error?.messages?.line?.reason]).toEqual([422, reason])
})
let shared: Awaited<ReturnType<typeof managed>>
beforeAll(async () => {
  shared = await managed()
})

test('an unknown menu is reported with the message of the device', async () => {
  const reply = await send(shared.id, 'read', { line: '/no/such/print' })
  expect(reply.status).toBe(502)
  expect(reply.body.error.message).toContain('no such command')
})

test.each(['api', 'rest'] as const)('completions over %s continue the last word', async (protocol) => {
  const { id } = await managed(protocol)
  const reply = await send(id, 'complete', { input: '/ip/add' })
  expect(reply.body.data).toEqual({ offset: 4, completions: ['address'] })
  const verbs = await send(id, 'complete', { input: '/ip/address/' })
  expect(verbs.body.data.offset).toBe(12)
  expect(verbs.body.data.completions).toContain('print')
  const none = await send(id, 'complete', { input: '/ip/address/print where ' })
  expect(none.body.data.completions).toEqual([])
})

test('RouterOS 6 has no completions', async () => {
  const { id } = await managed('api', { personality: 'v6-capsman' })
  const reply = await send(id, 'complete', { input: '/ip/add' })
  expect([reply.status, reply.body.data.completions]).toEqual([200, []])
})

test.each(['api', 'rest'] as const)(
  'lines over %s add, change, disable and remove a row, with a rollback armed',
  async (protocol) => {
    const { id, router } = await managed(protocol)
    const rows = () => router.table('ip/firewall/address-list').filter((row) => row['list'] === 'guests')
    const added = await write(id, '/ip/firewall/address-list/add list=guests address=192.0.2.9 comment="a guest"')
    expect(added, JSON.stringify(added.detail)).toMatchObject({ state: 'done', guarded: true, verb: 'add' })
    expect(rows()).toMatchObject([{ address: '192.0.2.9', comment: 'a guest' }])
    expect(await write(id, '/ip/firewall/address-list/set [find list=guests] comment=b')).toMatchObject({
      state: 'done',
    })
    expect(await write(id, '/ip/firewall/address-list/disable [find list=guests]')).toMatchObject({ state: 'done' })
    expect(rows()).toMatchObject([{ comment: 'b', disabled: 'true' }])
    expect(await write(id, '/ip/firewall/address-list/remove [find list=guests]')).toMatchObject({ state: 'done' })
    expect(rows()).toEqual([])
    router.insert('ip/firewall/filter', { chain: 'forward', action: 'drop', protocol: 'udp', comment: 'probe' })
    const rule = () => router.table('ip/firewall/filter').find((row) => row['comment'] === 'probe')
    const unset = await write(id, '/ip/firewall/filter/unset [find comment=probe] value-name=protocol')
    expect(unset, JSON.stringify(unset.detail)).toMatchObject({ state: 'done', verb: 'set' })
    expect(rule()).toMatchObject({ action: 'drop' })
    expect(rule()).not.toHaveProperty('protocol')
    expect(await write(id, '/ip/dns/set servers=1.1.1.1')).toMatchObject({ state: 'done' })
    expect(router.table('ip/dns')[0]?.['servers']).toBe('1.1.1.1')
  },
  60_000,
)

test('a written secret is neither in the plan, the command nor the audit log', async () => {
  const { id, router } = await managed()
  const line = '/ppp/secret/add name=new password=hunter2'
  const plan = await send(id, 'plan', { line })
  expect(plan.body.data.values).toEqual({ name: 'new', password: '***' })
  const command = await write(id, line)
  expect(command.state, JSON.stringify(command.detail)).toBe('done')
  expect(router.table('ppp/secret').find((row) => row['name'] === 'new')?.['password']).toBe('hunter2')
  const { rows } = await fixture.panel.sql((tx) =>
    sql`select from audit_log where before::text like '%hunter2%' or after::text like '%hunter2%'`.execute(tx),
  )
  expect(rows).toEqual([])
  expect((await audited(id)).at(-1)).toBe('/ppp/secret/add name=new password=***')
}, 30_000)

test('a row that changed after the plan is not overwritten', async () => {
  const { id, router } = await managed()
  const line = '/ip/address/set [find interface=ether1] comment=mine'
  const plan = await send(id, 'plan', { line })
  expect(plan.status, plan.text).toBe(200)
  const row = plan.body.data.rows[0]
  router.change('ip/address', row['.id'], { comment: 'theirs' })
  const command = await fixture.end(
    master,
    id,
    await send(id, 'write', { line, ids: [row['.id']], seen_rows: plan.body.data.seen_rows }),
  )
  expect(command).toMatchObject({ state: 'refused', detail: { reason: 'command.changed_meanwhile' } })
}, 30_000)

test.each([
  ['/ip/address/print', 'console.not_writing'],
  ['/user/add name=x group=full password=y', 'console.menu_protected'],
  ['/user/group/set full policy=read', 'console.menu_protected'],
  ['/system/script/add name=x source=y', 'console.menu_protected'],
  ['/system/scheduler/add name=x on-event=y', 'console.menu_protected'],
  ['/system/package/disable wireless', 'console.menu_protected'],
  ['/file/remove x', 'console.menu_protected'],
  ['/certificate/remove x', 'console.menu_protected'],
  ['/ip/dhcp-server/set dhcp1 lease-script=x', 'console.property_protected'],
  ['/ppp/profile/set default on-up=x', 'console.property_protected'],
  ['/ip/address/remove', 'console.row_required'],
  ['/ip/address/unset value-name=comment', 'console.row_required'],
  ['/ip/address/unset *1', 'console.values_required'],
  ['/ip/address/unset *1 value-name="a b"', 'console.syntax'],
  ['/ip/address/unset *1 comment=x value-name=comment', 'console.syntax'],
  ['/ip/address/set *1 value-name=comment', 'console.syntax'],
  ['/ppp/profile/unset default value-name=on-up', 'console.property_protected'],
  ['/ip/address/add', 'console.values_required'],
  ['/ip/address/set *1', 'console.values_required'],
  ['/ip/address/set *1 *2 comment=x', 'console.syntax'],
  ['/ip/address/set [find interface~"e"] comment=x', 'console.operator'],
  ['/ip/address/set *FFF comment=x', 'console.no_row'],
  ['/ip/address/set comment=x', 'console.row_required'],
])('the writing line %s is rejected with %s', async (line, reason) => {
  const reply = await send(shared.id, 'plan', { line })
  expect([reply.status, reply.body.error?.messages?.line?.reason], reply.text).toEqual([422, reason])
})

test('a line needs the rows of its plan', async () => {
  const reply = await send(shared.id, 'write', { line: '/ip/address/disable *1', ids: [] })
  expect([reply.status, Object.keys(reply.body.error.fields)]).toEqual([422, ['ids']])
  const added = await send(shared.id, 'write', { line: '/ip/pool/add name=x ranges=192.0.2.1', ids: ['*1'] })
  expect(added.status).toBe(422)
})

test('an editor reads and does not write; a reader does neither', async () => {
  const editor = await fixture.as('master', 'editor')
  expect((await send(shared.id, 'read', { line: '/ip/address/print' }, editor)).status).toBe(200)
  expect((await send(shared.id, 'plan', { line: '/ip/address/disable *1' }, editor)).status).toBe(403)
  expect((await send(shared.id, 'write', { line: '/ip/address/disable *1', ids: ['*1'] }, editor)).status).toBe(403)
  const reader = await fixture.as('master', 'read-only')
  expect((await send(shared.id, 'read', { line: '/ip/address/print' }, reader)).status).toBe(403)
  expect((await send(shared.id, 'read', { line: '/ip/address/print' }, await fixture.as('client'))).status).toBe(403)
})
