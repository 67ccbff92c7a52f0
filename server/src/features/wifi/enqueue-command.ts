import type { QueuedCommand } from '@trunkline/contract/resources/device-command'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { WifiInput } from '../../devices/wifi/shapes.ts'

/** Labels of Wi-Fi commands. */
const labels: Record<WifiInput['action'], string> = {
  pull: 'take over what the device has',
  push: 'write to the device',
  remove: 'remove from the device',
  provision: 'make the access points anew',
  controller: 'switch the controller',
  access: 'write who may join',
}

function labelOf(ssid: string | undefined, { action, enabled, ids }: WifiInput): string {
  const of = ssid === undefined ? 'Wi-Fi' : `Wi-Fi "${ssid}"`
  if (action === 'controller') return `${of}: switch the controller ${enabled === true ? 'on' : 'off'}`
  const some = ids === undefined ? '' : ` (${ids.length})`
  return `${of}: ${labels[action]}${some}`
}

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
    verb: input.action,
    label: labelOf(of.ssid, full),
    input: full,
  })
}
