/** Companies from the root down to one, itself included. */
export type AncestorIds = readonly number[]

export interface Lineages {
  /** Those of `companies` that exist. */
  of(companies: Iterable<number>): Promise<Map<number, AncestorIds>>
  /** Drops what is kept of these companies, or of all. @returns what was dropped */
  forget(companies: Iterable<number> | 'all'): Map<number, AncestorIds>
}

const maxEntries = 20_000

/** Who stands above whom, kept until the company is announced as changed: every message asks, and hardly any differs. */
export function createLineages(
  read: (companies: number[]) => Promise<{ id: number; ancestor_ids: number[] }[]>,
): Lineages {
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
        // Read while something changed, it may be what was.
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
