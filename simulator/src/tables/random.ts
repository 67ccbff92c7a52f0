/** Pseudo-random numbers in [0, 1), the same for the same seed and name. */
export function chance(seed: number, name: string): number {
  let hash = 2166136261 ^ seed
  for (let index = 0; index < name.length; index++) {
    hash ^= name.charCodeAt(index)
    hash = Math.imul(hash, 16777619)
  }
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  hash ^= hash >>> 16
  return (hash >>> 0) / 4294967296
}

/** A whole number in [from, to]. */
export const between = (seed: number, name: string, from: number, to: number): number =>
  from + Math.floor(chance(seed, name) * (to - from + 1))

/** `D4:01:C3:0A:1B:2C`, with a manufacturer's prefix. */
export function macOf(seed: number, name: string, maker = 'D4:01:C3'): string {
  const tail = [0, 1, 2].map((part) => between(seed, `${name} ${part}`, 0, 255).toString(16).padStart(2, '0'))
  return `${maker}:${tail.join(':')}`.toUpperCase()
}
