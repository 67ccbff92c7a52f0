import { message } from '@trunkline/contract/errors'
import type { RestorePreview } from '@trunkline/contract/resources/device-backup'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import type { Actor } from '../../access/actor.ts'
import { sql } from 'kysely'
import { readBackupFile } from '../../devices/backup.ts'
import { describeRestore } from '../../devices/restore-plan.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { loadRow } from '../../http/standard-handlers.ts'

const columns = ['id', 'hardware_id', 'board', 'serial_number', 'seen_at', 'has_secrets'] as const

/** The backup to restore, and the newest one of the device, which it replaces. */
export interface RestorePair {
  /** Of the request that names the backup, for its errors. */
  field: 'backupId' | 'backup_id'
  target: BackupFacts
  current: BackupFacts
}

type BackupFacts = Awaited<ReturnType<typeof newestOf>>

const backups = (tx: Tx) => tx.selectFrom('config_backup').select(columns)

const newestOf = (tx: Tx, hardware_id: number) =>
  backups(tx).where('hardware_id', '=', hardware_id).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow(notFound)

/** @throws AppError not_found, also for a backup of another device */
export async function restorePair(tx: Tx, hardware_id: number, backup_id: number): Promise<RestorePair> {
  const target = await backups(tx)
    .where('id', '=', backup_id)
    .where('hardware_id', '=', hardware_id)
    .executeTakeFirstOrThrow(notFound)
  return { field: 'backupId', target, current: await newestOf(tx, hardware_id) }
}

/**
 * A replacement gets the backup of the device before it: of one of the same company or of an ancestor, which the user
 * may restore too, because its secrets are copied.
 * @throws AppError validation_failed for a backup of any other device, or if the device has none to compare with
 */
export async function replacementPair(
  tx: Tx,
  actor: Actor,
  { id, company_id }: { id: number; company_id: number },
  backup_id: number,
): Promise<RestorePair> {
  const target = await backups(tx)
    .where('id', '=', backup_id)
    .where(sql<boolean>`company_id in (select unnest(c.ancestor_ids) from company c where c.id = ${company_id})`)
    .executeTakeFirst()
  const isPermitted =
    target !== undefined &&
    (await loadRow(
      tx,
      actor,
      { table: 'hardware', owner: 'company_id' },
      hardwareLive.restoreReplacement.access,
      target.hardware_id,
    ).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false
        throw error
      },
    ))
  if (!isPermitted) throw invalid({ backup_id: message('row.missing', { kind: 'config-backup' }) })
  const current = await backups(tx).where('hardware_id', '=', id).orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (current === undefined) throw invalid({ backup_id: message('backup.device_has_none') })
  return { field: 'backup_id', target, current }
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
  { field, target, current }: RestorePair,
  management_address: string | null,
): Promise<RestorePreview> {
  if (target.board !== current.board)
    throw invalid({
      [field]: message('backup.other_board', { board: target.board ?? '?', expected: current.board ?? '?' }),
    })
  const context = { databases, keys: [config.key, ...config.formerKeys] as const }
  const wanted = await readBackupFile(context, target.id, 'text')
  const present = await readBackupFile(context, current.id, 'text')
  if (wanted === undefined || present === undefined) throw invalid({ [field]: message('backup.without_secrets') })
  const isOtherDevice = isOther(target, current)
  const described = describeRestore(present.content, wanted.content, isOtherDevice)
  if (described.changes.length === 0) throw invalid({ [field]: message('backup.nothing_to_restore') })
  return {
    backup_id: target.id,
    current_id: current.id,
    current_seen_at: current.seen_at,
    ...described,
    lost_address: lostAddress(described.changes, management_address),
    other_serial: isOtherDevice ? { backup: target.serial_number ?? '?', device: current.serial_number ?? '?' } : null,
  }
}
