import { createHash } from 'node:crypto'

const newline = 0x0a

/**
 * Counts and checksums the rows of a table in COPY's text format, where each row is a line. The checksum is the sum of
 * the rows' SHA-256, truncated to 128 bits: it depends on the content of the rows and not on their order, because
 * tables are unordered.
 */
export class RowDigest {
  rows = 0
  readonly #sums = new Uint32Array(4)

  /** @param lines complete rows, each with its line end */
  add(lines: Buffer): void {
    for (let start = 0; start < lines.length;) {
      const end = lines.indexOf(newline, start)
      if (end === -1) throw new Error('A row without its end was given to the checksum.')
      const hash = createHash('sha256').update(lines.subarray(start, end)).digest()
      // Typed arrays of 32 bits add modulo 2^32.
      for (let lane = 0; lane < 4; lane++) this.#sums[lane]! += hash.readUInt32LE(lane * 4)
      this.rows++
      start = end + 1
    }
  }

  /** 32 hexadecimal digits. */
  get text(): string {
    return [...this.#sums].map((sum) => sum.toString(16).padStart(8, '0')).join('')
  }
}
