import type { QueuedCommand } from '@trunkline/contract/resources/device-command'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { WifiInput } from '../../devices/wifi/shapes.ts'

/** The verb of a Wi-Fi command: its action; a controller is enabled or disabled. */
const verbOf = ({ action, enabled }: Pick<WifiInput, 'action' | 'enabled'>): string =>
  action !== 'controller' ? action : enabled === true ? 'enable' : 'disable'

/**
 * Enqueues a command for one network of a device, or without an SSID for its controller. A command reads the desired
 * state when it runs, so an equal command that is still queued is returned instead of a new one.
 * @throws AppError conflict if the device is not managed, or has too many queued commands
 */
export async function enqueueWifiCommand(
  { devices }: Pick<Deps, 'devices'>,
  tx: Tx,
  actor: Actor,
  of: { hardware_id: number; ssid?: string },
  { ids, ...input }: WifiInput,
): Promise<QueuedCommand> {
  const full = { ...input, ...(ids !== undefined && { ids }) }
  const { rows } = await sql<{ id: number; same: boolean }>`
    select c.id, c.input = ${JSON.stringify(full)}::jsonb as same from device_command c
    where c.hardware_id = ${of.hardware_id} and c.state = 'queued' order by c.id desc limit 1`.execute(tx)
  const waiting = rows[0]
  if (waiting?.same === true) return { id: waiting.id, job: waiting.id, state: 'queued' }
  return devices.submit(tx, actor, {
    hardware_id: of.hardware_id,
    kind: 'wifi',
    target: 'wifi',
    verb: verbOf(input),
    ...(of.ssid !== undefined && { label: of.ssid }),
    input: full,
  })
}
