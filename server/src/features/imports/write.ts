import { message, type Message } from '@trunkline/contract/errors'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { AppError, isServerError } from '../../errors.ts'
import { toAppError } from '../../http/error-reply.ts'
import type { KindRun, RowOutcome, SourceRow } from './kind.ts'

/** A checked row, ready to be written. */
export interface CheckedRow {
  source: SourceRow
  label: string
}

/** Reports a rejection at the fields that it names. @throws any error that the caller did not cause */
export function reportRejection(
  run: KindRun,
  source: SourceRow,
  error: unknown,
  columnOf: Readonly<Record<string, string>> = {},
  otherwise = '',
): void {
  const known = toAppError(error)
  if (isServerError(known.code)) throw error
  const fields = Object.entries(known.fields ?? {})
  if (fields.length === 0) run.error(source, otherwise, known.reason as Message)
  for (const [field, error] of fields) {
    const [name = field] = field.split('.')
    run.error(source, columnOf[name] ?? name, error)
  }
}

/**
 * Writes the rows of a batch with `write` under one savepoint. If that fails, each row is written under its own
 * savepoint to find the one with the error. `write` must be safe to call again for a row after a rollback.
 */
export async function writeEach<R extends CheckedRow>(
  run: KindRun,
  rows: readonly R[],
  write: (row: R) => Promise<Omit<RowOutcome, 'row' | 'label'>>,
  rejected: (row: R, error: unknown) => void,
): Promise<RowOutcome[]> {
  const one = async (row: R): Promise<RowOutcome> => ({ row: row.source.row, label: row.label, ...(await write(row)) })
  try {
    return await inSavepoint(run.tx, async () => {
      const outcomes: RowOutcome[] = []
      for (const row of rows) outcomes.push(await one(row))
      return outcomes
    })
  } catch (error) {
    if (isOurs(error)) throw error
  }
  const outcomes: RowOutcome[] = []
  for (const row of rows)
    try {
      outcomes.push(await inSavepoint(run.tx, () => one(row)))
    } catch (error) {
      rejected(row, error)
      outcomes.push({ row: row.source.row, outcome: 'bad', id: null, label: row.label })
    }
  return outcomes
}

const isOurs = (error: unknown) => isServerError(toAppError(error).code)

/** Runs `work` in a savepoint, which is rolled back if it throws. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint import_rows`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint import_rows`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint import_rows`.execute(tx)
    await sql`release savepoint import_rows`.execute(tx)
    throw error
  }
}

class Undone extends Error {}

/** Runs `work` for its result and rolls its changes back. */
export async function runAndRollBack<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  let result: { of: T } | undefined
  await inSavepoint(tx, async () => {
    result = { of: await work() }
    throw new Undone()
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return (result as { of: T }).of
}

/** Adds the outcome `bad` for rows without an outcome. */
export const withBadOutcomes = (rows: readonly SourceRow[], outcomes: readonly RowOutcome[]): RowOutcome[] => {
  const reported = new Map(outcomes.map((outcome) => [outcome.row, outcome]))
  return rows.map(
    ({ row, cells }) => reported.get(row) ?? { row, outcome: 'bad', id: null, label: cells['name'] ?? '' },
  )
}

/** Detects duplicate keys in a file. */
export function createKeyIndex(run: Pick<KindRun, 'error'>) {
  const rows = new Map<string, number>()
  return {
    /** Whether no earlier row has this key; a duplicate is reported at `column`. */
    isFirst(key: string, source: SourceRow, column: string): boolean {
      const earlier = rows.get(key)
      if (earlier === undefined) rows.set(key, source.row)
      else run.error(source, column, message('import.duplicate_row', { row: earlier }))
      return earlier === undefined
    },
  }
}

/** Caches the rejection of a check by its input: many rows share few combinations. */
export function createCheckCache() {
  const known = new Map<string, AppError | null>()
  return async (key: string, check: () => Promise<void>): Promise<AppError | null> => {
    const before = known.get(key)
    if (before !== undefined) return before
    const found = await check().then(
      () => null,
      (error: unknown) => {
        if (error instanceof AppError && error.code !== 'internal') return error
        throw error
      },
    )
    known.set(key, found)
    return found
  }
}

const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
/** 16 characters without look-alikes: 92 bits of entropy. */
export const newSecret = (): string =>
  Array.from(randomBytes(64))
    .filter((byte) => byte < Math.floor(256 / signs.length) * signs.length)
    .slice(0, 16)
    .map((byte) => signs[byte % signs.length])
    .join('')
