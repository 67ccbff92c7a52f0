import type { CompiledQuery } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Anchor } from './order.ts'

/**
 * The ids of the rows of a page, in order, and the number of rows of the list. The rows themselves are always read from
 * the database.
 */
export interface RememberedPage {
  ids: number[]
  found: number
}

/**
 * Caches list metadata of one process for a short time, so that a page costs the same at any depth: totals, because
 * counting is the most expensive part of a list (73 ms against 4 ms for 100,000 rows); the ends of pages, because
 * OFFSET reads all previous rows; and the row ids of pages that took long to find. The cache is cleared when the
 * database announces a change of a row, and before the reply to a write of this process.
 */
export interface ListMemory {
  /** The cached total of this statement for this caller, else the result of `count`. Short lists are always counted. */
  total(actor: Actor, statement: CompiledQuery, count: () => Promise<number>): Promise<number>
  /** The cached total of this statement for this caller. */
  known(actor: Actor, statement: CompiledQuery): number | undefined
  /** The last of the first `offset` rows of the list, if known: the page begins after it. */
  anchor(actor: Actor, statement: CompiledQuery, offset: number): Anchor | undefined
  storeAnchor(actor: Actor, statement: CompiledQuery, anchor: Anchor): void
  page(actor: Actor, statement: CompiledQuery, part: string): RememberedPage | undefined
  /** Call before finding a page; `keep` caches the page if finding it took long and nothing has changed since. */
  findPage(actor: Actor, statement: CompiledQuery, part: string): { remember(page: RememberedPage): void }
  /** Clears the cache after a change. */
  forget(): void
}

const exactBelow = 500
const retentionMs = 15_000
const maxEntries = 5_000
const maxAnchors = 200
/**
 * @param pages whether to cache pages: only if every change is announced to this process
 * @param expensive cache a page if finding it took at least this many milliseconds
 */
export function createListMemory({ now = Date.now, pages: stored = false, expensive = 3 } = {}): ListMemory {
  const pages = new Map<string, RememberedPage & { until: number }>()
  const totals = new Map<string, { total: number; until: number }>()
  const anchors = new Map<string, { byOffset: Map<number, Anchor>; until: number }>()
  let generation = 0
  // Tenant, statement and values: a cached result must never be used for another tenant.
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
