import { differingFields, lineOf, type AccessLine, type LineField, type WantedRow } from './access-lines.ts'
import { markKey } from './access-mark.ts'
import type { SeenAccessRow } from './shapes.ts'

/** A row on a device: its mark and its content. */
export interface SeenLine {
  id: string
  /** See `markKey`; null: a row of the operator. */
  key: string | null
  line: AccessLine
}

export const seenLine = (row: SeenAccessRow): SeenLine => ({
  id: row.id,
  // Dynamic rows cannot be changed.
  key: row.mark === null || row.dynamic ? null : markKey(row.mark),
  line: lineOf(row),
})

/** Rows to place before another one, in this order; `before` null: at the end. */
export type Placement =
  | { kind: 'move'; ids: string[]; before: string | null }
  | { kind: 'add'; row: WantedRow; before: string | null }

/** The writes that make a list as wanted. Empty: it already is. */
export interface AccessPlan {
  remove: string[]
  set: { id: string; row: WantedRow; fields: LineField[] }[]
  place: Placement[]
  /** Maps each wanted row to the existing row that represents it; undefined: none. */
  matches: (SeenLine | undefined)[]
}

export const isPlanEmpty = ({ remove, set, place }: AccessPlan): boolean =>
  remove.length === 0 && set.length === 0 && place.length === 0

/**
 * Computes the fewest writes that make a list as wanted: first the panel's rows in their order, then the operator's
 * rows, which are never changed or reordered. Rows with an unknown mark and duplicates are removed.
 */
export function planAccess(seen: readonly SeenLine[], wanted: readonly WantedRow[]): AccessPlan {
  const byKey = new Map<string, SeenLine[]>()
  for (const row of seen) if (row.key !== null) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row])
  const matches = matchRows(wanted, byKey)
  const used = new Set(matches.flatMap((row) => (row === undefined ? [] : [row.id])))
  const remove = seen.filter(({ id, key }) => key !== null && !used.has(id)).map(({ id }) => id)
  const set = wanted.flatMap((row, at) => {
    const match = matches[at]
    const fields = match === undefined ? [] : differingFields(row.line, match.line)
    return fields.length === 0 ? [] : [{ id: (match as SeenLine).id, row, fields }]
  })
  return { remove, set, place: placings(seen, wanted, matches), matches }
}

/** A row with equal content is the best match of a wanted one; the others are matched in their order. */
function matchRows(wanted: readonly WantedRow[], byKey: ReadonlyMap<string, SeenLine[]>): (SeenLine | undefined)[] {
  const matches: (SeenLine | undefined)[] = wanted.map(() => undefined)
  const left = new Map([...byKey].map(([key, rows]) => [key, [...rows]]))
  const mark = (at: number, fits: (row: SeenLine) => boolean) => {
    if (matches[at] !== undefined) return
    const rows = left.get((wanted[at] as WantedRow).key) ?? []
    const found = rows.findIndex(fits)
    if (found !== -1) matches[at] = rows.splice(found, 1)[0]
  }
  for (const [at, { line }] of wanted.entries()) mark(at, (row) => differingFields(line, row.line).length === 0)
  for (const at of wanted.keys()) mark(at, () => true)
  return matches
}

/**
 * Rows that stay in place: the longest subsequence of the rows before the operator's that is already in order. All
 * others are moved before the next one that stays.
 */
function placings(
  seen: readonly SeenLine[],
  wanted: readonly WantedRow[],
  matches: readonly (SeenLine | undefined)[],
): Placement[] {
  const owners = seen.findIndex(({ key }) => key === null)
  const above = new Map((owners === -1 ? seen : seen.slice(0, owners)).map(({ id }, at) => [id, at]))
  const staying = longestIncreasing(
    matches.flatMap((row, at) => {
      const place = row === undefined ? undefined : above.get(row.id)
      return place === undefined ? [] : [{ at, place }]
    }),
  )
  const stays = new Set(staying)
  const place: Placement[] = []
  for (const [at, row] of wanted.entries()) {
    if (stays.has(at)) continue
    const next = staying.find((one) => one > at)
    const before = next === undefined ? (seen[owners]?.id ?? null) : (matches[next] as SeenLine).id
    const match = matches[at]
    const last = place.at(-1)
    if (match === undefined) place.push({ kind: 'add', row, before })
    else if (last?.kind === 'move' && last.before === before) last.ids.push(match.id)
    else place.push({ kind: 'move', ids: [match.id], before })
  }
  return place
}

/**
 * The longest subsequence of pairs, ordered by `at`, in which `place` increases (patience sorting); returns their `at`.
 */
function longestIncreasing(pairs: readonly { at: number; place: number }[]): number[] {
  const ends: number[] = []
  const previous: number[] = []
  for (const [index, { place }] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] as number] as { place: number }).place < place) low = middle + 1
      else high = middle
    }
    previous[index] = low === 0 ? -1 : (ends[low - 1] as number)
    ends[low] = index
  }
  const rising: number[] = []
  for (let index = ends.at(-1) ?? -1; index !== -1; index = previous[index] as number)
    rising.unshift((pairs[index] as { at: number }).at)
  return rising
}
