import { message } from '@trunkline/contract/errors'
import { maxCellLength, UnreadableFile } from './table-limits.ts'
import type { Archive } from './xlsx-zip.ts'

/** Maximum size of the shared strings in bytes: 640 for each of 100,000 rows. */
const maxBytes = 64_000_000
const maxStrings = 4_000_000

/** Shared strings by index, stored as bytes: a million JavaScript strings would need three times the memory. */
export interface SharedStrings {
  at(index: number): string
}

/**
 * Reads `xl/sharedStrings.xml` up to the text `last` (ECMA-376, 18.4.9).
 * @throws UnreadableFile if the strings exceed the memory limit
 */
export async function readSharedStrings(
  archive: Archive,
  part: string | undefined,
  last = Infinity,
): Promise<SharedStrings> {
  const blocks: Buffer[] = []
  let block = Buffer.alloc(0)
  let used = 0
  let total = 0
  /** Block, offset and length of each text, as three consecutive numbers. */
  let places = new Uint32Array(3 * 1024)
  let count = 0
  const keep = (text: string) => {
    const bytes = Buffer.byteLength(text)
    total += bytes
    if (total > maxBytes || count >= maxStrings) throw new UnreadableFile(message('workbook.too_much_text'))
    if (used + bytes > block.length) {
      block = Buffer.allocUnsafe(Math.max(1_048_576, bytes))
      blocks.push(block)
      used = 0
    }
    if ((count + 1) * 3 > places.length) {
      const more = new Uint32Array(places.length * 2)
      more.set(places)
      places = more
    }
    block.write(text, used)
    places.set([blocks.length - 1, used, bytes], count++ * 3)
    used += bytes
  }
  let text = ''
  let inText = false
  let phonetic = false
  if (part !== undefined)
    await archive.read(part, {
      open(name) {
        if (name === 'si') text = ''
        else if (name === 'rPh') phonetic = true
        else if (name === 't') inText = !phonetic
      },
      text(more) {
        // One character over the limit is retained, so that the cell is reported as too long.
        if (inText && text.length <= maxCellLength) text += more.slice(0, maxCellLength + 1 - text.length)
      },
      close(name) {
        if (name === 't') inText = false
        else if (name === 'rPh') phonetic = false
        else if (name === 'si') keep(text)
      },
      enough: () => count > last,
    })
  return {
    at(index) {
      if (!(index >= 0 && index < count)) return ''
      const [where, offset, bytes] = places.subarray(index * 3, index * 3 + 3) as unknown as [number, number, number]
      return (blocks[where] as Buffer).toString('utf8', offset, offset + bytes)
    },
  }
}
