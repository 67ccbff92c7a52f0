import { deviceTopology, type GraphNode, type TopologyGraph } from '@trunkline/contract/resources/device-topology'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
afterAll(() => fixture.stop())
const [provider, client] = [await fixture.as('provider'), await fixture.as('client')]
const system = fixture.panel.sql

const graph = async (as: ApiCall, query = ''): Promise<TopologyGraph> => {
  const reply = await as('GET', `${deviceTopology.graph.path}?${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}
const named = (of: TopologyGraph, name: string) => of.nodes.find((node) => node.name === name) as GraphNode

/** A core of the provider; at a client a gateway, two devices behind it, and a switch outside the panel. */
async function network(tag: string) {
  const [core, gateway, left, right] = [
    await fixture.device({ company: 'provider', name: `Core ${tag}` }),
    await fixture.device({ company: 'client', name: `Gateway ${tag}` }),
    await fixture.device({ company: 'client', name: `Left ${tag}` }),
    await fixture.device({ company: 'client', name: `Right ${tag}` }),
  ]
  await system(async (tx) => {
    await sql`
      insert into device_link (kind, a_id, a_port, b_id, b_port, found_by, state, first_seen_at, changed_at) values
        ('ethernet', ${core}, 'ether1', ${gateway}, 'ether1', '{lldp}', 'up', now() - interval '9 days', now() - interval '9 days'),
        ('ethernet', ${gateway}, 'ether2', ${left}, 'ether1', '{mndp}', 'down', now() - interval '9 days', now() - interval '1 hour'),
        ('wireless', ${gateway}, 'wifi1', ${right}, '', '{registration}', 'up', now() - interval '1 hour', now() - interval '1 hour')`.execute(
      tx,
    )
    await sql`
      insert into device_link (kind, a_id, a_port, b_key, b_identity, b_mac, found_by)
        values ('ethernet', ${gateway}, 'ether3', ${`identity switch ${tag}`}, ${`switch ${tag}`}, '02:00:5e:10:00:01', '{mndp}')`.execute(
      tx,
    )
    await sql`insert into device_uplink (hardware_id, upstream_id, source)
      values (${gateway}, ${core}, 'derived'), (${left}, ${gateway}, 'derived'), (${right}, ${gateway}, 'derived')`.execute(
      tx,
    )
    await sql`update hardware set created_at = now() - interval '20 days' where id = any (${[core, gateway, left, right]}::bigint[])`.execute(
      tx,
    )
  })
  return { core, gateway, left, right }
}

test('a graph has devices below their uplinks, links with their state, and those that are new', async () => {
  const { core, gateway, left, right } = await network('one')
  const all = await graph(provider, 'group=none')
  expect(all).toMatchObject({ is_grouped: false, omitted: 0 })
  expect(named(all, 'Core one')).toMatchObject({ key: `d${core}`, parent: null, behind: 3, uplinks: [] })
  expect(named(all, 'Gateway one')).toMatchObject({ parent: `d${core}`, behind: 2, uplinks: ['Core one'] })
  expect(named(all, 'Left one')).toMatchObject({ parent: `d${gateway}`, behind: 0 })
  expect(named(all, 'switch one')).toMatchObject({
    kind: 'outside',
    parent: `d${gateway}`,
    detail: '02:00:5e:10:00:01',
  })
  const of = (to: number) => all.links.find((link) => link.to === `d${to}`)
  expect(of(left)).toMatchObject({ from: `d${gateway}`, state: 'down', kind: 'ethernet', is_new: false, count: 1 })
  expect(of(right)).toMatchObject({ from: `d${gateway}`, state: 'up', kind: 'wireless', is_new: true })
  expect(of(gateway)).toMatchObject({ from_port: 'ether1', to_port: 'ether1', found_by: ['lldp'], is_new: false })
})

test('devices behind a failed one are cut off by it, and nothing else in the graph moves', async () => {
  const { gateway, left, right } = await network('two')
  const online = (ids: number[], is: boolean) =>
    system((tx) => sql`update hardware set is_online = ${is} where id = any (${ids}::bigint[])`.execute(tx))
  await online([gateway, left, right], true)
  const before = await graph(client, 'group=none')
  await online([gateway, left], false)
  const after = await graph(client, 'group=none')
  expect(named(after, 'Gateway two')).toMatchObject({ state: 'offline', cut_off_by: null, behind: 2 })
  expect(named(after, 'Left two')).toMatchObject({ state: 'cut-off', cut_off_by: 'Gateway two' })
  expect(named(after, 'Right two')).toMatchObject({ state: 'online', cut_off_by: null })
  const shape = ({ nodes }: TopologyGraph) => nodes.map(({ key, parent }) => [key, parent])
  expect(shape(after)).toEqual(shape(before))
})

test('a neighbour that the caller cannot see is named as the own device reports it, without id or data of its company', async () => {
  const { core, gateway } = await network('three')
  await system((tx) =>
    sql`insert into hardware_menu (hardware_id, menu, rows, read_at) values (${gateway}, 'ip/neighbor', ${JSON.stringify(
      [
        {
          interface: 'ether1',
          mac: '02:00:5E:10:00:09',
          identity: 'tower-7',
          address: '192.0.2.1',
          port: 'sfp1',
          discovered_by: ['lldp'],
        },
        { interface: 'ether7', mac: '02:00:5E:10:00:0A', identity: 'one', address: null },
        { interface: 'ether7', mac: '02:00:5E:10:00:0B', identity: 'other', address: null },
      ],
    )}::jsonb, now())`.execute(tx),
  )
  const reply = await client('GET', `${deviceTopology.graph.path}?group=none`)
  const seen: TopologyGraph = reply.body.data
  expect(named(seen, 'tower-7')).toMatchObject({
    kind: 'outside',
    id: null,
    company_name: null,
    parent: `d${gateway}`,
    detail: '02:00:5E:10:00:09',
  })
  expect(seen.links.find((link) => link.to === `n${gateway} ether1`)).toMatchObject({
    from_port: 'ether1',
    to_port: 'sfp1',
  })
  // Several on one port are a network segment.
  expect(seen.nodes.some(({ name }) => name === 'one' || name === 'other')).toBe(false)
  expect(reply.text).not.toContain('Core three')
  expect(reply.text).not.toContain(`"d${core}"`)
  expect(named(seen, 'Gateway three')).toMatchObject({ parent: null, uplinks: [] })
  // Who sees both devices sees their link instead.
  expect((await graph(provider, 'group=none')).nodes.some(({ name }) => name === 'tower-7')).toBe(false)
})

test('a grouped graph has sites with their devices and links, and devices of opened sites', async () => {
  const { core, gateway, left, right } = await network('four')
  const site = await system(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into site (company_id, name) select company_id, 'Tower four' from hardware where id = ${gateway} returning id`.execute(
      tx,
    )
    await sql`update hardware set site_id = ${rows[0]?.id}, is_online = true where id = any (${[gateway, left, right]}::bigint[])`.execute(
      tx,
    )
    await sql`update hardware set is_online = false where id = ${left}`.execute(tx)
    return rows[0]?.id as number
  })
  const grouped = await graph(provider, 'group=site')
  expect(grouped.is_grouped).toBe(true)
  expect(named(grouped, 'Tower four')).toMatchObject({
    key: `s${site}`,
    kind: 'site',
    id: site,
    parent: 's0',
    devices: 3,
    offline: 1,
    state: 'online',
  })
  expect(grouped.links.filter(({ to, from }) => to === `s${site}` || from === `s${site}`)).toMatchObject([
    { kind: 'ethernet', state: 'up', count: 1 },
  ])
  const opened = await graph(provider, `group=site&open=${site}`)
  expect(opened.nodes.some(({ key }) => key === `s${site}`)).toBe(false)
  expect(named(opened, 'Gateway four')).toMatchObject({ parent: 's0' })
  expect(named(opened, 'Left four')).toMatchObject({ parent: `d${gateway}` })
  const alone = await graph(provider, `site=${site}`)
  expect(alone.total).toBe(3)
  expect(named(alone, 'Core four')).toMatchObject({ key: `d${core}`, is_elsewhere: true })
  expect(named(alone, 'Gateway four')).toMatchObject({ is_elsewhere: false, parent: `d${core}` })
})

test('a list of opened sites that is no list of ids is rejected', async () => {
  const reply = await provider('GET', `${deviceTopology.graph.path}?open=1,x`)
  expect([reply.status, Object.keys(reply.body.error.messages)]).toEqual([422, ['open']])
})
