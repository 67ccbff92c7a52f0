import { formatAddress, tryAddress } from '@trunkline/contract/net'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Condition } from '../../http/list/parse.ts'

/**
 * What is searched for in sessions and logins, said so that an index answers it: they are too many to look through, and
 * no index of their text is kept, since each packet of accounting would write it.
 */

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Of any service that the caller sees and that has this text in its user name, name or address. */
const userNamed = (text: string) =>
  sql<SqlBool>`r.username in (select s.username from service s where s.search_text like ${`%${escapeLike(text.toLowerCase())}%`})`

/** Beginning so, also one that nobody has: who mistypes is found too. */
const userBegins = (text: string) => sql<SqlBool>`r.username like ${`${escapeLike(text)}%`}`

/** Caller's addresses are written in many ways: as they came, any part. */
const calledBy = (text: string) => sql<SqlBool>`r.calling ilike ${`%${escapeLike(text)}%`}`

const looksLikeStation = (word: string) =>
  /^(?:[0-9a-f]{2}[:-]){1,}[0-9a-f]{0,2}$/i.test(word) || /^[0-9a-f]{12}$/i.test(word)

/** `100.64.` and `100.64.7` as the addresses that begin so; undefined for what begins no IPv4 address. */
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

/** A word of free text in a list of sessions: an address or its beginning, a station, else a user. */
export const sessionWord = (word: string): Expression<SqlBool> =>
  addressed(word) ?? (looksLikeStation(word) ? calledBy(word) : userNamed(word))

/** A word of free text in the list of logins: a station, else how a user name begins. */
export const loginWord = (word: string): Expression<SqlBool> =>
  looksLikeStation(word) ? calledBy(word) : userBegins(word)

/** A named field of a session, where it is more than a comparison of what is shown. */
export function sessionCondition({ field, operator, values }: Condition): Expression<SqlBool> | undefined {
  const [value] = values
  if (typeof value !== 'string') return undefined
  const part = operator === 'like' || operator === 'ilike'
  if (field === 'username' && part) return userNamed(value)
  return field === 'framed_ip' && (part || operator === '=') ? addressed(value) : undefined
}
