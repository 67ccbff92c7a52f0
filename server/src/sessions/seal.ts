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
 * Encrypts secrets that FreeRADIUS must decrypt: those of NAS devices, and the passwords of services, which CHAP and
 * MS-CHAP need in plain text. AES-256-CBC with PKCS#7 padding and a random IV as prefix, because pgcrypto does not
 * support GCM. The key is derived from the installation's key (HKDF, RFC 5869), so that a RADIUS host never has that
 * one.
 */
const ivBytes = 16

/** The key of RADIUS secrets: 32 bytes. FreeRADIUS hosts get this key. */
export const radiusKey = (key: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'trunkline radius', 32))

/** @param key the installation's key */
export function seal(key: Buffer, text: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-cbc', radiusKey(key), iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()])
}

/**
 * Decrypts the output of `seal`.
 * @throws Error if the value is damaged or was encrypted with another key; the message never contains it
 */
export function open(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-cbc', radiusKey(key), sealed.subarray(0, ivBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes)), decipher.final()]).toString('utf8')
  } catch {
    throw new Error('A RADIUS secret cannot be decrypted: it was encrypted with another key, or is damaged.')
  }
}

/** The password with which this installation's FreeRADIUS logs in to the database, if the panel sets it. */
export const radiusLogin = (key: Buffer): string =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'trunkline radius login', 24)).toString('base64url')

/**
 * The SCRAM verifier that PostgreSQL stores for a password (RFC 5803): sent in its place, so that no statement log
 * contains the password.
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, 4096, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(hmac('Client Key')).digest('base64')
  return `SCRAM-SHA-256$4096:${salt.toString('base64')}$${stored}:${hmac('Server Key').toString('base64')}`
}
