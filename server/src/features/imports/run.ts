import { message, type Message } from '@trunkline/contract/errors'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { tenantSettingsOf } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { TaskContext } from '../../jobs/tasks.ts'
import type { ImportKind, KindRun, SourceRow } from './kind.ts'
import { dropFile } from './stored-file.ts'
import { openLedger, Stopped, type Ledger, type RunId } from './ledger.ts'
import type { StoredImport } from './shown-rows.ts'
import { maxRows, UnreadableFile, type TableRow } from './table-limits.ts'
import { cellProblem } from './cell-text.ts'
import { openTable } from './table.ts'

const batch = 500

/**
 * A dry run rests for this part of the time that it worked, so that whoever is at the panel meanwhile does not feel it.
 * Taking over does not rest: it holds what it has written until its end.
 */
const restOf = 0.6
/** Files that are checked sooner than this, milliseconds, are not held up. */
const briefly = 500

/** Imports that run at one time in the whole installation: the other workers have mails and devices to see to. */
const slots = 2
/** Of `pg_try_advisory_xact_lock`: this room's. */
const slotSpace = 0x494d50

/** All slots are taken, or another import of the same companies runs: the job tries again. */
export class Busy extends Error {
  override name = 'Busy'
}

/** The transaction of a run is not to be kept; what it has found out is. */
class NotStored extends Error {
  override name = 'NotStored'
}

export interface RunOf {
  stored: StoredImport
  kind: ImportKind
  actor: Actor
  tenant: { run: string; ip?: string | undefined; request_id?: string | undefined }
  key: Buffer
}

/**
 * Reads the file at `path` and checks it, or takes it over: all in one transaction of its maker, which a dry run and a
 * run with faults that is all or nothing do not commit. The state that tells of its end is written in the same one, so
 * that a run that was stopped or cut off has done nothing.
 * @throws Busy, Stopped, UnreadableFile
 */
