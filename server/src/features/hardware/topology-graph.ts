import {
  maxGraphNodes,
  recentHours,
  ungroupedDevices,
  type deviceTopology,
  type GraphLink,
  type GraphNode,
  type TopologyGraph,
} from '@trunkline/contract/resources/device-topology'
import type { Query } from '@trunkline/contract/endpoint'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Neighbour } from '../../devices/readings/neighbours.ts'
import { failuresOf } from '../../devices/topology/failures.ts'
import { subtreeOf, visibleTo } from '../companies/subtree.ts'

/** Devices up to which failures are computed for all of the scope; for more, only for the devices of the graph. */
const maxExamined = 5000
/** Devices outside of the scope that the graph contains at most. */
const maxElsewhere = 200

interface GraphDevice {
  id: number
  name: string
  is_online: boolean | null
  changed_at: string | null
  company_id: number
  company_name: string
  site_id: number | null
  site_name: string | null
  is_manual: boolean
  is_elsewhere: boolean
}

/**
 * Devices and their links as a graph. The order and keys of the nodes depend neither on their state nor on the order of
 * the readings. A link to a device that the caller cannot see is shown as the device of the caller reports it, read from
 * its neighbour table only: nothing comes from the records of the other company.
 */
export async function topologyGraph(
  tx: Tx,
  actor: Actor,
  query: Query<typeof deviceTopology.graph>,
): Promise<TopologyGraph> {
  const company = query.company === undefined ? visibleTo(actor, 'ancestor_ids') : await subtreeOf(tx, query.company)
  const scope = sql<SqlBool>`deleted_at is null and ${company}
    and ${query.site === undefined ? sql`true` : sql`site_id = ${query.site}`}`
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from hardware where ${scope}`.execute(
    tx,
  )
  const total = counted[0]?.total ?? 0
  const is_grouped =
    query.site === undefined &&
    (total > maxGraphNodes || query.group === 'site' || (query.group === undefined && total > ungroupedDevices))
  const open = is_grouped ? [...new Set((query.open ?? '').split(',').filter(Boolean).map(Number))] : []

  const drawn = await devicesOf(
    tx,
    is_grouped ? sql<SqlBool>`${scope} and coalesce(site_id, 0) = any (${open}::bigint[])` : scope,
    maxGraphNodes,
  )
  const ids = drawn.map(({ id }) => id)
  const elsewhere = is_grouped ? [] : await devicesElsewhere(tx, ids)
  const groups = is_grouped ? await groupsOf(tx, scope, open, Math.max(0, maxGraphNodes - drawn.length)) : null
  const devices = [...drawn, ...elsewhere]

  const failures = await loadFailures(tx, total <= maxExamined ? scope : undefined, ids)
  const nodes = await deviceNodes(tx, devices, failures)
  if (groups) nodes.push(...groups.sites.map((site) => siteNode(site, failures)))
  const keys = new Set(nodes.map(({ key }) => key))
  const links = await linksOf(tx, scope, devices, is_grouped)
  const outside = await outsideNodes(tx, drawn, links)
  nodes.push(...outside.nodes)
  for (const { key } of outside.nodes) keys.add(key)
  const parents = await parentsOf(tx, scope, devices, is_grouped)
  for (const node of nodes) {
    const parent = parents.get(node.key)
    if (parent !== undefined && keys.has(parent)) node.parent = parent
  }
  return {
    total,
    is_grouped,
    omitted: groups ? groups.omitted : Math.max(0, total - drawn.length),
    nodes,
    links: outside.links.filter(({ from, to }) => keys.has(from) && keys.has(to)),
  }
}

async function devicesOf(tx: Tx, scope: RawBuilder<SqlBool>, limit: number): Promise<GraphDevice[]> {
  const { rows } = await sql<GraphDevice>`
    select h.id, h.name, h.is_online, h.online_changed_at as changed_at, h.company_id, c.name as company_name, h.site_id,
      s.name as site_name, u.hardware_id is not null as is_manual, false as is_elsewhere
    from (select * from hardware where ${scope} order by id limit ${limit}) h
      join company c on c.id = h.company_id left join site s on s.id = h.site_id
      left join device_uplink_setting u on u.hardware_id = h.id
    order by h.id`.execute(tx)
  return rows
}

/** Devices of other sites and companies that the caller sees, and that are linked with devices of the graph. */
async function devicesElsewhere(tx: Tx, ids: readonly number[]): Promise<GraphDevice[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct id from (
      select l.b_id as id from device_link l where l.a_id = any (${[...ids]}::bigint[]) and l.b_id is not null
      union all select l.a_id from device_link l where l.b_id = any (${[...ids]}::bigint[])
      union all select u.upstream_id from device_uplink u where u.hardware_id = any (${[...ids]}::bigint[])) n
    where id <> all (${[...ids]}::bigint[]) order by id limit ${maxElsewhere}`.execute(tx)
  if (rows.length === 0) return []
  const found = rows.map(({ id }) => id)
  const devices = await devicesOf(tx, sql`deleted_at is null and id = any (${found}::bigint[])`, maxElsewhere)
  return devices.map((device) => ({ ...device, is_elsewhere: true }))
}

