import type { QueuedOnDevice } from '@trunkline/contract/resources/wifi-shapes'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { controllingDevices } from './targets.ts'

/**
 * Enqueues a command for each controller of a site that writes the list. A queued command reads the list when it
 * starts, so it is reused; it is locked so that it does not start before this change is committed.
 * @throws AppError conflict if a device has too many queued commands
 */
export async function enqueueAccessLists(
  { devices }: Pick<Deps, 'devices'>,
  tx: Tx,
  actor: Pick<Actor, 'user_id' | 'label'>,
  site: { id: number; name: string },
): Promise<QueuedOnDevice[]> {
  const controlling = await controllingDevices(tx, [site.id], false)
  const ids = controlling.map(({ id }) => id)
  const { rows } = await sql<{ id: number; hardware_id: number }>`
    select id, hardware_id from device_command
      where hardware_id = any (${ids}::bigint[]) and state = 'queued' and kind = 'wifi' and input ->> 'action' = 'access' and deadline_at > now()
      order by id for update`.execute(tx)
  const waiting = new Map(rows.map(({ id, hardware_id }) => [hardware_id, id]))
  const commands: QueuedOnDevice[] = []
  for (const { id: hardware_id, name, menus } of controlling) {
    const queued = waiting.get(hardware_id)
    const order =
      queued === undefined
        ? await devices.submit(tx, actor, {
            hardware_id,
            kind: 'wifi',
            target: 'wifi/access-control',
            verb: 'access',
            label: site.name,
            input: { action: 'access', stack: menus[0]?.stack ?? null },
          })
        : { id: queued, job: queued, state: 'queued' as const }
    commands.push({ ...order, hardware_id, hardware_name: name })
  }
  return commands
}
