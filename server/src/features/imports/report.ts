import { byteOrderMark, csvFile, csvLine } from '@trunkline/contract/csv'
import type { AnyMessage } from '@trunkline/contract/errors'
import { messageText } from '@trunkline/contract/messages/texts'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { FileReply } from '../../http/call.ts'
import { catalogueOf } from '../../http/language.ts'
import type { ImportKind } from './kind.ts'
import type { StoredImport } from './shown-rows.ts'

const type = 'text/csv; charset=utf-8'

const heads = {
  en: ['Row', 'Outcome', 'Id', 'Name', 'Messages'],
  de: ['Zeile', 'Ergebnis', 'Id', 'Name', 'Meldungen'],
} as const

const words = {
  en: {
    created: 'created',
    updated: 'changed',
    same: 'unchanged',
    bad: 'bad',
    none: 'not taken over',
    'would-created': 'would be created',
    'would-updated': 'would be changed',
  },
  de: {
    created: 'angelegt',
    updated: 'geändert',
    same: 'unverändert',
    bad: 'fehlerhaft',
    none: 'nicht übernommen',
    'would-created': 'würde angelegt',
    'would-updated': 'würde geändert',
  },
} as const
type Word = keyof (typeof words)['en']

/** The result of each row of the last run, as CSV in the caller's language. */
export function reportOf(tx: Tx, actor: Actor, { id, state, dry_run, kind }: StoredImport): FileReply {
  const reported = words[actor.locale]
  const word = (outcome: string): Word => {
    if (outcome === 'bad' || outcome === 'same') return outcome
    if (state === 'done') return outcome as Word
    return dry_run ? (`would-${outcome}` as Word) : 'none'
  }
  const catalogue = catalogueOf(actor.locale)
  const textOf = (errors: [column: string, error: AnyMessage][]) =>
    errors.map(([column, error]) => `${column === '' ? '' : `${column}: `}${messageText(catalogue, error)}`).join(' ')
  async function* file() {
    yield `${byteOrderMark}${csvLine(heads[actor.locale])}`
    for (let chunk = 0; ; chunk++) {
      const { rows } = await sql<{
        rows: [
          row: number,
          outcome: string,
          id: number | null,
          label: string,
          errors: [column: string, error: AnyMessage][],
        ][]
      }>`
        select rows from import_outcome where import_id = ${id} and chunk = ${chunk}`.execute(tx)
      if (rows[0] === undefined) return
      yield rows[0].rows
        .map(([row, outcome, created, label, errors]) =>
          csvLine([
            row,
            reported[word(outcome)],
            state === 'done' || outcome === 'same' ? created : null,
            label,
            textOf(errors),
          ]),
        )
        .join('')
    }
  }
  return { file: file(), name: `import-${kind}-${id}.csv`, type }
}

/** The header of a kind and an example row that can be imported as it is. */
export async function templateOf(
  tx: Tx,
  { name, columns, examples }: ImportKind,
  locale: 'en' | 'de',
): Promise<FileReply> {
  const own = (await examples?.(tx)) ?? {}
  async function* file() {
    yield csvFile([
      columns.map(({ label }) => label[locale]),
      columns.map((column) => own[column.name] ?? column.example),
    ])
  }
  return { file: file(), name: `import-${name}-template.csv`, type }
}
