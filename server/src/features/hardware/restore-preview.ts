import { message } from '@trunkline/contract/errors'
import type { RestorePreview } from '@trunkline/contract/resources/device-backup'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import type { Actor } from '../../access/actor.ts'
import { sql } from 'kysely'
import { readBackupFile } from '../../devices/backup.ts'
import { describeRestore } from '../../devices/restore-plan.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { invalid, notFound } from '../../errors.ts'
import { loadRow } from '../../http/standard-handlers.ts'

const columns = ['id', 'hardware_id', 'board', 'serial_number', 'seen_at', 'has_secrets'] as const

/**
 * The backup to restore, and the newest one of the device, which it replaces. A replacement gets the backup of the
 * device before it: of one of the same company or of an ancestor, which the user may restore too, because its secrets
 * are copied.
 * @throws AppError not_found or forbidden for a backup of any other device; validation_failed if the device has none
 */
export async function restoreRows(
  tx: Tx,
  actor: Actor,
  { id, company_id }: { id: number; company_id: number },
  backupId: number,
) {
  const of = tx.selectFrom('config_backup').select(columns)
  const target = await of
    .where('id', '=', backupId)
    .where(sql<boolean>`company_id in (select unnest(c.ancestor_ids) from company c where c.id = ${company_id})`)
    .executeTakeFirst()
  if (target === undefined) throw notFound()
  if (target.hardware_id !== id)
    await loadRow(
      tx,
      actor,
      { table: 'hardware', owner: 'company_id' },
      hardwareLive.restoreBackup.access,
      target.hardware_id,
    )
  const current = await of.where('hardware_id', '=', id).orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (current === undefined) throw invalid({ backupId: message('backup.device_has_none') })
  return { target, current }
}

interface OfDevice {
  hardware_id: number
  serial_number: string | null
}

/** Whether the backup is from another device, or the device was replaced since. */
export const isOther = (target: OfDevice, current: OfDevice): boolean =>
  target.serial_number !== null && current.serial_number !== null
    ? target.serial_number !== current.serial_number
    : target.hardware_id !== current.hardware_id

/** The management address, if the changes remove it from the device. */
export function lostAddress(changes: RestorePreview['changes'], management_address: string | null): string | null {
  if (management_address === null) return null
  const has = (verb: string) =>
    changes.some(
      (one) => one.menu === 'ip/address' && one.verb === verb && one.text.includes(`address="${management_address}/`),
    )
  return has('remove') && !has('add') ? management_address : null
}

/**
 * What restoring a backup changes.
 * @throws AppError validation_failed for a backup of another board, one without secrets, or one without a difference
 */
export async function previewRestore(
  { config, databases }: Deps,
  { target, current }: Awaited<ReturnType<typeof restoreRows>>,
  management_address: string | null,
): Promise<RestorePreview> {
  if (target.board !== current.board)
    throw invalid({
      backupId: message('backup.other_board', { board: target.board ?? '?', expected: current.board ?? '?' }),
    })
  const context = { databases, keys: [config.key, ...config.formerKeys] as const }
  const wanted = await readBackupFile(context, target.id, 'text')
  const present = await readBackupFile(context, current.id, 'text')
  if (wanted === undefined || present === undefined) throw invalid({ backupId: message('backup.without_secrets') })
  const isOtherDevice = isOther(target, current)
  const described = describeRestore(present.content, wanted.content, isOtherDevice)
  if (described.changes.length === 0) throw invalid({ backupId: message('backup.nothing_to_restore') })
  return {
    backup_id: target.id,
    current_id: current.id,
    current_seen_at: current.seen_at,
    ...described,
    lost_address: lostAddress(described.changes, management_address),
    other_serial: isOtherDevice ? { backup: target.serial_number ?? '?', device: current.serial_number ?? '?' } : null,
  }
}
