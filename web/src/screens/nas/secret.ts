const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** A new shared secret of 24 letters and digits, without those that look alike: somebody may have to type it at a router. */
export function newSecret(): string {
  let secret = ''
  while (secret.length < 24)
    // Bytes past the last whole round of signs would make the first ones likelier.
    for (const byte of crypto.getRandomValues(new Uint8Array(64)))
      if (secret.length < 24 && byte < 256 - (256 % signs.length)) secret += signs[byte % signs.length]
  return secret
}
