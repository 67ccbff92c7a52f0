import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import type { Simulator } from '@trunkline/simulator'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { withTenant } from '../../db/tenant-transaction.ts'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import { deriveTopology } from './derive.ts'
import { behind, upstreamsOf } from './upstream.ts'

const fixture = await setupPanelWithDevices()
afterAll(() => fixture.stop())
const { panel } = fixture
const master = await fixture.as('provider')

let seed = 700
let site = 0
type Company = keyof typeof fixture.companies
/** Routers with cables from the first one to each other, read once. The default routes of the others lead to the first. */
async function star(companies: Company[]) {
  site++
  const routers: { router: Simulator; id: number }[] = []
  for (const [at, company] of companies.entries()) {
    const router = await fixture.router({
      speed: 1,
      seed: ++seed,
      version: '7.20.4',
      site: `site ${site}`,
      identity: `secret-${site}-${at}`,
    })
    routers.push({ router, id: await fixture.device({ router, name: `Router ${seed}`, company }) })
  }
  const [core, ...leaves] = routers as [(typeof routers)[number], ...typeof routers]
  const readAll = async (only = routers) => {
    for (const { id } of only)
      await fixture.end(master, id, await master('PATCH', hardwareLive.reload.path.replace('{id}', String(id))))
  }
  await readAll()
  const { rows } = await panel.sql((tx) =>
    sql<{ gateway: string }>`
      select rows #>> '{0,gateway}' as gateway from hardware_menu where menu = 'ip/route' and hardware_id = any (${leaves.map(({ id }) => id)})`.execute(
      tx,
    ),
  )
  for (const { gateway } of rows) core.router.insert('ip/address', { address: `${gateway}/32`, interface: 'bridge' })
  await readAll([core])
  return { core, leaves, readAll }
}

const derive = () => panel.sql((tx) => deriveTopology(tx))
interface LinkRow {
  id: number
  a_id: number
  a_port: string
  b_id: number | null
  b_port: string
  state: string
  kind: string
  found_by: string[]
}
const linksOf = (id: number) =>
  panel.sql((tx) =>
    sql<LinkRow>`
      select id, kind, a_id, a_port, b_id, b_port, state, found_by from device_link where a_id = ${id} or b_id = ${id} order by id`
      .execute(tx)
      .then(({ rows }) => rows),
  )
const setOnline = (id: number, online: boolean) =>
  panel.sql((tx) => sql`update hardware set is_online = ${online} where id = ${id}`.execute(tx))

test('links appear from the neighbours of both ends, and uplinks follow the default routes', async () => {
  const { core, leaves } = await star(['client', 'client', 'client'])
  await derive()
  const links = await linksOf(core.id)
  expect(links).toMatchObject(
    leaves.map(({ id }) => ({
      kind: 'ethernet',
      a_id: core.id,
      b_id: id,
      b_port: 'ether2',
      state: 'up',
      found_by: ['cdp', 'lldp', 'mndp'],
    })),
  )
  expect(await panel.sql((tx) => upstreamsOf(tx, [core.id, ...leaves.map(({ id }) => id)]))).toEqual(
    new Map(leaves.map(({ id }) => [id, [core.id]])),
  )
  expect(await panel.sql((tx) => behind(tx, core.id))).toEqual(leaves.map(({ id }) => id))
  // Nothing new was read.
  expect(await derive()).toBe(0)
})

test('a failed router takes its links down, and what is behind it stays known', async () => {
  const { core, leaves, readAll } = await star(['client', 'client', 'client'])
  const [other, gone] = leaves as [typeof core, typeof core]
  await derive()
  await gone.router.stop()
  await setOnline(gone.id, false)
  await readAll([core])
  await derive()
  expect((await linksOf(gone.id)).map(({ state }) => state)).toEqual(['down'])
  expect((await linksOf(other.id)).map(({ state }) => state)).toEqual(['up'])
  expect(await panel.sql((tx) => upstreamsOf(tx, [gone.id]))).toEqual(new Map([[gone.id, [core.id]]]))
  // No device that answers sees the other links of the core: its silence alone changes nothing.
  await setOnline(core.id, false)
  await setOnline(other.id, false)
  await derive()
  expect((await linksOf(other.id)).map(({ state }) => state)).toEqual(['up'])
  expect(await panel.sql((tx) => behind(tx, core.id))).toEqual(leaves.map(({ id }) => id))
})

