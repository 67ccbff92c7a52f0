import { message } from '@trunkline/contract/errors'
import type { LoadPreview } from '@trunkline/contract/resources/device-backup'
import type { Tx } from '../../db/pool.ts'
import { invalid, notFound } from '../../errors.ts'
import { compareTexts } from './text-diff.ts'

const backupsOf = (tx: Tx, hardware_id: number) =>
  tx
    .selectFrom('config_backup')
    .select([
      'id',
      'board',
      'serial_number',
      'routeros_version',
      'seen_at',
      'binary_state',
      'has_secrets',
      'recovers_access',
      'text',
    ])
    .where('hardware_id', '=', hardware_id)

/**
 * What loading a binary backup would do. It is loaded only on the device that saved it: it contains MAC addresses, and
 * keys that belong to the hardware.
 * @throws AppError not_found, also for a backup of another device; validation_failed for a backup of another board or
 *   serial number, one that is not stored as a binary, or without the text that the device is compared with afterwards
 */
export async function previewLoad(tx: Tx, hardware_id: number, backup_id: number): Promise<LoadPreview> {
  const target = await backupsOf(tx, hardware_id).where('id', '=', backup_id).executeTakeFirstOrThrow(notFound)
  const current = await backupsOf(tx, hardware_id).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(notFound)
  if (target.board !== current.board)
    throw invalid({
      backupId: message('backup.other_board', { board: target.board ?? '?', expected: current.board ?? '?' }),
    })
  if (target.serial_number === null || current.serial_number === null)
    throw invalid({ backupId: message('backup.serial_unknown') })
  if (target.serial_number !== current.serial_number)
    throw invalid({
      backupId: message('backup.other_serial', {
        serial_number: target.serial_number,
        expected: current.serial_number,
      }),
    })
  if (target.binary_state !== 'stored') throw invalid({ backupId: message('backup.file_missing') })
  if (!target.has_secrets) throw invalid({ backupId: message('backup.without_secrets') })
  return {
    backup_id: target.id,
    current_id: current.id,
    current_seen_at: current.seen_at,
    serial_number: current.serial_number,
    versions: { backup: target.routeros_version, device: current.routeros_version },
    recovers_access: target.recovers_access,
    difference: compareTexts(current.text, target.text),
  }
}
