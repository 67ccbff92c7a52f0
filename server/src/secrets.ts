import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/**
 * Secrets at rest: AES-256-GCM (NIST SP 800-38D) with a key from outside the database. An encrypted value is `1 | key
 * id (4) | nonce (12) | tag (16) | ciphertext`; the key id selects the key, so that a key can be replaced while values
 * encrypted with the former one still exist.
 */
const format = 1
const idBytes = 4
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + idBytes + nonceBytes + tagBytes

/** 32 bytes each. The first encrypts; all of them decrypt. */
export type Keys = Buffer | readonly [Buffer, ...Buffer[]]

const listOf = (keys: Keys): readonly Buffer[] => (Buffer.isBuffer(keys) ? [keys] : keys)
const idOf = (key: Buffer) => createHash('sha256').update('trunkline key id').update(key).digest().subarray(0, idBytes)

/** Identifies a key without revealing it: 32 hexadecimal digits of SHA-256 over a label and the key. */
export const keyFingerprint = (key: Buffer): string =>
  createHash('sha256').update('trunkline key fingerprint').update(key).digest('hex').slice(0, 32)

/**
 * Encrypts `text`. `context` names its kind and row (`totp:17`): a value copied to another row cannot be decrypted
 * there.
 */
export const seal = (keys: Keys, text: string, context: string): Buffer => sealBytes(keys, Buffer.from(text), context)

/** As `seal`, for binary data. */
export function sealBytes(keys: Keys, content: Buffer, context: string): Buffer {
  const key = listOf(keys)[0] as Buffer
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([Buffer.from([format]), idOf(key), nonce, cipher.getAuthTag(), body])
}

/**
 * Decrypts the output of `seal`.
 * @throws Error if the value is damaged, belongs to another context, or its key is missing; the message never contains
 *   it
 */
export const open = (keys: Keys, sealed: Buffer, context: string): string =>
  openBytes(keys, sealed, context).toString('utf8')

/** As `open`, for binary data. */
export function openBytes(keys: Keys, sealed: Buffer, context: string): Buffer {
  if (sealed.length < headBytes || sealed[0] !== format)
    throw new Error(`What is stored for ${context} is not a sealed value.`)
  const id = sealed.subarray(1, 1 + idBytes)
  const key = listOf(keys).find((candidate) => idOf(candidate).equals(id))
  if (key === undefined) throw new Error(`The key that sealed ${context} is not among the installation's keys.`)
  const nonce = sealed.subarray(1 + idBytes, 1 + idBytes + nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(1 + idBytes + nonceBytes, headBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headBytes)), decipher.final()])
  } catch (cause) {
    throw new Error(`What is stored for ${context} was changed or belongs elsewhere.`, { cause })
  }
}

/** Whether a value should be encrypted again, because its key is no longer the first. */
export const isOutdated = (keys: Keys, sealed: Buffer): boolean =>
  !sealed.subarray(1, 1 + idBytes).equals(idOf(listOf(keys)[0] as Buffer))
