import { message } from '@trunkline/contract/errors'
import { maxCellLength, UnreadableFile } from './table-limits.ts'
import type { Archive } from './xlsx-zip.ts'

/** Bytes of text that are kept at most: 640 for each of 100,000 rows. */
const maxBytes = 64_000_000
const maxStrings = 4_000_000

/** Texts that cells name by number, kept as bytes: a million of them as JavaScript strings would take three times as much. */
export interface SharedStrings {
  at(index: number): string
}

/**
 * Reads `xl/sharedStrings.xml` up to the text `last` (ECMA-376, 18.4.9).
 * @throws UnreadableFile where they are more than a worker has room for
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
  /** Block and offset of each text, and its length, three numbers after one another. */
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
        // One more than any cell can hold, so that it is told.
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
