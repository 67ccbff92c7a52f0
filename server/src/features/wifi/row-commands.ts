import type { Message } from '@trunkline/contract/errors'
import type { QueuedOnDevice } from '@trunkline/contract/resources/wifi-shapes'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { CommandRequest, Step } from '../../devices/devices.ts'
import { invalid } from '../../errors.ts'
import { readWifiDevices, rowKey, splitRowId, type WifiDevice, type WifiStack } from './wifi-devices.ts'

/** Site and transaction in which rows are looked up and commands are enqueued. */
export interface RowContext {
  deps: Pick<Deps, 'devices'>
  tx: Tx
  actor: Actor
  site: number
}

/** Rows of one device, from its last reading. */
export interface SelectedRows<R> {
  device: WifiDevice
  rows: R[]
}

/**
 * Resolves ids of a list to rows by device. All ids are checked before any command is enqueued: one unknown id rejects
 * the call.
 * @param rowsOf rows of a device
 * @throws AppError validation_failed at `ids`
 */
export async function selectRows<R extends { id: string; stack: WifiStack }>(
  { tx, site }: RowContext,
  ids: readonly string[],
  rowsOf: (device: WifiDevice) => Promise<readonly R[]>,
  missing: Message,
): Promise<SelectedRows<R>[]> {
  const wanted = new Map<number, string[]>()
  for (const id of ids) {
    const { hardware_id, key } = splitRowId(id)
    wanted.set(hardware_id, [...(wanted.get(hardware_id) ?? []), key])
  }
  const devices = new Map((await readWifiDevices(tx, site, [...wanted.keys()])).map((one) => [one.id, one]))
  const chosen: SelectedRows<R>[] = []
  for (const [hardware_id, names] of wanted) {
    const device = devices.get(hardware_id)
    if (device === undefined) throw invalid({ ids: missing })
    const there = new Map((await rowsOf(device)).map((row) => [rowKey(row), row]))
    const rows = names.map((name) => there.get(name))
    if (rows.includes(undefined)) throw invalid({ ids: missing })
    chosen.push({ device, rows: rows as R[] })
  }
  return chosen
}

/** Enqueues a change of rows of one device. @throws AppError conflict if the device is not managed */
export async function enqueueRowChange(
  { deps, tx, actor }: RowContext,
  device: WifiDevice,
  of: Pick<CommandRequest, 'target' | 'verb' | 'label' | 'others'> & { steps: Step[]; reads: string[] },
): Promise<QueuedOnDevice> {
  const { steps, reads, ...order } = of
  const queued = await deps.devices.submit(tx, actor, {
    ...order,
    hardware_id: device.id,
    kind: 'change',
    change: { steps, reads },
  })
  return { ...queued, hardware_id: device.id, hardware_name: device.name }
}

/** Label of a command about several rows: the name of the first row, and the number of the others. */
export const several = (names: readonly string[]): { label: string; others: number } => ({
  label: names[0] ?? '',
  others: Math.max(0, names.length - 1),
})
