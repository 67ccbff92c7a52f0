import type { AccessPoint, Registration } from '@trunkline/contract/resources/wifi-shapes'
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { buttons as named, press, shows, text, until } from '../../testing/page.ts'
import devices from '../devices/texts.en.ts'
import AccessPointList from './AccessPointList.tsx'
import ClientList from './ClientList.tsx'
import { accessPointRow, registrationRow } from '../../testing/wifi-samples.ts'
import { queuedOnDevice, base, wifiTests } from '../../testing/wifi-fixture.tsx'

const stage = wifiTests()
let points: AccessPoint[]
let clients: Registration[]

const pageOf = (rows: readonly unknown[]) => ({
  data: rows,
  meta: {
    pagination: { total: rows.length, per_page: 25, current_page: 1, last_page: 1, from: 1, to: rows.length },
  },
})

beforeEach(() => {
  points = [accessPointRow()]
  clients = [registrationRow()]
  stage.api.on(`GET ${base}/access-point/index`, () => pageOf(points))
  stage.api.on(`GET ${base}/registration/index`, () => pageOf(clients))
  for (const name of ['access-points', 'wifi-devices'])
    stage.api.on(`GET /api/preference/columns.${name}`, () => reply(404, 'not_found'))
})

const choose = async (...names: string[]) => {
  for (const [at, name] of names.entries()) {
    const box = () => document.querySelector<HTMLInputElement>(`input[aria-label="Select ${name}"]`)
    await until(() => box() !== null, `the checkbox of ${name}`)
    await act(async () => box()?.click())
    await shows(at === 0 ? '1 row selected' : `${at + 1} rows selected`)
  }
}
const bodyOf = (path: string) => stage.api.of(`${base}/${path}`).at(-1)?.body

describe('the access points of a site', () => {
  it('show channel, width, power and state', async () => {
    await stage.open(AccessPointList, '/site/3/wifi/access-points')
    await shows('cap-1-5g')
    expect(text()).toContain('36 · 80 MHz')
    expect(text()).toContain('20 dBm')
    expect(text()).toContain('Running')
  })

  it('are disabled after a warning about connected devices', async () => {
    stage.api.on(`PUT ${base}/access-point/disable`, () => reply(202, { data: [queuedOnDevice] }))
    points = [accessPointRow(), accessPointRow({ id: '9*6', name: 'cap-2-5g', clients: 3 })]
    await stage.open(AccessPointList, '/site/3/wifi/access-points')
    await shows('cap-2-5g')
    await choose('cap-1-5g', 'cap-2-5g')
    await press('Disable')
    await shows('Disable 2 access points?')
    expect(text()).toContain('10 connected devices are disconnected')
    await press('Disable', named('Disable').length - 1)
    await until(() => stage.api.of(`${base}/access-point/disable`).length === 1, 'the call')
    expect(bodyOf('access-point/disable')).toEqual({ ids: ['9*5', '9*6'], versions: { '9*5': 'v1', '9*6': 'v1' } })
    await shows(devices.step.writing)
  })

  it('of both Wi-Fi systems are changed by the endpoint of each', async () => {
    const answer = () => reply(202, { data: [queuedOnDevice] })
    stage.api.on(`PUT ${base}/access-point/update`, answer)
    stage.api.on(`PUT ${base}/new-access-point/update`, answer)
    points = [accessPointRow(), accessPointRow({ id: '8*2', hardware_id: 8, name: 'old-1', stack: 'caps-man' })]
    await stage.open(AccessPointList, '/site/3/wifi/access-points')
    await shows('old-1')
    await choose('cap-1-5g', 'old-1')
    await press('Change channel and power')
    await shows('Edit 2 access points')
    const width = [...document.querySelectorAll<HTMLInputElement>('[role="dialog"] input')].find((input) =>
      document.querySelector(`label[for="${input.id}"]`)?.textContent?.startsWith('Channel width'),
    )
    await act(async () => width?.click())
    await until(() => document.querySelector('[role="option"]') !== null, 'the widths')
    await act(async () =>
      [...document.querySelectorAll<HTMLElement>('[role="option"]')]
        .find((one) => one.textContent === '40 MHz')
        ?.click(),
    )
    await press('Apply to devices')
    await until(() => stage.api.of(`${base}/new-access-point/update`).length === 1, 'the call of the new system')
    expect(bodyOf('access-point/update')).toEqual({ ids: ['8*2'], versions: { '8*2': 'v1' }, channel_width: 40 })
    expect(bodyOf('new-access-point/update')).toEqual({ ids: ['9*5'], versions: { '9*5': 'v1' }, channel_width: 40 })
  })

  it('link to the device that controls them, and are not changed here', async () => {
    points = [
      accessPointRow({
        id: '12*1',
        hardware_id: 12,
        hardware_name: 'cap-1',
        name: 'wifi1',
        cap: null,
        controlled_elsewhere: true,
      }),
      accessPointRow(),
    ]
    await stage.open(AccessPointList, '/site/3/wifi/access-points')
    await shows('Controlled by Quay router')
    await press('Actions for wifi1')
    await shows('Another device controls it. Make the change there.')
  })
})

