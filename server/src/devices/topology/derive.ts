import { isIP } from 'node:net'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { namesOneDevice, observe, type LinkReadings, type Owners } from './observe.ts'
import { saveLinks, type DeviceObservations } from './save-links.ts'
import { uplinksOf, type TopologyLink, type TopologyNode } from './uplinks.ts'

/** Devices whose readings are loaded by one statement. */
const batch = 200

/** Devices that one run considers; the next run takes the others. */
const maxDue = 2000

/** Days for which a link that is down is stored. */
const daysDown = 30

interface Reading extends LinkReadings {
  at: string
  is_online: boolean | null
  mac: string | null
  wan_address: string | null
  addresses: readonly { address: string }[] | null
  routes: readonly { gateway: string | null; interface: string | null }[] | null
  keys: readonly string[] | null
  macs: readonly string[]
}

/** One derivation at a time. */
const lockKey = 7_402_155

/**
 * Updates links and uplinks from the readings that have been stored since the last time, in the caller's system
 * transaction. Waits for another derivation that is running.
 * @param of devices to derive even without new readings
 * @returns the number of devices that were considered
 */
export async function deriveTopology(tx: Tx, of?: readonly number[]): Promise<number> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
  const due = [...new Set([...(of ?? []), ...(await dueDevices(tx))])].toSorted((a, b) => a - b)
  let moved = false
  // What devices own first, so that the order of the devices has no influence on the links.
  const readings: Reading[] = []
  for (let at = 0; at < due.length; at += batch) readings.push(...(await read(tx, due.slice(at, at + batch))))
  if (await saveFacts(tx, readings)) moved = true
  // A device that is in the panel by now is no unknown one: its name is for those who may see it.
  const known = await sql`
    delete from device_link l where l.b_id is null and l.b_mac is not null
      and (exists (select from device_topology t where t.macs && array[l.b_mac]) or exists (select from hardware h where h.mac = l.b_mac))`.execute(
    tx,
  )
  if ((known.numAffectedRows ?? 0n) > 0n) moved = true
  const trashed = await sql`
    delete from device_link l using hardware h where h.deleted_at is not null and (h.id = l.a_id or h.id = l.b_id)`.execute(
    tx,
  )
  if ((trashed.numAffectedRows ?? 0n) > 0n) moved = true
  for (let at = 0; at < readings.length; at += batch)
    if (await saveDeviceLinks(tx, readings.slice(at, at + batch))) moved = true
  const old = await sql`
    delete from device_link where state = 'down' and last_seen_at < now() - make_interval(days => ${daysDown})`.execute(
    tx,
  )
  if ((old.numAffectedRows ?? 0n) > 0n) moved = true
  if (moved || of !== undefined) await saveUplinks(tx)
  return readings.length
}

