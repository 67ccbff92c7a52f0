import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  pbkdf2Sync,
  createHash,
  randomBytes,
} from 'node:crypto'

/**
 * Secrets that FreeRADIUS has to open by itself: those of NAS devices, and passwords of services, which CHAP and
 * MS-CHAP need in clear. AES-256-CBC with PKCS#7 padding, a random iv before it, because pgcrypto knows no GCM; under a
 * key that is derived from the installation's own (HKDF, RFC 5869), so that a RADIUS host never holds that one.
 */
const ivBytes = 16

/** The key of RADIUS secrets: 32 bytes. FreeRADIUS hosts are given this one. */
export const radiusKey = (key: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'trunkline radius', 32))

/** @param key the installation's key */
export function seal(key: Buffer, text: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-cbc', radiusKey(key), iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()])
}

/**
 * Opens what `seal` made.
 * @throws Error where the value is damaged or was sealed with another key; the message never holds it
 */
export function open(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-cbc', radiusKey(key), sealed.subarray(0, ivBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes)), decipher.final()]).toString('utf8')
  } catch {
    throw new Error('A RADIUS secret can not be opened: it was sealed with another key, or is damaged.')
  }
}

/** The password under which FreeRADIUS of this installation logs in to its database, where the panel sets it. */
export const radiusLogin = (key: Buffer): string =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'trunkline radius login', 24)).toString('base64url')

/** What PostgreSQL keeps of a password (RFC 5803): sent in its place, so that no log of statements has the password. */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, 4096, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$4096:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`
}
