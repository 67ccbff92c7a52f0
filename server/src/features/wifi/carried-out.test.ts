import type { AccessPoint, Registration } from '@trunkline/contract/resources/wifi-shapes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Simulator } from '@trunkline/simulator'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall, ApiReply } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, sim: Simulator, older: Simulator
let site: number, fresh: number, old: number

beforeAll(async () => {
  master = await fixture.as('master')
  sim = await fixture.router({ personality: 'v7-wifi' })
  older = await fixture.router({ personality: 'v7-wireless', seed: 5 })
  site = (await master('POST', '/site/store', { name: 'Hotel', company_id: fixture.companies.client })).body.data.id
  fresh = await fixture.device({ router: sim, site_id: site, name: 'New system' })
  old = await fixture.device({ router: older, site_id: site, name: 'Old system' })
  // Set as the poller would: which devices have Wi-Fi.
  await master('PUT', `/site/${site}/refresh-hardware`)
  for (const id of [fresh, old]) await fixture.worker.commands.workOff(id)
}, 60_000)
afterAll(() => fixture.stop())

const at = (rest: string) => `/site/${site}/wifi/${rest}`
const rows = async <T>(what: string): Promise<T[]> => (await master('GET', at(`${what}/index?perPage=200`))).body.data
const points = () => rows<AccessPoint>('access-point')
const registered = () => rows<Registration>('registration')

/** Results of the commands of a response. */
async function ends(reply: ApiReply, of = fresh): Promise<string[]> {
  expect(reply.status, reply.text).toBe(202)
  const found: string[] = []
  for (const { id, hardware_id } of [reply.body.data].flat()) {
    const device = hardware_id ?? of
    await fixture.worker.commands.workOff(device)
    const { state, detail } = (await master('GET', `/hardware/command/${id}/show`)).body.data
    found.push(state === 'done' ? state : `${state}: ${detail?.message}`)
  }
  return found
}

