/**
 * Words and sentences of the binary API on the router's side.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/47579160/API#API-Protocol
 *
 * A router stores bytes, not characters: text in the code page of an operator's WinBox is returned unchanged. The
 * simulator stores text as strings, with each byte that is not part of valid UTF-8 as the lone surrogate U+DC00 +
 * byte, so that it is sent as that byte again.
 */

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Text whose characters up to U+00FF are sent as one byte each, as an old WinBox stores a comment. */
export function bytesOf(latin: string): string {
  return Array.from(latin, (letter) =>
    letter.charCodeAt(0) < 0x80 ? letter : String.fromCharCode(0xdc00 + letter.charCodeAt(0)),
  ).join('')
}

/** The bytes as text that is sent as the same bytes. */
export function decodeText(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    return bytesOf(bytes.toString('latin1'))
  }
}

const loneSurrogate = /\p{Surrogate}/u

function encodeText(text: string): Buffer {
  if (!loneSurrogate.test(text)) return Buffer.from(text, 'utf8')
  const parts: Buffer[] = []
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    parts.push(code >= 0xdc80 && code <= 0xdcff ? Buffer.from([code - 0xdc00]) : Buffer.from(letter, 'utf8'))
  }
  return Buffer.concat(parts)
}

export function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  if (length < 0x4000) return Buffer.from([(length >> 8) | 0x80, length & 0xff])
  if (length < 0x200000) return Buffer.from([(length >> 16) | 0xc0, (length >> 8) & 0xff, length & 0xff])
  if (length < 0x10000000) {
    return Buffer.from([(length >> 24) | 0xe0, (length >> 16) & 0xff, (length >> 8) & 0xff, length & 0xff])
  }
  const bytes = Buffer.alloc(5)
  bytes[0] = 0xf0
  bytes.writeUInt32BE(length, 1)
  return bytes
}

export function encodeSentence(words: readonly string[]): Buffer {
  const sizes: number[] = []
  let total = 1
  for (const word of words) {
    let size = Buffer.byteLength(word, 'utf8')
    // Only non-ASCII text can contain bytes of a legacy code page.
    if (size !== word.length && loneSurrogate.test(word)) size = encodeText(word).length
    sizes.push(size)
    total += size + (size < 0x80 ? 1 : size < 0x4000 ? 2 : size < 0x200000 ? 3 : size < 0x10000000 ? 4 : 5)
  }
  const bytes = Buffer.allocUnsafe(total)
  let at = 0
  for (const [index, word] of words.entries()) {
    const size = sizes[index] ?? 0
    if (size < 0x80) bytes[at++] = size
    else at += encodeLength(size).copy(bytes, at)
    if (size === word.length) at += bytes.write(word, at, 'latin1')
    else at += encodeText(word).copy(bytes, at)
  }
  bytes[at] = 0
  return bytes
}

/** The received data is not the API protocol, or exceeds the limit before login. */
export class WireError extends Error {}

/**
 * Splits a stream into sentences.
 * @param limits bytes of a word and words of a sentence; read each time, because they increase at login
 */
export class SentenceReader {
  /** Bytes copied so far: a measure of its work. */
  copiedBytes = 0
  /** Received bytes that are not read yet; joined only when a whole word is there. */
  private chunks: Buffer[] = []
  private held = 0
  /** Bytes that the next word needs. */
  private needed = 1
  private words: string[] = []
  private readonly limits: () => { bytes: number; words: number }

  constructor(limits: () => { bytes: number; words: number }) {
    this.limits = limits
  }

  /** @throws WireError for a reserved length or an exceeded limit */
  push(chunk: Buffer): string[][] {
    this.chunks.push(chunk)
    this.held += chunk.length
    if (this.held < this.needed) return []
    const bytes = this.joined()
    const sentences: string[][] = []
    let at = 0
    this.needed = 1
    for (;;) {
      const head = bytes[at]
      if (head === undefined) break
      if (head >= 0xf8) throw new WireError('reserved length')
      const size = head < 0x80 ? 1 : head < 0xc0 ? 2 : head < 0xe0 ? 3 : head < 0xf0 ? 4 : 5
      if (bytes.length < at + size) {
        this.needed = size
        break
      }
      const mask = [0, 0x7f, 0x3f, 0x1f, 0x0f, 0][size] ?? 0
      let length = head & mask
      for (let index = 1; index < size; index++) length = length * 256 + (bytes[at + index] ?? 0)
      const limits = this.limits()
      if (length > limits.bytes || this.words.length > limits.words) throw new WireError('sentence too long')
      if (bytes.length < at + size + length) {
        this.needed = size + length
        break
      }
      const start = at + size
      at = start + length
      if (length > 0) {
        this.words.push(decodeText(bytes.subarray(start, at)))
      } else if (this.words.length > 0) {
        sentences.push(this.words)
        this.words = []
      }
    }
    this.keep(bytes, at)
    return sentences
  }

  private joined(): Buffer {
    const [only] = this.chunks
    if (only && this.chunks.length === 1) return only
    this.copiedBytes += this.held
    return Buffer.concat(this.chunks)
  }

  /** Keeps the rest from `at` on; copied, so that a small rest does not keep a large chunk in memory. */
  private keep(bytes: Buffer, at: number): void {
    this.held = bytes.length - at
    this.chunks = []
    if (this.held === 0) return
    this.chunks.push(at === 0 ? bytes : Buffer.from(bytes.subarray(at)))
    if (at > 0) this.copiedBytes += this.held
  }
}
