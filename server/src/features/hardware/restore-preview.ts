import { message } from '@trunkline/contract/errors'
import type { RestorePreview } from '@trunkline/contract/resources/hardware-live'
import { readBackupFile } from '../../devices/backup.ts'
import { describeRestore } from '../../devices/restore-plan.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { invalid, notFound } from '../../errors.ts'

const columns = ['id', 'board', 'serial_number', 'seen_at', 'has_secrets'] as const

/**
 * The backup to restore, and the newest one of the device, which it replaces.
 * @throws AppError not_found, also for a backup of another device
 */
export async function restoreRows(tx: Tx, { id, backupId }: { id: number; backupId: number }) {
  const of = tx.selectFrom('config_backup').select(columns).where('hardware_id', '=', id)
  const target = await of.where('id', '=', backupId).executeTakeFirst()
  const current = await of.orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (target === undefined || current === undefined) throw notFound()
  return { target, current }
}

interface SerialNumber {
  serial_number: string | null
}

/** Whether the device was replaced since the backup. */
export const isOther = (target: SerialNumber, current: SerialNumber): boolean =>
  target.serial_number !== null && current.serial_number !== null && target.serial_number !== current.serial_number

/**
 * What restoring a backup changes.
 * @throws AppError validation_failed for a backup of another board, one without secrets, or one without a difference
 */
export async function previewRestore(
  { config, databases }: Deps,
  { target, current }: Awaited<ReturnType<typeof restoreRows>>,
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
    other_serial: isOtherDevice ? { backup: target.serial_number ?? '', device: current.serial_number ?? '' } : null,
  }
}
