import type { Simulator } from '@trunkline/simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
const menu = 'interface/wifi/access-list'
let master: ApiCall, client: ApiCall, reader: ApiCall, sibling: ApiCall
let sim: Simulator, device: number, site: number

beforeAll(async () => {
  master = await fixture.as('master')
  client = await fixture.as('client')
  reader = await fixture.as('client', 'read-only')
  sibling = await fixture.as('sibling')
  sim = await fixture.router({ version: '7.21.1' })
  site = (await master('POST', '/site/store', { name: 'Hotel', company_id: fixture.companies.client })).body.data.id
  device = await fixture.device({ router: sim, site_id: site, name: 'New' })
  await master('PUT', `/site/${site}/refresh-hardware`)
  await fixture.worker.commands.workOff(device)
  await master('POST', `/site/${site}/wifi/access-control/store`, {
    mac: '4C:5E:0C:00:00:01',
    name: 'Kim',
    action: 'block',
  })
  await fixture.worker.commands.workOff(device)
}, 60_000)
afterAll(() => fixture.stop())

const base = () => `/hardware/control/${device}/caps-man/access-list`
const rows = async (call = master, query = '') => (await call('GET', `${base()}/index?${query}`)).body.data
const end = async (reply: Awaited<ReturnType<ApiCall>>) => fixture.end(master, device, reply)
const stack = 'wifi-capsman'

test('the list is shown as on the device, with the rows of the panel', async () => {
  const found = await rows()
  expect(found.map((row: { position: number }) => row.position)).toEqual([1, 2, 3])
  expect(found[0]).toMatchObject({
    stack,
    mac: '4C:5E:0C:00:00:01',
    action: 'reject',
    comment: expect.stringMatching(/^trunkline:a\d+ Kim$/),
    access_control_id: expect.any(Number),
  })
  expect(found[1]).toMatchObject({ comment: 'stolen tablet', access_control_id: null, time: null, schedule: null })
  expect(found[2]).toMatchObject({ signal_from: -120, signal_to: -85, mac: null })
  expect(JSON.stringify(found)).not.toContain('digest')
  expect(await rows(reader, 'cached=1')).toEqual(found)
})

test('rows of the owner are added at a position, changed, moved and removed', async () => {
  const [, tablet] = await rows()
  const added = await master('POST', `${base()}/store`, {
    stack,
    mac: '4c-5e-0c-00-00-09',
    action: 'accept',
    schedule: { days: ['mon', 'tue'], from: '08:00', until: '17:30' },
    signal_from: -80,
    vlan_id: 20,
    comment: 'Printer',
    before: tablet.id,
  })
  expect(await end(added)).toMatchObject({
    state: 'done',
    label: '4C:5E:0C:00:00:09',
    notes: [{ reason: 'command_note.access', params: { action: 'accept' }, message: 'accept' }],
  })
  const [, printer] = await rows(master, 'cached=1')
  expect(printer).toMatchObject({
    position: 2,
    mac: '4C:5E:0C:00:00:09',
    schedule: { days: ['mon', 'tue'], from: '08:00', until: '17:30' },
    signal_from: -80,
    signal_to: 120,
    vlan_id: 20,
    comment: 'Printer',
  })
  expect(sim.table(menu)[1]).toMatchObject({ time: '8h-17h30m', days: 'mon,tue' })
  const changed = await client('PUT', `${base()}/update`, {
    id: printer.id,
    stack,
    action: 'reject',
    schedule: null,
    vlan_id: null,
    before: null,
    seen: printer,
  })
  expect((await end(changed)).state).toBe('done')
  const last = (await rows()).at(-1)
  expect(last).toMatchObject({ id: printer.id, action: 'reject', schedule: null, vlan_id: null, comment: 'Printer' })
  // A concurrent change.
  sim.change(menu, printer.id, { comment: 'Copier' })
  const late = await master('PUT', `${base()}/update`, { id: printer.id, stack, disabled: true, seen: last })
  expect(await end(late)).toMatchObject({
    state: 'refused',
    detail: {
      reason: 'command.changed_meanwhile',
      params: { notes: [{ params: { field: 'comment' } }] },
    },
  })
  sim.change(menu, printer.id, { comment: 'Scanner' })
  const stale = await master('DELETE', `${base()}/destroy?id=${encodeURIComponent(printer.id)}`)
  expect((await end(stale)).state).toBe('refused')
  await rows()
  const removed = await master('DELETE', `${base()}/destroy?id=${encodeURIComponent(printer.id)}&stack=${stack}`)
  expect((await end(removed)).state).toBe('done')
  expect((await rows()).length).toBe(3)
})

test('rows of the panel are changed only in the list of the site', async () => {
  const [own] = await rows()
  const commands = sim.commands.length
  for (const [method, path, body] of [
    ['PUT', 'update', { id: own.id, stack, action: 'accept' }],
    ['DELETE', `destroy?id=${encodeURIComponent(own.id)}`, undefined],
  ] as const) {
    const reply = await master(method, `${base()}/${path}`, body)
    expect([reply.status, reply.body.error.reason]).toEqual([409, 'access_list.row_of_site'])
  }
  expect(sim.commands.length).toBe(commands)
})

test.each<[why: string, field: string, body: object]>([
  ['a system that the device lacks', 'stack', { stack: 'caps-man', action: 'accept' }],
  ['no MAC address', 'mac', { mac: '4C:5E' }],
  ['an invalid signal', 'signal_from', { signal_from: -130 }],
  ['reversed signal limits', 'signal_to', { signal_from: -50, signal_to: -80 }],
  ['a schedule across midnight', 'schedule', { schedule: { days: ['mon'], from: '22:00', until: '06:00' } }],
  ['an invalid VLAN', 'vlan_id', { vlan_id: 5000 }],
  ['a comment with the marker of the panel', 'comment', { comment: 'trunkline:a7 mine' }],
  ['a position before the rows of the panel', 'before', { before: 'first' }],
])('%s is rejected at its field', async (_why, field, body) => {
  const [own] = await rows(master, 'cached=1')
  const sent: Record<string, unknown> = { stack, action: 'accept', ...body }
  if (sent['before'] === 'first') sent['before'] = own.id
  const reply = await master('POST', `${base()}/store`, sent)
  expect([reply.status, Object.keys(reply.body.error?.fields ?? {})], reply.text).toEqual([422, [field]])
})

test('a read-only user changes nothing, and other companies do not see the list', async () => {
  const body = { stack, action: 'accept' }
  expect((await reader('POST', `${base()}/store`, body)).status).toBe(403)
  expect((await sibling('POST', `${base()}/store`, body)).status).toBe(404)
  expect((await sibling('GET', `${base()}/index?cached=1`)).status).toBe(404)
  expect((await sibling('DELETE', `${base()}/destroy?id=*1`)).status).toBe(404)
})
