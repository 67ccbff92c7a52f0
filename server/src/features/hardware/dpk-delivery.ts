import { message, type FieldErrors } from '@trunkline/contract/errors'
import type { QueuedCommand } from '@trunkline/contract/resources/device-command'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { hashToken, newToken } from '../../access/token.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { invalid } from '../../errors.ts'
import { loadRow } from '../../http/standard-handlers.ts'

/** 24 h: a package goes to many devices, whose commands run in turn. */
const deadlineSeconds = 86_400

/**
 * Enqueues commands that make devices fetch a branding package and restart: one command per device, each with its own
 * download token; all or none.
 * @param ids devices that the caller may see
 * @throws AppError validation_failed at each device of another manufacturer, conflict if one is not managed
 */
export async function deliverPackage(
  { devices }: Deps,
  tx: Tx,
  actor: Actor,
  file_id: number,
  ids: readonly number[],
): Promise<(QueuedCommand & { hardware_id: number })[]> {
  const file = (await loadRow(
    tx,
    actor,
    { table: 'dpk_file', owner: 'company_id' },
    hardwareLive.deliverDpk.access,
    file_id,
  )) as { id: number; name: string; manufacturer_id: number }
  const { rows } = await sql<{ id: number; manufacturer_id: number; maker: string }>`
    select h.id, h.manufacturer_id, m.name as maker from hardware h join hardware_manufacturer m on m.id = h.manufacturer_id
    where h.id = any (${[...ids]}::bigint[])`.execute(tx)
  const created = new Map(rows.map((row) => [row.id, row]))
  const errors: FieldErrors = {}
  ids.forEach((id, at) => {
    const device = created.get(id)
    if (device !== undefined && device.manufacturer_id !== file.manufacturer_id)
      errors[`ids.${at}`] = message('package.other_manufacturer', { manufacturer: device.maker })
  })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const queued: (QueuedCommand & { hardware_id: number })[] = []
  for (const id of ids) {
    const token = newToken()
    const order = await devices.submit(tx, actor, {
      hardware_id: id,
      kind: 'dpk',
      target: 'dpk',
      label: file.name,
      input: { dpk_file_id: file.id, file_name: file.name, token_hash: hashToken(token).toString('hex') },
      secrets: { token },
      deadlineSeconds,
    })
    queued.push({ ...order, hardware_id: id })
  }
  return queued
}
