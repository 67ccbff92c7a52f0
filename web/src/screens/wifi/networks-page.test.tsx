import { describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { buttons as named, field, press, shows, text, until } from '../../testing/page.ts'
import WifiNetworks from './WifiNetworks.tsx'
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
  it('stands beside what the device has, field by field, and is written there', async () => {
    stage.settings = [differing]
    await stage.open(WifiNetworks, page)
    await shows('The device has something else than what is wanted.')
    const rows = [...document.querySelectorAll('table tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    )
    expect(rows).toEqual([
      ['Hidden', 'No', 'Yes'],
      ['Passphrase', '•••••••• as kept here', '•••••••• another one'],
    ])
    await press('Write to the device')
    await shows('Writing …')
    expect(stage.api.of(`${base}/setting/5/push`)).toHaveLength(1)
    stage.command = { state: 'done', step: '' }
    stage.settings = [settingRow()]
    await shows('The Wi-Fi of the device is as wanted: it was read back afterwards.')
    await shows('As wanted')
    expect(text()).not.toContain('What differs')
  })

  it('is never called written where the device refused it', async () => {
    stage.settings = [differing]
    await stage.open(WifiNetworks, page)
    await press('Write to the device')
    stage.command = { state: 'refused', step: '', detail: replied('text', { text: 'failure: wrong country' }) }
    await shows('failure: wrong country')
    expect(text()).not.toContain('As wanted')
    expect(text()).toContain('What differs')
  })

  it('shows a command of somebody else while it runs, and where it failed', async () => {
    stage.settings = [settingRow({ last_command: { id: 77, state: 'running', verb: 'push', detail: null } })]
    await stage.open(WifiNetworks, page)
    await shows('Writing …')
    expect((named('Write to the device')[0] as HTMLButtonElement).disabled).toBe(true)
  })

  it('takes over what the device has only after a question', async () => {
    stage.settings = [differing]
    await stage.open(WifiNetworks, page)
    await press('Take over from the device')
    await shows('What was wanted so far is gone.')
    expect(stage.api.of(`${base}/setting/5/pull`)).toEqual([])
    await press('Take over from the device', 1)
    await until(() => stage.api.of(`${base}/setting/5/pull`).length === 1, 'the call')
  })

  it('shows its passphrase on demand alone, as a code and in words', async () => {
    stage.api.on(`POST ${base}/setting/5/passphrase`, () => ({ data: { passphrase: 'quay-side-11' } }))
    await stage.open(WifiNetworks, page)
    await press('Join: Harbour')
    await shows('Each look at it is written to the audit log.')
    expect(stage.api.of(`${base}/setting/5/passphrase`)).toEqual([])
    await press('Show code and passphrase')
    await shows('quay-side-11')
    expect(document.querySelector('svg[aria-label="QR code to join Harbour"]')).not.toBeNull()
  })

  it('is removed from the panel alone, or from the device too', async () => {
    stage.api.on(`DELETE ${base}/setting/5/destroy`, () => ({ data: { id: 5, command: requested } }))
    await stage.open(WifiNetworks, page)
    await press('More')
    await press('Remove')
    await shows('goes on sending it')
    await tick('Remove it from the device, too')
    await press('Remove', named('Remove').length - 1)
    await until(() => stage.api.of(`${base}/setting/5/destroy`).length === 1, 'the call')
    expect(stage.api.of(`${base}/setting/5/destroy`)[0]?.path).toContain('device=1')
  })
})

describe('what sends the Wi-Fi', () => {
  it('is told in words, and switched off only after it was said whom that hits', async () => {
    await stage.open(WifiNetworks, page)
    await shows('Wi-Fi controller (new system)')
    await press('Switch controller off')
    await shows('12 access points follow')
    expect(text()).toContain('34 devices that are registered now are dropped.')
    await press('Switch controller off', 1)
    await until(() => stage.api.of(`${base}/controller/change-status`).length === 1, 'the call')
    expect(stage.api.of(`${base}/controller/change-status`)[0]?.body).toEqual({
      hardware_id: 9,
      stack: 'wifi-capsman',
      is_enabled: false,
      seen: { is_enabled: true },
    })
  })

  it('makes its access points anew after a warning', async () => {
    await stage.open(WifiNetworks, page)
    await press('Re-provision')
    await shows('12 access points are made anew')
    await press('Re-provision', 1)
    await until(() => stage.api.of(`${base}/controller/re-provision`).length === 1, 'the call')
  })

  it('is switched where the panel keeps none of its networks, too', async () => {
    stage.settings = []
    stage.controllers = [controllerRow({ is_enabled: false })]
    await stage.open(WifiNetworks, page)
    await press('Switch controller on')
    await press('Switch controller on', 1)
    await until(() => stage.api.of(`${base}/controller/change-status`).length === 1, 'the call')
  })

  it('has no switch where it is radios without a controller', async () => {
    stage.controllers = [controllerRow({ stack: 'local-wireless', is_enabled: null, remote_caps: 0 })]
    await stage.open(WifiNetworks, page)
    await shows('Radios of the router (old system)')
    expect(named('Switch controller off')).toEqual([])
  })

  it('is read now, and one that does not answer says so', async () => {
    stage.api.on(`PUT ${base}/refresh`, () => ({
      data: [
        { hardware_id: 9, hardware_name: 'Quay router', ok: false, message: replied('device.no_answer'), ms: null },
      ],
    }))
    await stage.open(WifiNetworks, page)
    await press('Read now')
    await shows('Quay router: The device does not answer.')
  })

  it('is said to be missing where no device of the site has any', async () => {
    stage.settings = []
    stage.controllers = []
    await stage.open(WifiNetworks, page)
    await shows('No Wi-Fi found')
    expect(named('New network')).toEqual([])
  })
})

describe('a network that was found on a device', () => {
  it('is taken into the panel as it is', async () => {
    stage.found = [foundRow()]
    stage.api.on(`POST ${base}/setting/store`, () => reply(201, { data: { id: 6, command: null } }))
    await stage.open(WifiNetworks, page)
    await press('Take into the panel: Lab of Quay router')
    await until(() => stage.api.of(`${base}/setting/store`).length === 1, 'the call')
    expect(stage.api.of(`${base}/setting/store`)[0]?.body).toMatchObject({
      hardware_id: 9,
      stack: 'wifi-capsman',
      adopt: 'cfg-lab',
      ssid: 'Lab',
      push: false,
    })
  })

  it('says in its place why it was not taken', async () => {
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
    await stage.open(WifiNetworks, page)
    await press('Take into the panel: Lab of Quay router')
    await shows('This device sends a network of this name already.')
  })

  it('is looked through first where the panel has no word for its encryption', async () => {
    stage.found = [foundRow({ encryption: null })]
    await stage.open(WifiNetworks, page)
    await shows('Something that the panel has no word for')
    expect(named('Look through and take: Lab of Quay router')[0]?.getAttribute('href')).toContain(
      '/site/3/hardware/wifi/add',
    )
  })
})

describe('somebody who only looks', () => {
  it('sees the state and nothing to change it with', async () => {
    stage.settings = [differing]
    stage.found = [foundRow()]
    await stage.open(WifiNetworks, page, 'read-only')
    await shows('What differs')
    for (const name of [
      'Write to the device',
      'Take over from the device',
      'Switch controller off',
      'New network',
      'More',
    ])
      expect(named(name), name).toEqual([])
    expect(named('Join: Harbour')).toEqual([])
    expect(field('Remove it from the device, too')).toBeNull()
  })
})

it('a site that is not there is an error of the page', async () => {
  stage.api.on('GET /api/site/3/show', () => reply(404, 'not_found'))
  stage.api.on(`GET ${base}/setting/index`, () => reply(404, 'not_found'))
  await stage.open(WifiNetworks, page)
  await until(() => named('Try again').length > 0, 'the error')
})
