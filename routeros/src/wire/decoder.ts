import { RouterError } from '../errors.ts'
import { maxSentenceBytes, maxWordBytes, maxWords, readLength, sizeFrom } from './length.ts'

/**
 * A complete sentence: word number `n` is `bytes` from `starts[n]` to `ends[n]`. The buffers are reused for the next
 * sentence: copy what is needed before returning.
 */
export type OnSentence = (bytes: Buffer, starts: readonly number[], ends: readonly number[], count: number) => void

const initialCapacity = 16 * 1024
const nothing = Buffer.alloc(0)
const maxRetainedCapacity = 256 * 1024

/**
 * Splits a stream of bytes into sentences; chunks may have any size. Incomplete sentences are buffered; memory grows
 * with the bytes received, never with an announced length. Empty sentences are skipped.
 */
export class SentenceDecoder {
  readonly #onSentence: OnSentence
  /** Bytes of the incomplete sentence, which starts at 0. */
  #held = nothing
  #heldLength = 0
  readonly #starts: number[] = []
  readonly #ends: number[] = []
  #count = 0
  /** Position of the next word's length, relative to the start of the sentence. */
  #next = 0

  readonly #firstByte: number | undefined

  /** @param firstByte the byte that each sentence has to start with: it detects peers that are not routers early */
  constructor(onSentence: OnSentence, firstByte?: number) {
    this.#onSentence = onSentence
    this.#firstByte = firstByte
  }

  /**
   * Consumes a chunk. Must not be called again after it threw.
   * @throws RouterError protocol for a reserved length, a word above 16 MB, a sentence above 64 MB or 65,536 words, or
   *   a sentence with a wrong first byte; and any error of `onSentence`
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

  /** Emits the complete sentences in the first `end` bytes. @returns the start of the incomplete one */
  #cut(bytes: Buffer, end: number): number {
    const starts = this.#starts
    const ends = this.#ends
    let sentence = 0
    let next = this.#next
    let count = this.#count
    while (next < end) {
      const size = sizeFrom(bytes[next] ?? 0)
      if (size === 0) throw new RouterError('protocol', 'The router sent a reserved length.')
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
        throw new RouterError('protocol', 'The router sent a sentence that exceeds the size limit.')
      if (count === 0 && this.#firstByte !== undefined && next + size < end && bytes[next + size] !== this.#firstByte)
        throw new RouterError('protocol', 'The peer is not the API of RouterOS.')
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

  /** Copies the bytes of the incomplete sentence and makes its positions relative to its start. */
  #buffer(bytes: Buffer, sentence: number, end: number): void {
    const rest = end - sentence
    if (bytes !== this.#held || sentence > 0) {
      if (rest === 0) {
        // Thousands of idle connections hold no buffer.
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
