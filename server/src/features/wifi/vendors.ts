import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Prefixes of one length, in ascending order, each with the index of its vendor name. */
interface Block {
  prefixes: Float64Array
  names: Uint32Array
}

interface Register {
  /** By number of hexadecimal digits, the longest first: parts of an MA-L block are assigned as MA-M and MA-S. */
  blocks: { digits: number; block: Block }[]
  text: Buffer
  /** Start of each name in `text`; the last entry is the end of the text. */
  starts: Uint32Array
}

/** Digits of MA-S, MA-M and MA-L (https://standards.ieee.org/products-programs/regauth/). */
const lengths = [9, 7, 6] as const

let register: Register | undefined

/**
 * The vendor of a MAC address, from the registers of the IEEE; `random` for a locally administered address (IEEE 802,
 * 8.2.1), as phones use; null if the prefix is not registered or the text is not a MAC address. The registers are
 * loaded at the first call and use a little more than 1 MB.
 */
export function vendorOf(mac: string): string | null {
  const digits = mac.replaceAll(/[^0-9A-Fa-f]/g, '')
  if (digits.length !== 12) return null
  if ((Number.parseInt(digits.slice(0, 2), 16) & 2) !== 0) return 'random'
  register ??= readRegister()
  for (const { digits: length, block } of register.blocks) {
    const at = find(block.prefixes, Number.parseInt(digits.slice(0, length), 16))
    if (at !== -1) return nameAt(register, block.names[at] as number)
  }
  return null
}

const nameAt = ({ text, starts }: Register, at: number) => text.toString('utf8', starts[at], starts[at + 1])

function find(sorted: Float64Array, wanted: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const value = sorted[middle] as number
    if (value === wanted) return middle
    if (value < wanted) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** The register from the package `oui-data`: by prefix, the name in the first line and the postal address after it. */
function readRegister(): Register {
  const path = createRequire(import.meta.url).resolve('oui-data')
  return packed(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>)
}

/** Typed arrays and one string, which use less memory than fifty thousand strings. */
function packed(entries: Readonly<Record<string, string>>): Register {
  const places = new Map<string, number>()
  const pieces: Buffer[] = []
  const starts = [0]
  const placeOf = (name: string) => {
    const known = places.get(name)
    if (known !== undefined) return known
    const piece = Buffer.from(name)
    pieces.push(piece)
    starts.push((starts.at(-1) as number) + piece.length)
    places.set(name, places.size)
    return places.size - 1
  }
  const found = new Map<number, [prefix: number, name: number][]>(lengths.map((length) => [length, []]))
  for (const [prefix, entry] of Object.entries(entries)) {
    const end = entry.indexOf('\n')
    found
      .get(prefix.length)
      ?.push([Number.parseInt(prefix, 16), placeOf((end === -1 ? entry : entry.slice(0, end)).trim())])
  }
  const blocks = lengths.map((digits) => {
    const sorted = (found.get(digits) ?? []).sort(([a], [b]) => a - b)
    return {
      digits,
      block: {
        prefixes: Float64Array.from(sorted, ([prefix]) => prefix),
        names: Uint32Array.from(sorted, ([, name]) => name),
      },
    }
  })
  return { blocks, text: Buffer.concat(pieces), starts: Uint32Array.from(starts) }
}
