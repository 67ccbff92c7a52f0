import { lengthSize, maxWordBytes, writeLength } from './length.ts'

/**
 * Encodes one sentence: each word prefixed with its length, and an empty word at the end. Text is UTF-8, and lengths
 * are in bytes.
 * @throws RangeError for an empty word, which would end the sentence, or a word above 16 MB
 */
export function encodeSentence(words: readonly string[]): Buffer {
  let size = 1
  const lengths: number[] = []
  for (const word of words) {
    const length = Buffer.byteLength(word)
    if (length === 0 || length > maxWordBytes) throw new RangeError('A word has 1 byte to 16 MB.')
    lengths.push(length)
    size += lengthSize(length) + length
  }
  const bytes = Buffer.allocUnsafe(size)
  let at = 0
  words.forEach((word, index) => {
    at = writeLength(bytes, at, lengths[index] ?? 0)
    at += bytes.write(word, at)
  })
  bytes[at] = 0
  return bytes
}
