import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { setupAccessListFixture } from '../../testing/devices/access-list-fixture.ts'
import { setupWifiFixture } from '../../testing/devices/wifi-fixture.ts'

const fixture = await setupWifiFixture()
const access = await setupAccessListFixture()
afterEach(async () => {
  await fixture.end()
  await access.end()
})
afterAll(async () => {
  await fixture.drop()
  await access.drop()
})

/** RouterOS has REST since 7.1; the old controller supports it too, as a package. */
const controllers = [
  { stack: 'wifi-capsman', personality: 'v7-wifi', root: 'interface/wifi' },
  { stack: 'caps-man', personality: 'v7-wireless', root: 'caps-man' },
] as const

describe.each(controllers)('$stack over REST', ({ stack, personality, root }) => {
  const options = { personality, restTls: 0 } as const
  const over = (sim: { host: string; ports: { restTls?: number } }) =>
    ({ address: sim.host, port: sim.ports.restTls as number, protocol: 'rest' }) as const

  test('a network is written, read back and removed again', async () => {
    const devices = fixture.createService()
    const sim = await fixture.router(options)
    const id = await fixture.device(over(sim))
    const own = await fixture.setting(id, stack, { ssid: 'Events', passphrase: 'all-the-events', bands: ['2ghz'] })
    expect(await fixture.act(devices, id, { action: 'push', stack, setting_id: own })).toMatchObject({ state: 'done' })
    expect(sim.table(`${root}/configuration`).some((row) => row['ssid'] === 'Events')).toBe(true)
    expect(await fixture.network(devices, id, 'Events')).toMatchObject({ is_enabled: true, has_passphrase: true })
    expect(await fixture.act(devices, id, { action: 'remove', stack, setting_id: own })).toMatchObject({
      state: 'done',
    })
    expect(sim.table(`${root}/configuration`).some((row) => row['ssid'] === 'Events')).toBe(false)
  })

  test('a list of access control is written in order before the operator’s rows', async () => {
    const site = await access.site()
    const devices = access.createService()
    const sim = await access.router(options)
    const id = await access.device({ ...over(sim), site_id: site })
    const menu = `${root}/access-list`
    const owners = sim.table(menu).map((row) => ({ ...row }))
    const created = [
      await access.entry(site, { name: 'First' }),
      await access.entry(site, { name: 'Second', action: 'allow', passphrase: 'only-for-second' }),
    ]
    const end = await access.runCommand(devices, access.order(id, stack))
    expect([end.state, end.detail]).toEqual(['done', null])
    const rows = sim.table(menu)
    expect(rows.slice(0, 2).map((row) => row['comment'])).toEqual([
      `trunkline:a${created[0]} First`,
      `trunkline:a${created[1]} Second`,
    ])
    expect(rows.slice(2)).toEqual(owners)
  })
})
