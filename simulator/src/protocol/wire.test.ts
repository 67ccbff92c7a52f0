import { expect, test } from 'vitest'
import { bytesOf, encodeLength, encodeSentence, SentenceReader } from './wire.ts'

const wide = (): { bytes: number; words: number } => ({ bytes: 0x10000000, words: 100 })

test.each([
  [0, '00'],
  [127, '7f'],
  [130, '8082'],
  [2_097_140, 'dffff4'],
  [268_435_440, 'effffff0'],
])('a length of %i is encoded as %s', (length, hex) => {
  expect(encodeLength(length).toString('hex')).toBe(hex)
})

test('a sentence received byte by byte is decoded the same', () => {
  const words = ['/ip/address/set', '=comment=Grüße = 1\n2', `=note=${'x'.repeat(20_000)}`]
  const reader = new SentenceReader(wide)
  const received: string[][] = []
  for (const byte of encodeSentence(words)) received.push(...reader.push(Buffer.from([byte])))
  expect(received).toEqual([words])
})

test('empty sentences are ignored', () => {
  const reader = new SentenceReader(wide)
  expect(reader.push(Buffer.from([0, 0, 0]))).toEqual([])
})

test('bytes of a legacy code page are returned unchanged', () => {
  const sentence = encodeSentence([`=comment=${bytesOf('Küche')}`])
  expect(sentence.toString('latin1')).toContain('Küche')
  expect(new SentenceReader(wide).push(sentence)).toEqual([[`=comment=${bytesOf('Küche')}`]])
})

test('a reserved length and a word that is too long are rejected', () => {
  expect(() => new SentenceReader(wide).push(Buffer.from([0xf8]))).toThrow('reserved')
  expect(() => new SentenceReader(() => ({ bytes: 10, words: 3 })).push(Buffer.from([0x20]))).toThrow('too long')
})

test('a word that arrives in many parts costs work in proportion to its length', () => {
  const copiedFor = (length: number): number => {
    const reader = new SentenceReader(wide)
    const bytes = encodeSentence(['/execute', `=script=${'x'.repeat(length)}`])
    const received: string[][] = []
    for (let at = 0; at < bytes.length; at += 1448) received.push(...reader.push(bytes.subarray(at, at + 1448)))
    expect(received).toHaveLength(1)
    return reader.copiedBytes
  }
  const [small, large] = [copiedFor(100_000), copiedFor(1_600_000)]
  expect(small).toBeGreaterThan(100_000)
  expect(large / small).toBeLessThan(17)
})
