/** Maximum length of a received word in bytes; `/file/read` chunks and exports are far below. */
export const maxWordBytes = 16 * 1024 * 1024
/** Maximum length of a sentence: all words with their length prefixes. */
export const maxSentenceBytes = 64 * 1024 * 1024
/** Maximum number of words in a sentence; the widest row of RouterOS has a few hundred. */
export const maxWords = 65_536

/**
 * Size of the length prefix of a word in bytes.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/47579160/API#API-APIwords
 */
export const lengthSize = (length: number) =>
  length < 0x80 ? 1 : length < 0x4000 ? 2 : length < 0x20_0000 ? 3 : length < 0x1000_0000 ? 4 : 5

/**
 * Writes the length prefix of a word, big endian, with its own size in the upper bits of the first byte.
 * @returns the offset after it
 */
export function writeLength(into: Buffer, at: number, length: number): number {
  switch (lengthSize(length)) {
    case 1:
      into[at] = length
      return at + 1
    case 2:
      return into.writeUInt16BE(length | 0x8000, at)
    case 3:
      return into.writeUIntBE(length | 0xc0_0000, at, 3)
    case 4:
      return into.writeUInt32BE((length | 0xe000_0000) >>> 0, at)
    default:
      into[at] = 0xf0
      return into.writeUInt32BE(length, at + 1)
  }
}

/** Size of the length prefix with this first byte, itself included; 0 for the reserved ones from 0xF8 on. */
export const sizeFrom = (first: number) =>
  first < 0x80 ? 1 : first < 0xc0 ? 2 : first < 0xe0 ? 3 : first < 0xf0 ? 4 : first < 0xf8 ? 5 : 0

/** Reads a complete length prefix of `size` bytes (from `sizeFrom`). */
export function readLength(from: Buffer, at: number, size: number): number {
  const first = from[at] ?? 0
  switch (size) {
    case 1:
      return first
    case 2:
      return ((first & 0x3f) << 8) | (from[at + 1] ?? 0)
    case 3:
      return ((first & 0x1f) << 16) | from.readUInt16BE(at + 1)
    case 4:
      return ((first & 0x0f) << 24) | from.readUIntBE(at + 1, 3)
    default:
      return from.readUInt32BE(at + 1)
  }
}
