import { describe, expect, test } from 'vitest'
import { compareTexts, type Comparison } from './text-diff.ts'

const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join('')
const lines = (from: number, until: number) => Array.from({ length: until - from + 1 }, (_, n) => `line ${from + n}`)

/** Applies the hunks of a comparison to the older text. */
function applied(older: string, { places }: Comparison): string {
  const stored = older === '' ? [] : older.replace(/\n$/, '').split('\n')
  const out: string[] = []
  let at = 0
  for (const place of places) {
    out.push(...stored.slice(at, place.before - 1))
    at = place.before - 1
    expect(out.length).toBe(place.after - 1)
    for (const { kind, text: line } of place.lines) {
      if (kind !== 'added') expect(stored[at++]).toBe(line)
      if (kind !== 'removed') out.push(line)
    }
  }
  out.push(...stored.slice(at))
  return out.length === 0 ? '' : `${out.join('\n')}\n`
}

/** The minimum number of differing lines, by a simple longest common subsequence. */
function fewest(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, () => 0)
  for (const line of a) {
    const next = [0]
    for (let j = 1; j <= b.length; j++)
      next[j] = line === b[j - 1] ? (row[j - 1] as number) + 1 : Math.max(row[j] as number, next[j - 1] as number)
    row = next
  }
  return a.length + b.length - 2 * (row[b.length] as number)
}

let seed = 1
const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below

describe('a comparison of two texts', () => {
  test('shows removed and added lines with three lines of context', () => {
    const older = text(...lines(1, 20))
    const newer = text(...lines(1, 9), 'new', ...lines(11, 20))
    expect(compareTexts(older, newer)).toEqual({
      added: 1,
      removed: 1,
      places: [
        {
          before: 7,
          after: 7,
          lines: [
            ...lines(7, 9).map((line) => ({ kind: 'same', text: line })),
            { kind: 'removed', text: 'line 10' },
            { kind: 'added', text: 'new' },
            ...lines(11, 13).map((line) => ({ kind: 'same', text: line })),
          ],
        },
      ],
    })
  })

  test('merges hunks whose context touches, and separates others', () => {
    const older = text(...lines(1, 40))
    const near = text(...lines(1, 9), ...lines(11, 16), ...lines(18, 40))
    const far = text(...lines(1, 9), ...lines(11, 17), ...lines(19, 40))
    expect(compareTexts(older, near).places).toHaveLength(1)
    expect(compareTexts(older, far).places).toHaveLength(2)
  })

  test.each([
    ['', ''],
    ['', text('a')],
    [text('a'), ''],
    [text('a'), text('a')],
    ['a', 'a\n'],
  ])('of %j and %j reports only their difference', (older, newer) => {
    const found = compareTexts(older, newer)
    expect(found.added + found.removed).toBe(older.trim() === newer.trim() ? 0 : 1)
  })

  test('is minimal and yields the newer text, for many texts', () => {
    for (let round = 0; round < 1500; round++) {
      const make = () => Array.from({ length: random(14) }, () => 'abcd'[random(4)] as string)
      const [a, b] = [make(), make()]
      const found = compareTexts(text(...a), text(...b))
      expect(applied(text(...a), found), `${a.join('')} ${b.join('')}`).toBe(text(...b))
      expect(found.added + found.removed, `${a.join('')} ${b.join('')}`).toBe(fewest(a, b))
    }
  })

  test('of two large texts without common lines is fast and correct', () => {
    const older = text(...Array.from({ length: 30_000 }, (_, n) => `older ${n}`))
    const newer = text(...Array.from({ length: 30_000 }, (_, n) => `newer ${n}`))
    const began = process.cpuUsage()
    const found = compareTexts(older, newer)
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000)
    expect([found.added, found.removed, found.places.length]).toEqual([30_000, 30_000, 1])
  })

  test('of texts with too many differences is one replaced part between their common start and end', () => {
    const rest = (name: string) => Array.from({ length: 4000 }, (_, n) => `${name} ${n}`)
    const older = text(...lines(1, 9), ...rest('older'), ...lines(10, 19))
    const newer = text(...lines(1, 9), ...rest('newer'), 'more', ...lines(10, 19))
    const found = compareTexts(older, newer)
    expect(applied(older, found)).toBe(newer)
    expect(found).toMatchObject({ added: 4001, removed: 4000, places: [{ before: 7, after: 7 }] })
    expect(found.places[0]?.lines.slice(-3)).toEqual(lines(10, 12).map((line) => ({ kind: 'same', text: line })))
  })
})
