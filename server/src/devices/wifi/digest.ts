import { createHmac } from 'node:crypto'
import type { Keys } from '../../secrets.ts'

/**
 * Tells whether two passphrases are the same without holding either: HMAC-SHA-256 (RFC 2104) with a key of its own that
 * is made from the installation's first one. It is no use to who has the database alone. After the installation's key
 * was replaced, digests differ from those of before: whoever seals a passphrase anew makes its digest anew.
 */
export function passphraseDigest(keys: Keys, text: string): string {
  const key = Buffer.isBuffer(keys) ? keys : (keys[0] as Buffer)
  const own = createHmac('sha256', key).update('trunkline wi-fi passphrase digest').digest()
  return createHmac('sha256', own).update(text, 'utf8').digest('base64url')
}
