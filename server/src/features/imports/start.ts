import { message } from '@trunkline/contract/errors'
import type { ImportJob, importBody, ImportMode } from '@trunkline/contract/resources/import-shapes'
import { withoutProblems } from '@trunkline/contract/text-rules'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import { requireRecentPassword } from '../../access/guards.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError, invalid } from '../../errors.ts'
import type { Call, UploadedFile } from '../../http/call.ts'
import { addJob } from '../../jobs/queue.ts'
import { cellProblem } from './cell-text.ts'
import { dropOldFiles, storeFile } from './stored-file.ts'
import type { ImportKind } from './kind.ts'
import { withLabelColumns } from './label-columns.ts'
import { maskSample, matchHeader, problemOf } from './matching.ts'
import { readImport } from './shown-rows.ts'
import { cut, maxColumns, UnreadableFile, type Table } from './table-limits.ts'
import { openTable } from './table.ts'

/** Number of sample rows shown below the header. */
const sampleSize = 10

/** The part of a call that all kinds of uploads have in common. */
export type ImportCall = Pick<Call, 'request'> & {
  actor: Actor
  body: z.infer<typeof importBody>
  upload: UploadedFile
  db: Call['db']
}

/**
 * Stores an uploaded file as an import of a kind, and enqueues a job that checks or imports it. A file with unclear
 * columns is stored for a dry run: `import.run` then sends the columns.
 * @throws AppError forbidden if the caller may not create such rows for the company; validation_failed at `file`,
 *   `columns`; conflict while another import of the caller runs
 */
export async function startImport(deps: Deps, call: ImportCall, of: ImportKind): Promise<{ data: ImportJob }> {
  const { actor, body, upload } = call
  const { dry_run = false, mode = 'all-or-nothing', company_id } = body
  assertMayOwn(actor, of, company_id)
  const { table, header, rows } = await readTop(upload.path)
  const kind = await call.db((tx) => withLabelColumns(tx, of))
  const chosen =
    body.columns !== undefined
      ? (JSON.parse(body.columns) as string[])
      : // A user must confirm unclear columns before anything is written.
        dry_run
        ? await call.db((tx) => chosenBefore(tx, actor, kind, header))
        : undefined
  const { columns, problem } =
    chosen === undefined
      ? matchHeader(kind, header)
      : { columns: header.map((_, at) => chosen[at] ?? ''), problem: problemOf(kind, header, chosen) }
  if (problem !== undefined && (chosen !== undefined || !dry_run)) throw invalid({ columns: problem })
  return call.db(async (tx) => {
    const reading = { encoding: table.encoding, separator: table.separator, sheet: table.sheet }
    const { rows: created } = await sql<{ id: number }>`
      insert into import (company_id, user_id, kind, file_name, format, size_bytes, reading, header, sample, columns, default_company_id, mode, failure)
      values (${actor.company_id}, ${actor.user_id}, ${kind.name}, ${upload.name}, ${table.format}, ${upload.size}, ${JSON.stringify(reading)}::jsonb,
        ${header}::text[], ${JSON.stringify(maskSample(kind, header, columns, rows))}::jsonb, ${columns}::text[], ${company_id ?? null}, ${mode}, ${problem === undefined ? null : JSON.stringify(problem)}::jsonb)
      returning id`.execute(tx)
    const { id } = created[0] as { id: number }
    await storeFile(tx, deps.config.key, id, upload.path)
    await dropOldFiles(tx, actor.user_id)
    if (problem === undefined) await queueRun(tx, call, kind, id, { dry_run, mode })
    return { data: await readImport(tx, actor, id) }
  })
}

/**
 * The columns that the caller chose for the last file with this header, so that a recurring file is mapped only once.
 * Undefined if there was none, or the kind has changed since.
 */