export async function runImport(path: string, of: RunOf, context: TaskContext): Promise<void> {
  const { stored, kind, actor, tenant } = of
  const { id, dry_run, mode } = stored
  const names = new Map(stored.columns.flatMap((field, at) => (field === '' ? [] : [[field, stored.header[at] ?? '']])))
  const secret = new Set(kind.columns.flatMap((column) => (column.secret === true ? [column.name] : [])))
  const thisRun = { id, run: tenant.run }
  const ledger = openLedger(context.system, thisRun, names, secret)
  const check = () => {
    if (context.signal.aborted) throw new Stopped('The process stopped.')
  }
  let total = 0
  const started = performance.now()
  let rested = started
  const rest = async () => {
    const now = performance.now()
    if (!dry_run || now - started < briefly) return
    await sleep((now - rested) * restOf)
    rested = performance.now()
  }
  try {
    await context.caller(tenantSettingsOf(actor, { id: tenant.request_id ?? '', ip: tenant.ip ?? '' }), async (tx) => {
      await acquireSlot(tx)
      // A dry run keeps nothing, so it may run beside others.
      if (!dry_run) await lockScope(tx, kind.name, actor.company_id)
      await context.system((own) =>
        sql`update import set started_at = coalesce(started_at, clock_timestamp()) where id = ${id}`.execute(own),
      )
      const run: KindRun = {
        tx,
        actor,
        key: of.key,
        mode,
        company_id: stored.default_company_id ?? actor.company_id,
        chosen: stored.default_company_id !== null,
        error: ledger.error,
        isBad: ({ row }) => ledger.isBad(row),
        writes: () => !dry_run && (mode !== 'all-or-nothing' || ledger.errors === 0),
        async breathe() {
          check()
          await nextTurn()
          await ledger.write()
          await rest()
        },
      }
      total = await readAll(path, stored, kind, run, ledger)
      await ledger.write(true)
      check()
      if (dry_run) throw new NotStored()
      if (mode === 'all-or-nothing' && ledger.errors > 0) throw new NotStored()
      await settle(tx, thisRun, { state: 'done', total })
      await dropFile(tx, id)
    })
  } catch (error) {
    if (!(error instanceof NotStored)) throw error
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

/** Ends a run that is under way; one that was stopped meanwhile stays so. @throws Stopped */
export async function settle(
  tx: Tx,
  { id, run }: RunId,
  { state, total, failure }: { state: 'checked' | 'done' | 'failed'; total?: number; failure?: Message },
): Promise<void> {
  const { rows } = await sql`
    update import set state = ${state}, rows_total = coalesce(${total ?? null}, rows_total), failure = ${failure === undefined ? null : JSON.stringify(failure)}::jsonb, finished_at = clock_timestamp()
    where id = ${id} and tenant ->> 'run' = ${run} and state in ('checking', 'applying') returning id`.execute(tx)
  if (rows.length === 0) throw new Stopped('The import was stopped.')
}

/** One of the slots, until the transaction ends, however it does. @throws Busy */
export async function acquireSlot(tx: Tx): Promise<void> {
  for (let slot = 0; slot < slots; slot++) {
    const { rows } = await sql<{
      taken: boolean
    }>`select pg_try_advisory_xact_lock(${slotSpace}, ${slot}) as taken`.execute(tx)
    if (rows[0]?.taken === true) return
  }
  throw new Busy('Other imports run.')
}

/**
 * Locks imports of a kind in a company and all companies below it, until the transaction ends: a row that one import
 * makes is committed before another one looks for it. Companies beside each other do not wait for one another: each
 * import shares the locks of the companies above its own.
 * @param company_id the company of the user who imports: rows may go to it and to all companies below it
 * @throws Busy where an import that writes to one of these companies runs
 */
export async function lockScope(tx: Tx, kind: ImportKind['name'], company_id: number): Promise<void> {
  const { rows } = await sql<{ locked: boolean }>`
    select case when a.id = ${company_id} then pg_try_advisory_xact_lock(a.key) else pg_try_advisory_xact_lock_shared(a.key) end as locked
    from (select ancestor as id, hashtextextended('import ' || ${kind}::text || ' ' || ancestor, 0) as key
      from company c, unnest(c.ancestor_ids) ancestor where c.id = ${company_id} order by 1 offset 0) a`.execute(tx)
  if (rows.length === 0 || rows.some(({ locked }) => !locked)) throw new Busy('Another import of these companies runs.')
}

/** @returns how many rows the file has */
async function readAll(
  path: string,
  stored: StoredImport,
  kind: ImportKind,
  run: KindRun,
  ledger: Ledger,
): Promise<number> {
  const max = Math.min(maxRows, kind.maxRows ?? maxRows)
  const table = await openTable(path)
  const work = kind.begin(run)
  let total = 0
  let waiting: SourceRow[] = []
  let header = true
  const storeRows = async () => {
    ledger.add(await work.storeRows(waiting))
    waiting = []
    await run.breathe()
  }
  for await (const piece of table.rows()) {
    for (const row of piece) {
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
    await run.breathe()
  }
  if (waiting.length > 0) await storeRows()
  if (work.end !== undefined)
    for await (const outcomes of work.end()) {
      ledger.add(outcomes)
      await run.breathe()
    }
  return total
}

/** The row by field; undefined where it could not be read, which is told. */
function sourceOf(row: TableRow, stored: StoredImport, ledger: Ledger): SourceRow | undefined {
  if (row.errors !== undefined) {
    for (const { column, error } of row.errors)
      // What such a cell holds is of no use to anybody, and may be a secret.
      ledger.tell(row.row, column === null ? '' : (stored.header[column] ?? ''), '', error)
    return undefined
  }
  const cells: Record<string, string> = {}
  let bad = false
  for (const [at, field] of stored.columns.entries()) {
    if (field === '') continue
    // Some systems write an accent as a character of its own.
    const text = row.cells[at]?.trim().normalize('NFC') ?? ''
    const problem = cellProblem(text)
    if (problem !== undefined) {
      ledger.tell(row.row, stored.header[at] ?? '', '', problem)
      bad = true
    } else if (text !== '') cells[field] = text
  }
  return bad ? undefined : { row: row.row, cells }
}