/** Devices that were read, went online or went offline since their links were derived. */
async function dueDevices(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select h.id from hardware h left join device_topology t on t.hardware_id = h.id
      cross join lateral (select max(read_at) as read_at from hardware_menu m where m.hardware_id = h.id
        and m.menu in ('ip/neighbor', 'ip/address', 'ip/route')) m
      where h.deleted_at is null and m.read_at is not null
        and (t.hardware_id is null or m.read_at > t.derived_at or t.was_online is distinct from h.is_online)
      order by t.derived_at nulls first, h.id limit ${maxDue}`.execute(tx)
  return rows.map(({ id }) => id)
}

async function read(tx: Tx, ids: readonly number[]): Promise<Reading[]> {
  const { rows } = await sql<Reading>`
    select h.id as hardware_id, h.is_online, upper(h.mac::text) as mac, host(s.wan_address) as wan_address,
      coalesce((select max(read_at) from hardware_menu m where m.hardware_id = h.id and m.menu in ('ip/neighbor', 'ip/address', 'ip/route')), now())::text as at,
      (select jsonb_agg(jsonb_build_object('name', i ->> 'name', 'running', (i ->> 'running')::boolean))
        from hardware_menu m, jsonb_array_elements(m.rows) i where m.hardware_id = h.id and m.menu = 'interface') as interfaces,
      array(select upper(i ->> 'mac') from hardware_menu m, jsonb_array_elements(m.rows) i
        where m.hardware_id = h.id and m.menu = 'interface' and i ->> 'mac' is not null
        union select upper(r ->> 'mac') from hardware_menu m, jsonb_array_elements(coalesce(m.rows -> 'systems', '[]')) s,
            jsonb_array_elements(coalesce(s -> 'radios', '[]') || coalesce(s -> 'access_points', '[]')) r
          where m.hardware_id = h.id and m.menu = 'wifi' and r ->> 'cap' is null and r ->> 'mac' is not null) as macs,
      (select rows from hardware_menu where hardware_id = h.id and menu = 'ip/neighbor') as neighbours,
      (select rows from hardware_menu where hardware_id = h.id and menu = 'ip/address') as addresses,
      (select rows from hardware_menu where hardware_id = h.id and menu = 'ip/route') as routes,
      (select rows from hardware_menu where hardware_id = h.id and menu = 'interface/bridge/host') as hosts,
      (select jsonb_agg(jsonb_build_object('mac', r -> 'mac', 'interface', r -> 'interface', 'cap', r -> 'cap'))
        from hardware_menu m, jsonb_array_elements(m.rows) r where m.hardware_id = h.id and m.menu = 'wifi/registration') as registrations,
      (select rows -> 'ends' from hardware_menu where hardware_id = h.id and menu = 'tunnel') as tunnels,
      (select rows -> 'keys' from hardware_menu where hardware_id = h.id and menu = 'tunnel') as keys
    from hardware h left join hardware_state s on s.hardware_id = h.id
    where h.id = any (${[...ids]}::bigint[]) and h.deleted_at is null order by h.id`.execute(tx)
  return rows
}

const isUsable = (address: string): boolean =>
  isIP(address) !== 0 && !/^(127\.|169\.254\.|0\.0\.0\.0$|::1$|fe[89ab]|::$)/i.test(address)

/** Saves what the devices are recognised by. @returns whether it changed */
async function saveFacts(tx: Tx, readings: readonly Reading[]): Promise<boolean> {
  if (readings.length === 0) return false
  const facts = readings.map((of) => ({
    hardware_id: of.hardware_id,
    at: of.at,
    was_online: of.is_online,
    macs: [...new Set([...of.macs, ...(of.mac === null ? [] : [of.mac])].filter(namesOneDevice))].toSorted(),
    addresses: [
      ...new Set(
        [...(of.addresses ?? []).map(({ address }) => address.split('/')[0] ?? ''), of.wan_address ?? ''].filter(
          isUsable,
        ),
      ),
    ].toSorted(),
    keys: of.keys ?? [],
    routes: of.routes?.map(({ gateway, interface: name }) => ({ gateway, interface: name })) ?? null,
  }))
  const { rows } = await sql<{ changed: boolean }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
        as r(hardware_id bigint, at timestamptz, was_online boolean, macs macaddr[], addresses inet[], keys text[], routes jsonb)),
    changed as (
      select g.hardware_id from given g left join device_topology t using (hardware_id)
        where t.hardware_id is null or (t.macs, t.addresses, t.keys, t.routes, t.was_online) is distinct from (g.macs, g.addresses, g.keys, nullif(g.routes, 'null'), g.was_online)),
    stored as (
      insert into device_topology as t (hardware_id, derived_at, was_online, macs, addresses, keys, routes)
      select hardware_id, at, was_online, macs, addresses, keys, nullif(routes, 'null') from given order by 1
      on conflict (hardware_id) do update set derived_at = excluded.derived_at, was_online = excluded.was_online, macs = excluded.macs,
        addresses = excluded.addresses, keys = excluded.keys, routes = excluded.routes)
    select exists (select from changed) as changed`.execute(tx)
  return rows[0]?.changed === true
}

