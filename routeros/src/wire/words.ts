const max = 8_192
const maxNameLength = 40

let known = new Map<number, string>()

/**
 * Text of some bytes, as one string however often it comes: names of properties and short values (`false`, `bound`)
 * come in every row of every router, and a string that is there already costs neither time nor memory. Of ASCII alone,
 * which is the same in every code page.
 * @returns undefined for what is too long or no ASCII
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
  // Begun anew where it is full: a router that makes words up takes the room of others for a moment, and no memory.
  if (known.size >= max) known = new Map()
  known.set(hash, text)
  return text
}
