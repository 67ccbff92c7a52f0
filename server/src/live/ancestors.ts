/** Companies from the root to a given one, inclusive. */
export type AncestorIds = readonly number[]

export interface AncestorCache {
  /** The ancestors of those `companies` that exist. */
  of(companies: Iterable<number>): Promise<Map<number, AncestorIds>>
  /**
   * Drops the cached ancestors of these companies, or of all.
   * @returns the dropped ones
   */
  forget(companies: Iterable<number> | 'all'): Map<number, AncestorIds>
}

const maxEntries = 20_000

/**
 * The ancestors of companies, cached until a company is announced as changed: every message needs them, and they rarely
 * change.
 */
export function createAncestorCache(
  read: (companies: number[]) => Promise<{ id: number; ancestor_ids: number[] }[]>,
): AncestorCache {
  const stored = new Map<number, AncestorIds>()
  let generation = 0
  return {
    async of(companies) {
      const found = new Map<number, AncestorIds>()
      const unknown: number[] = []
      for (const id of companies) {
        const ancestorIds = stored.get(id)
        if (ancestorIds === undefined) unknown.push(id)
        else found.set(id, ancestorIds)
      }
      if (unknown.length === 0) return found
      const before = generation
      const rows = await read(unknown)
      if (stored.size + rows.length > maxEntries) stored.clear()
      for (const { id, ancestor_ids: ancestorIds } of rows) {
        found.set(id, ancestorIds)
        // If something changed during the read, the result may be outdated.
        if (generation === before) stored.set(id, ancestorIds)
      }
      return found
    },
    forget(companies) {
      generation++
      const dropped = new Map<number, AncestorIds>()
      for (const id of companies === 'all' ? [...stored.keys()] : companies) {
        const ancestorIds = stored.get(id)
        if (ancestorIds === undefined) continue
        dropped.set(id, ancestorIds)
        stored.delete(id)
      }
      return dropped
    },
  }
}