describe('the devices on the Wi-Fi of a site', () => {
  it('show signal, vendor and address', async () => {
    clients = [
      registrationRow(),
      registrationRow({ id: '9*A2', mac: 'DA:00:00:00:00:01', name: null, vendor: 'random' }),
    ]
    await stage.open(ClientList, '/site/3/wifi/devices')
    await shows('Till 2')
    for (const words of ['Good', '-58 dBm', 'D0:37:45:00:00:07 · TP-Link', 'Harbour']) expect(text()).toContain(words)
    expect(text()).toContain('private address, vendor unknown')
  })

  it('are disconnected after a confirmation', async () => {
    stage.api.on(`DELETE ${base}/registration/destroy`, () => reply(202, { data: [queuedOnDevice] }))
    await stage.open(ClientList, '/site/3/wifi/devices')
    await shows('Till 2')
    await press('Actions for Till 2')
    await press('Disconnect')
    await shows('They can reconnect immediately.')
    await press('Disconnect', named('Disconnect').length - 1)
    await until(() => stage.api.of(`${base}/registration/destroy`).length === 1, 'the call')
    expect(bodyOf('registration/destroy')).toEqual({ ids: ['9*A1'] })
  })

  it('are blocked by a new entry with their known name', async () => {
    stage.api.on(`POST ${base}/access-control/store`, () => reply(201, { data: { id: 3, commands: [queuedOnDevice] } }))
    await stage.open(ClientList, '/site/3/wifi/devices')
    await shows('Till 2')
    await press('Actions for Till 2')
    await press('Block')
    await shows('Block Till 2')
    await press('Block', named('Block').length - 1)
    await until(() => stage.api.of(`${base}/access-control/store`).length === 1, 'the call')
    expect(bodyOf('access-control/store')).toEqual({
      mac: 'D0:37:45:00:00:07',
      name: 'Till 2',
      action: 'block',
      note: null,
    })
    await shows(devices.step.writing)
  })

  it('with an entry are allowed by updating it', async () => {
    clients = [registrationRow({ access: 'block', access_control_id: 3 })]
    stage.api.on(`PUT ${base}/access-control/update`, () => ({ data: { ids: [3], commands: [] } }))
    await stage.open(ClientList, '/site/3/wifi/devices')
    await shows('Blocked')
    await press('Actions for Till 2')
    expect(named('Block')).toEqual([])
    await press('Allow')
    await shows('Allow Till 2')
    await press('Allow', named('Allow').length - 1)
    await until(() => stage.api.of(`${base}/access-control/update`).length === 1, 'the call')
    expect(bodyOf('access-control/update')).toEqual({ id: 3, action: 'allow', is_enabled: true })
  })

  it('have no actions for read-only users', async () => {
    await stage.open(ClientList, '/site/3/wifi/devices', 'read-only')
    await shows('Till 2')
    expect(named('Actions for Till 2')).toEqual([])
  })
})
