import { capsmanAccessList, type RawAccessRow } from '@trunkline/contract/resources/access-control'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { buttons, field, press, shows, text, type, until } from '../../testing/page.ts'
import { quayRouter } from '../../testing/quay-router.ts'
import DeviceAccessList from './DeviceAccessList.tsx'
import EntryForm from './EntryForm.tsx'
import { accessTests, controller, entry, pageOf, registration } from '../../testing/wifi-access-fixture.tsx'
import { replied } from '../../testing/messages.ts'

const fixture = accessTests()
beforeEach(() => {
  fixture.api.on('GET /api/site/3/active-leases/index', () => pageOf([]))
})

const base = '/api/site/3/wifi/access-control'
const screens = {
  '/site/$id/wifi/access-control': () => <p>all entries</p>,
  '/site/$id/wifi/access-control/create': EntryForm,
  '/site/$id/wifi/access-control/update/$entryId': EntryForm,
  '/site/$id/hardware/blocked-wifi/create': EntryForm,
  '/hardware/$id/access-list': DeviceAccessList,
}
const bodyOf = (path: string) => fixture.api.of(path).at(-1)?.body

describe('the form of an entry', () => {
  it('blocks a connected device with its name', async () => {
    fixture.registrations = [registration({})]
    await fixture.visit(screens, '/site/3/hardware/blocked-wifi/create')
    await shows('MAC address')
    await act(async () => field('MAC address').click())
    await shows('Lee’s tablet')
    await act(async () => (document.querySelector('[role="option"]') as HTMLElement).click())
    await until(() => field('Name').value === 'Lee’s tablet', 'the name')
    expect(field('MAC address').value).toBe('4C:5E:0C:0A:0B:0C')
    await press('Block device')
    await shows('all entries')
    expect(bodyOf(`${base}/store`)).toMatchObject({ mac: '4C:5E:0C:0A:0B:0C', name: 'Lee’s tablet', action: 'block' })
  })

  it('starts with the search parameters, and shows errors of the server at their fields', async () => {
    fixture.api.on(`POST ${base}/store`, () =>
      reply(422, {
        error: {
          code: 'validation_failed',
          message: 'Not valid.',
          request_id: 'r-1',
          fields: { mac: replied('text', { text: 'There is an entry for this device already.' }) },
        },
      }),
    )
    await fixture.visit(screens, '/site/3/wifi/access-control/create?action=allow&mac=4C:5E:0C:01:02:03&name=Kim')
    await shows('Device settings')
    expect(field('MAC address').value).toBe('4C:5E:0C:01:02:03')
    await press('Allow device')
    await shows('There is an entry for this device already.')
    expect(field('Name').value).toBe('Kim')
    expect(text()).not.toContain('all entries')
  })

  it('disables rates and passphrase if no controller supports them', async () => {
    fixture.controllers = [controller({ can_rate: false, can_private_passphrase: false })]
    await fixture.visit(screens, '/site/3/wifi/access-control/create?action=allow')
    await shows('No Wi-Fi system of this site supports rate limits per device.')
    expect(field('Download limit').disabled).toBe(true)
    expect(field('Own passphrase').disabled).toBe(true)
  })

  it('names the controllers without support', async () => {
    fixture.controllers = [
      controller({}),
      controller({ hardware_id: 10, hardware_name: 'Attic router', can_rate: false }),
    ]
    await fixture.visit(screens, '/site/3/wifi/access-control/create?action=allow')
    await shows('Not supported by the Wi-Fi system of Attic router')
    expect(field('Download limit').disabled).toBe(false)
  })

  it('shows hours that end on the next day', async () => {
    fixture.entries = [entry({ schedule: { days: ['fri'], from: '22:00', until: '06:00' } })]
    await fixture.visit(screens, '/site/3/wifi/access-control/update/5')
    await shows('ends at 06:00 on the next day')
    await type('Until', '23:00')
    await shows('Fri 22:00–23:00.')
    await until(() => !text().includes('on the next day'), 'the hours of one day')
    await press('Save')
    await shows('all entries')
    expect(bodyOf(`${base}/update`)).toEqual({
      id: 5,
      version: 1,
      schedule: { days: ['fri'], from: '22:00', until: '23:00' },
    })
  })

  it('compares with the changes of another user', async () => {
    fixture.entries = [entry({})]
    fixture.api.on(`PUT ${base}/update`, () => reply(409, 'stale_version'))
    await fixture.visit(screens, '/site/3/wifi/access-control/update/5')
    await shows('Edit Kim’s phone')
    await type('Name', 'Kim’s other phone')
    fixture.entries = [entry({ name: 'Kim, first floor', version: 2 })]
    await press('Save')
    await shows('Someone else has changed this')
    await shows('Kim, first floor')
  })

  it('reports an unknown entry', async () => {
    await fixture.visit(screens, '/site/3/wifi/access-control/update/5')
    await shows('Entry not found')
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

describe('the access list of a controller', () => {
  const list = `/api${capsmanAccessList.index.path.replace('{id}', '9')}`
  const at = (call: string) => list.replace('index', call)
  beforeEach(() => {
    const rows = [
      raw({ access_control_id: 5, comment: 'trunkline:a5 Kim' }),
      raw({ id: '*2', position: 2, action: 'accept', mac: '4C:5E:0C:01:02:04', comment: 'printer' }),
      raw({ id: '*3', position: 3, mac: null }),
      raw({ id: '*4', position: 4, mac: '4C:5E:0C:01:02:05' }),
    ]
    fixture.api.on('GET /api/hardware/9/show', () => ({ data: quayRouter }))
    fixture.api.on(`GET ${list}`, () => ({ data: rows, read_at: new Date().toISOString(), cached: false }))
    for (const [method, call] of [
      ['POST', 'store'],
      ['PUT', 'update'],
      ['DELETE', 'destroy'],
    ] as const)
      fixture.api.on(`${method} ${at(call)}`, () => reply(202, { data: { id: 71, job: 71, state: 'queued' } }))
  })
  const openList = async (role: 'admin' | 'read-only' = 'admin') => {
    await fixture.visit(screens, '/hardware/9/access-list', { role })
    await shows('4C:5E:0C:01:02:05: reject')
  }

  it('links rows of the panel to their entries, and changes only those of the owner', async () => {
    await openList()
    const [link] = buttons('Panel: access control')
    expect(link?.getAttribute('href')).toBe('/site/3/wifi/access-control/update/5')
    expect(buttons('Edit: rule 1')).toEqual([])
    expect(buttons('Remove: rule 1')).toEqual([])
    expect(buttons('Move up: rule 2')[0]?.getAttribute('aria-disabled')).toBe('true')
    await shows('Never reached: rule 3 matches all devices.')
  })

  it('sends the changed fields of a row with their former values', async () => {
    await openList()
    await press('Edit: rule 2')
    await type('Comment', 'colour printer')
    await press('Apply to device')
    await until(() => fixture.api.of(at('update')).length === 1, 'the call')
    expect(bodyOf(at('update'))).toEqual({
      id: '*2',
      stack: 'caps-man',
      comment: 'colour printer',
      seen: { mac: '4C:5E:0C:01:02:04', action: 'accept', comment: 'printer' },
    })
  })

  it('moves a row up and down', async () => {
    await openList()
    await press('Move up: rule 4')
    await until(() => fixture.api.of(at('update')).length === 1, 'the call')
    expect(bodyOf(at('update'))).toMatchObject({ id: '*4', before: '*3' })
    await press('Move down: rule 3')
    await until(() => fixture.api.of(at('update')).length === 2, 'the call')
    expect(bodyOf(at('update'))).toMatchObject({ id: '*3', before: null })
  })

  it('removes a row of its Wi-Fi system', async () => {
    await openList()
    await press('Remove: rule 4')
    await press('Remove', -1)
    await until(() => fixture.api.of(at('destroy')).length === 1, 'the call')
    const query = new URLSearchParams(fixture.api.of(at('destroy'))[0]?.path.split('?')[1])
    expect(Object.fromEntries(query)).toMatchObject({
      id: '*4',
      stack: 'caps-man',
      seen: expect.stringContaining('"action"'),
    })
  })

  it('adds a row, and rejects an invalid signal range', async () => {
    await openList()
    await press('Add rule')
    await type('Signal from', '-60')
    await type('Signal to', '-80')
    await press('Add rule', -1)
    await shows('The end of the range is below its start.')
    await type('Signal to', '-50')
    await press('Add rule', -1)
    await until(() => fixture.api.of(at('store')).length === 1, 'the call')
    expect(bodyOf(at('store'))).toEqual({
      stack: 'caps-man',
      action: 'reject',
      disabled: false,
      signal_from: -60,
      signal_to: -50,
    })
  })

  it('has no buttons for read-only users', async () => {
    await openList('read-only')
    expect(buttons('Add rule')).toEqual([])
    expect(buttons('Edit: rule 2')).toEqual([])
  })
})
