import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'

/**
 * The devices that each device reaches the network through, derived or set by a user, backup uplinks included. Only
 * devices that the transaction sees; devices without an uplink are absent.
 */
export async function upstreamsOf(tx: Tx, hardwareIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ hardware_id: number; upstream_id: number }>`
    select u.hardware_id, u.upstream_id from device_uplink u
      join hardware h on h.id = u.hardware_id and h.deleted_at is null join hardware p on p.id = u.upstream_id and p.deleted_at is null
      where u.hardware_id = any (${[...hardwareIds]}::bigint[])
      order by u.hardware_id, u.is_backup, u.upstream_id`.execute(tx)
  const found = new Map<number, number[]>()
  for (const { hardware_id, upstream_id } of rows)
    found.set(hardware_id, [...(found.get(hardware_id) ?? []), upstream_id])
  return found
}

/**
 * The devices that are cut off if a device fails: those whose every path to the top leads through it. A device with a
 * second path, also a backup uplink, is not among them. Only devices that the transaction sees. Ends with cycles.
 * @returns ids in ascending order
 */
export async function behind(tx: Tx, hardwareId: number): Promise<number[]> {
  const { rows } = await sql<{ hardware_id: number; upstream_id: number }>`
    with recursive below as (
      select u.hardware_id from device_uplink u where u.upstream_id = ${hardwareId}
      union
      select u.hardware_id from below b join device_uplink u on u.upstream_id = b.hardware_id where u.hardware_id <> ${hardwareId})
    select u.hardware_id, u.upstream_id from below b join device_uplink u using (hardware_id)
      join hardware h on h.id = u.hardware_id and h.deleted_at is null join hardware p on p.id = u.upstream_id and p.deleted_at is null`.execute(
    tx,
  )
  return cutOff(hardwareId, rows)
}

/** Those of the devices below one that cannot reach a device outside of them without it. */
export function cutOff(hardwareId: number, uplinks: readonly { hardware_id: number; upstream_id: number }[]): number[] {
  const below = new Set(uplinks.map(({ hardware_id }) => hardware_id))
  const downstream = new Map<number, number[]>()
  const queue: number[] = []
  const reached = new Set<number>()
  const reach = (id: number) => {
    if (reached.has(id)) return
    reached.add(id)
    queue.push(id)
  }
  for (const { hardware_id, upstream_id } of uplinks) {
    if (upstream_id === hardwareId) continue
    if (!below.has(upstream_id)) reach(hardware_id)
    else downstream.set(upstream_id, [...(downstream.get(upstream_id) ?? []), hardware_id])
  }
  for (let at = 0; at < queue.length; at++) for (const id of downstream.get(queue[at] as number) ?? []) reach(id)
  return [...below].filter((id) => !reached.has(id) && id !== hardwareId).toSorted((a, b) => a - b)
}
