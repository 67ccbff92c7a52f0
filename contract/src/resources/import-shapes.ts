import * as z from 'zod/mini'
import { issue, replyMessage } from '../errors.ts'
import { data } from '../endpoint.ts'
import { id, ref, refText, time } from '../fields.ts'

/** What rows of a file can become. */
export const importKinds = ['hardware', 'companies', 'services', 'subnets'] as const
export type ImportKind = (typeof importKinds)[number]

/** What bad rows do: stop all, or are left out; `update` leaves them out too, and changes what is there already by its key. */
export const importModes = ['all-or-nothing', 'skip-bad', 'update'] as const
export type ImportMode = (typeof importModes)[number]

export const importStates = ['uploaded', 'checking', 'checked', 'applying', 'done', 'failed', 'cancelled'] as const

export const importMaxBytes = 25_000_000

/** Field by column of the file, in order; an empty text leaves the column out. Sent as JSON. */
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
  /** Only checks: every fault by row and column, nothing is written. */
  dry_run: z.optional(z.stringbool()),
  mode: z.optional(z.enum(importModes)),
  /** Matched by the names in the first row where it is left out. */
  columns: z.optional(columnsText()),
  /** The owner of rows that name none; the caller's company where it is left out. */
  company_id: z.optional(refText('company')),
})

export const importError = z
  .object({
    /** As a spreadsheet counts: the header is row 1. */
    row: z.int(),
    /** As the file names it; empty: the whole row. */
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
  /** `UTF-8`, `;` and the like; empty where it does not apply. */
  encoding: z.string(),
  separator: z.string(),
  sheet: z.string(),
  header: z.array(z.string()),
  /** The first ten rows below the header. */
  sample: z.array(z.array(z.string())),
  /** Field by column; empty: left out. */
  columns: z.array(z.string()),
  company_id: z.nullable(id()),
  mode: z.enum(importModes),
  state: z.enum(importStates),
  /** Whether the last run only checked. */
  dry_run: z.boolean(),
  /** Null until the file was read to its end. */
  rows_total: z.nullable(z.int()),
  rows_done: z.int(),
  /** Of a dry run: what would become of the rows. */
  created: z.int(),
  updated: z.int(),
  same: z.int(),
  bad: z.int(),
  /** How many there are; `faults` holds the first 500. */
  errors_total: z.int(),
  errors: z.array(importError),
  /** Why the whole import failed, or why it was not run: its columns are not clear. Null: neither. */
  failure: z.nullable(replyMessage()),
  started_at: z.nullable(time()),
  finished_at: z.nullable(time()),
  created_at: time(),
})
export type ImportJob = z.infer<typeof importJob>

export const importReply = data(importJob)

/** Runs an uploaded file again: checked with other columns, or taken over. */
export const importRun = z.object({
  dry_run: z.boolean(),
  mode: z.optional(z.enum(importModes)),
  columns: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(200))),
  company_id: z.nullish(ref('company')),
})
