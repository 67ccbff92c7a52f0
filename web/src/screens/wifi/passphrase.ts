// Without characters that look alike: people type it on phones and TVs.
const characters = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 4

/** A random passphrase of four groups of four letters and digits (79 bits): `k7wm-…`. */
export function newPassphrase(): string {
  let text = ''
  while (text.length < groups * groupLength)
    // Larger bytes are skipped: they would make the first characters likelier.
    for (const byte of crypto.getRandomValues(new Uint8Array(32)))
      if (text.length < groups * groupLength && byte < 256 - (256 % characters.length))
        text += characters[byte % characters.length]
  return Array.from({ length: groups }, (_, group) => text.slice(group * groupLength, (group + 1) * groupLength)).join(
    '-',
  )
}

/** The length of a text in bytes of UTF-8, in which the 32 of a network name are counted. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length
