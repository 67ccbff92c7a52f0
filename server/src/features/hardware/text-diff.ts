/** A changed place: lines of the older text from `before` on and of the newer from `after` on, counted from 1. */
export interface Place {
  before: number
  after: number
  lines: { kind: 'same' | 'removed' | 'added'; text: string }[]
}

export interface Comparison {
  added: number
  removed: number
  places: Place[]
}

/** Lines that stay around each change. */
const around = 3

/** Edits that a part of a comparison may need before it is called replaced as a whole: the search takes their square. */
const mostEdits = 1500

/**
 * What changed from one text to another, line by line: the fewest lines taken out and put in, by the search from both
 * ends in linear space of E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), section 4b. Two texts
 * that have little in common are told as replaced where finding the fewest would take too long.
 */
export function compareTexts(older: string, newer: string): Comparison {
  const [a, b] = [linesOf(older), linesOf(newer)]
  const [x, y] = numbered(a, b)
  const removed = new Uint8Array(a.length)
  const added = new Uint8Array(b.length)
  mark(x, y, removed, added)
  return gather(a, b, removed, added)
}

/** A line break at the end is no line of its own. */
const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

/** Equal lines get equal numbers, so that they are compared at once. */
function numbered(a: readonly string[], b: readonly string[]): [Int32Array, Int32Array] {
  const known = new Map<string, number>()
  const number = (line: string) => {
    let at = known.get(line)
    if (at === undefined) known.set(line, (at = known.size))
    return at
  }
  return [Int32Array.from(a, number), Int32Array.from(b, number)]
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

function mark(a: Int32Array, b: Int32Array, removed: Uint8Array, added: Uint8Array): void {
  const open: Box[] = [{ left: 0, top: 0, right: a.length, bottom: b.length }]
  for (let box = open.pop(); box !== undefined; box = open.pop()) {
    let { left, top, right, bottom } = box
    while (left < right && top < bottom && a[left] === b[top]) {
      left++
      top++
    }
    while (left < right && top < bottom && a[right - 1] === b[bottom - 1]) {
      right--
      bottom--
    }
    if (left === right) added.fill(1, top, bottom)
    else if (top === bottom) removed.fill(1, left, right)
    else {
      const middle = meet(a, b, { left, top, right, bottom })
      if (middle === undefined) {
        removed.fill(1, left, right)
        added.fill(1, top, bottom)
      } else {
        open.push({ left, top, right: middle.x, bottom: middle.y })
        open.push({ left: middle.x, top: middle.y, right, bottom })
      }
    }
  }
}

/**
 * Where the furthest paths from both corners meet: a point that a shortest path goes through. The box begins and ends
 * with a difference. Undefined where it lies beyond the bound.
 */
function meet(a: Int32Array, b: Int32Array, { left, top, right, bottom }: Box): { x: number; y: number } | undefined {
  const [width, height] = [right - left, bottom - top]
  const delta = width - height
  const odd = (delta & 1) !== 0
  const most = Math.min(Math.ceil((width + height) / 2), mostEdits)
  // Of each diagonal how far a path has come: from the top left, and from the bottom right.
  const middle = most + 1
  const forth = new Int32Array(2 * middle + 1)
  const back = new Int32Array(2 * middle + 1)
  for (let edits = 0; edits <= most; edits++) {
    for (let k = -edits; k <= edits; k += 2) {
      let x = down(forth, middle, k, edits) ? (forth[middle + k + 1] as number) : (forth[middle + k - 1] as number) + 1
      let y = x - k
      while (x < width && y < height && a[left + x] === b[top + y]) {
        x++
        y++
      }
      forth[middle + k] = x
      const other = delta - k
      if (odd && Math.abs(other) < edits && x + (back[middle + other] as number) >= width)
        return x <= width && y <= height ? { x: left + x, y: top + y } : undefined
    }
    for (let k = -edits; k <= edits; k += 2) {
      let x = down(back, middle, k, edits) ? (back[middle + k + 1] as number) : (back[middle + k - 1] as number) + 1
      let y = x - k
      while (x < width && y < height && a[right - 1 - x] === b[bottom - 1 - y]) {
        x++
        y++
      }
      back[middle + k] = x
      const other = delta - k
      if (!odd && Math.abs(other) <= edits && x + (forth[middle + other] as number) >= width)
        return x <= width && y <= height ? { x: right - x, y: bottom - y } : undefined
    }
  }
  return undefined
}

/** Whether the furthest path on a diagonal comes from the one above it rather than from the one to its left. */
const down = (reached: Int32Array, middle: number, k: number, edits: number) =>
  k === -edits || (k !== edits && (reached[middle + k - 1] as number) < (reached[middle + k + 1] as number))

function gather(a: readonly string[], b: readonly string[], removed: Uint8Array, added: Uint8Array): Comparison {
  const result: Comparison = { added: 0, removed: 0, places: [] }
  let place: Place | undefined
  /** Lines that both have since the last change. */
  let same = 0
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const gone = i < a.length && removed[i] === 1
    const come = !gone && j < b.length && added[j] === 1
    if (!gone && !come) {
      if (place !== undefined) {
        if (same < around) place.lines.push({ kind: 'same', text: a[i] as string })
        // So many in between that two places are easier to read than one.
        else if (same >= 2 * around) place = undefined
      }
      same++
      i++
      j++
      continue
    }
    if (place === undefined) {
      const context = Math.min(around, same)
      place = { before: i - context + 1, after: j - context + 1, lines: [] }
      for (let n = i - context; n < i; n++) place.lines.push({ kind: 'same', text: a[n] as string })
      result.places.push(place)
    } else {
      // Those in between that were held back until it was known that the place goes on.
      for (let n = i - same + around; n < i; n++) place.lines.push({ kind: 'same', text: a[n] as string })
    }
    same = 0
    if (gone) {
      place.lines.push({ kind: 'removed', text: a[i++] as string })
      result.removed++
    } else {
      place.lines.push({ kind: 'added', text: b[j++] as string })
      result.added++
    }
  }
  return result
}