interface SiteGroup {
  id: number
  name: string | null
  company_name: string
  device_ids: number[]
  devices: number
  online: number
  offline: number
}

/** Sites as groups of devices. */
async function groupsOf(tx: Tx, scope: RawBuilder<SqlBool>, open: readonly number[], limit: number) {
  const { rows } = await sql<SiteGroup & { sites: number }>`
    select g.*, s.name, c.name as company_name from (
      select coalesce(site_id, 0) as id, min(company_id) as company_id, count(*) as devices,
        count(*) filter (where is_online) as online, count(*) filter (where is_online = false) as offline,
        (array_agg(id order by id))[1:200] as device_ids, count(*) over () as sites
      from hardware where ${scope} and coalesce(site_id, 0) <> all (${[...open]}::bigint[])
      group by 1 order by 1 limit ${limit}) g
    left join site s on s.id = g.id left join company c on c.id = g.company_id order by g.id`.execute(tx)
  return { sites: rows, omitted: Math.max(0, (rows[0]?.sites ?? 0) - rows.length) }
}

interface LoadedFailures {
  behind: ReadonlyMap<number, number>
  /** Name of the failed device, by the device that is cut off by it. */
  cutOffBy: ReadonlyMap<number, string>
}

async function loadFailures(
  tx: Tx,
  scope: RawBuilder<SqlBool> | undefined,
  ids: readonly number[],
): Promise<LoadedFailures> {
  const seeds = scope ? sql`select id from hardware where ${scope}` : sql`select unnest(${[...ids]}::bigint[])`
  const { rows } = await sql<{ hardware_id: number; upstream_id: number }>`
    with recursive
      down (id) as (${seeds} union select u.hardware_id from down d join device_uplink u on u.upstream_id = d.id),
      reached (id) as (select id from down union select u.upstream_id from reached r join device_uplink u on u.hardware_id = r.id)
    select u.hardware_id, u.upstream_id from reached r join device_uplink u on u.hardware_id = r.id
      join hardware h on h.id = u.hardware_id and h.deleted_at is null join hardware p on p.id = u.upstream_id and p.deleted_at is null
    order by 1, 2`.execute(tx)
  const all = [...new Set(rows.flatMap(({ hardware_id, upstream_id }) => [hardware_id, upstream_id]))]
  const { rows: failed } = await sql<{ id: number; name: string }>`
    select id, name from hardware where id = any (${all}::bigint[]) and is_online = false`.execute(tx)
  const names = new Map(failed.map(({ id, name }) => [id, name]))
  const { behind, cutOffBy } = failuresOf(rows, new Set(names.keys()))
  return { behind, cutOffBy: new Map([...cutOffBy].map(([id, by]) => [id, names.get(by) ?? ''])) }
}

const emptyNode = {
  id: null,
  changed_at: null,
  company_name: null,
  site_id: null,
  site_name: null,
  parent: null,
  uplinks: [],
  is_manual: false,
  behind: 0,
  cut_off_by: null,
  devices: 0,
  offline: 0,
  is_elsewhere: false,
  detail: null,
} satisfies Partial<GraphNode>

