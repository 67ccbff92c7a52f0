import type { Row } from '../session.ts'
import type { ReadText } from './text.ts'
import { knownText } from './words.ts'

/** A parsed sentence of a router. */
export interface Reply {
  /** `!re`, `!done`, `!trap`, `!empty`, `!fatal`, or an unknown one. */
  word: string
  tag: string | undefined
  values: Row
  /** Words that are neither values nor tags: the message of `!fatal`. */
  text: string[]
}

const equals = 0x3d
const dot = 0x2e
/** First byte of every sentence of a router. */
export const bang = 0x21

/** Maximum length of interned values: booleans, states, ids, interface names. */
const shortValue = 8

/** Parses sentences. */
export function replyReader(readText: ReadText) {
  const wordOf = (bytes: Buffer, start: number, end: number) =>
    knownText(bytes, start, end) ?? readText(bytes, start, end)
  const valueOf = (bytes: Buffer, start: number, end: number) =>
    start === end ? '' : end - start <= shortValue ? wordOf(bytes, start, end) : readText(bytes, start, end)

  return (bytes: Buffer, starts: readonly number[], ends: readonly number[], count: number): Reply => {
    const wordStart = starts[0] ?? 0
    const reply: Reply = {
      word: wordOf(bytes, wordStart, ends[0] ?? 0),
      tag: undefined,
      values: {},
      text: [],
    }
    for (let index = 1; index < count; index++) {
      const start = starts[index] ?? 0
      const end = ends[index] ?? 0
      const first = bytes[start]
      if (first === equals) {
        let middle = start + 1
        while (middle < end && bytes[middle] !== equals) middle++
        const name = wordOf(bytes, start + 1, middle)
        // Assigning it would change the prototype; RouterOS has no such property.
        if (name !== '__proto__') reply.values[name] = valueOf(bytes, Math.min(middle + 1, end), end)
      } else if (first === dot && bytes[start + 4] === equals) {
        // `.tag=` is the only word of RouterOS that starts with a dot.
        reply.tag = bytes.toString('latin1', start + 5, end)
      } else {
        reply.text.push(readText(bytes, start, end))
      }
    }
    return reply
  }
}
