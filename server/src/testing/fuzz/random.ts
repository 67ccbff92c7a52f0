/** Random values of one case: the same for the same seed and case, independent of other cases. */
export interface Random {
  /** From 0 up to but excluding 1. */
  next(): number
  /** An integer from 0 up to but excluding `below`. */
  below(below: number): number
  pick<T>(from: readonly T[]): T
  chance(of: number): boolean
}

/** mulberry32, by Tommy Ettinger, seeded with a hash of both numbers. */
export function randomOf(seed: number, index: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (max: number) => Math.floor(next() * max)
  return { next, below, pick: (from) => from[below(from.length)] as never, chance: (of) => next() < of }
}