async function deviceNodes(
  tx: Tx,
  devices: readonly GraphDevice[],
  { behind, cutOffBy }: LoadedFailures,
): Promise<GraphNode[]> {
  const { rows } = await sql<{ id: number; names: string[] }>`
    select u.hardware_id as id, array_agg(p.name order by u.is_backup, p.name, p.id) as names from device_uplink u
      join hardware p on p.id = u.upstream_id and p.deleted_at is null
    where u.hardware_id = any (${devices.map(({ id }) => id)}::bigint[]) group by 1`.execute(tx)
  const uplinks = new Map(rows.map(({ id, names }) => [id, names]))
  return devices.map(({ is_online, company_id: _company, ...device }) => ({
    ...emptyNode,
    ...device,
    key: `d${device.id}`,
    kind: 'device',
    state: cutOffBy.has(device.id) ? 'cut-off' : is_online === null ? 'unknown' : is_online ? 'online' : 'offline',
    uplinks: uplinks.get(device.id) ?? [],
    behind: behind.get(device.id) ?? 0,
    cut_off_by: cutOffBy.get(device.id) ?? null,
  }))
}

function siteNode(site: SiteGroup, { cutOffBy }: LoadedFailures): GraphNode {
  const causes = site.device_ids.map((id) => cutOffBy.get(id))
  const cause = causes[0]
  const cut_off_by = cause !== undefined && causes.every((one) => one === cause) ? cause : null
  const isOffline = site.offline > 0 && site.online === 0
  return {
    ...emptyNode,
    key: `s${site.id}`,
    kind: 'site',
    id: site.id === 0 ? null : site.id,
    name: site.name ?? '',
    state: cut_off_by !== null ? 'cut-off' : isOffline ? 'offline' : site.online > 0 ? 'online' : 'unknown',
    company_name: site.id === 0 ? null : site.company_name,
    site_id: site.id === 0 ? null : site.id,
    site_name: site.name,
    cut_off_by,
    devices: site.devices,
    offline: site.offline,
  }
}

/** The key of the node that a device belongs to, in SQL; null: not in the graph. */
const keyOf = (of: string, ids: readonly number[], scope: RawBuilder<SqlBool>, isGrouped: boolean) => {
  const row = sql.raw(of)
  return sql<string | null>`case when ${row}.id = any (${[...ids]}::bigint[]) then 'd' || ${row}.id
    ${isGrouped ? sql`when exists (select from hardware where id = ${row}.id and ${scope}) then 's' || coalesce(${row}.site_id, 0)` : sql``} end`
}

type LoadedLink = GraphLink & {
  a_id: number
  b_key: string | null
  b_name: string
  b_detail: string | null
}

async function linksOf(
  tx: Tx,
  scope: RawBuilder<SqlBool>,
  devices: readonly GraphDevice[],
  isGrouped: boolean,
): Promise<LoadedLink[]> {
  const all = devices.map(({ id }) => id)
  const own = devices.filter(({ is_elsewhere }) => !is_elsewhere).map(({ id }) => id)
  const { rows } = await sql<LoadedLink>`
    with link as (
      select l.*, ${keyOf('a', all, scope, isGrouped)} as node_a, ${keyOf('b', all, scope, isGrouped)} as node_b,
        l.first_seen_at > now() - make_interval(hours => ${recentHours})
          and l.first_seen_at > greatest(a.created_at, b.created_at) + interval '1 hour' as is_new
      from device_link l join hardware a on a.id = l.a_id and a.deleted_at is null
        left join hardware b on b.id = l.b_id and b.deleted_at is null
      where (l.b_id is null or b.id is not null)
        and ${isGrouped ? sql`(l.a_id in (select id from hardware where ${scope}) or l.b_id in (select id from hardware where ${scope}))` : sql`(l.a_id = any (${own}::bigint[]) or l.b_id = any (${own}::bigint[]))`})
    select 'l' || min(id) as key, node_a as "from", coalesce(node_b, '') as "to", kind, state, count(*) as count,
      min(a_id) as a_id, case when count(*) = 1 then min(a_port) else '' end as from_port,
      case when count(*) = 1 then min(b_port) else '' end as to_port,
      string_to_array(min(array_to_string(found_by, ',')), ',') as found_by, min(first_seen_at) as first_seen_at, max(last_seen_at) as last_seen_at,
      max(changed_at) as changed_at, bool_or(is_new) as is_new, min(b_key) as b_key,
      coalesce(min(coalesce(b_identity, b_address, b_mac::text)), '') as b_name,
      min(concat_ws(' · ', b_platform, b_address, b_mac::text)) as b_detail
    from link
    where node_a is not null and ((b_id is null and node_a like 'd%') or (node_b is not null and node_a <> node_b))
    group by node_a, node_b, kind, state,
      case when node_a like 'd%' and (node_b is null or node_b like 'd%') then id end
    order by min(id)`.execute(tx)
  return rows
}