async function saveDeviceLinks(tx: Tx, readings: readonly Reading[]): Promise<boolean> {
  const owners = await findOwners(tx, readings)
  const observed = readings.map((of): DeviceObservations => {
    const { links, near } = observe(of, owners.of(of.hardware_id))
    const dial = owners.dials.get(of.hardware_id)
    if (dial !== undefined)
      links.push({ kind: 'tunnel', port: '', other: dial, otherPort: '', foundBy: ['vpn-dial-up'] })
    return {
      hardware_id: of.hardware_id,
      at: new Date(of.at),
      links: links.filter(({ other }) => typeof other !== 'number' || !owners.trashed.has(other)),
      near,
    }
  })
  const ids = observed.map(({ hardware_id }) => hardware_id)
  const { rows: near } = await sql`
    update device_topology t set near_ids = r.near_ids
      from jsonb_to_recordset(${JSON.stringify(observed.map(({ hardware_id, near }) => ({ hardware_id, near_ids: near })))}::jsonb)
        as r(hardware_id bigint, near_ids bigint[])
      where t.hardware_id = r.hardware_id and t.near_ids is distinct from r.near_ids returning 1`.execute(tx)
  const { rows: online } = await sql<{ id: number; is_online: boolean | null }>`
    select h.id, h.is_online from hardware h where h.id = any (${ids}::bigint[])
      or h.id in (select a_id from device_link where b_id = any (${ids}::bigint[]) union select b_id from device_link where a_id = any (${ids}::bigint[]))
      or h.id = any (${observed.flatMap(({ links }) => links.flatMap(({ other }) => (typeof other === 'number' ? other : [])))}::bigint[])`.execute(
    tx,
  )
  const linked = await saveLinks(tx, observed, new Map(online.map(({ id, is_online }) => [id, is_online])))
  return near.length > 0 || linked
}

/** The devices that own the MAC addresses, addresses and keys which some devices have reported. */
async function findOwners(tx: Tx, readings: readonly Reading[]) {
  const macs = new Set<string>()
  const addresses = new Set<string>()
  const keys = new Set<string>()
  for (const { neighbours, hosts, registrations, tunnels } of readings) {
    for (const { mac } of neighbours ?? []) if (mac !== null) macs.add(mac)
    for (const { macs: learned } of hosts ?? []) for (const mac of learned) macs.add(mac)
    for (const { mac } of registrations ?? []) macs.add(mac)
    for (const { mac, remote, peer_key } of tunnels ?? []) {
      if (mac !== null) macs.add(mac)
      if (remote !== null) addresses.add(remote)
      if (peer_key !== null) keys.add(peer_key)
    }
  }
  const { rows } = await sql<{ what: string; key: string; hardware_id: number; company_id: number }>`
    select 'mac' as what, upper(k::text) as key, t.hardware_id, h.company_id from device_topology t join hardware h on h.id = t.hardware_id, unnest(t.macs) k
      where t.macs && ${[...macs].filter(namesOneDevice)}::macaddr[] and k = any (${[...macs].filter(namesOneDevice)}::macaddr[])
    union all
    -- Devices that were never read.
    select 'mac', upper(h.mac::text), h.id, h.company_id from hardware h
      where h.mac = any (${[...macs].filter(namesOneDevice)}::macaddr[]) and not exists (select from device_topology t where t.hardware_id = h.id)
    union all
    select 'address', host(k), t.hardware_id, h.company_id from device_topology t join hardware h on h.id = t.hardware_id, unnest(t.addresses) k
      where t.addresses && ${[...addresses].filter(isUsable)}::inet[] and k = any (${[...addresses].filter(isUsable)}::inet[])
    union all
    select 'key', k, t.hardware_id, h.company_id from device_topology t join hardware h on h.id = t.hardware_id, unnest(t.keys) k
      where t.keys && ${[...keys]}::text[] and k = any (${[...keys]}::text[])`.execute(tx)
  const found = new Map<string, { hardware_id: number; company_id: number }[]>()
  for (const { what, key, ...owner } of rows)
    found.set(
      `${what} ${key}`,
      [...(found.get(`${what} ${key}`) ?? []), owner].toSorted((a, b) => a.hardware_id - b.hardware_id),
    )
  const ids = readings.map(({ hardware_id }) => hardware_id)
  const { rows: known } = await sql<{ id: number; company_id: number; trashed: boolean; dials_to: number | null }>`
    select h.id, h.company_id, h.deleted_at is not null as trashed,
      (select n.hardware_id from session_live s join nas n on n.id = s.nas_id
        where s.service_id = h.vpn_dialup_id and n.hardware_id is not null and n.hardware_id <> h.id order by s.started_at desc limit 1) as dials_to
    from hardware h where h.id = any (${[...new Set([...ids, ...rows.map(({ hardware_id }) => hardware_id)])]}::bigint[])`.execute(
    tx,
  )
  const companies = new Map(known.map(({ id, company_id }) => [id, company_id]))
  return {
    trashed: new Set(known.filter(({ trashed }) => trashed).map(({ id }) => id)),
    dials: new Map(known.flatMap(({ id, dials_to }) => (dials_to === null ? [] : [[id, dials_to] as const]))),
    /** As one device sees them: of several owners the one of its own company; the first one otherwise. */
    of(hardware_id: number): Owners {
      const one = (what: string, key: string) => {
        const owners = found.get(`${what} ${key}`) ?? []
        return (owners.find(({ company_id }) => company_id === companies.get(hardware_id)) ?? owners[0])?.hardware_id
      }
      return {
        ofMac: (mac) => one('mac', mac.toUpperCase()),
        // Private addresses repeat.
        ofAddress: (address) =>
          (found.get(`address ${address}`)?.length ?? 0) === 1 ? one('address', address) : undefined,
        ofKey: (key) => one('key', key),
      }
    },
  }
}

