import * as z from 'zod/mini'
import { BackupError } from './errors.ts'

/** The format of backups that this version writes, and the newest that it can read. */
export const backupFormat = 1

const table = z.object({
  /** Schema-qualified, quoted if needed. */
  name: z.string(),
  /** Stored columns, quoted if needed, in the order of COPY. */
  columns: z.array(z.string()),
  rows: z.int(),
  /** See RowDigest. */
  digest: z.string(),
  /** Number of entries that contain its rows: `data/<name>/00001.gz` and so on. */
  parts: z.int(),
})
export type BackupTable = z.infer<typeof table>

const manifest = z.object({
  format: z.int(),
  /** Version of Trunkline that wrote the backup. */
  version: z.string(),
  /** Time of the snapshot, in UTC. */
  read_at: z.string(),
  host: z.string(),
  /** Name of the last migration. */
  schema: z.string(),
  /** See `server_version_num`. */
  server: z.int(),
  /** Of the installation's key, which is not in the backup; null if the database had none yet. */
  key_fingerprint: z.nullable(z.string()),
  roles: z.array(
    z.object({
      name: z.string(),
      /** Whether the role can log in. Its password is not in the backup. */
      login: z.boolean(),
      settings: z.array(z.string()),
    }),
  ),
  /** Policies, grants and so on: see Right. */
  rights: z.array(z.object({ what: z.string(), sql: z.string() })),
  /** Other roles with grants on the panel's tables; their grants are not restored. */
  foreign_grants: z.array(z.string()),
  tables: z.array(table),
  /**
   * Partitions of the history, with the bounds for `create table … partition of`, a partition before its own
   * partitions; `by` is its partition key.
   */
  partitions: z.array(
    z.object({ name: z.string(), parent: z.string(), bound: z.string(), by: z.optional(z.string()) }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  /** Files of the data folder, by relative path. */
  files: z.array(z.object({ path: z.string(), mode: z.int(), bytes: z.int(), sha256: z.string(), parts: z.int() })),
  /** All entries except the manifest. */
  entries: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifest>

export const manifestEntry = 'manifest.json'

/** @throws BackupError data if it is not a manifest, or has a newer format */
export function parseManifest(data: Buffer): Manifest {
  let value: unknown
  try {
    value = JSON.parse(data.toString('utf8'))
  } catch (cause) {
    throw new BackupError('data', 'The backup is damaged: its manifest is no JSON.', { cause })
  }
  const format = (value as { format?: unknown } | null)?.format
  if (typeof format === 'number' && format > backupFormat)
    throw new BackupError(
      'data',
      `The backup has format ${format}, and this version reads up to ${backupFormat}. Use a newer Trunkline.`,
    )
  const parsed = manifest.safeParse(value)
  if (!parsed.success) throw new BackupError('data', 'The backup is damaged: its manifest is not valid.')
  return parsed.data
}

const part = (number: number) => String(number).padStart(5, '0')

/** Name of an entry with rows; chunks are counted from 1. */
export const tableEntry = (table: string, number: number): string => `data/${table}/${part(number)}.gz`
/** Name of an entry with a chunk of the file at this index of `files`. */
export const fileEntry = (index: number, number: number): string => `files/${part(index + 1)}/${part(number)}`
