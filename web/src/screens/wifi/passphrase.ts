// Without signs that look alike: somebody types it on a phone or a television.
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const inGroup = 4

/** A new passphrase of four groups of four letters and digits: `k7wm-…`, 79 bits by chance. */
export function newPassphrase(): string {
  let created = ''
  while (created.length < groups * inGroup)
    // Bytes past the last whole round of signs would make the first ones likelier.
    for (const byte of crypto.getRandomValues(new Uint8Array(32)))
      if (created.length < groups * inGroup && byte < 256 - (256 % signs.length)) created += signs[byte % signs.length]
  return Array.from({ length: groups }, (_, at) => created.slice(at * inGroup, (at + 1) * inGroup)).join('-')
}

/** Bytes of UTF-8: what the 32 of a network's name are counted in. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length
