import { formatAddress, tryAddress } from '@trunkline/contract/net'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Condition } from '../../http/list/parse.ts'

/**
 * Search conditions for sessions and logins that existing indexes support: a scan would be too slow, and a text index
 * would have to be updated by each accounting packet.
 */

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Sessions of a visible service with this text in its user name, name or address. */
const userNamed = (text: string) =>
  sql<SqlBool>`r.username in (select s.username from service s where s.search_text like ${`%${escapeLike(text.toLowerCase())}%`})`

/** User names with this prefix, including those of no service, so that mistyped names are found too. */
const userBegins = (text: string) => sql<SqlBool>`r.username like ${`${escapeLike(text)}%`}`

/** Calling-Station-Id has no uniform notation: any part of the received text matches. */
const calledBy = (text: string) => sql<SqlBool>`r.calling ilike ${`%${escapeLike(text)}%`}`

const looksLikeStation = (word: string) =>
  /^(?:[0-9a-f]{2}[:-]){1,}[0-9a-f]{0,2}$/i.test(word) || /^[0-9a-f]{12}$/i.test(word)

/** The address range of `100.64.` or `100.64.7`; undefined if the word is not the start of an IPv4 address. */
function addressesFrom(word: string): { lo: string; hi: string } | undefined {
  const parts = /^\d{1,3}(?:\.\d{1,3}){1,2}\.?$/.test(word) ? word.split('.').filter((part) => part !== '') : []
  if (parts.length < 2 || parts.some((part) => Number(part) > 255)) return undefined
  const filled = (rest: string) => [...parts, ...Array.from({ length: 4 - parts.length }, () => rest)].join('.')
  return { lo: filled('0'), hi: filled('255') }
}

function addressed(word: string): Expression<SqlBool> | undefined {
  const address = tryAddress(word)
  if (address !== undefined) return sql<SqlBool>`r.framed = ${formatAddress(address)}::inet`
  const range = addressesFrom(word)
  return range && sql<SqlBool>`(r.framed >= ${range.lo}::inet and r.framed <= ${range.hi}::inet)`
}

/** A word in the session search: an address or its start, a station, otherwise a user. */
export const sessionWord = (word: string): Expression<SqlBool> =>
  addressed(word) ?? (looksLikeStation(word) ? calledBy(word) : userNamed(word))

/** A word in the login search: a station, otherwise the start of a user name. */
export const loginWord = (word: string): Expression<SqlBool> =>
  looksLikeStation(word) ? calledBy(word) : userBegins(word)

/** Condition on a session field that is not a plain comparison of the displayed column. */
export function sessionCondition({ field, operator, values }: Condition): Expression<SqlBool> | undefined {
  const [value] = values
  if (typeof value !== 'string') return undefined
  const part = operator === 'like' || operator === 'ilike'
  if (field === 'username' && part) return userNamed(value)
  return field === 'framed_ip' && (part || operator === '=') ? addressed(value) : undefined
}
