import type { Ability } from '@trunkline/contract/abilities'
import type { Message } from '@trunkline/contract/errors'
import type { ImportKind as KindName, ImportMode } from '@trunkline/contract/resources/import-shapes'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'

type Texts = Readonly<Record<'en' | 'de', string>>

/** A column that a kind knows. */
export interface KindColumn {
  /** The field of the record; faults of the record's own rules are told by it. */
  name: string
  label: Texts
  /** What belongs into it, in a few words. */
  hint: Texts
  example: string
  required?: true
  /** Never shown again: masked in samples and faults. */
  secret?: true
  /** Further names that files have for it, those of the export before all. */
  aliases?: readonly string[]
}

/** A row of the file by field. What is not there, or empty, is left alone by an update. */
export interface SourceRow {
  row: number
  /** Trimmed; a column that is left out or empty has no key. */
  cells: Readonly<Record<string, string>>
}

/** What became of a row, or would become of it. */
export interface RowOutcome {
  row: number
  outcome: 'created' | 'updated' | 'same' | 'bad'
  /** Null for a dry run, and for a bad row. */
  id: number | null
  label: string
}

/** One run of one file, as its kind sees it. */
export interface KindRun {
  tx: Tx
  actor: Actor
  /** What seals secrets. */
  key: Buffer
  mode: ImportMode
  /** The owner of rows that name none: the chosen company, else the caller's own. */
  company_id: number
  /** Whether it was chosen. */
  chosen: boolean
  /** Tells what is wrong at a field, or with the whole row (`''`). A row with a fault is bad, whatever its outcome says. */
  error(row: SourceRow, field: string, error: Message | string): void
  isBad(row: SourceRow): boolean
  /**
   * Whether rows are to be written: never by a dry run, and not any more when a fault has come up in a run that is all
   * or nothing.
   */
  writes(): boolean
  /** Lets other work of the process go on. @throws where the run was cancelled, or its time is up */
  breathe(): Promise<void>
}

export interface KindWork {
  /** Rows in the file's order, at most 1,000: those without an outcome are told by `end`. */
  storeRows(rows: SourceRow[]): Promise<RowOutcome[]>
  /** Outcomes of rows that had to wait for the last one, a piece at a time. */
  end?(): AsyncGenerator<RowOutcome[]>
}

/** What rows of a file become, with the rules of the forms that make the same records one by one. */
export interface ImportKind {
  name: KindName
  /** `devices`, for sentences. */
  noun: string
  ability: Ability
  columns: readonly KindColumn[]
  /** Where fewer than 100,000. */
  maxRows?: number
  /** Examples that name what the reader has, by field: they stand in the template in place of the columns' own. */
  examples?(tx: Tx): Promise<Readonly<Record<string, string>>>
  begin(run: KindRun): KindWork
}