/**
 * Devices outside the panel, one for each that the devices of a site recognise as the same, and those on ports without a
 * known link: devices that the caller cannot see, as the neighbour table names them.
 */
async function outsideNodes(tx: Tx, drawn: readonly GraphDevice[], links: readonly LoadedLink[]) {
  const byId = new Map(drawn.map((device) => [device.id, device]))
  const nodes = new Map<string, GraphNode>()
  const usedPorts = new Set<string>()
  const done = links.map(({ a_id, b_key, b_name, b_detail, ...link }): GraphLink => {
    if (link.from.startsWith('d')) usedPorts.add(`${link.from} ${link.from_port}`)
    if (link.to.startsWith('d')) usedPorts.add(`${link.to} ${link.to_port}`)
    if (b_key === null) return link
    const device = byId.get(a_id)
    // Private addresses repeat: outside a site the same ones are those of another device.
    const same = `${device?.company_id} ${device?.site_id} ${b_key}`
    const node = nodes.get(same) ?? {
      ...emptyNode,
      key: `x${link.key.slice(1)}`,
      kind: 'outside' as const,
      name: b_name,
      state: 'unknown' as const,
      site_id: device?.site_id ?? null,
      site_name: device?.site_name ?? null,
      parent: link.from,
      detail: b_detail === '' ? null : b_detail,
    }
    nodes.set(same, node)
    return { ...link, to: node.key }
  })
  const { rows } = await sql<{ id: number; neighbours: Neighbour[] }>`
    select m.hardware_id as id, m.rows as neighbours from hardware_menu m
    where m.hardware_id = any (${drawn.map(({ id }) => id)}::bigint[]) and m.menu = 'ip/neighbor'
      and jsonb_array_length(m.rows) > 0 order by 1`.execute(tx)
  for (const { id, neighbours } of rows) {
    const ports = new Map<string, Neighbour[]>()
    for (const one of neighbours) ports.set(one.interface, [...(ports.get(one.interface) ?? []), one])
    for (const [port, found] of ports) {
      const [only] = found
      // Several are behind a switch: no link.
      const isOne = new Set(found.map(({ mac, identity }) => identity ?? mac)).size === 1
      if (only === undefined || !isOne || usedPorts.has(`d${id} ${port}`)) continue
      const key = `n${id} ${port}`
      nodes.set(key, {
        ...emptyNode,
        key,
        kind: 'outside',
        name: only.identity ?? only.mac ?? '',
        state: 'unknown',
        site_id: byId.get(id)?.site_id ?? null,
        site_name: byId.get(id)?.site_name ?? null,
        parent: `d${id}`,
        detail: only.mac,
      })
      done.push({
        key,
        from: `d${id}`,
        to: key,
        kind: 'ethernet',
        state: 'up',
        count: 1,
        from_port: port,
        to_port: only.port ?? '',
        found_by: only.discovered_by?.length ? only.discovered_by : ['neighbour'],
        first_seen_at: null,
        last_seen_at: null,
        changed_at: null,
        is_new: false,
      })
    }
  }
  return { nodes: [...nodes.values()], links: done }
}

/** The node above each node: that of its uplink in use, or for a site that of most of its devices. */
async function parentsOf(
  tx: Tx,
  scope: RawBuilder<SqlBool>,
  devices: readonly GraphDevice[],
  isGrouped: boolean,
): Promise<Map<string, string>> {
  const ids = devices.map(({ id }) => id)
  const { rows } = await sql<{ key: string; parent: string }>`
    select distinct on (key) key, parent from (
      select ${keyOf('h', ids, scope, isGrouped)} as key, ${keyOf('p', ids, scope, isGrouped)} as parent,
        u.is_backup, u.upstream_id
      from device_uplink u join hardware h on h.id = u.hardware_id and h.deleted_at is null
        join hardware p on p.id = u.upstream_id and p.deleted_at is null
      where ${isGrouped ? sql`u.hardware_id in (select id from hardware where ${scope})` : sql`u.hardware_id = any (${ids}::bigint[])`}) e
    where key is not null and parent is not null and key <> parent
    group by key, parent order by key, bool_and(is_backup), count(*) desc, min(upstream_id)`.execute(tx)
  return new Map(rows.map(({ key, parent }) => [key, parent]))
}
