const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** A new shared secret of 24 letters and digits without similar ones, because it may be typed on a router. */
export function newSecret(): string {
  let secret = ''
  while (secret.length < 24)
    // Higher bytes would make the first characters more likely.
    for (const byte of crypto.getRandomValues(new Uint8Array(64)))
      if (secret.length < 24 && byte < 256 - (256 % characters.length)) secret += characters[byte % characters.length]
  return secret
}
