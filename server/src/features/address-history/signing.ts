import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign, type KeyObject } from 'node:crypto'

/** ASN.1 of a PKCS#8 Ed25519 private key (RFC 8410, 7) up to its 32 octets. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

export interface SigningKey {
  /** The first 16 hexadecimal digits of the SHA-256 of the public key (SubjectPublicKeyInfo, DER). */
  id: string
  /** SubjectPublicKeyInfo, PEM. */
  publicPem: string
  private: KeyObject
}

/**
 * The key that signs exports of the address history: Ed25519 (RFC 8032), with a seed derived from the installation key
 * by HKDF (RFC 5869), so that no further secret is stored.
 * @param key the installation key
 */
export function signingKey(key: Buffer): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'trunkline address history signature', 32))
  const secret = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const open = createPublicKey(secret)
  return {
    id: createHash('sha256')
      .update(open.export({ type: 'spki', format: 'der' }))
      .digest('hex')
      .slice(0, 16),
    publicPem: open.export({ type: 'spki', format: 'pem' }).toString(),
    private: secret,
  }
}

/** JSON without whitespace and with object keys sorted by UTF-16 code units (RFC 8785). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`).join(',')}}`
}

/**
 * A signed file: one JSON object in five lines. The second line is the document in canonical form, and with its line
 * feed it is the signed octets; the fourth is the signature in Base64. This layout can be verified with `sed`, `base64`
 * and `openssl`.
 */
export function signedFile(key: SigningKey, document: unknown): string {
  const signed = `${canonicalJson(document)}\n`
  const signature = sign(null, Buffer.from(signed), key.private).toString('base64')
  const about = JSON.stringify({ algorithm: 'Ed25519', key_id: key.id, public_key: key.publicPem }).slice(1, -1)
  return `{"document":\n${signed},${about},"signature":\n"${signature}"\n}\n`
}
