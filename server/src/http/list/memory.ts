import type { CompiledQuery } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Anchor } from './order.ts'

/** Which rows are on a page, in order, and how many rows the list has. The rows themselves are read anew each time. */
export interface RememberedPage {
  ids: number[]
  found: number
}

/**
 * What one process remembers about lists for a moment, so that paging costs the same at any depth: totals, because
 * counting is the dear part of a list (73 ms against 4 ms for 100,000 rows), where pages end, because OFFSET walks
 * over all rows before, and which rows are on pages that took long to find. Everything is forgotten when a row of the
 * database is announced as changed, and before a write of this process is answered.
 */
export interface ListMemory {
  /** The kept total of this statement for this caller, else what `count` finds. Short lists are always counted. */
  total(actor: Actor, statement: CompiledQuery, count: () => Promise<number>): Promise<number>
  /** The kept total of this statement for this caller. */
  known(actor: Actor, statement: CompiledQuery): number | undefined
  /** The known row that `offset` rows of the list end with: a page from there begins behind it. */
  anchor(actor: Actor, statement: CompiledQuery, offset: number): Anchor | undefined
  storeAnchor(actor: Actor, statement: CompiledQuery, anchor: Anchor): void
  page(actor: Actor, statement: CompiledQuery, part: string): RememberedPage | undefined
  /** Begins to find a page; `keep` remembers it, if that took long and nothing changed meanwhile. */
  findPage(actor: Actor, statement: CompiledQuery, part: string): { remember(page: RememberedPage): void }
  /** Something changed. */
  forget(): void
}

const exactBelow = 500
const retentionMs = 15_000
const maxEntries = 5_000
const maxAnchors = 200
/**
 * @param pages whether pages are remembered: only where every change is heard of
 * @param expensive milliseconds from which finding a page is worth remembering
 */
export function createListMemory({ now = Date.now, pages: stored = false, expensive = 3 } = {}): ListMemory {
  const pages = new Map<string, RememberedPage & { until: number }>()
  const totals = new Map<string, { total: number; until: number }>()
  const anchors = new Map<string, { byOffset: Map<number, Anchor>; until: number }>()
  let generation = 0
  // Tenant, statement and values: what one company's people see may never answer another's question.
  const keyOf = (actor: Actor, { sql, parameters }: CompiledQuery) =>
    `${actor.company_id} ${sql} ${JSON.stringify(parameters)}`
  const known = (key: string) => {
    const found = totals.get(key)
    return found !== undefined && found.until > now() ? found.total : undefined
  }
  return {
    known: (actor, statement) => known(keyOf(actor, statement)),
    async total(actor, statement, count) {
      const key = keyOf(actor, statement)
      const found = known(key)
      if (found !== undefined) return found
      const before = generation
      const total = await count()
      if (total >= exactBelow && generation === before) {
        if (totals.size >= maxEntries) totals.clear()
        totals.set(key, { total, until: now() + retentionMs })
      }
      return total
    },
    anchor(actor, statement, offset) {
      const found = anchors.get(keyOf(actor, statement))
      if (found === undefined || found.until <= now()) return undefined
      return found.byOffset.get(offset)
    },
    storeAnchor(actor, statement, anchor) {
      const key = keyOf(actor, statement)
      let found = anchors.get(key)
      if (found === undefined || found.until <= now()) {
        if (anchors.size >= maxEntries) anchors.clear()
        anchors.set(key, (found = { byOffset: new Map(), until: now() + retentionMs }))
      }
      if (found.byOffset.size < maxAnchors && !found.byOffset.has(anchor.offset))
        found.byOffset.set(anchor.offset, anchor)
    },
    page(actor, statement, part) {
      if (!stored) return undefined
      const found = pages.get(`${part} ${keyOf(actor, statement)}`)
      return found !== undefined && found.until > now() ? found : undefined
    },
    findPage(actor, statement, part) {
      const [before, from] = [generation, performance.now()]
      return {
        remember({ ids, found }) {
          if (!stored || generation !== before || performance.now() - from < expensive) return
          if (pages.size >= maxEntries) pages.clear()
          pages.set(`${part} ${keyOf(actor, statement)}`, { ids, found, until: now() + retentionMs })
        },
      }
    },
    forget() {
      generation++
      pages.clear()
      totals.clear()
      anchors.clear()
    },
  }
}
