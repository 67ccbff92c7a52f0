import * as z from 'zod/mini'
import { issue, replyMessage, type Reason } from '../errors.ts'
import { data } from '../endpoint.ts'
import { id, ref, refText, time } from '../fields.ts'

/** Kinds of records that can be imported. */
export const importKinds = [
  'hardware',
  'companies',
  'services',
  'subnets',
  'users',
  'sites',
  'hardware-models',
  'tariffs',
  'nas',
  'licences',
] as const
export type ImportKind = (typeof importKinds)[number]

/**
 * How invalid rows are handled: they stop the import, or are skipped; `update` also skips them, and updates existing
 * records by key.
 */
export const importModes = ['all-or-nothing', 'skip-bad', 'update'] as const
export type ImportMode = (typeof importModes)[number]

export const importStates = ['uploaded', 'checking', 'checked', 'applying', 'done', 'failed', 'cancelled'] as const

export const importMaxBytes = 25_000_000

/** Errors of the columns of a file before any row is read. */
export const columnReasons: readonly Reason[] = [
  'import.duplicate_headers',
  'import.column_count',
  'import.field_unknown',
  'import.field_twice',
  'import.fields_missing',
]

/** Field by column of the file, in order; an empty text skips the column. Sent as JSON. */
const columnsText = () =>
  z.string().check(
    z.maxLength(20_000),
    z.refine((text) => {
      try {
        const list: unknown = JSON.parse(text)
        return Array.isArray(list) && list.length <= 200 && list.every((name) => typeof name === 'string')
      } catch {
        return false
      }
    }, issue('import.columns_format')),
  )

/** The fields of a multipart upload beside its `file`. */
export const importBody = z.object({
  /** Only validates: reports every error by row and column and writes nothing. */
  dry_run: z.optional(z.stringbool()),
  mode: z.optional(z.enum(importModes)),
  /** Matched by the names in the first row if absent. */
  columns: z.optional(columnsText()),
  /** The owner of rows without one; the caller's company by default. */
  company_id: z.optional(refText('company')),
})

export const importError = z
  .object({
    /** As in a spreadsheet: the header is row 1. */
    row: z.int(),
    /** Column name in the file; empty: the whole row. */
    column: z.string(),
    value: z.string(),
    reason: z.string(),
    params: z.record(z.string(), z.unknown()),
    /** In the language of the request's Accept-Language. */
    message: z.optional(z.string()),
  })
  .register(z.globalRegistry, { 'x-message': true })

export const importJob = z.object({
  id: id(),
  kind: z.enum(importKinds),
  file_name: z.string(),
  format: z.enum(['csv', 'xlsx']),
  size_bytes: z.int(),
  /** Such as `UTF-8` or `;`; empty if it does not apply. */
  encoding: z.string(),
  separator: z.string(),
  sheet: z.string(),
  header: z.array(z.string()),
  /** The first ten rows after the header. */
  sample: z.array(z.array(z.string())),
  /** Field by column; empty: skipped. */
  columns: z.array(z.string()),
  company_id: z.nullable(id()),
  mode: z.enum(importModes),
  state: z.enum(importStates),
  /** Whether the last run only validated. */
  dry_run: z.boolean(),
  /** Null until the whole file has been read. */
  rows_total: z.nullable(z.int()),
  rows_done: z.int(),
  /** Of a dry run: what each row would become. */
  created: z.int(),
  updated: z.int(),
  same: z.int(),
  bad: z.int(),
  /** Total number; `errors` contains the first 500. */
  errors_total: z.int(),
  errors: z.array(importError),
  /** Why the whole import failed, or why it did not run: its columns are ambiguous. Null: neither. */
  failure: z.nullable(replyMessage()),
  started_at: z.nullable(time()),
  finished_at: z.nullable(time()),
  created_at: time(),
})
export type ImportJob = z.infer<typeof importJob>

export const importReply = data(importJob)

/** Runs an uploaded file again: validated with other columns, or imported. */
export const importRun = z.object({
  dry_run: z.boolean(),
  mode: z.optional(z.enum(importModes)),
  columns: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(200))),
  company_id: z.nullish(ref('company')),
})
