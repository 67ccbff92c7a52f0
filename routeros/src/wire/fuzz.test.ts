import { env } from 'node:process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RouterError } from '../errors.ts'
import { SentenceDecoder } from './decoder.ts'
import { encodeSentence } from './encode.ts'
import { bang, replyReader } from './reply.ts'
import { textReader } from './text.ts'

/** Number of frames for the decoder: more in the nightly run. */
const frames = Number(env.FUZZ_FRAMES ?? 100_000)

const word = fc.oneof(
  fc.constantFrom('!re', '!done', '!trap', '!empty', '!fatal', '.tag=1', '=.id=*1', '=ret=*5', '=disabled=true'),
  fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })).map(([name, value]) => `=${name}=${value}`),
)
const sentence = fc.array(word, { minLength: 1, maxLength: 12 })

test('sentences are decoded whatever they contain and wherever chunks end', () => {
  fc.assert(
    fc.property(fc.array(sentence, { maxLength: 8 }), fc.array(fc.integer({ min: 1, max: 40 })), (sent, cuts) => {
      const bytes = Buffer.concat(sent.map((words) => encodeSentence(words)))
      const got: string[][] = []
      const decoder = new SentenceDecoder((held, starts, ends, count) =>
        got.push(Array.from({ length: count }, (_, index) => held.toString('utf8', starts[index], ends[index]))),
      )
      let at = 0
      for (const cut of cuts) {
        decoder.push(bytes.subarray(at, at + cut))
        at += cut
      }
      decoder.push(bytes.subarray(Math.min(at, bytes.length)))
      // A lone surrogate cannot be encoded and becomes the replacement character.
      expect(got).toEqual(sent.map((words) => words.map((text) => Buffer.from(text).toString())))
    }),
    { numRuns: 2_000 },
  )
})

/** A seeded generator, so that a run can be repeated: 32-bit xorshift. */
function randomBy(seed: number) {
  let state = seed | 1
  return (below: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

test(
  `${frames} damaged frames cause a protocol error or none, in bounded time and memory`,
  () => {
    const random = randomBy(0x5eed)
    const samples = [
      ['!re', '=.id=*5CDB9', '=address=192.168.40.13', '=status=bound', '=comment=Büro', '.tag=12'],
      ['!done', '=ret=*1F', '.tag=3'],
      ['!trap', '=category=2', '=message=interrupted', '.tag=2'],
      ['!empty', '.tag=1'],
      ['!fatal', 'session terminated on request'],
      ['!re', `=comment=${'long '.repeat(40)}`],
    ].map((words) => encodeSentence(words))
    const read = replyReader(textReader('windows-1252'))
    const memoryBefore = process.memoryUsage().rss
    let used = 0
    let rejected = 0
    let maxDuration = 0
    const fresh = () => new SentenceDecoder((...sentence) => void (read(...sentence), used++), bang)
    let decoder = fresh()
    for (let count = 0; count < frames; count++) {
      const frame = Buffer.from(samples[random(samples.length)] ?? [])
      for (let change = random(4); change > 0; change--) frame[random(frame.length)] = random(256)
      const cut = random(8) === 0 ? random(frame.length) : frame.length
      const started = performance.now()
      try {
        decoder.push(frame.subarray(0, cut))
        if (random(3) === 0) decoder.push(frame.subarray(cut))
        // A pending word of some megabytes hides the following frames.
        if (random(16) === 0) decoder = fresh()
      } catch (error) {
        if (!(error instanceof RouterError) || error.kind !== 'protocol') throw error
        rejected++
        decoder = fresh()
      }
      maxDuration = Math.max(maxDuration, performance.now() - started)
    }
    expect(used).toBeGreaterThan(frames / 20)
    expect(rejected).toBeGreaterThan(frames / 200)
    expect(maxDuration).toBeLessThan(5_000)
    expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(300 * 1024 * 1024)
  },
  Math.max(60_000, frames / 10),
)
