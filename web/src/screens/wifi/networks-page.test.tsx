import { describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { buttons as named, field, press, shows, text, until } from '../../testing/page.ts'
import devices from '../devices/texts.en.ts'
import NetworkList from './NetworkList.tsx'
import { controllerRow, foundRow, settingRow } from '../../testing/wifi-samples.ts'
import { requested, base, tick, wifiTests } from '../../testing/wifi-fixture.tsx'
import { replied } from '../../testing/messages.ts'

const stage = wifiTests()
const page = '/site/3/wifi'
const differing = settingRow({
  state: 'differs',
  differences: [
    { field: 'hidden', wanted: 'false', actual: 'true' },
    { field: 'passphrase', wanted: '••••••••', actual: '••••••••' },
  ],
  actual: { ...settingRow(), hidden: true, passphrase_same: false },
})

describe('a network of a site', () => {
  it('shows how the device differs, and is applied to it', async () => {
    stage.settings = [differing]
    await stage.open(NetworkList, page)
    await shows('The device has other settings than desired.')
    const rows = [...document.querySelectorAll('table tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    )
    expect(rows).toEqual([
      ['Hidden', 'No', 'Yes'],
      ['Passphrase', '•••••••• (as stored)', '•••••••• (different)'],
    ])
    await press('Apply to device')
    await shows(devices.step.writing)
    expect(stage.api.of(`${base}/setting/5/push`)).toHaveLength(1)
    stage.command = { state: 'done', step: '' }
    stage.settings = [settingRow()]
    await shows(devices.done.wifi)
    await shows('In sync')
    expect(text()).not.toContain('FieldDesiredActual')
  })

  it('stays out of sync if the device rejects it', async () => {
    stage.settings = [differing]
    await stage.open(NetworkList, page)
    await press('Apply to device')
    stage.command = { state: 'refused', step: '', detail: replied('text', { text: 'failure: wrong country' }) }
    await shows('failure: wrong country')
    expect(text()).not.toContain('In sync')
    expect(text()).toContain('FieldDesiredActual')
  })

  it('shows a running command of another user', async () => {
    stage.settings = [settingRow({ last_command: { id: 77, state: 'running', verb: 'push', detail: null } })]
    await stage.open(NetworkList, page)
    await shows(devices.step.writing)
    expect((named('Apply to device')[0] as HTMLButtonElement).disabled).toBe(true)
  })

  it('imports the settings of the device after a confirmation', async () => {
    stage.settings = [differing]
    await stage.open(NetworkList, page)
    await press('Import from device')
    await shows('The current desired settings are lost.')
    expect(stage.api.of(`${base}/setting/5/pull`)).toEqual([])
    await press('Import from device', 1)
    await until(() => stage.api.of(`${base}/setting/5/pull`).length === 1, 'the call')
  })

  it('shows its passphrase on demand, as text and QR code', async () => {
    stage.api.on(`POST ${base}/setting/5/passphrase`, () => ({ data: { passphrase: 'quay-side-11' } }))
    await stage.open(NetworkList, page)
    await press('QR code of Harbour')
    await shows('an entry is added to the audit log')
    expect(stage.api.of(`${base}/setting/5/passphrase`)).toEqual([])
    await press('Show code and passphrase')
    await shows('quay-side-11')
    expect(document.querySelector('svg[aria-label="QR code to join Harbour"]')).not.toBeNull()
  })

  it('is removed from the panel, and optionally from the device', async () => {
    stage.api.on(`DELETE ${base}/setting/5/destroy`, () => ({ data: { id: 5, command: requested } }))
    await stage.open(NetworkList, page)
    await press('More')
    await press('Remove')
    await shows('keeps broadcasting it')
    await tick('Also remove from device')
    await press('Remove', named('Remove').length - 1)
    await until(() => stage.api.of(`${base}/setting/5/destroy`).length === 1, 'the call')
    expect(stage.api.of(`${base}/setting/5/destroy`)[0]?.path).toContain('device=1')
  })
})

describe('a Wi-Fi system', () => {
  it('is disabled after a warning about connected devices', async () => {
    await stage.open(NetworkList, page)
    await shows('CAPsMAN (wifi)')
    await press('Disable controller')
    await shows('12 access points stop broadcasting')
    expect(text()).toContain('34 connected devices are disconnected.')
    await press('Disable controller', 1)
    await until(() => stage.api.of(`${base}/controller/change-status`).length === 1, 'the call')
    expect(stage.api.of(`${base}/controller/change-status`)[0]?.body).toEqual({
      hardware_id: 9,
      stack: 'wifi-capsman',
      is_enabled: false,
      seen: { is_enabled: true },
    })
  })

  it('re-provisions its access points after a warning', async () => {
    await stage.open(NetworkList, page)
    await press('Re-provision')
    await shows('12 access points are created again')
    await press('Re-provision', 1)
    await until(() => stage.api.of(`${base}/controller/re-provision`).length === 1, 'the call')
  })

  it('is enabled without managed networks as well', async () => {
    stage.settings = []
    stage.controllers = [controllerRow({ is_enabled: false })]
    await stage.open(NetworkList, page)
    await press('Enable controller')
    await press('Enable controller', 1)
    await until(() => stage.api.of(`${base}/controller/change-status`).length === 1, 'the call')
  })

  it('cannot be disabled without a controller', async () => {
    stage.controllers = [controllerRow({ stack: 'local-wireless', is_enabled: null, remote_caps: 0 })]
    await stage.open(NetworkList, page)
    await shows('Built-in radios (wireless)')
    expect(named('Disable controller')).toEqual([])
  })

  it('shows why a device could not be read', async () => {
    stage.api.on(`PUT ${base}/refresh`, () => ({
      data: [
        { hardware_id: 9, hardware_name: 'Quay router', ok: false, message: replied('device.no_answer'), ms: null },
      ],
    }))
    await stage.open(NetworkList, page)
    await press('Read now')
    await shows('Quay router: The device is not responding.')
  })

  it('is reported missing if no device of the site has one', async () => {
    stage.settings = []
    stage.controllers = []
    await stage.open(NetworkList, page)
    await shows('No Wi-Fi found')
    expect(named('Add network')).toEqual([])
  })
})

describe('a found network', () => {
  it('is adopted unchanged', async () => {
    stage.found = [foundRow()]
    stage.api.on(`POST ${base}/setting/store`, () => reply(201, { data: { id: 6, command: null } }))
    await stage.open(NetworkList, page)
    await press('Adopt network Lab of Quay router')
    await until(() => stage.api.of(`${base}/setting/store`).length === 1, 'the call')
    expect(stage.api.of(`${base}/setting/store`)[0]?.body).toMatchObject({
      hardware_id: 9,
      stack: 'wifi-capsman',
      adopt: 'cfg-lab',
      ssid: 'Lab',
      push: false,
    })
  })

  it('shows in its row why it was not adopted', async () => {
    stage.found = [foundRow()]
    stage.api.on(`POST ${base}/setting/store`, () =>
      reply(422, {
        error: {
          code: 'validation_failed',
          message: 'Not valid.',
          request_id: 'r-1',
          fields: { ssid: replied('text', { text: 'This device sends a network of this name already.' }) },
        },
      }),
    )
    await stage.open(NetworkList, page)
    await press('Adopt network Lab of Quay router')
    await shows('This device sends a network of this name already.')
  })

  it('is reviewed first if its encryption is not supported', async () => {
    stage.found = [foundRow({ encryption: null })]
    await stage.open(NetworkList, page)
    await shows('Unsupported encryption')
    expect(named('Review and adopt Lab of Quay router')[0]?.getAttribute('href')).toContain('/site/3/hardware/wifi/add')
  })
})

describe('a read-only user', () => {
  it('sees the state without buttons', async () => {
    stage.settings = [differing]
    stage.found = [foundRow()]
    await stage.open(NetworkList, page, 'read-only')
    await shows('FieldDesiredActual')
    for (const name of ['Apply to device', 'Import from device', 'Disable controller', 'Add network', 'More'])
      expect(named(name), name).toEqual([])
    expect(named('QR code of Harbour')).toEqual([])
    expect(field('Also remove from device')).toBeNull()
  })
})

it('shows an error for an unknown site', async () => {
  stage.api.on('GET /api/site/3/show', () => reply(404, 'not_found'))
  stage.api.on(`GET ${base}/setting/index`, () => reply(404, 'not_found'))
  await stage.open(NetworkList, page)
  await until(() => named('Try again').length > 0, 'the error')
})
