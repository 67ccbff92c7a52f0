import { message } from '@trunkline/contract/errors'
import { deviceTopology, type DeviceTopology, type LinkRow } from '@trunkline/contract/resources/device-topology'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { behind } from '../../devices/topology/upstream.ts'
import { invalid } from '../../errors.ts'
import type { Call, Handlers } from '../../http/call.ts'
import { indexHandler } from '../../http/standard-handlers.ts'
import { addJob } from '../../jobs/queue.ts'
import { loadDevice, type LiveDevice } from '../lan/device.ts'
import { topologyGraph } from './topology-graph.ts'

const rows = (tx: Tx) =>
  tx
    .selectFrom('device_link as l')
    .innerJoin('hardware as a', (join) => join.onRef('a.id', '=', 'l.a_id').on('a.deleted_at', 'is', null))
    .leftJoin('hardware as b', (join) => join.onRef('b.id', '=', 'l.b_id').on('b.deleted_at', 'is', null))
    .where((of) => of.or([of('l.b_id', 'is', null), of('b.id', 'is not', null)]))
    .select([
      'l.id',
      'a.company_id',
      'a.ancestor_ids',
      'l.a_id',
      'l.a_port',
      'l.b_id',
      'l.b_port',
      'l.found_by',
      'l.first_seen_at',
      'l.last_seen_at',
      'l.changed_at',
    ])
    .select([
      sql<LinkRow['kind']>`l.kind`.as('kind'),
      sql<LinkRow['state']>`l.state`.as('state'),
      sql<string>`a.name`.as('a_name'),
      sql<string>`coalesce(b.name, l.b_identity, l.b_address, l.b_mac::text, '')`.as('b_name'),
      sql<string>`lower(a.name || ' ' || coalesce(b.name, l.b_identity, l.b_address, l.b_mac::text, ''))`.as(
        'search_text',
      ),
    ])

async function topologyOf(tx: Tx, id: number): Promise<DeviceTopology> {
  const links = await rows(tx)
    .where((of) => of.or([of('l.a_id', '=', id), of('l.b_id', '=', id)]))
    .orderBy('l.id')
    .execute()
  const { rows: uplinks } = await sql<DeviceTopology['uplinks'][number]>`
    select h.id, h.name, h.is_online, u.source, u.is_backup from device_uplink u
      join hardware h on h.id = u.upstream_id and h.deleted_at is null
      where u.hardware_id = ${id} order by u.is_backup, h.name, h.id`.execute(tx)
  const { rows: settings } = await sql<{ set_by: string; set_at: string }>`
    select set_by, set_at from device_uplink_setting where hardware_id = ${id}`.execute(tx)
  const [setting] = settings
  return {
    is_manual: setting !== undefined,
    set_by: setting?.set_by ?? null,
    set_at: setting?.set_at ?? null,
    uplinks,
    links: links.map(({ ancestor_ids: _ancestors, search_text: _search, ...link }) => link),
    behind: (await behind(tx, id)).length,
  }
}

/** Names of devices for the audit log, in the order of their ids. */
const audit = (tx: Tx, device: LiveDevice, before: DeviceTopology, upstream_ids: readonly number[] | null) =>
  sql`select audit_event('update', 'hardware', ${device.id}, ${device.name}, ${device.company_id},
    ${JSON.stringify({ upstream_ids: before.is_manual ? before.uplinks.map(({ id }) => id) : null })}::jsonb,
    ${JSON.stringify({ upstream_ids })}::jsonb)`.execute(tx)

/** Uplinks and links of devices. The worker derives them (server/src/devices/topology/). */
export const deviceTopologyHandlers = (deps: Deps): Handlers<typeof deviceTopology> => ({
  links: (call) =>
    indexHandler(deps, deviceTopology.links, {
      rows,
      owner: 'company_id',
      searchText: 'search_text',
      ancestor_ids: 'ancestor_ids',
      softDelete: false,
    })(call as Call),

  graph: ({ actor, query, db }) => db(async (tx) => ({ data: await topologyGraph(tx, actor, query) })),

  show: ({ actor, params, db }) =>
    db(async (tx) => {
      await loadDevice(tx, actor, deviceTopology.show.access, params.id)
      return { data: await topologyOf(tx, params.id) }
    }),

  setUplinks: ({ actor, params: { id }, body, db }) =>
    db(async (tx) => {
      const device = await loadDevice(tx, actor, deviceTopology.setUplinks.access, id)
      const ids = [...new Set(body.upstream_ids)]
      const at = body.upstream_ids.indexOf(id)
      if (at >= 0) throw invalid({ [`upstream_ids.${at}`]: message('device.uplink_to_itself') })
      const before = await topologyOf(tx, id)
      await sql`
        insert into device_uplink_setting (hardware_id, upstream_ids, set_by) values (${id}, ${ids}::bigint[], ${actor.label})
        on conflict (hardware_id) do update
          set upstream_ids = excluded.upstream_ids, set_by = excluded.set_by, set_at = now()`.execute(tx)
      await sql`delete from device_uplink where hardware_id = ${id}`.execute(tx)
      await sql`
        insert into device_uplink (hardware_id, upstream_id, source) select ${id}, u, 'manual' from unnest(${ids}::bigint[]) u
        on conflict (hardware_id, upstream_id) do update set source = 'manual', is_backup = false`.execute(tx)
      await audit(tx, device, before, ids)
      // Uplinks that the caller does not see, and the backups of other devices.
      await addJob(tx, 'derive-uplinks', {}, { key: 'derive-uplinks' })
      return { data: await topologyOf(tx, id) }
    }),

  deriveUplinks: ({ actor, params: { id }, db }) =>
    db(async (tx) => {
      const device = await loadDevice(tx, actor, deviceTopology.deriveUplinks.access, id)
      const before = await topologyOf(tx, id)
      if (before.is_manual) {
        await sql`delete from device_uplink_setting where hardware_id = ${id}`.execute(tx)
        await sql`update device_uplink set source = 'derived' where hardware_id = ${id}`.execute(tx)
        await audit(tx, device, before, null)
        await addJob(tx, 'derive-uplinks', {}, { key: 'derive-uplinks' })
      }
      return { data: await topologyOf(tx, id) }
    }),
})