/** Derives the uplinks of all devices, and writes those that differ. Those that users have set stay. */
async function saveUplinks(tx: Tx): Promise<void> {
  const { rows: nodes } = await sql<TopologyNode>`
    select h.id, h.ancestor_ids as companies, t.routes, array(select host(a) from unnest(t.addresses) a) as addresses, t.near_ids as near,
      (select n.hardware_id from session_live s join nas n on n.id = s.nas_id join hardware c on c.id = n.hardware_id and c.deleted_at is null
        where s.service_id = h.vpn_dialup_id and c.id <> h.id order by s.started_at desc limit 1) as "dialsTo"
    from hardware h join device_topology t on t.hardware_id = h.id where h.deleted_at is null order by h.id`.execute(tx)
  // A link that is down because a device at its end has failed still shows what is behind that device.
  const { rows: links } = await sql<TopologyLink>`
    select l.a_id as a, coalesce(to_jsonb(l.b_id), to_jsonb(l.b_key)) as b, l.kind = 'tunnel' as "isTunnel", l.a_port, l.b_port,
      l.a_seen_at is not null as "fromA", l.b_seen_at is not null as "fromB"
    from device_link l join hardware a on a.id = l.a_id left join hardware b on b.id = l.b_id
    where l.state = 'up' or a.is_online is not true or b.is_online is false order by l.id`.execute(tx)
  const uplinks = uplinksOf(nodes, links)
  await sql`
    with given as materialized (
      select r.hardware_id, r.upstream_id, r.is_backup, 'derived' as source
        from jsonb_to_recordset(${JSON.stringify(uplinks)}::jsonb) as r(hardware_id bigint, upstream_id bigint, is_backup boolean)
        where not exists (select from device_uplink_setting s where s.hardware_id = r.hardware_id)
      union all
      select s.hardware_id, h.id, false, 'manual' from device_uplink_setting s, unnest(s.upstream_ids) u join hardware h on h.id = u
        where h.id <> s.hardware_id),
    gone as (
      delete from device_uplink u where not exists (
        select from given g where g.hardware_id = u.hardware_id and g.upstream_id = u.upstream_id))
    insert into device_uplink as u (hardware_id, upstream_id, is_backup, source)
    select g.hardware_id, g.upstream_id, g.is_backup, g.source from given g
      left join device_uplink u on u.hardware_id = g.hardware_id and u.upstream_id = g.upstream_id
      where (u.is_backup, u.source) is distinct from (g.is_backup, g.source)
    on conflict (hardware_id, upstream_id) do update set is_backup = excluded.is_backup, source = excluded.source`.execute(
    tx,
  )
}
