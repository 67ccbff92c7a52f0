import { lengthSize, maxWordBytes, writeLength } from './length.ts'

/**
 * One sentence as bytes: each word behind its length, an empty word at the end. Text goes as UTF-8, and lengths count
 * bytes.
 * @throws RangeError for an empty word, which would end the sentence early, or one above 16 MB
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
