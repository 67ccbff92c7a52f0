import type { Ability } from '@trunkline/contract/abilities'
import type { Message } from '@trunkline/contract/errors'
import type { ImportKind as KindName, ImportMode } from '@trunkline/contract/resources/import-shapes'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { InvitationSender } from '../invites/invite-rules.ts'

type Texts = Readonly<Record<'en' | 'de', string>>

/** A column of an import kind. */
export interface KindColumn {
  /** The field of the record; validation errors refer to it. */
  name: string
  label: Texts
  /** What the column contains, in a few words. */
  hint: Texts
  example: string
  required?: true
  /** Never shown again: masked in samples and error reports. */
  secret?: true
  /** Further column names that files use, first those of the export. */
  aliases?: readonly string[]
}

/** A row of the file by field. An update leaves absent and empty fields unchanged. */
export interface SourceRow {
  row: number
  /** Trimmed; an absent or empty column has no key. */
  cells: Readonly<Record<string, string>>
  /** Names of the columns of tags and custom fields that the row fills. */
  labels?: string[]
}

/** The result of a row, or its expected result in a dry run. */
export interface RowOutcome {
  row: number
  outcome: 'created' | 'updated' | 'same' | 'bad'
  /** Null for a dry run, and for an invalid row. */
  id: number | null
  label: string
}

/** One run of one file, as passed to its kind. */
export interface KindRun {
  tx: Tx
  actor: Actor
  /** Master key for secrets. */
  key: Buffer
  /** Sends the mails of invitations. */
  sender: InvitationSender
  mode: ImportMode
  /** The company of rows that name none: the chosen company, otherwise the caller's company. */
  company_id: number
  /** Whether the caller chose the company. */
  chosen: boolean
  /**
   * Reports an error of a field, or of the whole row (`''`). A row with an error is not written, whatever its outcome.
   */
  error(row: SourceRow, field: string, error: Message | string): void
  isBad(row: SourceRow): boolean
  /**
   * Whether rows are to be written: not in a dry run, and not after the first error of a run in the mode
   * `all-or-nothing`.
   */
  writes(): boolean
  /** Yields to the event loop. @throws if the run was cancelled or has timed out */
  yieldToEventLoop(): Promise<void>
}

export interface KindWork {
  /** Rows in the order of the file, at most 1,000; rows without an outcome are reported by `end`. */
  storeRows(rows: SourceRow[]): Promise<RowOutcome[]>
  /** Outcomes of rows that can only be processed after the last one, in batches. */
  end?(): AsyncGenerator<RowOutcome[]>
}

/** Converts rows of a file into records, by the rules of the form for a single record. */
export interface ImportKind {
  name: KindName
  /** `devices`, used in messages. */
  noun: string
  ability: Ability
  columns: readonly KindColumn[]
  /** Set if lower than 100,000. */
  maxRows?: number
  /** Example values from the caller's own data by field, which replace the examples of the columns in the template. */
  examples?(tx: Tx): Promise<Readonly<Record<string, string>>>
  /** An import that updates existing records needs a recent password, as the call for one record does. */
  updateNeedsPassword?: true
  begin(run: KindRun): KindWork
}