test('a cable that was moved to another port is a new link, and the former one is down', async () => {
  const { core, leaves, readAll } = await star(['client', 'client'])
  const [leaf] = leaves as [typeof core]
  await derive()
  const [before] = await linksOf(leaf.id)
  const port = core.router.table('interface/ethernet').find((row) => row['name'] === before?.a_port)
  core.router.change('interface/ethernet', port?.['.id'] ?? '', { disabled: 'true' })
  await readAll()
  await derive()
  const links = await linksOf(leaf.id)
  expect(links.map(({ id, state }) => [id === before?.id, state])).toEqual([
    [true, 'down'],
    [false, 'up'],
  ])
  expect(links[1]?.a_port).not.toBe(before?.a_port)
  expect(await panel.sql((tx) => upstreamsOf(tx, [leaf.id]))).toEqual(new Map([[leaf.id, [core.id]]]))
})

test('a device in the trash has no links, and is no unknown neighbour either', async () => {
  const { core, leaves, readAll } = await star(['client', 'client'])
  const [leaf] = leaves as [typeof core]
  await derive()
  await panel.sql((tx) => sql`update hardware set deleted_at = now() where id = ${leaf.id}`.execute(tx))
  await readAll([core])
  await derive()
  expect(await linksOf(core.id)).toEqual([])
  expect(await panel.sql((tx) => behind(tx, core.id))).toEqual([])
})

test('a link to a device that a company cannot see is in none of its rows', async () => {
  const { core, leaves } = await star(['provider', 'client', 'foreign'])
  await derive()
  expect(await linksOf(core.id)).toHaveLength(2)
  const seenBy = (company: Company) =>
    withTenant(panel.databases, { company_id: fixture.companies[company], everything: false }, { write: false }, (tx) =>
      sql<{ row: unknown }>`
        select to_jsonb(l) as row from device_link l union all select to_jsonb(u) from device_uplink u`
        .execute(tx)
        .then(({ rows }) => rows.map(({ row }) => row)),
    )
  for (const company of ['client', 'foreign'] as const) {
    const rows = JSON.stringify(await seenBy(company))
    for (const text of [`"a_id":${core.id},`, `"upstream_id":${core.id}`, `secret-${site}-0`])
      expect(rows, company).not.toContain(text)
  }
  expect(await panel.sql((tx) => behind(tx, core.id))).toEqual(leaves.map(({ id }) => id))
})

test('a device outside the panel is an end without a device, and leads the way to those behind it', async () => {
  const { core, leaves, readAll } = await star(['client', 'client'])
  const [leaf] = leaves as [typeof core]
  await panel.sql((tx) => sql`delete from hardware where id = ${core.id}`.execute(tx))
  await readAll([leaf])
  await derive()
  const { rows } = await panel.sql((tx) =>
    sql`select b_id, b_identity, b_mac is not null as has_mac from device_link where a_id = ${leaf.id}`.execute(tx),
  )
  expect(rows).toEqual([{ b_id: null, b_identity: `secret-${site}-0`, has_mac: true }])
  // It is entered with its MAC address, and not yet read.
  const added = await fixture.device({ name: 'Added', company: 'foreign' })
  await panel.sql((tx) =>
    sql`update hardware set mac = (select b_mac from device_link where a_id = ${leaf.id}) where id = ${added}`.execute(
      tx,
    ),
  )
  await derive()
  expect(await linksOf(leaf.id)).toEqual([])
  await readAll([leaf])
  await derive()
  expect(await linksOf(leaf.id)).toMatchObject([{ a_id: leaf.id, b_id: added }])
})

test('an uplink that a user has set wins, and survives what is derived later', async () => {
  const { core, leaves, readAll } = await star(['client', 'client', 'client'])
  const [one, other] = leaves as [typeof core, typeof core]
  await derive()
  await panel.sql((tx) =>
    sql`insert into device_uplink_setting (hardware_id, upstream_ids) values (${one.id}, array[${other.id}]::bigint[]), (${core.id}, array[${one.id}]::bigint[])`.execute(
      tx,
    ),
  )
  await readAll()
  await panel.sql((tx) => deriveTopology(tx, [one.id]))
  expect(await panel.sql((tx) => upstreamsOf(tx, [core.id, one.id, other.id]))).toEqual(
    new Map([
      [core.id, [one.id]],
      [one.id, [other.id]],
      [other.id, [core.id]],
    ]),
  )
  // A circle: all of them are behind each.
  expect(await panel.sql((tx) => behind(tx, core.id))).toEqual([one.id, other.id])
})
