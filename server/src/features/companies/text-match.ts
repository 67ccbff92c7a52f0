import { sql, type RawBuilder, type SqlBool } from 'kysely'

const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&')

/**
 * Conditions on a column of search text, in lower case: every word of `text` is found in it. Words of one or two
 * letters are found where a word begins; inside of words no index would know them.
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
