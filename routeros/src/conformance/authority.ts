import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isIPv4, SocketAddress } from 'node:net'

/** Encodes one DER value. https://www.itu.int/rec/T-REC-X.690 */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const hex = (text: string) => Buffer.from(text, 'hex')

/** Object identifiers, encoded (RFC 5280, RFC 5480). */
const ids = {
  commonName: hex('0603550403'),
  ecdsaWithSha256: hex('06082a8648ce3d040302'),
  basicConstraints: hex('0603551d13'),
  keyUsage: hex('0603551d0f'),
  subjectAltName: hex('0603551d11'),
}
const yes = hex('0101ff')

const nameOf = (text: string) => sequence(der(0x31, sequence(ids.commonName, der(0x0c, Buffer.from(text)))))

/** 2000 to 2049: the clock of a router under test may be wrong. */
const validity = sequence(der(0x17, Buffer.from('000101000000Z')), der(0x17, Buffer.from('491231235959Z')))

/** Bytes of an address, for a subjectAltName. */
function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const groups = new SocketAddress({ address, family: 'ipv6' }).address.split('::')
  const [head = [], tail = []] = groups.map((part) => (part === '' ? [] : part.split(':')))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return hex([...head, ...zeros, ...tail].map((group) => group.padStart(4, '0')).join(''))
}

interface Issue {
  subject: string
  issuer: string
  publicKey: KeyObject
  signer: KeyObject
  extensions: readonly Buffer[]
}

function pemOf({ subject, issuer, publicKey, signer, extensions }: Issue): string {
  const algorithm = sequence(ids.ecdsaWithSha256)
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    // A serial number is positive: its first bit is zero.
    der(0x02, Buffer.from([1]), randomBytes(8)),
    algorithm,
    nameOf(issuer),
    validity,
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, signer))
  const lines =
    sequence(body, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

const makeKeys = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' })

/**
 * A certificate authority whose key is discarded at once, and a certificate of it for one address (RFC 5280, ECDSA P-256).
 * @param name common name of the authority
 * @returns PEM texts
 */
export function makeAuthority(name: string, address: string): { authority: string; cert: string; key: string } {
  const [own, server] = [makeKeys(), makeKeys()]
  const authority = pemOf({
    subject: name,
    issuer: name,
    publicKey: own.publicKey,
    signer: own.privateKey,
    extensions: [
      sequence(ids.basicConstraints, yes, der(0x04, sequence(yes))),
      // keyCertSign and cRLSign.
      sequence(ids.keyUsage, yes, der(0x04, hex('03020106'))),
    ],
  })
  const cert = pemOf({
    subject: address,
    issuer: name,
    publicKey: server.publicKey,
    signer: own.privateKey,
    extensions: [sequence(ids.subjectAltName, der(0x04, sequence(der(0x87, addressBytes(address)))))],
  })
  return { authority, cert, key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}
