import { subjects, type Subject } from '@trunkline/contract/abilities'
import type { Logger } from '../log.ts'
import type { AncestorIds, Lineages } from './ancestors.ts'

/** What the database announces (db/functions/announce_rows.sql): empty lists mean "too many to name". */
export interface ChangedRows {
  subject: Subject
  ids: number[]
  /** Whose rows; null: the installation's. */
  companies: (number | null)[]
}

/** Reads an announcement. @throws Error when it is none */
export function readChanged(payload: string): ChangedRows {
  const { subject, ids, companies } = JSON.parse(payload) as Partial<ChangedRows>
  if (!subjects.includes(subject as Subject) || !Array.isArray(ids) || !Array.isArray(companies))
    throw new Error('not an announcement of changed rows')
  return { subject: subject as Subject, ids, companies }
}

/** Whom a message goes to: the people of one company who may see the subject, or `everybody` who may. */
export const everybody = 0
export const roomOf = (company: number, subject: Subject) => `${company}:${subject}`

/** Milliseconds between two messages to one room about one subject. */
const gap = 100
const maxIds = 100

export interface FanOut {
  add(change: ChangedRows): void
  /** Sends what is waiting; the timer stops. */
  end(): void
}

/** Ids of a room; null: too many to name. */
type Named = Set<number> | null

interface FanOutSettings {
  ancestors: Lineages
  /** The provider's company, whose the installation's rows are. */
  root(): Promise<number | undefined>
  send(room: string, subject: Subject, ids: number[]): void
  log: Logger
}

/**
 * Tells each change to the companies above the rows that changed, their own included, and to nobody else. Changes that
 * come in quick succession are told together: the first at once, the rest `gap` milliseconds later.
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
    deliver(changes).catch((error: unknown) => log.warn({ error }, 'changes could not be told'))
  }

  async function deliver(changes: ChangedRows[]): Promise<void> {
    // A company that moved is also told to those whom it stood under before, as far as they are remembered here.
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

    const rooms = new Map<string, { room: string; subject: Subject; ids: Named }>()
    const notify = (company: number, subject: Subject, ids: Named) => {
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
      // After this turn of the loop, so that announcements of one commit go together.
      timer ??= setTimeout(flush, 0)
    },
    end() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/**
 * Which company is told which ids. An announcement of rows of several companies does not say whose each row is: only
 * those above all of them are told the ids, and the others that something changed.
 */
function* audience(
  { subject, ids, companies }: ChangedRows,
  above: (company: number | null) => AncestorIds,
): Generator<[company: number, ids: Named]> {
  const named: Named = ids.length === 0 ? null : new Set(ids)
  if (companies.length === 0) {
    yield [everybody, null]
    return
  }
  const reached = new Map<number, number>()
  for (const company of companies) {
    for (const ancestor of new Set(above(company))) {
      // The row of a company is that company.
      if (subject === 'companies' && company !== null) yield [ancestor, named && new Set([company])]
      else reached.set(ancestor, (reached.get(ancestor) ?? 0) + 1)
    }
  }
  for (const [ancestor, count] of reached) yield [ancestor, count === companies.length ? named : null]
}
