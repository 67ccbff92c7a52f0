import { expect, test } from 'vitest'
import { encodeSentence } from './encode.ts'
import { SentenceDecoder } from './decoder.ts'
import { lengthSize, readLength, sizeFrom, writeLength } from './length.ts'
import { bang, replyReader } from './reply.ts'
import { textReader } from './text.ts'

const vectors: [number, string][] = [
  [0, '00'],
  [127, '7f'],
  [130, '8082'],
  [2_097_140, 'dffff4'],
  [268_435_440, 'effffff0'],
]

/** The sentences of a stream that arrives in these chunks. */
function decode(...pieces: Uint8Array[]): string[][] {
  const sentences: string[][] = []
  const decoder = new SentenceDecoder((bytes, starts, ends, count) =>
    sentences.push(Array.from({ length: count }, (_, index) => bytes.toString('latin1', starts[index], ends[index]))),
  )
  for (const piece of pieces) decoder.push(Buffer.from(piece))
  return sentences
}

const inPieces = (bytes: Buffer, length: number) =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  )

test.each(vectors)('a length of %i is written and read as %s', (length, hex) => {
  const bytes = Buffer.alloc(lengthSize(length))
  expect(writeLength(bytes, 0, length)).toBe(bytes.length)
  expect(bytes.toString('hex')).toBe(hex)
  expect(sizeFrom(bytes[0] ?? 0)).toBe(bytes.length)
  expect(readLength(bytes, 0, bytes.length)).toBe(length)
})

test('the boundary lengths of each form survive a round trip', () => {
  for (const edge of [0x7f, 0x80, 0x3fff, 0x4000, 0x1f_ffff, 0x20_0000, 0xfff_ffff, 0x1000_0000, 0xffff_ffff]) {
    const bytes = Buffer.alloc(lengthSize(edge))
    writeLength(bytes, 0, edge)
    expect(readLength(bytes, 0, sizeFrom(bytes[0] ?? 0))).toBe(edge)
  }
})

test('a sentence is decoded however it is split into chunks', () => {
  const words = ['/ip/address/print', '=comment=Büro', `=note=${'x'.repeat(20_000)}`, '.tag=7']
  const bytes = Buffer.concat([encodeSentence(words), Buffer.of(0), encodeSentence(['!done'])])
  const expected = [words.map((word) => Buffer.from(word).toString('latin1')), ['!done']]
  for (const length of [1, 2, 3, 7, 128, 1_000, bytes.length])
    expect(decode(...inPieces(bytes, length))).toEqual(expected)
})

test('the form of five bytes is accepted, the reserved ones are rejected', () => {
  expect(decode(Buffer.from('f00000000521646f6e6500', 'hex'))).toEqual([['!done']])
  for (const first of [0xf8, 0xf9, 0xff]) expect(() => decode(Buffer.of(first))).toThrow('length')
})

test('a word above 16 MB is rejected by its length, and a shorter one uses only the memory of the bytes received', () => {
  expect(() => decode(Buffer.from('e100000100', 'hex'))).toThrow('exceeds the size limit')
  expect(() => decode(Buffer.from('f0ffffffff', 'hex'))).toThrow('exceeds the size limit')
  const before = process.memoryUsage().arrayBuffers
  const decoders = Array.from({ length: 200 }, () => {
    const decoder = new SentenceDecoder(() => undefined)
    decoder.push(Buffer.from('e0ffffff00', 'hex'))
    return decoder
  })
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024)
  expect(decoders).toHaveLength(200)
})

test('a sentence of more than 64 MB or 65,536 words is rejected', () => {
  const word = Buffer.alloc(4 + 15 * 1024 * 1024, 0x61)
  writeLength(word, 0, word.length - 4)
  expect(() => decode(word, word, word, word, word)).toThrow('exceeds the size limit')
  expect(() => decode(Buffer.alloc(2 * 65_537, Buffer.from('0161', 'hex')))).toThrow('exceeds the size limit')
})

test('small sentences are decoded after large ones', () => {
  let count = 0
  const decoder = new SentenceDecoder(() => count++)
  const big = encodeSentence(['!re', `=data=${'x'.repeat(8_000_000)}`])
  for (const piece of inPieces(big, 65_536)) decoder.push(piece)
  for (let index = 0; index < 10; index++)
    for (const piece of inPieces(encodeSentence(['!done']), 3)) decoder.push(piece)
  expect(count).toBe(11)
})

test('text is UTF-8, or else in the code page', () => {
  const read = textReader('windows-1251')
  const bytes = (text: string | Uint8Array) => Buffer.from(text as string)
  const integer = (buffer: Buffer) => read(buffer, 0, buffer.length)
  expect(integer(bytes('Küche 雪 🙂'))).toBe('Küche 雪 🙂')
  expect(integer(Buffer.of(0xce, 0xf4, 0xe8, 0xf1))).toBe('Офис')
  expect(integer(bytes('a sign of replacement \uFFFD'))).toBe('a sign of replacement \uFFFD')
  expect(textReader('windows-1252')(Buffer.of(0x42, 0xfc), 0, 2)).toBe('Bü')
  expect(() => textReader('no-such-page')).toThrow('code page')
})

/** Parses a stream of one sentence as a reply. */
function reply(...words: string[]) {
  const read = replyReader(textReader('windows-1252'))
  const replies: ReturnType<typeof read>[] = []
  const decoder = new SentenceDecoder((...sentence) => replies.push(read(...sentence)), bang)
  decoder.push(encodeSentence(words))
  return replies[0]
}

test('a reply consists of word, tag and values, in any order', () => {
  expect(reply('!re', '.tag=a', '=.id=*1', '=note=a=b=', '=empty=', '=only')).toEqual({
    word: '!re',
    tag: 'a',
    values: { '.id': '*1', note: 'a=b=', empty: '', only: '' },
    text: [],
  })
  expect(reply('!fatal', 'not logged in')).toMatchObject({ word: '!fatal', text: ['not logged in'] })
  expect(reply('!done', '=ret=*5', '.tag=12')).toMatchObject({ tag: '12', values: { ret: '*5' } })
})

test('names with a meaning in JavaScript are ordinary values, or omitted', () => {
  const row = reply('!re', '=__proto__=evil', '=constructor=a', '=toString=b')?.values ?? {}
  expect(Object.keys(row)).toEqual(['constructor', 'toString'])
  expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
})

test('names with the same hash are not confused', () => {
  // 'Aa' and 'BB' have the same hash with multiplier 31.
  expect(reply('!re', '=Aa=1', '=BB=2', '=Aa=3')?.values).toEqual({ Aa: '3', BB: '2' })
})

test('invented words use no memory, and repeated ones stay correct', () => {
  const read = replyReader(textReader('windows-1252'))
  for (let index = 0; index < 30_000; index++) {
    const bytes = Buffer.from(`=n${index}=${index}`)
    expect(read(bytes, [0, 0], [1, bytes.length], 2).values).toEqual({ [`n${index}`]: String(index) })
  }
  expect(reply('!re', '=disabled=false', '=name=Büro')?.values).toEqual({ disabled: 'false', name: 'Büro' })
})

test('anything but a RouterOS reply is a protocol error', () => {
  expect(() => reply('SSH-2.0-OpenSSH')).toThrow('not the API')
})

test('an empty word cannot be sent, because it would end the sentence', () => {
  expect(() => encodeSentence(['/login', ''])).toThrow(RangeError)
})
