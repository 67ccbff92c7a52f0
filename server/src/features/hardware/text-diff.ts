import { structuredPatch } from 'diff'

/** Changed lines with context, from line `before` of the older text and line `after` of the newer, one-based. */
export interface DiffHunk {
  before: number
  after: number
  lines: { kind: 'same' | 'removed' | 'added'; text: string }[]
}

export interface Comparison {
  added: number
  removed: number
  places: DiffHunk[]
}

/** Unchanged lines around each change. */
const context = 3

/** Maximum number of removed and added lines: time and memory grow with their square. */
const maxEdits = 1500

/**
 * The line differences of two texts, with the fewest removed and added lines. Texts with more than `maxEdits`
 * differences are reported as one replaced part between their common first and last lines.
 */
export function compareTexts(older: string, newer: string): Comparison {
  const [a, b] = [withLineBreak(older), withLineBreak(newer)]
  const patch = structuredPatch('', '', a, b, undefined, undefined, { context, maxEditLength: maxEdits })
  const places = patch?.hunks.map(({ oldStart, newStart, lines }) => ({
    before: oldStart,
    after: newStart,
    lines: lines.map((line) => ({ kind: kinds[line[0] as keyof typeof kinds], text: line.slice(1) })),
  })) ?? [replaced(linesOf(a), linesOf(b))]
  const count = (kind: 'removed' | 'added') =>
    places.reduce((sum, { lines }) => sum + lines.filter((line) => line.kind === kind).length, 0)
  return { added: count('added'), removed: count('removed'), places }
}

const kinds = { ' ': 'same', '-': 'removed', '+': 'added' } as const

/** Adds a final line break, so that its absence is not a difference. */
const withLineBreak = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
const linesOf = (text: string): string[] => text.split('\n').slice(0, -1)

/** One hunk from the first to the last different line. */
function replaced(a: readonly string[], b: readonly string[]): DiffHunk {
  const shorter = Math.min(a.length, b.length)
  let head = 0
  while (head < shorter && a[head] === b[head]) head++
  let tail = 0
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const start = Math.max(0, head - context)
  const as = (kind: DiffHunk['lines'][number]['kind'], lines: readonly string[]) =>
    lines.map((text) => ({ kind, text }))
  return {
    before: start + 1,
    after: start + 1,
    lines: [
      ...as('same', a.slice(start, head)),
      ...as('removed', a.slice(head, a.length - tail)),
      ...as('added', b.slice(head, b.length - tail)),
      ...as('same', a.slice(a.length - tail, a.length - tail + context)),
    ],
  }
}
