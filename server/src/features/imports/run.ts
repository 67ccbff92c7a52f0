import { message, type Message } from '@trunkline/contract/errors'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { tenantSettingsOf } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { TaskContext } from '../../jobs/tasks.ts'
import type { ImportKind, KindRun, SourceRow } from './kind.ts'
import { withLabelColumns } from './label-columns.ts'
import { dropFile } from './stored-file.ts'
import { openLedger, ImportStopped, type Ledger, type RunId } from './ledger.ts'
import type { StoredImport } from './shown-rows.ts'
import { maxRows, UnreadableFile, type TableRow } from './table-limits.ts'
import { cellProblem } from './cell-text.ts'
import { openTable } from './table.ts'

const batch = 500

/**
 * A dry run sleeps for this fraction of the time that it worked, so that requests to the panel are not delayed.
 * An import does not sleep, because it holds locks until its end.
 */
const sleepShare = 0.6
/** Runs shorter than this, in milliseconds, do not sleep. */
const noSleepBelowMs = 500

/** Concurrent imports in the installation; the remaining workers are needed for mail and device commands. */
const maxConcurrent = 2
/** First key of `pg_try_advisory_xact_lock` for import slots. */
const slotSpace = 0x494d50

/** All slots are in use, or another import of the same companies runs: the job is retried. */
export class ImportBusy extends Error {
  override name = 'Busy'
}

/** Rolls back the transaction of a run; its results are stored separately. */
class RolledBack extends Error {
  override name = 'NotStored'
}

export interface RunOf {
  stored: StoredImport
  kind: ImportKind
  actor: Actor
  tenant: { run: string; ip?: string | undefined; request_id?: string | undefined }
  key: Buffer
  sender: KindRun['sender']
}

/**
 * Reads and checks the file at `path`, and imports it unless this is a dry run. Everything happens in one transaction
 * with the permissions of the user who started it. A dry run, and a run with errors in the mode `all-or-nothing`, is
 * rolled back. The final state is written in the same transaction, so a run that was stopped or interrupted has no
 * effect.
 * @throws ImportBusy, ImportStopped, UnreadableFile
 */
