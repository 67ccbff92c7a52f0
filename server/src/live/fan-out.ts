import { subjects, type Subject } from '@trunkline/contract/abilities'
import type { Logger } from '../log.ts'
import type { AncestorIds, AncestorCache } from './ancestors.ts'

/** The database's announcement (db/functions/announce_rows.sql): empty lists mean "too many to list". */
export interface ChangedRows {
  subject: Subject
  ids: number[]
  /** The companies that own the rows; null: rows of the installation. */
  companies: (number | null)[]
}

/**
 * Parses an announcement.
 * @throws Error if it is invalid
 */
export function readChanged(payload: string): ChangedRows {
  const { subject, ids, companies } = JSON.parse(payload) as Partial<ChangedRows>
  if (!subjects.includes(subject as Subject) || !Array.isArray(ids) || !Array.isArray(companies))
    throw new Error('not an announcement of changed rows')
  return { subject: subject as Subject, ids, companies }
}

/** The recipients of a message: users of one company who may see the subject, or with `allCompanies` all who may. */
export const allCompanies = 0
export const roomOf = (company: number, subject: Subject) => `${company}:${subject}`

/** Minimum milliseconds between two messages to one room about one subject. */
const gap = 100
const maxIds = 100

export interface FanOut {
  add(change: ChangedRows): void
  /** Sends the queued messages and stops the timer. */
  end(): void
}

/** Ids for a room; null: too many to list. */
type IdSet = Set<number> | null

interface FanOutSettings {
  ancestors: AncestorCache
  /** The provider's company, which owns the rows of the installation. */
  root(): Promise<number | undefined>
  send(room: string, subject: Subject, ids: number[]): void
  log: Logger
}

/**
 * Announces each change to the owner company and its ancestors, and to no others. Changes in quick succession are
 * combined: the first is sent immediately, the rest after `gap` milliseconds.
 */
export function createFanOut({ ancestors, root, send, log }: FanOutSettings): FanOut {
  let waiting: ChangedRows[] = []
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    timer = undefined
    if (waiting.length === 0) return
    const changes = waiting
    waiting = []
    timer = setTimeout(flush, gap)
    deliver(changes).catch((error: unknown) => log.warn({ error }, 'changes could not be announced'))
  }

  async function deliver(changes: ChangedRows[]): Promise<void> {
    // A moved company is also announced to its former ancestors, if they are still cached.
    const before = new Map<number, AncestorIds>()
    for (const change of changes)
      if (change.subject === 'companies')
        for (const [id, ancestorIds] of ancestors.forget(change.ids.length === 0 ? 'all' : change.ids))
          before.set(id, ancestorIds)
    const named = new Set(changes.flatMap((change) => change.companies).filter((id) => id !== null))
    const now = await ancestors.of(named)
    const rooted = changes.some((change) => change.companies.includes(null)) ? await root() : undefined
    const above = (company: number | null): AncestorIds =>
      company === null
        ? rooted === undefined
          ? []
          : [rooted]
        : [...(now.get(company) ?? []), ...(before.get(company) ?? [])]

    const rooms = new Map<string, { room: string; subject: Subject; ids: IdSet }>()
    const notify = (company: number, subject: Subject, ids: IdSet) => {
      const room = roomOf(company, subject)
      const known = rooms.get(room)
      if (known === undefined) rooms.set(room, { room, subject, ids: ids && new Set(ids) })
      else if (ids === null || known.ids === null) known.ids = null
      else for (const id of ids) known.ids.add(id)
    }
    for (const change of changes)
      for (const [company, ids] of audience(change, above)) notify(company, change.subject, ids)
    for (const { room, subject, ids } of rooms.values())
      send(room, subject, ids === null || ids.size > maxIds ? [] : [...ids])
  }

  return {
    add(change) {
      waiting.push(change)
      // After the current turn of the event loop, so that announcements of one commit are combined.
      timer ??= setTimeout(flush, 0)
    },
    end() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/**
 * The ids to announce per company. An announcement for several companies does not contain the owner of each row: only
 * common ancestors of all get the ids, and the others get a change without ids.
 */
function* audience(
  { subject, ids, companies }: ChangedRows,
  above: (company: number | null) => AncestorIds,
): Generator<[company: number, ids: IdSet]> {
  const named: IdSet = ids.length === 0 ? null : new Set(ids)
  if (companies.length === 0) {
    yield [allCompanies, null]
    return
  }
  const reached = new Map<number, number>()
  for (const company of companies) {
    for (const ancestor of new Set(above(company))) {
      // The owner of a company row is that company.
      if (subject === 'companies' && company !== null) yield [ancestor, named && new Set([company])]
      else reached.set(ancestor, (reached.get(ancestor) ?? 0) + 1)
    }
  }
  for (const [ancestor, count] of reached) yield [ancestor, count === companies.length ? named : null]
}
