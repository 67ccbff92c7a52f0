import { beforeEach, describe, expect, it } from 'vitest'
import { reply } from '../../testing/api-server.ts'
import { buttons as named, field, press, shows, text, type, until } from '../../testing/page.ts'
import NetworkForm from './NetworkForm.tsx'
import { foundRow, settingRow } from '../../testing/wifi-samples.ts'
import { requested, base, tick, wifiTests } from '../../testing/wifi-fixture.tsx'
import { replied } from '../../testing/messages.ts'

const stage = wifiTests()
const add = '/site/3/hardware/wifi/add'
const known = '/site/3/hardware/wifi/5'
const store = `${base}/setting/store`
const update = `${base}/setting/5`

beforeEach(() => {
  stage.api.on(`POST ${store}`, () => reply(201, { data: { id: 6, command: requested } }))
  stage.api.on(`PUT ${update}`, () => ({ data: { id: 5, command: null } }))
})

const sent = (path: string) => stage.api.of(path).at(-1)?.body as Record<string, unknown> | undefined

describe('a new network', () => {
  it('counts its name in bytes and rejects more than 32', async () => {
    await stage.open(NetworkForm, add)
    await shows('0 of 32 bytes')
    await type('Network name (SSID)', 'Café am Hafen, erster Stock ééé')
    await shows('35 of 32 bytes')
    await type('Passphrase', 'quay-side-11')
    await press('Save and apply to device')
    await shows('Must be at most 32 bytes')
    expect(stage.api.of(store)).toEqual([])
  })

  it('requires a passphrase of 8 to 63 characters, and none for an open network', async () => {
    await stage.open(NetworkForm, add)
    await shows('0 of 32 bytes')
    await type('Network name (SSID)', 'Lab')
    await press('Save and apply to device')
    await shows('Enter a passphrase for this encryption.')
    await type('Passphrase', 'seven-7')
    await press('Save and apply to device')
    await shows('Must be at least 8 characters.')
    await tick('Open')
    await until(() => field('Passphrase') === null, 'the field to go')
    await press('Save and apply to device')
    await until(() => stage.api.of(store).length === 1, 'the call')
    expect(sent(store)).not.toHaveProperty('passphrase')
  })

  it('generates a passphrase, shows and sends it', async () => {
    await stage.open(NetworkForm, add)
    await shows('0 of 32 bytes')
    await type('Network name (SSID)', 'Lab')
    await press('Generate')
    const created = field('Passphrase').value
    expect(text()).toContain(created)
    await press('Save and apply to device')
    await until(() => stage.api.of(store).length === 1, 'the call')
    expect(sent(store)).toMatchObject({
      hardware_id: 9,
      stack: 'wifi-capsman',
      ssid: 'Lab',
      passphrase: created,
      push: true,
    })
    await until(() => stage.path() === '/site/3/wifi', 'the list of networks')
  })

  it('offers only what its system supports', async () => {
    stage.controllers = stage.controllers.map((one) => ({
      ...one,
      stack: 'caps-man' as const,
      encryption_options: ['open', 'wpa-wpa2', 'wpa2'] as const as never,
      bands: ['2ghz'] as const as never,
    }))
    await stage.open(NetworkForm, add)
    await shows('0 of 32 bytes')
    expect(field('WPA3')).toBeNull()
    expect(field('WPA and WPA2')).not.toBeNull()
    expect(field('5 GHz')).toBeNull()
  })

  it('has hours only as a guest network, and shows an end on the next day', async () => {
    await stage.open(NetworkForm, add)
    await shows('0 of 32 bytes')
    await type('Network name (SSID)', 'Visitors')
    await tick('Open')
    expect(field('Only at certain hours')).toBeNull()
    await tick('Guest network')
    await tick('Only at certain hours')
    await type('From', '18:00')
    await type('Until', '02:00')
    await shows('ends at 02:00 on the next day')
    await tick('Sunday')
    await press('Save only')
    await until(() => stage.api.of(store).length === 1, 'the call')
    expect(sent(store)).toMatchObject({
      is_guest: true,
      schedule: { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], from: '18:00', until: '02:00' },
      push: false,
    })
  })

  it('shows errors of the server at their fields', async () => {
    stage.api.on(`POST ${store}`, () =>
      reply(422, {
        error: {
          code: 'validation_failed',
          message: 'Not valid.',
          request_id: 'r-1',
          fields: {
            stack: replied('text', { text: 'This device has no such Wi-Fi system.' }),
            country: replied('text', { text: 'There is no such country.' }),
          },
        },
      }),
    )
    await stage.open(NetworkForm, add)
    await shows('0 of 32 bytes')
    await type('Network name (SSID)', 'Lab')
    await tick('Open')
    await press('Save only')
    await shows('There is no such country.')
    expect(document.querySelector('[id$="-system-error"]')?.textContent).toBe('This device has no such Wi-Fi system.')
  })

  it('that is adopted starts with the settings of the device', async () => {
    stage.found = [foundRow({ encryption: null })]
    await stage.open(NetworkForm, `${add}?system=9%2Fwifi-capsman&adopt=cfg-lab`)
    await shows('3 of 32 bytes')
    expect(field('Network name (SSID)').value).toBe('Lab')
    await press('Save only')
    await until(() => stage.api.of(store).length === 1, 'the call')
    expect(sent(store)).toMatchObject({ adopt: 'cfg-lab', encryption: 'wpa2-wpa3', vlan_id: 20 })
  })

  it('that is adopted is not found if the device no longer has it', async () => {
    await stage.open(NetworkForm, `${add}?system=9%2Fwifi-capsman&adopt=cfg-lab`)
    await shows('Network no longer found')
  })
})

describe('a managed network', () => {
  it('sends the changed fields with the version', async () => {
    await stage.open(NetworkForm, known)
    await shows('7 of 32 bytes')
    expect(field('Passphrase').value).toBe('')
    await tick('Hidden')
    await press('Save and apply to device')
    await until(() => stage.api.of(update).length === 1, 'the call')
    expect(sent(update)).toEqual({ hidden: true, version: 4, push: true })
  })

  it('that another user has saved is compared with the form', async () => {
    stage.api.on(`PUT ${update}`, () => reply(409, 'stale_version'))
    await stage.open(NetworkForm, known)
    await shows('7 of 32 bytes')
    await tick('Hidden')
    stage.settings = [settingRow({ version: 5, client_isolation: true })]
    await press('Save only')
    await until(() => document.querySelector('[role="dialog"]') !== null, 'the comparison')
    await shows('Client isolation')
  })

  it('is not changed by read-only users', async () => {
    await stage.open(NetworkForm, known, 'read-only')
    await shows('You can view networks but not change them')
    expect(named('Save and apply to device')).toEqual([])
  })
})