async function chosenBefore(
  tx: Tx,
  actor: Actor,
  kind: ImportKind,
  header: readonly string[],
): Promise<string[] | undefined> {
  const { rows } = await sql<{ columns: string[] }>`
    select columns from import where user_id = ${actor.user_id} and kind = ${kind.name} and header = ${header}::text[] and failure is null
    order by id desc limit 1`.execute(tx)
  const columns = rows[0]?.columns
  return columns === undefined || problemOf(kind, header, columns) !== undefined ? undefined : columns
}

/** @throws AppError forbidden */
export function assertMayOwn(actor: Actor, kind: ImportKind, company_id: number | null | undefined): void {
  if (company_id != null && !actorMayOn(actor, kind.ability, relationTo(actor, company_id)))
    throw new AppError('forbidden')
}

/** Reads the header and the first rows; the job reads the rest. @throws AppError validation_failed at `file` */
async function readTop(path: string): Promise<{ table: Table; header: string[]; rows: string[][] }> {
  try {
    const table = await openTable(path)
    const rows: string[][] = []
    for await (const chunk of table.rows()) {
      rows.push(...chunk.slice(0, sampleSize + 1 - rows.length).map(({ cells }) => cells))
      if (rows.length > sampleSize) break
    }
    const [first, ...sample] = rows
    if (first === undefined) throw new UnreadableFile(message('file.no_rows'))
    if (first.length > maxColumns) throw new UnreadableFile(message('file.too_many_columns', { max: maxColumns }))
    if (sample.length === 0) throw new UnreadableFile(message('file.no_data_rows'))
    for (const [at, name] of first.entries()) {
      const problem = cellProblem(name.trim())
      if (problem !== undefined) throw new UnreadableFile(message('file.header', { column: at + 1, error: problem }))
    }
    // The samples are shown before the check of the rows rejects such cells.
    const rowsShown = sample.map((cells) => cells.map((text) => withoutProblems(text).replaceAll('\ufffd', '?')))
    return { table, header: first.map((name) => cut(name.trim(), 200)), rows: rowsShown }
  } catch (error) {
    if (error instanceof UnreadableFile) throw invalid({ file: error.reason })
    throw error
  }
}

/** First key of the advisory lock for starting an import; the second key is the user id. */
const startLock = 0x494d53

/**
 * Enqueues the job that runs the import.
 * @throws AppError conflict with `details` of the other import while another import of the caller runs, dry runs
 * included; password_confirmation_required
 */
export async function queueRun(
  tx: Tx,
  { actor, request }: Pick<ImportCall, 'actor' | 'request'>,
  kind: ImportKind,
  id: number,
  { dry_run, mode }: { dry_run: boolean; mode: ImportMode },
): Promise<void> {
  if (!dry_run && mode === 'update' && kind.updateNeedsPassword) await requireRecentPassword(tx, actor)
  // Held until the commit: concurrent starts in any process see the one before them.
  await sql`select pg_advisory_xact_lock(${startLock}, ${actor.user_id % 2_147_483_647})`.execute(tx)
  const { rows } = await sql<{ id: number; kind: string; file_name: string }>`
    select id, kind, file_name from import where user_id = ${actor.user_id} and state in ('checking', 'applying') limit 1`.execute(
    tx,
  )
  const [running] = rows
  if (running !== undefined)
    throw new AppError('conflict', {
      reason: message('import.running', { file_name: running.file_name }),
      details: { import_id: running.id, kind: running.kind, file_name: running.file_name },
    })
  const tenant = {
    // Distinguishes this run from a stopped one that is still executing.
    run: randomUUID(),
    ip: request.ip,
    request_id: request.id,
    scopes: actor.scopes,
    impersonator_id: actor.impersonator?.id ?? null,
  }
  await sql`
    update import set state = ${dry_run ? 'checking' : 'applying'}, dry_run = ${dry_run}, mode = ${mode}, tenant = ${JSON.stringify(tenant)}::jsonb,
      rows_total = null, rows_done = 0, created_count = 0, updated_count = 0, same_count = 0, bad_count = 0, error_count = 0,
      failure = null, started_at = null, finished_at = null
    where id = ${id}`.execute(tx)
  await addJob(tx, 'run-import', { import_id: id }, { key: `import:${id}` })
}
