import { capsmanAccessList, type RawAccessRow } from '@trunkline/contract/resources/access-control'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { buttons, field, press, shows, text, type, until } from '../../testing/page.ts'
import { quayRouter } from '../../testing/quay-router.ts'
import BlockedForm from './BlockedForm.tsx'
import EntryForm from './EntryForm.tsx'
import { accessTests, controller, entry, pageOf, registration } from '../../testing/wifi-access-fixture.tsx'
import RawList from './RawList.tsx'
import { replied } from '../../testing/messages.ts'

const world = accessTests()
beforeEach(() => {
  world.api.on('GET /api/site/3/active-leases/index', () => pageOf([]))
})

const base = '/api/site/3/wifi/access-control'
const screens = {
  '/site/$id/wifi/access-control': () => <p>all entries</p>,
  '/site/$id/wifi/access-control/create': EntryForm,
  '/site/$id/wifi/access-control/update/$entryId': EntryForm,
  '/site/$id/hardware/blocked-wifi/create': BlockedForm,
  '/site/$id/hardware/access-list/$hardwareId': RawList,
}
const bodyOf = (path: string) => world.api.of(path).at(-1)?.body

describe('the form of an entry', () => {
  it('takes a device that is on the Wi-Fi with its name, and blocks it', async () => {
    world.registrations = [registration({})]
    await world.visit(screens, '/site/3/hardware/blocked-wifi/create')
    await shows('MAC address')
    await act(async () => field('MAC address').click())
    await shows('Lee’s tablet')
    await act(async () => (document.querySelector('[role="option"]') as HTMLElement).click())
    await until(() => field('Name').value === 'Lee’s tablet', 'the name')
    expect(field('MAC address').value).toBe('4C:5E:0C:0A:0B:0C')
    await press('Block a device')
    await shows('all entries')
    expect(bodyOf(`${base}/store`)).toMatchObject({ mac: '4C:5E:0C:0A:0B:0C', name: 'Lee’s tablet', action: 'block' })
  })

  it('starts with what the address says, and lays what the server refuses on its field', async () => {
    world.api.on(`POST ${base}/store`, () =>
      reply(422, {
        error: {
          code: 'validation_failed',
          message: 'Not valid.',
          request_id: 'r-1',
          fields: { mac: replied('text', { text: 'There is an entry for this device already.' }) },
        },
      }),
    )
    await world.visit(screens, '/site/3/wifi/access-control/create?action=allow&mac=4C:5E:0C:01:02:03&name=Kim')
    await shows('Of its own')
    expect(field('MAC address').value).toBe('4C:5E:0C:01:02:03')
    await press('Allow a device')
    await shows('There is an entry for this device already.')
    expect(field('Name').value).toBe('Kim')
    expect(text()).not.toContain('all entries')
  })

  it('says what keeps a passphrase or a rate from being given, and offers neither', async () => {
    world.controllers = [controller({ can_rate: false, can_private_passphrase: false })]
    await world.visit(screens, '/site/3/wifi/access-control/create?action=allow')
    await shows('No Wi-Fi system of this site can limit the rate of a device.')
    expect(field('Download').disabled).toBe(true)
    expect(field('Own passphrase').disabled).toBe(true)
  })

  it('names the routers that go without, where others can', async () => {
    world.controllers = [
      controller({}),
      controller({ hardware_id: 10, hardware_name: 'Attic router', can_rate: false }),
    ]
    await world.visit(screens, '/site/3/wifi/access-control/create?action=allow')
    await shows('Not on Attic router')
    expect(field('Download').disabled).toBe(false)
  })

  it('explains hours that go over midnight', async () => {
    world.entries = [entry({ schedule: { days: ['fri'], from: '22:00', until: '06:00' } })]
    await world.visit(screens, '/site/3/wifi/access-control/update/5')
    await shows('ends at 06:00 on the day after')
    await type('Until', '23:00')
    await shows('by the clock of the router')
    await until(() => !text().includes('on the day after'), 'the hours of one day')
    await press('Save')
    await shows('all entries')
    expect(bodyOf(`${base}/update`)).toEqual({
      id: 5,
      version: 1,
      schedule: { days: ['fri'], from: '22:00', until: '23:00' },
    })
  })

  it('asks which value to keep where somebody has changed the entry meanwhile', async () => {
    world.entries = [entry({})]
    world.api.on(`PUT ${base}/update`, () => reply(409, 'stale_version'))
    await world.visit(screens, '/site/3/wifi/access-control/update/5')
    await shows('Edit Kim’s phone')
    await type('Name', 'Kim’s other phone')
    world.entries = [entry({ name: 'Kim, first floor', version: 2 })]
    await press('Save')
    await shows('Somebody else has changed this meanwhile')
    await shows('Kim, first floor')
  })

  it('says that an entry has gone', async () => {
    await world.visit(screens, '/site/3/wifi/access-control/update/5')
    await shows('This entry is not there any more')
  })
})

