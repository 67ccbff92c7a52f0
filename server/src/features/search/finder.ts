import type { SearchHit, SearchKind, SearchState } from '@trunkline/contract/resources/search'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { visibleTo } from '../companies/subtree.ts'
import { textMatches } from '../companies/text-match.ts'
import type { Question } from './question.ts'

/** A result before it is ordered and its path is known. Absent fields are null in the reply. */
export interface Found extends Partial<Omit<SearchHit, 'path' | 'site_name'>> {
  kind: SearchKind
  id: number
  title: string
  detail: string
  company_id: number | null
  /** Texts in lower case by which it was found. */
  search_text: string
}

/** Finds rows of one kind with the same visibility as its list: row security and the trash. At most `limit`. */
export type Finder = (tx: Tx, actor: Actor, question: Question, limit: number) => Promise<Found[]>

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Condition on a search text column, in lower case. Only LIKE, which is leakproof, so that the index is used. */
export function matches(column: string, question: Question): RawBuilder<SqlBool> {
  if (question.patterns.length === 0) return textMatches(column, question.text)
  const at = sql.ref(column)
  const parts = question.patterns.map((pattern) => sql<SqlBool>`${at} like ${`%${escapeLike(pattern)}%`}`)
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`
}

interface Searched {
  kind: SearchKind
  table: string
  /** Further columns of a `Found`, from the table `t`. */
  shown: RawBuilder<unknown>
  /** Default: rows outside of the trash. */
  where?: RawBuilder<SqlBool> | undefined
  /** Default: by search text. */
  condition?: RawBuilder<SqlBool> | undefined
  /** SQL of the order. */
  order: string
}

/** The first rows of a table of companies, with `search_text` and `ancestor_ids`, in the order of their list. */
export async function findOwned(
  tx: Tx,
  actor: Actor,
  question: Question,
  limit: number,
  { kind, table, shown, where = sql<SqlBool>`t.deleted_at is null`, condition, order }: Searched,
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select t.id, ${kind} as kind, t.search_text as search_text, ${shown} from ${sql.table(table)} as t
    where ${where} and ${visibleTo(actor, 't.ancestor_ids')} and ${condition ?? matches('t.search_text', question)}
    order by ${sql.raw(order)} limit ${limit}`.execute(tx)
  return rows
}

/** A state that is a column with the values of `SearchState`. */
export const stateColumn = (column: string) => sql<SearchState>`${sql.ref(column)}`