export async function runImport(path: string, of: RunOf, context: TaskContext): Promise<void> {
  const { stored, kind, actor, tenant } = of
  const { id, dry_run, mode } = stored
  const names = new Map(stored.columns.flatMap((field, at) => (field === '' ? [] : [[field, stored.header[at] ?? '']])))
  const secret = new Set(kind.columns.flatMap((column) => (column.secret === true ? [column.name] : [])))
  const thisRun = { id, run: tenant.run }
  const ledger = openLedger(context.system, thisRun, names, secret)
  const check = () => {
    if (context.signal.aborted) throw new ImportStopped('The process stopped.')
  }
  let total = 0
  const started = performance.now()
  let rested = started
  const rest = async () => {
    const now = performance.now()
    if (!dry_run || now - started < noSleepBelowMs) return
    await sleep((now - rested) * sleepShare)
    rested = performance.now()
  }
  try {
    await context.caller(tenantSettingsOf(actor, { id: tenant.request_id ?? '', ip: tenant.ip ?? '' }), async (tx) => {
      await acquireSlot(tx)
      // A dry run writes nothing, so it can run concurrently with others.
      if (!dry_run) await lockScope(tx, kind.name, actor.company_id)
      await context.system((own) =>
        sql`update import set started_at = coalesce(started_at, clock_timestamp()) where id = ${id}`.execute(own),
      )
      const run: KindRun = {
        tx,
        actor,
        key: of.key,
        sender: of.sender,
        mode,
        company_id: stored.default_company_id ?? actor.company_id,
        chosen: stored.default_company_id !== null,
        error: ledger.error,
        isBad: ({ row }) => ledger.isBad(row),
        writes: () => !dry_run && (mode !== 'all-or-nothing' || ledger.errors === 0),
        async yieldToEventLoop() {
          check()
          await nextTurn()
          await ledger.write()
          await rest()
        },
      }
      total = await readAll(path, stored, kind, run, ledger)
      await ledger.write(true)
      check()
      if (dry_run) throw new RolledBack()
      if (mode === 'all-or-nothing' && ledger.errors > 0) throw new RolledBack()
      await settle(tx, thisRun, { state: 'done', total })
      await dropFile(tx, id)
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
    const { bad } = ledger.counts
    await context.system((tx) =>
      settle(
        tx,
        thisRun,
        dry_run
          ? { state: 'checked', total }
          : {
              state: 'failed',
              total,
              failure: message('import.rows_failed', { rows: bad }),
            },
      ),
    )
  }
}

/** The counts of a run that has written nothing; rows with errors stay counted. */
export const nothingWritten = sql`created_count = 0, updated_count = 0, same_count = 0`

/** Ends an active run; the state of a stopped one does not change. @throws ImportStopped */
export async function settle(
  tx: Tx,
  { id, run }: RunId,
  { state, total, failure }: { state: 'checked' | 'done' | 'failed'; total?: number; failure?: Message },
): Promise<void> {
  const { rows } = await sql`
    update import set state = ${state}, rows_total = coalesce(${total ?? null}, rows_total), failure = ${failure === undefined ? null : JSON.stringify(failure)}::jsonb, finished_at = clock_timestamp()
      ${state === 'failed' ? sql`, ${nothingWritten}` : sql``}
    where id = ${id} and tenant ->> 'run' = ${run} and state in ('checking', 'applying') returning id`.execute(tx)
  if (rows.length === 0) throw new ImportStopped('The import was stopped.')
}

/** Acquires one of the slots until the transaction ends. @throws ImportBusy */
export async function acquireSlot(tx: Tx): Promise<void> {
  for (let slot = 0; slot < maxConcurrent; slot++) {
    const { rows } = await sql<{
      locked: boolean
    }>`select pg_try_advisory_xact_lock(${slotSpace}, ${slot}) as locked`.execute(tx)
    if (rows[0]?.locked === true) return
  }
  throw new ImportBusy('Other imports run.')
}

/**
 * Locks imports of a kind in a company and all its descendants until the transaction ends, so that rows created by one
 * import are committed before another one looks for them. Each import takes shared locks on the ancestors of its
 * company, so that imports of sibling companies do not block each other.
 * @param company_id the company of the importing user: rows may go to it and to its descendants
 * @throws ImportBusy if an import that writes to one of these companies runs
 */
export async function lockScope(tx: Tx, kind: ImportKind['name'], company_id: number): Promise<void> {
  const { rows } = await sql<{ locked: boolean }>`
    select case when a.id = ${company_id} then pg_try_advisory_xact_lock(a.key) else pg_try_advisory_xact_lock_shared(a.key) end as locked
    from (select ancestor as id, hashtextextended('import ' || ${kind}::text || ' ' || ancestor, 0) as key
      from company c, unnest(c.ancestor_ids) ancestor where c.id = ${company_id} order by 1 offset 0) a`.execute(tx)
  if (rows.length === 0 || rows.some(({ locked }) => !locked))
    throw new ImportBusy('Another import of these companies runs.')
}

/** @returns number of rows of the file */
async function readAll(
  path: string,
  stored: StoredImport,
  kind: ImportKind,
  run: KindRun,
  ledger: Ledger,
): Promise<number> {
  const max = Math.min(maxRows, kind.maxRows ?? maxRows)
  const table = await openTable(path)
  const work = (await withLabelColumns(run.tx, kind)).begin(run)
  let total = 0
  let waiting: SourceRow[] = []
  let header = true
  const storeRows = async () => {
    ledger.add(await work.storeRows(waiting))
    waiting = []
    await run.yieldToEventLoop()
  }
  for await (const chunk of table.rows()) {
    for (const row of chunk) {
      if (header) {
        header = false
        continue
      }
      if (++total > max) throw new UnreadableFile(message('file.too_many_rows', { max: max }))
      const source = sourceOf(row, stored, ledger)
      if (source === undefined) ledger.add([{ row: row.row, outcome: 'bad', id: null, label: '' }])
      else waiting.push(source)
      if (waiting.length === batch) await storeRows()
    }
    await run.yieldToEventLoop()
  }
  if (waiting.length > 0) await storeRows()
  if (work.end !== undefined)
    for await (const outcomes of work.end()) {
      ledger.add(outcomes)
      await run.yieldToEventLoop()
    }
  return total
}

/** The row by field; undefined after the error was reported if it could not be read. */
function sourceOf(row: TableRow, stored: StoredImport, ledger: Ledger): SourceRow | undefined {
  if (row.errors !== undefined) {
    for (const { column, error } of row.errors)
      // The value is left out of the report: it is unreadable, and may be a secret.
      ledger.rowError(row.row, column === null ? '' : (stored.header[column] ?? ''), '', error)
    return undefined
  }
  const cells: Record<string, string> = {}
  let bad = false
  for (const [at, field] of stored.columns.entries()) {
    if (field === '') continue
    // NFC: some systems write an accent as a combining character.
    const text = row.cells[at]?.trim().normalize('NFC') ?? ''
    const problem = cellProblem(text)
    if (problem !== undefined) {
      ledger.rowError(row.row, stored.header[at] ?? '', '', problem)
      bad = true
    } else if (text !== '') cells[field] = text
  }
  return bad ? undefined : { row: row.row, cells }
}
