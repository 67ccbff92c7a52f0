import type { SearchKind } from '@trunkline/contract/resources/search'
import type { Found } from './finder.ts'
import type { Question } from './question.ts'

/** Of results that match equally well: what a support person looks for first. */
const order: readonly SearchKind[] = [
  'companies',
  'users',
  'services',
  'vpn-dialups',
  'sessions',
  'hardware',
  'leases',
  'wifi-clients',
  'sites',
  'access-control',
  'access-list-rows',
  'licences',
  'tariffs',
  'nas',
  'addresses',
  'subnets',
  'user-invites',
]

/** Digits of a phone number that identify it without its country code. */
const wholePhone = 8

/**
 * 4: it is what was typed; 3: its title starts so; 2: it has each typed word; 1: each word starts one of its own; 0: the
 * rest.
 */
function scoreOf(found: Found, question: Question): number {
  const text = question.text.toLowerCase()
  const title = found.title.toLowerCase()
  const words = new Set(`${title} ${found.search_text}`.split(/[\s,]+/))
  const identifiers = [text, ...question.patterns]
  // A word without digits is part of a name.
  const isIdentifier = question.patterns.length > 0 || /[\d@]/.test(text)
  if (identifiers.some((one) => one === title || (isIdentifier && words.has(one)))) return 4
  const { phone } = question
  if (phone !== undefined && phone.length >= wholePhone && [...words].some((word) => word.endsWith(phone))) return 4
  if (title.startsWith(text)) return 3
  const typed = question.patterns.length === 0 ? text.split(' ') : question.patterns
  const holds = (test: (word: string) => boolean) =>
    question.patterns.length === 0 ? typed.every(test) : typed.some(test)
  if (holds((word) => words.has(word))) return 2
  const starts = [...words]
  return holds((word) => starts.some((one) => one.startsWith(word))) ? 1 : 0
}

/** Whether the result is exactly what was typed: its name, or one of its identifiers. */
export const isExact = (found: Found, question: Question): boolean => scoreOf(found, question) === 4

/** The best `limit` results of each kind, the best of all first; one row that two finders found is one result. */
export function ranked(found: readonly Found[], question: Question, limit: number): Found[] {
  const sorted = found
    .map((one, index) => ({ one, index, score: scoreOf(one, question) }))
    .sort((a, b) => b.score - a.score || order.indexOf(a.one.kind) - order.indexOf(b.one.kind) || a.index - b.index)
  const seen = new Set<string>()
  const counts = new Map<SearchKind, number>()
  return sorted.flatMap(({ one }) => {
    const key = `${one.kind}/${one.id}/${one.kind === 'sessions' ? one.session_id : one.title}`
    const count = counts.get(one.kind) ?? 0
    if (seen.has(key) || count >= limit) return []
    seen.add(key)
    counts.set(one.kind, count + 1)
    return [one]
  })
}
