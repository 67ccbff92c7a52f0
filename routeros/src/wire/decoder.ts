import { RouterError } from '../errors.ts'
import { maxSentenceBytes, maxWordBytes, maxWords, readLength, sizeFrom } from './length.ts'

/**
 * A whole sentence: its word number `n` is `bytes` from `starts[n]` to `ends[n]`. All three are used again for the next
 * one: take out what is needed before returning.
 */
export type OnSentence = (bytes: Buffer, starts: readonly number[], ends: readonly number[], count: number) => void

const initialCapacity = 16 * 1024
const nothing = Buffer.alloc(0)
const maxRetainedCapacity = 256 * 1024

/**
 * Cuts a stream of bytes into sentences, in pieces of any size. What is not whole yet is kept; its memory grows with the
 * bytes that came, never with a length that was only announced. Empty sentences are passed over.
 */
export class SentenceDecoder {
  readonly #onSentence: OnSentence
  /** Bytes of the sentence that is not whole yet; it begins at 0. */
  #held = nothing
  #heldLength = 0
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  #count = 0
  /** Where the length of the next word begins, counted from the start of the sentence. */
  #next = 0

  readonly #firstByte: number | undefined

  /** @param firstByte what each sentence has to begin with: what is no router is told from one by its first bytes */
  constructor(onSentence: OnSentence, firstByte?: number) {
    this.#onSentence = onSentence
    this.#firstByte = firstByte
  }

  /**
   * Takes what came. Not to be called again after it threw.
   * @throws RouterError protocol for a reserved length, a word above 16 MB, a sentence above 64 MB or 65,536 words, or
   *   one that begins wrongly; and whatever `onSentence` throws
   */
  push(chunk: Buffer): void {
    if (this.#heldLength === 0) {
      this.#buffer(chunk, this.#cut(chunk, chunk.length), chunk.length)
      return
    }
    const length = this.#heldLength + chunk.length
    if (length > this.#held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, this.#held.length * 2, initialCapacity))
      this.#held.copy(larger, 0, 0, this.#heldLength)
      this.#held = larger
    }
    chunk.copy(this.#held, this.#heldLength)
    this.#heldLength = length
    this.#buffer(this.#held, this.#cut(this.#held, length), length)
  }

  /** Hands over the whole sentences among the first `end` bytes. @returns where the unfinished one begins */
  #cut(bytes: Buffer, end: number): number {
    const starts = this.#starts
    const ends = this.#ends
    let sentence = 0
    let next = this.#next
    let count = this.#count
    while (next < end) {
      const size = sizeFrom(bytes[next] ?? 0)
      if (size === 0) throw new RouterError('protocol', 'The router sent a length that the API does not have.')
      if (next + size > end) break
      const length = readLength(bytes, next, size)
      if (length === 0) {
        if (count > 0) this.#onSentence(bytes, starts, ends, count)
        count = 0
        next += size
        sentence = next
        continue
      }
      if (length > maxWordBytes || next + size + length - sentence > maxSentenceBytes || count === maxWords)
        throw new RouterError('protocol', 'The router sent more in one sentence than is taken.')
      if (count === 0 && this.#firstByte !== undefined && next + size < end && bytes[next + size] !== this.#firstByte)
        throw new RouterError('protocol', 'What answers is not the API of RouterOS.')
      if (next + size + length > end) break
      starts[count] = next + size
      next += size + length
      ends[count] = next
      count++
    }
    this.#count = count
    this.#next = next
    return sentence
  }

  /** Keeps the bytes of the unfinished sentence and counts its places from its own start. */
  #buffer(bytes: Buffer, sentence: number, end: number): void {
    const rest = end - sentence
    if (bytes !== this.#held || sentence > 0) {
      if (rest === 0) {
        // Thousands of connections that rest keep nothing.
        this.#held = nothing
      } else if (
        rest > this.#held.length ||
        (this.#held.length > maxRetainedCapacity && rest * 4 < this.#held.length)
      ) {
        const buffer = Buffer.allocUnsafeSlow(Math.max(rest, initialCapacity))
        bytes.copy(buffer, 0, sentence, end)
        this.#held = buffer
      } else bytes.copy(this.#held, 0, sentence, end)
      for (let word = 0; word < this.#count; word++) {
        this.#starts[word] = (this.#starts[word] ?? 0) - sentence
        this.#ends[word] = (this.#ends[word] ?? 0) - sentence
      }
      this.#next -= sentence
    }
    this.#heldLength = rest
  }
}
