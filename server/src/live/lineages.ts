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
export function createLineages(read: (companies: number[]) => Promise<{ id: number; lineage: number[] }[]>): Lineages {
  const stored = new Map<number, AncestorIds>()
  let generation = 0
  return {
    async of(companies) {
      const found = new Map<number, AncestorIds>()
      const unknown: number[] = []
      for (const id of companies) {
        const lineage = stored.get(id)
        if (lineage === undefined) unknown.push(id)
        else found.set(id, lineage)
      }
      if (unknown.length === 0) return found
      const before = generation
      const rows = await read(unknown)
      if (stored.size + rows.length > maxEntries) stored.clear()
      for (const { id, lineage } of rows) {
        found.set(id, lineage)
        // Read while something changed, it may be what was.
        if (generation === before) stored.set(id, lineage)
      }
      return found
    },
    forget(companies) {
      generation++
      const dropped = new Map<number, AncestorIds>()
      for (const id of companies === 'all' ? [...stored.keys()] : companies) {
        const lineage = stored.get(id)
        if (lineage === undefined) continue
        dropped.set(id, lineage)
        stored.delete(id)
      }
      return dropped
    },
  }
}
