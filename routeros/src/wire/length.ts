/** Longest word that is taken from a router; a `/file/read` chunk or an export is far below. */
export const maxWordBytes = 16 * 1024 * 1024
/** Longest sentence, all its words and their lengths together. */
export const maxSentenceBytes = 64 * 1024 * 1024
/** Most words of one sentence; the widest row that RouterOS prints has a few hundred. */
export const maxWords = 65_536

/**
 * How many bytes the length of a word takes.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/47579160/API#API-APIwords
 */
export const lengthSize = (length: number) =>
  length < 0x80 ? 1 : length < 0x4000 ? 2 : length < 0x20_0000 ? 3 : length < 0x1000_0000 ? 4 : 5

/**
 * Writes the length of a word, big endian, with the number of bytes in the upper bits of the first one.
 * @returns the offset behind it
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

/** Bytes of the length that begins with this byte, itself among them; 0 for the reserved ones from 0xF8 on. */
export const sizeFrom = (first: number) =>
  first < 0x80 ? 1 : first < 0xc0 ? 2 : first < 0xe0 ? 3 : first < 0xf0 ? 4 : first < 0xf8 ? 5 : 0

/** Reads a length of `size` bytes (as of `sizeFrom`) that are all there. */
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
