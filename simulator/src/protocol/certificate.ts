import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

function length(size: number): Buffer {
  if (size < 0x80) return Buffer.from([size])
  const bytes = size < 0x100 ? [size] : [size >> 8, size & 0xff]
  return Buffer.from([0x80 | bytes.length, ...bytes])
}

/** Encodes one DER value. https://www.itu.int/rec/T-REC-X.690 */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), length(content.length), content])
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)

function identifier(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const bytes = [first * 40 + second]
  for (const value of rest) {
    const groups = [value & 0x7f]
    for (let left = value >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80)
    bytes.push(...groups)
  }
  return der(0x06, Buffer.from(bytes))
}

const time = (at: Date): Buffer =>
  der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`, 'ascii'))

const ecdsaWithSha256 = sequence(identifier('1.2.840.10045.4.3.2'))

export interface Certificate {
  key: string
  cert: string
  /** SHA-256 of the certificate, lower-case hexadecimal. */
  fingerprint: string
}

/** A self-signed certificate (RFC 5280), valid for ten years. */
function selfSigned(commonName: string, serial: Buffer, keys = makeKeys()): Certificate {
  const name = sequence(der(0x31, sequence(identifier('2.5.4.3'), der(0x0c, Buffer.from(commonName, 'utf8')))))
  const from = new Date(Date.now() - 86_400_000)
  const until = new Date(from.getTime() + 3650 * 86_400_000)
  // A serial number is positive: its first bit is zero.
  const number = Buffer.concat([Buffer.from([0x01]), serial])
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, number),
    ecdsaWithSha256,
    name,
    sequence(time(from), time(until)),
    name,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', body, keys.privateKey)
  const certificate = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    fingerprint: createHash('sha256').update(certificate).digest('hex'),
  }
}

const makeKeys = (): { publicKey: KeyObject; privateKey: KeyObject } =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

/** The certificate of one router, recreated at each start: a client that pinned it sees the change. */
export const certificateOf = (serial: string): Certificate => selfSigned(`RouterOS ${serial}`, randomBytes(8))
