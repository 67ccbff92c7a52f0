import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { wakeRollout } from '../../devices/rollout/progress.ts'

/** The devices of a new rollout, by name until their order is known; a worker plans them. */
export async function addDevices(tx: Tx, actor: Actor, id: number, selected: readonly number[]): Promise<void> {
  await sql`
    insert into rollout_device (rollout_id, company_id, hardware_id, position)
    select ${id}, ${actor.company_id}, h.id, row_number() over (order by h.name, h.id) from hardware h where h.id = any (${selected}::bigint[])`.execute(
    tx,
  )
  await wakeRollout(tx, id)
}
