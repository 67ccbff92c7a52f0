import { expect, test } from 'vitest'
import { picturePattern } from '@trunkline/contract/picture'

const address = (type: string, bytes: number[]) => `data:image/${type};base64,${btoa(String.fromCharCode(...bytes))}`
const ascii = (text: string) => Array.from(text, (sign) => sign.charCodeAt(0))
const rest = Array.from({ length: 40 }, (_, at) => (at * 37) % 256)

const png = [0x89, ...ascii('PNG'), 13, 10, 26, 10, 0, 0, 0, 13, ...ascii('IHDR'), ...rest]
const jpeg = [0xff, 0xd8, 0xff, 0xe0, ...rest]
const webp = (size: number) => [...ascii('RIFF'), size & 255, size >> 8, 1, 200, ...ascii('WEBPVP8 '), ...rest]

test('a picture is known by its first bytes, whatever its length', () => {
  for (const cut of [0, 1, 2]) {
    expect(address('png', png.slice(0, png.length - cut))).toMatch(picturePattern)
    expect(address('jpeg', jpeg.slice(0, jpeg.length - cut))).toMatch(picturePattern)
  }
  for (let size = 0; size < 65_536; size += 257) expect(address('webp', webp(size))).toMatch(picturePattern)
})

test('other content, a wrong type and other formats are rejected', () => {
  for (const bytes of [
    ascii('<svg onload=x>'),
    ascii('GIF89a'),
    ascii('%PDF-1.7'),
    jpeg,
    [...ascii('RIFF'), 1, 2, 3, 4, ...ascii('WAVE')],
  ])
    for (const type of ['png', 'webp', 'svg+xml', 'gif']) expect(address(type, bytes)).not.toMatch(picturePattern)
  expect(address('jpeg', png)).not.toMatch(picturePattern)
  expect('data:image/png;base64,').not.toMatch(picturePattern)
})
