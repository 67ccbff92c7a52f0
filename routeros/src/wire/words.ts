const max = 8_192
const maxNameLength = 40

let known = new Map<number, string>()

/**
 * Interns text: names of properties and short values (`false`, `bound`) occur in every row of every router, and reusing
 * a string costs neither time nor memory. ASCII only, which is the same in every code page.
 * @returns undefined if the text is too long or not ASCII
 */
export function knownText(bytes: Buffer, start: number, end: number): string | undefined {
  const length = end - start
  if (length > maxNameLength) return undefined
  let hash = length
  let all = 0
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    all |= byte
    hash = (Math.imul(hash, 31) + byte) | 0
  }
  if (all >= 0x80) return undefined
  const found = known.get(hash)
  if (found !== undefined && found.length === length) {
    let at = 0
    while (at < length && found.charCodeAt(at) === bytes[start + at]) at++
    if (at === length) return found
  }
  const text = bytes.toString('latin1', start, end)
  // Cleared when full: a router that invents words evicts the others, but uses no memory.
  if (known.size >= max) known = new Map()
  known.set(hash, text)
  return text
}
