import { createHmac } from 'node:crypto'
import type { Keys } from '../../secrets.ts'

/**
 * A digest to compare two passphrases without storing either: HMAC-SHA-256 (RFC 2104) with a key derived from the
 * installation's first key. The database alone does not allow guessing. After the installation's key changes, digests
 * differ from earlier ones: re-encrypting a passphrase must also recompute its digest.
 */
export function passphraseDigest(keys: Keys, text: string): string {
  const key = Buffer.isBuffer(keys) ? keys : (keys[0] as Buffer)
  const own = createHmac('sha256', key).update('trunkline wi-fi passphrase digest').digest()
  return createHmac('sha256', own).update(text, 'utf8').digest('base64url')
}