const raw = (of: Partial<RawAccessRow>): RawAccessRow => ({
  id: '*1',
  stack: 'caps-man',
  position: 1,
  mac: '4C:5E:0C:01:02:03',
  mac_mask: null,
  interface: null,
  signal_from: null,
  signal_to: null,
  ssid_regexp: null,
  schedule: null,
  time: null,
  action: 'reject',
  vlan_id: null,
  has_passphrase: false,
  ap_tx_limit: null,
  client_tx_limit: null,
  client_isolation: null,
  disabled: false,
  dynamic: false,
  comment: null,
  access_control_id: null,
  match_count: null,
  last_joined: null,
  ...of,
})

describe('the list of a controller', () => {
  const list = `/api${capsmanAccessList.index.path.replace('{id}', '9')}`
  const at = (call: string) => list.replace('index', call)
  beforeEach(() => {
    const rows = [
      raw({ access_control_id: 5, comment: 'trunkline:a5 Kim' }),
      raw({ id: '*2', position: 2, action: 'accept', mac: '4C:5E:0C:01:02:04', comment: 'printer' }),
      raw({ id: '*3', position: 3, mac: null }),
      raw({ id: '*4', position: 4, mac: '4C:5E:0C:01:02:05' }),
    ]
    world.api.on('GET /api/hardware/9/show', () => ({ data: quayRouter }))
    world.api.on(`GET ${list}`, () => ({ data: rows, read_at: new Date().toISOString(), cached: false }))
    for (const [method, call] of [
      ['POST', 'store'],
      ['PUT', 'update'],
      ['DELETE', 'destroy'],
    ] as const)
      world.api.on(`${method} ${at(call)}`, () => reply(202, { data: { id: 71, job: 71, state: 'queued' } }))
  })
  const openRaw = async (role: 'admin' | 'read-only' = 'admin') => {
    await world.visit(screens, '/site/3/hardware/access-list/9', { role })
    await shows('4C:5E:0C:01:02:05: turned away')
  }

  it('leads from a row of the panel to its entry, and changes only those of the owner', async () => {
    await openRaw()
    const [link] = buttons('Panel: access control')
    expect(link?.getAttribute('href')).toBe('/site/3/wifi/access-control/update/5')
    expect(buttons('Edit: row 1')).toEqual([])
    expect(buttons('Remove: row 1')).toEqual([])
    expect(buttons('Move up: row 2')[0]?.getAttribute('aria-disabled')).toBe('true')
    await shows('Never reached: row 3 above it decides for everybody.')
  })

  it('writes what was changed of a row, with what was seen', async () => {
    await openRaw()
    await press('Edit: row 2')
    await type('Comment', 'colour printer')
    await press('Write to the device')
    await until(() => world.api.of(at('update')).length === 1, 'the call')
    expect(bodyOf(at('update'))).toEqual({
      id: '*2',
      stack: 'caps-man',
      comment: 'colour printer',
      seen: { mac: '4C:5E:0C:01:02:04', action: 'accept', comment: 'printer' },
    })
  })

  it('moves a row before the one above it, and below the next', async () => {
    await openRaw()
    await press('Move up: row 4')
    await until(() => world.api.of(at('update')).length === 1, 'the call')
    expect(bodyOf(at('update'))).toMatchObject({ id: '*4', before: '*3' })
    await press('Move down: row 3')
    await until(() => world.api.of(at('update')).length === 2, 'the call')
    expect(bodyOf(at('update'))).toMatchObject({ id: '*3', before: null })
  })

  it('removes a row of the system that it stands in', async () => {
    await openRaw()
    await press('Remove: row 4')
    await press('Remove', -1)
    await until(() => world.api.of(at('destroy')).length === 1, 'the call')
    const requested = new URLSearchParams(world.api.of(at('destroy'))[0]?.path.split('?')[1])
    expect(Object.fromEntries(requested)).toMatchObject({
      id: '*4',
      stack: 'caps-man',
      seen: expect.stringContaining('"action"'),
    })
  })

  it('adds a row where it is wanted, and refuses a range that ends before it begins', async () => {
    await openRaw()
    await press('New row')
    await type('Signal from', '-60')
    await type('Signal to', '-80')
    await press('Add the row')
    await shows('The range ends before it begins.')
    await type('Signal to', '-50')
    await press('Add the row')
    await until(() => world.api.of(at('store')).length === 1, 'the call')
    expect(bodyOf(at('store'))).toEqual({
      stack: 'caps-man',
      action: 'reject',
      disabled: false,
      signal_from: -60,
      signal_to: -50,
    })
  })

  it('is shown to those who only look, without a button', async () => {
    await openRaw('read-only')
    expect(buttons('New row')).toEqual([])
    expect(buttons('Edit: row 2')).toEqual([])
  })
})
