import * as z from 'zod/mini'
import type { ListDefinition } from '../endpoint.ts'
import { id, time } from '../fields.ts'
import { backupReasons, binaryStates, restoreSkipReasons } from './device-enums.ts'

/** Changes of a configuration that the panel did not make. */
export const outsideChange = z.object({
  /**
   * True: the panel has changed nothing since the configuration before. False: it has, and the device lists changes of
   * other users as well.
   */
  certain: z.boolean(),
  /** From the history of the device, newest first; without values. */
  changes: z.array(z.object({ by: z.string(), action: z.string(), at: time() })),
  /** Who else was logged in meanwhile, newest first; `until` is null for those who still were. */
  logins: z.array(
    z.object({ name: z.string(), address: z.string(), via: z.string(), from: time(), until: z.nullable(time()) }),
  ),
})
export type OutsideChange = z.infer<typeof outsideChange>

/** A stored configuration of a device. */
export const backupRow = z.object({
  id: id(),
  read_at: time(),
  /** The last time that the device had exactly this text. */
  seen_at: time(),
  routeros_version: z.nullable(z.string()),
  lines: z.int(),
  lines_added: z.int(),
  lines_removed: z.int(),
  /** Why it was stored. */
  reason: z.enum(backupReasons),
  /** Who requested the command that stored it; null for a scheduled one. */
  requested_by: z.nullable(z.string()),
  board: z.nullable(z.string()),
  serial_number: z.nullable(z.string()),
  /** Null: from before there were binary backups. */
  binary_state: z.nullable(z.enum(binaryStates)),
  /** Null: no change outside the panel is known. */
  outside: z.nullable(outsideChange),
  /** Whether the text with secrets is stored, which a restore needs. */
  has_secrets: z.boolean(),
})
export type BackupRow = z.infer<typeof backupRow>

/** What restoring a configuration changes. */
export const restorePreview = z.object({
  backup_id: id(),
  /** The stored configuration of the device that it is compared with: the newest one. */
  current_id: id(),
  /** The last time that the device had it. */
  current_seen_at: time(),
  /** In the order of execution, with masked secrets. */
  changes: z.array(z.object({ menu: z.string(), verb: z.enum(['add', 'set', 'remove']), text: z.string() })),
  skipped: z.array(z.object({ menu: z.string(), text: z.string(), reason: z.enum(restoreSkipReasons) })),
  /** `backup`: a former value is not known, so that a rollback loads a backup, which restarts the device. */
  rollback: z.enum(['script', 'backup']),
  /** The address at which the panel reaches the device, if the backup does not contain it: the device would roll back. */
  lost_address: z.nullable(z.string()),
  /** Serial numbers, if the backup is from another device of this type. */
  other_serial: z.nullable(z.object({ backup: z.string(), device: z.string() })),
})
export type RestorePreview = z.infer<typeof restorePreview>

/** A line of a diff: in both, only in the older, only in the newer. */
export const diffLine = z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })
/** Changed lines with three lines of context. */
export const diffPlace = z.object({ before: z.int(), after: z.int(), lines: z.array(diffLine) })

/** What loading a binary backup does. */
export const loadPreview = z.object({
  backup_id: id(),
  /** The stored configuration of the device that it is compared with: the newest one. */
  current_id: id(),
  /** The last time that the device had it. */
  current_seen_at: time(),
  serial_number: z.string(),
  /** Of RouterOS, with which the backup was saved, and of the device now. They should be the same. */
  versions: z.object({ backup: z.nullable(z.string()), device: z.nullable(z.string()) }),
  /**
   * Whether the panel has a way in if the certificate of the device is missing afterwards: the device then creates another
   * one, which a user has to accept.
   */
  recovers_access: z.boolean(),
  /** From the present configuration to that of the backup, with masked secrets. */
  difference: z.object({ added: z.int(), removed: z.int(), places: z.array(diffPlace) }),
})
export type LoadPreview = z.infer<typeof loadPreview>

/** Why loading a binary backup is rejected before it starts. */
export const loadReasons = [
  'backup.other_board',
  'backup.other_serial',
  'backup.serial_unknown',
  'backup.without_secrets',
  'backup.file_missing',
] as const

/** Why a restore is rejected before it starts. */
export const restoreReasons = [
  'backup.other_board',
  'backup.without_secrets',
  'backup.device_has_none',
  'backup.nothing_to_restore',
] as const

export const backupList: ListDefinition = {
  fields: { id: 'id', read_at: 'time', seen_at: 'time', routeros_version: 'text' },
  free: [],
  sort: ['id', 'read_at', 'lines'],
  order: ['id', 'desc'],
}
