import { deviceDrift, type DriftRow } from '@trunkline/contract/resources/device-drift'
import { deviceTemplates } from '@trunkline/contract/resources/device-template'
import { templateVariables } from '@trunkline/contract/resources/template-variable'
import type { Simulator } from '@trunkline/simulator'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '@trunkline/routeros'
import { checkTemplates } from '../../devices/templates/check.ts'
import { readSettings } from '../../devices/settings.ts'
import { deviceLogin, testKey } from '../../testing/devices/create-device.ts'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import { createRolloutRunner } from '../../testing/devices/rollout-fixture.ts'
import { replied } from '../../testing/messages.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
const runner = createRolloutRunner(fixture, { retrySeconds: 0 })
let provider: ApiCall
let master: ApiCall
let reseller: ApiCall
let sibling: ApiCall
beforeAll(async () => {
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  reseller = await fixture.as('reseller')
  sibling = await fixture.as('sibling')
})
afterAll(() => fixture.stop())

const dns = (...servers: string[]) => ({ kind: 'dns', servers, remote_requests: null })
const support = { kind: 'user', name: 'support', group: 'read', password: '{{support_password}}' }
let serial = 700

async function store(call: ApiCall, body: object): Promise<number> {
  const reply = await call('POST', deviceTemplates.store.path, { name: `Template ${++serial}`, ...body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
async function managed(name = `Router ${++serial}`) {
  const router = await fixture.router({ speed: 1, seed: ++serial })
  return { router, id: await fixture.device({ router, name }), name }
}
const setVariable = async (call: ApiCall, body: object) => {
  const reply = await call('PUT', templateVariables.set.path, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
/** Compares as the poller does. */
async function compare({ id, router }: { id: number; router: Simulator }) {
  const settings = await fixture.panel.sql((tx) => readSettings(tx, [id]))
  const session = await connect({
    host: router.host,
    port: router.ports.api as number,
    transport: 'api',
    user: deviceLogin.user,
    password: deviceLogin.password,
  })
  try {
    await checkTemplates(
      { databases: fixture.panel.databases, keys: [testKey] },
      settings.get(id) as NonNullable<ReturnType<typeof settings.get>>,
      session,
    )
  } finally {
    await session.close()
  }
}
const drifts = async (call: ApiCall, id: number): Promise<DriftRow[]> =>
  (await call('GET', `${deviceDrift.index.path}?search=hardware_id:${id}&searchFields=hardware_id:=`)).body.data
const state = async (call: ApiCall, id: number) => (await call('GET', `/hardware/${id}/drift/show`)).body.data
const remove = (call: ApiCall, id: number) => call('DELETE', `/device-template/${id}/destroy`)
const waves = { name: 'Plan', canaries: 0, wave_size: 100, soak_minutes: 0 }

test('a template is inherited, and only its owner changes it', async () => {
  const id = await store(master, { items: [dns('192.0.2.53')] })
  for (const call of [provider, master, reseller])
    expect((await call('GET', `/device-template/${id}/show`)).status).toBe(200)
  expect((await sibling('GET', `/device-template/${id}/show`)).status).toBe(404)
  expect((await reseller('GET', `/device-template/${id}/show`)).body.data.company_name).toBeNull()
  expect((await reseller('PUT', `/device-template/${id}/update`, { name: 'Mine' })).status).toBe(403)
  const changed = await master('PUT', `/device-template/${id}/update`, { items: [dns('192.0.2.54')] })
  expect(changed.body.data.items).toEqual([dns('192.0.2.54')])
  await remove(master, id)
})

test.each([
  ['no item', { items: [] }, 'items'],
  ['two items about the same', { items: [dns('192.0.2.1'), dns('192.0.2.2')] }, 'items.1'],
  ['an address that is neither one nor a variable', { items: [dns('server')] }, 'items.0.servers.0'],
  ['a malformed variable', { items: [dns('{{Server}}')] }, 'items.0.servers.0'],
  ['a password', { items: [{ ...support, password: 'plain' }] }, 'items.0.password'],
  ['braces in a text', { items: [{ kind: 'snmp', enabled: true, contact: '{{ noc }}' }] }, 'items.0.contact'],
])('%s is rejected at the field', async (_, body, field) => {
  const reply = await master('POST', deviceTemplates.store.path, { name: `Bad ${++serial}`, ...body })
  expect([reply.status, Object.keys(reply.body.error.messages ?? {})], reply.text).toEqual([422, [field]])
})

test('the first contact writes the templates with the values of the device, once', async () => {
  await setVariable(master, { company_id: fixture.companies.master, name: 'dns_server', value: '192.0.2.1' })
  await setVariable(master, { company_id: fixture.companies.client, name: 'dns_server', value: '192.0.2.7, 192.0.2.8' })
  await setVariable(master, {
    company_id: fixture.companies.master,
    name: 'support_password',
    value: 'only-for-support',
    secret: true,
  })
  const id = await store(master, {
    at_first_contact: true,
    items: [dns('{{dns_server}}'), { kind: 'snmp', enabled: true, location: '{{device_name}}' }, support],
  })
  const device = await managed()
  await compare(device)
  await fixture.worker.commands.workOff(device.id)
  expect(device.router.table('ip/dns')[0]?.['servers']).toBe('192.0.2.7,192.0.2.8')
  expect(device.router.table('snmp')[0]?.['location']).toBe(device.name)
  expect(device.router.table('user').find((row) => row['name'] === 'support')).toMatchObject({ group: 'read' })
  const after = await state(master, device.id)
  expect(after).toMatchObject({ problem: null, first_contact_at: expect.any(String), command_id: expect.any(Number) })
  // A device that differs later is not written again.
  await compare(device)
  expect(await drifts(master, device.id)).toEqual([])
  device.router.change('ip/dns', null, { servers: '198.51.100.1' })
  await compare(device)
  await fixture.worker.commands.workOff(device.id)
  expect(device.router.table('ip/dns')[0]?.['servers']).toBe('198.51.100.1')
  expect(await drifts(master, device.id)).toMatchObject([
    { field: 'servers', actual: '198.51.100.1', desired: '192.0.2.7,192.0.2.8', state: 'open' },
  ])
  const { rows } = await fixture.panel.sql((tx) =>
    sql<{
      text: string
    }>`select (select json_agg(c)::text from device_command c) || (select json_agg(a)::text from audit_log a)
      || (select json_agg(v)::text from template_variable v) || (select json_agg(d)::text from device_drift d) as text`.execute(
      tx,
    ),
  )
  expect(rows[0]?.text).not.toContain('only-for-support')
  await remove(master, id)
}, 60_000)

test('a variable without a value names the devices that lack it, and nothing is written', async () => {
  const device = await managed('Lacks it')
  const id = await store(master, { at_first_contact: true, items: [dns('{{no_such_server}}')] })
  await compare(device)
  expect(await state(master, device.id)).toMatchObject({
    problem: { reason: 'template.variables_missing', params: { variables: 'no_such_server' } },
    first_contact_at: null,
  })
  const missing = (await master('GET', `/device-template/${id}/missing`)).body.data
  expect(missing[0]).toMatchObject({ variable: 'no_such_server' })
  expect(missing[0].names).toContainEqual({ id: device.id, name: 'Lacks it' })
  const plan = await master('POST', deviceTemplates.plan.path, { ...waves, template_id: id, ids: [device.id] })
  expect([plan.status, plan.body.error.messages]).toEqual([
    422,
    { ids: replied('template.devices_lack_variables', { variables: 'no_such_server', devices: 'Lacks it' }) },
  ])
  // The nearest value counts.
  await setVariable(master, { hardware_id: device.id, name: 'no_such_server', value: '192.0.2.99' })
  await compare(device)
  await fixture.worker.commands.workOff(device.id)
  expect(device.router.table('ip/dns')[0]?.['servers']).toBe('192.0.2.99')
  await remove(master, id)
}, 60_000)

test('a plan writes the template to existing devices, and ends the difference', async () => {
  const device = await managed()
  await compare(device)
  const id = await store(master, { items: [dns('192.0.2.55'), support] })
  await compare(device)
  const found = await drifts(master, device.id)
  expect(found).toHaveLength(2)
  expect(found.find(({ menu }) => menu === 'ip/dns')).toMatchObject({ field: 'servers', desired: '192.0.2.55' })
  expect(found.find(({ menu }) => menu === 'user')).toMatchObject({ row_key: 'name=support', verb: 'add', field: '' })
  const plan = await master('POST', deviceTemplates.plan.path, { ...waves, template_id: id, ids: [device.id] })
  expect(plan.status, plan.text).toBe(201)
  const rollout = plan.body.data.id
  await runner.run(rollout)
  expect(device.router.table('ip/dns')[0]?.['servers']).not.toBe('192.0.2.55')
  expect((await master('PUT', `/rollout/${rollout}/start`)).status).toBe(200)
  await runner.run(rollout)
  expect(await runner.devices(master, rollout)).toMatchObject([{ state: 'changed' }])
  expect(device.router.table('ip/dns')[0]?.['servers']).toBe('192.0.2.55')
  expect(device.router.table('user').some((row) => row['name'] === 'support')).toBe(true)
  await compare(device)
  expect(await drifts(master, device.id)).toEqual([])
  await remove(master, id)
}, 60_000)

test('a difference is accepted with a note, ignored until it changes, and opened again', async () => {
  const device = await managed()
  await compare(device)
  const id = await store(master, { items: [dns('192.0.2.56'), { kind: 'snmp', enabled: true, location: 'Here' }] })
  device.router.change('snmp', null, { enabled: 'true', location: 'There' })
  device.router.change('ip/dns', null, { servers: '198.51.100.1' })
  await compare(device)
  const found = await drifts(master, device.id)
  const of = (menu: string) => found.find((one) => one.menu === menu) as DriftRow
  const decide = (row: DriftRow, body: object, call = master) =>
    call('PUT', `/hardware/${device.id}/drift/decide`, { ids: [row.id], ...body })
  expect((await decide(of('snmp'), { state: 'accepted' }, sibling)).status).toBe(404)
  expect((await decide(of('snmp'), { state: 'accepted', note: 'Labelled so' })).status).toBe(200)
  expect((await decide(of('ip/dns'), { state: 'ignored' })).status).toBe(200)
  await compare(device)
  const states = async () => Object.fromEntries((await drifts(master, device.id)).map((one) => [one.menu, one.state]))
  expect(await states()).toEqual({ snmp: 'accepted', 'ip/dns': 'ignored' })
  expect((await drifts(master, device.id)).find(({ menu }) => menu === 'snmp')).toMatchObject({ note: 'Labelled so' })
  // Both change: the exception stays.
  device.router.change('ip/dns', null, { servers: '198.51.100.2' })
  device.router.change('snmp', null, { location: 'Elsewhere' })
  await compare(device)
  expect(await states()).toEqual({ snmp: 'accepted', 'ip/dns': 'open' })
  // A plan of the differences leaves the exception as it is.
  const plan = await master('POST', deviceDrift.plan.path, { ...waves, drift_ids: [of('ip/dns').id] })
  expect(plan.status, plan.text).toBe(201)
  await runner.run(plan.body.data.id)
  await master('PUT', `/rollout/${plan.body.data.id}/start`)
  await runner.run(plan.body.data.id)
  expect(device.router.table('ip/dns')[0]?.['servers']).toBe('192.0.2.56')
  expect(device.router.table('snmp')[0]?.['location']).toBe('Elsewhere')
  await decide(of('snmp'), { state: 'open' })
  await compare(device)
  expect(await states()).toEqual({ snmp: 'open' })
  const gone = await decide(of('ip/dns'), { state: 'accepted' })
  expect(gone.body.error.messages).toEqual({ 'ids.0': replied('template.drift_gone') })
  expect(await drifts(sibling, device.id)).toEqual([])
  await remove(master, id)
}, 60_000)

test('variables are inherited, and only those who own the record set them', async () => {
  const device = await managed()
  await setVariable(provider, { company_id: fixture.companies.provider, name: 'of_all', value: 'hidden' })
  await setVariable(provider, {
    company_id: fixture.companies.provider,
    name: 'of_all_secret',
    value: 'never',
    secret: true,
  })
  const seen = (await master('GET', `${templateVariables.index.path}?hardware_id=${device.id}`)).body.data
  expect(seen.find(({ name }: { name: string }) => name === 'of_all')).toMatchObject({
    value: null,
    secret: false,
    source: null,
    own: false,
    level: 'company',
  })
  const own = await setVariable(master, { hardware_id: device.id, name: 'of_all', value: 'mine' })
  expect(own.find(({ name }: { name: string }) => name === 'of_all')).toMatchObject({
    value: 'mine',
    own: true,
    level: 'device',
  })
  expect(JSON.stringify(own)).not.toContain('never')
  const removed = await setVariable(master, { hardware_id: device.id, name: 'of_all', value: null })
  expect(removed.find(({ name }: { name: string }) => name === 'of_all')).toMatchObject({ own: false })
  const foreign = await sibling('PUT', templateVariables.set.path, { hardware_id: device.id, name: 'x', value: '1' })
  expect([404, 422]).toContain(foreign.status)
  const above = await master('PUT', templateVariables.set.path, {
    company_id: fixture.companies.provider,
    name: 'x',
    value: '1',
  })
  expect([404, 422]).toContain(above.status)
  for (const [body, field, reason] of [
    [{ name: 'x', value: '1' }, 'company_id', replied('template.one_level')],
    [{ hardware_id: device.id, name: 'X', value: '1' }, 'name', replied('template.variable_name')],
    [
      { hardware_id: device.id, name: 'device_name', value: '1' },
      'name',
      replied('template.variable_built_in', { name: 'device_name' }),
    ],
  ] as const) {
    const reply = await master('PUT', templateVariables.set.path, body)
    expect([reply.status, reply.body.error.messages]).toEqual([422, { [field]: reason }])
  }
}, 30_000)

test('a nearer template replaces the item of one above, and a secret variable stays out of other settings', async () => {
  const device = await managed()
  await compare(device)
  const above = await store(master, { items: [dns('192.0.2.60')] })
  const near = await store(master, { items: [dns('192.0.2.61')], company_id: fixture.companies.reseller })
  await compare(device)
  expect(await drifts(master, device.id)).toMatchObject([{ template_id: near, desired: '192.0.2.61' }])
  const leak = await store(master, { items: [{ kind: 'snmp', enabled: true, contact: '{{support_password}}' }] })
  await compare(device)
  expect(await state(master, device.id)).toMatchObject({ problem: { reason: 'template.secret_in_plain' } })
  for (const id of [above, near, leak]) await remove(master, id)
}, 30_000)

test('a template never uses a secret of a company above its own, so that nobody has it sent to a device of theirs', async () => {
  const device = await managed()
  await compare(device)
  const own = (await master('GET', `/hardware/${device.id}/show`)).body.data.company_id
  const user = (name: string) => ({ kind: 'user', name: 'night', group: 'read', password: `{{${name}}}` })
  await setVariable(provider, {
    company_id: fixture.companies.provider,
    name: 'night_password',
    value: 'only-for-the-provider',
    secret: true,
  })
  const below = await store(master, { items: [user('night_password')], at_first_contact: true })
  await compare(device)
  expect(await state(master, device.id)).toMatchObject({
    problem: { reason: 'template.secret_of_above' },
    command_id: null,
  })
  const plan = await master('POST', deviceTemplates.plan.path, { ...waves, template_id: below, ids: [device.id] })
  await runner.run(plan.body.data.id)
  expect(await runner.devices(master, plan.body.data.id)).toMatchObject([
    { state: 'held', detail: { reason: 'template.secret_of_above' } },
  ])
  expect(device.router.table('user').some(({ name }) => name === 'night')).toBe(false)
  // A value of its own, or a template of the company whose secret it is.
  await setVariable(master, { company_id: own, name: 'night_password', value: 'only-for-the-master', secret: true })
  await compare(device)
  expect(await state(master, device.id)).toMatchObject({ problem: null })
  await setVariable(master, { company_id: own, name: 'night_password', value: null })
  await remove(master, below)
  const above = await store(provider, { items: [user('night_password')] })
  await compare(device)
  expect(await state(master, device.id)).toMatchObject({ problem: null })
  await remove(provider, above)
}, 60_000)
