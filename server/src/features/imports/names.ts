import { message, type Message, type Reason } from '@trunkline/contract/errors'
import { sql, type RawBuilder } from 'kysely'
import type { CompanyType } from '@trunkline/contract/abilities'
import type { ObjectKind } from '@trunkline/contract/object-kind'
import type { Tx } from '../../db/pool.ts'

/** Resolves the names in a file. If several rows match, the caller decides. */
export interface Names<T> {
  /** Loads all names that are not cached yet in one query. */
  load(texts: Iterable<string | undefined>): Promise<void>
  find(text: string): readonly T[]
}

/**
 * Rows that the caller may see by name, cached for the whole run: a file refers to the same few rows many times.
 * @param query rows for texts, each with the matching text as `text`
 */
export function namesOf<T>(query: (texts: string[]) => Promise<(T & { text: string })[]>): Names<T> {
  const known = new Map<string, T[]>()
  return {
    async load(texts) {
      const missing = [...new Set(texts)].filter((text): text is string => text !== undefined && !known.has(text))
      if (missing.length === 0) return
      for (const text of missing) known.set(text, [])
      for (const found of await query(missing)) known.get(found.text)?.push(found)
    },
    find: (text) => known.get(text) ?? [],
  }
}

/** Reasons that say how to distinguish rows with the same name. */
export type Ambiguous = Extract<Reason, `cell.ambiguous${string}`>

/** The row with this name, or the error. An id has priority; an ambiguous name is an error. */
export function single<T>(
  found: readonly T[],
  kind: ObjectKind,
  ambiguous: Ambiguous = 'cell.ambiguous',
): { one: T } | { error: Message } {
  if (found.length === 1) return { one: found[0] as T }
  return {
    error: found.length === 0 ? message('row.missing', { kind }) : message(ambiguous, { count: found.length }),
  }
}

/** Splits texts into those that are ids, and all of them as names. */
export const idsAmong = (texts: readonly string[]) => texts.filter((text) => /^\d{1,15}$/.test(text)).map(Number)

/** Rows by id, or by name if the text is not an id: `select` names `id` and `name`. */
export const byIdOrName = async <T>(tx: Tx, select: RawBuilder<unknown>, texts: string[]) => {
  const { rows } = await sql<T & { id: number; name: string; text: string; by_id: boolean }>`
    select r.*, r.id::text as text, true as by_id from (${select}) r join unnest(${idsAmong(texts)}::bigint[]) w(id) on w.id = r.id
    union all
    select r.*, w.text, false from (${select}) r join unnest(${texts}::text[]) w(text) on lower(r.name) = lower(w.text)`.execute(
    tx,
  )
  const ids = new Set(rows.flatMap(({ by_id, text }) => (by_id ? [text] : [])))
  return rows.filter(({ by_id, text }) => by_id || !ids.has(text))
}

export interface NamedCompany {
  id: number
  name: string
  type: CompanyType
  ancestor_ids: number[]
}

const split = (text: string) => text.split(/\s*[/>›»]\s*/).filter((part) => part !== '')

/**
 * Live companies that the caller may see, by id, by name, or by path from the root (`Master / Reseller / Client`),
 * whose first parts may be omitted.
 */
export const companyNames = (tx: Tx): Names<NamedCompany> =>
  namesOf(async (texts) => {
    const lastOf = new Map(texts.map((text) => [text, split(text).at(-1) ?? text]))
    const wanted = [...new Set([...texts, ...lastOf.values()])]
    const { rows } = await sql<NamedCompany & { key: string }>`
      select c.id, c.name, c.type, c.ancestor_ids, lower(c.name) as key from company c
      where c.deleted_at is null and (c.id = any (${idsAmong(texts)}::bigint[])
        or lower(c.name) = any (select lower(t) from unnest(${wanted}::text[]) t))`.execute(tx)
    const { rows: steps } = texts.some((text) => split(text).length > 1)
      ? await sql<{ id: number; key: string }>`
          select id, lower(name) as key from company where id = any (${[...new Set(rows.flatMap(({ ancestor_ids: ancestorIds }) => ancestorIds))]}::bigint[])`.execute(
          tx,
        )
      : { rows: [] }
    const stepNames = new Map(steps.map(({ id, key }) => [id, key]))
    const byKey = new Map<string, typeof rows>()
    for (const row of rows) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row])
    const lower = await lowered(tx, [...new Set(wanted.flatMap((text) => [text, ...split(text)]))])
    const key = (text: string) => lower.get(text) ?? text.toLowerCase()
    return texts.flatMap((text) => {
      const byId = rows.filter(({ id }) => String(id) === text)
      const whole = byId.length > 0 ? byId : (byKey.get(key(text)) ?? [])
      const path = split(text).map(key)
      const found =
        whole.length > 0 || path.length < 2
          ? whole
          : (byKey.get(path.at(-1) as string) ?? []).filter(({ ancestor_ids: ancestorIds }) =>
              path.every((name, at) => stepNames.get(ancestorIds.at(at - path.length) as number) === name),
            )
      return found.map((company) => ({ ...company, text }))
    })
  })

/** Lower case as in PostgreSQL, whose mapping differs from JavaScript for some letters. */
async function lowered(tx: Tx, texts: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{
    text: string
    key: string
  }>`select t as text, lower(t) as key from unnest(${texts}::text[]) t`.execute(tx)
  return new Map(rows.map(({ text, key }) => [text, key]))
}
