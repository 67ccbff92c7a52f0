import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'

/** Devices that fell silent within three minutes, from which on the cause may be the network of the panel. */
export const manySilent = 5

/**
 * Of silent devices: those whose silence may have a cause in front of them, because their site has other devices, a
 * device on the way to them does not answer either, or many fell silent together. They wait for the alert of that cause.
 */
export async function expectsParent(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select h.id from hardware h left join site s on s.id = h.site_id where h.id = any (${[...ids]}::bigint[])
      and (s.known_count > 1 or exists (
        select from device_uplink u join hardware p on p.id = u.upstream_id and p.deleted_at is null join hardware_poll q on q.hardware_id = p.id
          where u.hardware_id = h.id and (p.is_online = false or q.failures > 0)) or (select count(*) from (select from hardware o where o.deleted_at is null and o.is_online = false
        and o.online_changed_at > now() - interval '3 minutes' limit ${sql.lit(manySilent)}) m) >= ${sql.lit(manySilent)})`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * The open alert that explains the silence of each device: that of the network of the panel, of its site, or of a device
 * on the way to it. If there are several ways, all of them must be down.
 */
export async function parentsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; parent_id: number }>`
    select h.id, coalesce((select a.id from alert a where a.condition in ('firing', 'clearing')
        and (a.subject = 'site' and a.subject_id = h.site_id and a.rule = 'site-unreachable' or a.subject = 'installation' and a.rule = 'panel-network')
      order by a.subject = 'installation' desc limit 1), w.alert_id) as parent_id
    from hardware h
      left join lateral (
        select min(d.alert_id) as alert_id from device_uplink u join hardware p on p.id = u.upstream_id and p.deleted_at is null
          left join lateral (
            -- The topmost cause. Two devices that are on the way to each other do not explain each other.
            select coalesce(r.id, a.id) as alert_id from alert a left join alert r on r.id = a.parent_id
              where a.subject = 'device' and a.subject_id = u.upstream_id and a.rule = 'device-unreachable'
                and a.condition in ('firing', 'clearing') and coalesce(r.hardware_id, a.hardware_id) <> h.id) d on true
          where u.hardware_id = h.id having bool_and(d.alert_id is not null)) w on true
    where h.id = any (${[...ids]}::bigint[])`.execute(tx)
  return new Map(rows.flatMap(({ id, parent_id }) => (parent_id === null ? [] : [[id, parent_id] as const])))
}

/** Whether many devices fell silent together, and the open alert that says that the panel cannot reach its network. */
export async function networkState(tx: Tx): Promise<{ many: boolean; alert_id: number | null }> {
  const { rows } = await sql<{ many: boolean; alert_id: number | null }>`
    select (select count(*) from (select from hardware o where o.deleted_at is null and o.is_online = false
        and o.online_changed_at > now() - interval '3 minutes' limit ${sql.lit(manySilent)}) m) >= ${sql.lit(manySilent)} as many,
      (select a.id from alert a where a.cause = 'panel-network:installation:' and a.condition in ('firing', 'clearing')) as alert_id`.execute(
    tx,
  )
  return rows[0]!
}