describe('Wi-Fi of reachable devices', { timeout: 60_000 }, () => {
  test('is read from all in parallel; the error of an unreachable one is in its own row', async () => {
    older.faults.add({ kind: 'silent' })
    const half = await master('PUT', at('refresh'))
    older.faults.clear()
    expect(half.body.data).toMatchObject([
      { hardware_id: fresh, ok: true, message: null, ms: expect.any(Number) },
      { hardware_id: old, ok: false, message: expect.objectContaining({ reason: expect.any(String) }), ms: null },
    ])
    const whole = await master('PUT', at('refresh'))
    expect(whole.body.data.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true])
    const [all, here] = [await points(), await registered()]
    expect(new Set(all.map(({ stack }) => stack))).toEqual(
      new Set(['wifi-capsman', 'local-wifi', 'caps-man', 'local-wireless']),
    )
    for (const list of [all, here]) expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
    expect(here.length).toBeGreaterThan(4)
  })

  test('clients are disconnected on both systems', async () => {
    const here = await registered()
    const chosen = [fresh, old].map((device) => here.find(({ hardware_id }) => hardware_id === device) as Registration)
    expect(await ends(await master('DELETE', at('registration/destroy'), { ids: chosen.map(({ id }) => id) }))).toEqual(
      ['done', 'done'],
    )
    const left = (await registered()).map(({ id }) => id)
    for (const { id } of chosen) expect(left).not.toContain(id)
  })

  test('access points of all four systems are enabled and disabled, and the reading follows', async () => {
    const all = await points()
    const chosen = ['wifi-capsman', 'local-wifi', 'caps-man', 'local-wireless'].map(
      (stack) => all.find((one) => one.stack === stack && !one.dynamic && !one.controlled_elsewhere) as AccessPoint,
    )
    const ids = chosen.map(({ id }) => id)
    expect(new Set(await ends(await master('PUT', at('access-point/disable'), { ids })))).toEqual(new Set(['done']))
    const off = await points()
    for (const id of ids)
      expect(off.find((one) => one.id === id)).toMatchObject({ is_enabled: false, state: 'disabled' })
    expect(new Set(await ends(await master('PUT', at('access-point/enable'), { ids })))).toEqual(new Set(['done']))
    expect((await points()).filter(({ is_enabled }) => !is_enabled)).toEqual([])
  })

  test.each(['wifi-capsman', 'local-wifi', 'caps-man', 'local-wireless'] as const)(
    'name, channel, width and power of an access point of %s are written in its notation',
    async (stack) => {
      const of = (await points()).find(
        (one) => one.stack === stack && one.kind === 'radio' && one.band === '5ghz' && !one.controlled_elsewhere,
      ) as AccessPoint
      const path = at(`${stack.includes('wifi') ? 'new-' : ''}access-point/update`)
      const name = `pool-${stack}`
      const body = { ids: [of.id], name, comment: 'By the pool', frequency: 5500, channel_width: 40, tx_power: 17 }
      expect(await ends(await master('PUT', path, body))).toEqual(['done'])
      expect((await points()).find(({ id }) => id === of.id)).toMatchObject({ name, comment: 'By the pool' })
      const back = { ids: [of.id], frequency: null, channel_width: null, tx_power: null, comment: null }
      expect(await ends(await master('PUT', path, back))).toEqual(['done'])
    },
  )

  test('an access point renamed on the device is not changed', async () => {
    const of = (await points()).find(({ stack, dynamic }) => stack === 'caps-man' && !dynamic) as AccessPoint
    const row = older.table('caps-man/interface').find((one) => one['name'] === of.name) as Record<string, string>
    row['name'] = 'somebody-elses'
    const [end] = await ends(await master('PUT', at('access-point/update'), { ids: [of.id], comment: 'mine' }))
    expect(end).toMatch(/^refused: .*name is now somebody-elses/)
    expect(row['comment'] ?? '').not.toBe('mine')
    row['name'] = of.name
  })

  test('a controller without managed networks is enabled and provisioned', async () => {
    const put = (what: string, body: object) => master('PUT', at(`controller/${what}`), body)
    for (const [hardware_id, stack] of [
      [fresh, 'wifi-capsman'],
      [old, 'caps-man'],
    ] as const) {
      const of = { hardware_id, stack }
      for (const is_enabled of [false, true]) {
        expect(await ends(await put('change-status', { ...of, is_enabled }), hardware_id)).toEqual(['done'])
        const { controllers } = (await master('GET', at('setting/index'))).body
        expect(controllers).toContainEqual(expect.objectContaining({ ...of, is_enabled }))
      }
      expect(await ends(await put('re-provision', of), hardware_id)).toEqual(['done'])
    }
    const of = { hardware_id: fresh, stack: 'wifi-capsman' }
    const errors = async (body: object) => Object.keys((await put('re-provision', body)).body.error.fields)
    expect(await errors({ ...of, ids: [`${fresh}*FFF`] })).toEqual(['ids'])
    expect(await errors({ ...of, hardware_id: 999_999 })).toEqual(['hardware_id'])
    expect(await errors({ ...of, stack: 'caps-man' })).toEqual(['stack'])
  })

  test('a network is adopted, changed and written: the device has the desired settings', async () => {
    const found = (await master('GET', at('setting/index'))).body.found
    const guests = found.find(
      (one: { ssid: string; hardware_id: number }) => one.ssid === 'Guests' && one.hardware_id === fresh,
    )
    const { hardware_id, stack, ssid, encryption, bands, country, vlan_id, client_isolation, profile } = guests
    const wanted = { hardware_id, stack, ssid, encryption, bands, country, vlan_id, client_isolation, adopt: profile }
    const { id, command } = (await master('POST', at('setting/store'), wanted)).body.data
    const show = async () => (await master('GET', at(`setting/${id}/show`))).body.data
    expect(await show()).toMatchObject({ state: 'same', has_passphrase: false })
    await fixture.worker.commands.workOff(fresh)
    expect((await master('GET', `/hardware/command/${command.id}/show`)).body.data.state).toBe('done')
    expect(await show()).toMatchObject({ state: 'same', has_passphrase: true })
    const shown = await master('POST', at(`setting/${id}/passphrase`))
    expect(shown.body.data).toEqual({ passphrase: 'guests-welcome' })
    await master('PUT', at(`setting/${id}`), { passphrase: 'another-secret', hidden: true })
    expect((await show()).differences.map((one: { field: string }) => one.field)).toEqual(['hidden', 'passphrase'])
    expect(await ends(await master('PUT', at(`setting/${id}/push`)))).toEqual(['done'])
    expect(await show()).toMatchObject({
      state: 'same',
      differences: [],
      last_command: { state: 'done', verb: 'push' },
    })
    expect(JSON.stringify(sim.table('interface/wifi/security'))).toContain('another-secret')
  })
})
