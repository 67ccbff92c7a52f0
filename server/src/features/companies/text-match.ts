import { sql, type RawBuilder, type SqlBool } from 'kysely'

const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&')

/**
 * Conditions on a search text column, in lower case: each word of `text` must occur. Words of one or two letters match
 * only at the start of a word, because a trigram index cannot find them elsewhere.
 */
export function textMatches(column: string, text: string | undefined): RawBuilder<SqlBool> {
  const words = (text ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10).map(escaped)
  if (words.length === 0) return sql<SqlBool>`true`
  const at = sql.ref(column)
  const conditions = words.map((word) =>
    word.length > 2
      ? sql<SqlBool>`${at} like ${`%${word}%`}`
      : sql<SqlBool>`(${at} like ${`${word}%`} or ${at} like ${`% ${word}%`})`,
  )
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}
