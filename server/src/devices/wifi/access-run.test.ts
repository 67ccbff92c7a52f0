import type { Simulator } from '@trunkline/simulator'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testKey } from '../../testing/devices/create-device.ts'
import type { DeviceService } from '../device-service.ts'
import {
  accessSystems,
  accessWrites,
  setupAccessListFixture,
  type NewEntry,
} from '../../testing/devices/access-list-fixture.ts'
import { passphraseDigest } from './digest.ts'
import type { SeenAccessRow } from './shapes.ts'

const fixture = await setupAccessListFixture()
const { system, device, runCommand } = fixture
afterAll(async () => {
  await fixture.end()
  await fixture.drop()
})

describe.each(accessSystems)('on $name', ({ personality, root, stack }) => {
  const menu = `${root}/access-list`
  let site: number, devices: DeviceService, sim: Simulator, id: number
  beforeEach(async () => {
    site = await fixture.site()
    devices = fixture.createService()
    sim = await fixture.router({ personality })
    id = await device({ router: sim, site_id: site })
    return () => fixture.end()
  })
  const run = () => runCommand(devices, fixture.order(id, stack))
  const entry = (of?: NewEntry) => fixture.entry(site, of)
  const writes = () => accessWrites(sim, menu)

  test('entries come first, in order and with all wanted values; the operator’s rows do not change', async () => {
    const owners = sim.table(menu).map((row) => ({ ...row }))
    const blocked = await entry({ name: 'Kim’s telephone' })
    const allowed = await entry({
      name: 'Camera',
      action: 'allow',
      vlan_id: 30,
      passphrase: 'only-for-cameras',
      schedule: { days: ['mon', 'tue'], from: '08:00', until: '17:30' },
    })
    const off = await entry({ name: 'Off', is_enabled: false })
    const end = await run()
    expect([end.state, end.detail]).toEqual(['done', null])
    const rows = sim.table(menu)
    expect(rows.slice(3)).toEqual(owners)
    expect(rows.slice(0, 3)).toMatchObject([
      { comment: `trunkline:a${blocked} Kim’s telephone`, action: 'reject', disabled: 'false' },
      {
        comment: `trunkline:a${allowed} Camera`,
        action: 'accept',
        'vlan-id': '30',
        [stack === 'caps-man' ? 'private-passphrase' : 'passphrase']: 'only-for-cameras',
      },
      { comment: `trunkline:a${off} Off`, action: 'reject', disabled: 'true' },
    ])
    const reading = (await system((tx) => devices.last(tx, id, 'wifi/access-list')))?.rows as SeenAccessRow[]
    expect(reading[1]).toMatchObject({
      stack,
      position: 2,
      mark: { kind: 'access', id: allowed },
      schedule: { days: ['mon', 'tue'], from: '08:00', until: '17:30' },
      time: null,
      has_passphrase: true,
      passphrase_digest: passphraseDigest(testKey, 'only-for-cameras'),
    })
    expect(JSON.stringify(reading)).not.toContain('only-for-cameras')
    const before = writes()
    expect((await run()).state).toBe('done')
    expect(writes()).toBe(before)
  })

  test('a deleted entry is removed, a changed one is changed, and duplicates of a mark are removed', async () => {
    const [one, two] = [await entry({ name: 'One' }), await entry({ name: 'Two' })]
    await run()
    const first = sim.table(menu)[0] as Record<string, string>
    const { '.id': _id, ...copy } = first
    sim.insert(menu, copy)
    await system((tx) => sql`delete from access_control where id = ${two}`.execute(tx))
    await system((tx) => sql`update access_control set action = 'allow', name = 'Once' where id = ${one}`.execute(tx))
    expect(await run()).toMatchObject({ state: 'done', detail: null })
    const marked = sim.table(menu).filter((row) => row['comment']?.startsWith('trunkline:'))
    expect(marked).toMatchObject([{ '.id': first['.id'], comment: `trunkline:a${one} Once`, action: 'accept' }])
  })

  test('a row moved on the device is moved back, with one move', async () => {
    for (const name of ['A', 'B', 'C', 'D']) await entry({ name })
    await run()
    const wanted = sim.table(menu).map((row) => row['comment'] ?? row['interface'])
    const rows = sim.table(menu)
    const moved = rows[0]!
    sim.drop(menu, moved['.id']!)
    sim.insert(menu, moved)
    const before = writes()
    expect((await run()).state).toBe('done')
    expect(sim.table(menu).map((row) => row['comment'] ?? row['interface'])).toEqual(wanted)
    expect(writes() - before).toBe(1)
  })

  test('hours across midnight are two rows, the second one on the days that follow', async () => {
    await entry({ name: 'Night', action: 'allow', schedule: { days: ['fri', 'sun'], from: '22:00', until: '06:00' } })
    expect((await run()).state).toBe('done')
    const times = sim
      .table(menu)
      .flatMap((row) => (row['comment']?.endsWith('Night') ? [[row['time'], row['days']].filter(Boolean).join()] : []))
    expect(times).toEqual(['22h-1d,sun,fri', '0s-6h,mon,sat'])
    await system((tx) =>
      sql`update access_control set schedule = '{"days":["mon"],"from":"08:00","until":"09:00"}' where site_id = ${site}`.execute(
        tx,
      ),
    )
    expect((await run()).state).toBe('done')
    expect(sim.table(menu).filter((row) => row['comment']?.endsWith('Night'))).toHaveLength(1)
  })

  test('a blocked client that is registered is disconnected, and cannot join again', async () => {
    const table = () => sim.table(`${root}/registration-table`).map((row) => row['mac-address'] as string)
    const [victim] = table()
    expect(victim).toBeDefined()
    await entry({ mac: victim as string, name: 'Neighbour' })
    const end = await run()
    expect([end.state, table().includes(victim as string)]).toEqual(['done', false])
    expect(end.sent_at).not.toBeNull()
  })

  test('a blocked client is disconnected even if the router omits it from a print with a property list', async () => {
    const table = () => sim.table(`${root}/registration-table`).map((row) => row['mac-address'] as string)
    const victim = table().at(-1) as string
    await entry({ mac: victim, name: 'Neighbour' })
    sim.faults.add({ kind: 'omitRows', rows: 1, menu: `${root}/registration-table` })
    const end = await run()
    expect([end.state, table().includes(victim)]).toEqual(['done', false])
  })

  test('a guest network accepts clients only within its hours: two rows after all entries', async () => {
    const own = await entry({ name: 'Kim' })
    const setting = await system(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into wifi_setting (company_id, hardware_id, stack, ssid, encryption, is_guest, schedule)
        values (${fixture.ids['client']}, ${id}, ${stack}, 'Guests (free) +1', 'open', true, '{"days":["mon","tue","wed","thu","fri","sat","sun"],"from":"08:00","until":"20:00"}')
        returning id`.execute(tx)
      return rows[0]!.id
    })
    expect(await run()).toMatchObject({ state: 'done', detail: null })
    const [first, second, third] = sim.table(menu)
    expect(first).toMatchObject({ comment: `trunkline:a${own} Kim` })
    const ssid = '^Guests \\(free\\) \\+1$'
    expect(second).toMatchObject({
      comment: `trunkline:h${setting} Guests (free) +1`,
      'ssid-regexp': ssid,
      action: 'accept',
    })
    expect(second!['time']).toMatch(/^8h-20h/)
    expect(third).toMatchObject({ 'ssid-regexp': ssid, action: 'reject' })
    expect(third!['time']).toBeUndefined()
    await system((tx) => sql`update wifi_setting set schedule = null where id = ${setting}`.execute(tx))
    expect((await run()).state).toBe('done')
    expect(sim.table(menu).some((row) => row['comment']?.startsWith('trunkline:h'))).toBe(false)
  })
})
