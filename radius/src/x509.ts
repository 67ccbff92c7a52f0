import { createPublicKey, generateKeyPair, randomBytes, sign, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import type Forge from 'node-forge'

/** A certificate and its private key, both PEM. */
export interface KeyPair {
  certificate: string
  /** PKCS#8, not encrypted. */
  key: string
}

/** Apple accepts server certificates of at most 398 days. */
export const serverDays = 397
export const authorityDays = 3650
const dayMs = 86_400_000
/** Allows for client clocks that are slightly slow. */
const skewMs = 3_600_000

const newKeys = promisify(generateKeyPair)

/** Loaded when the first certificate is created: a running panel needs it once a year. */
const loadForge = async (): Promise<typeof Forge> => (await import('node-forge')).default

/** RSA with 2048 bits: every device supports it. */
async function rsaKeys(): Promise<{ publicKey: string; privateKey: string }> {
  return newKeys('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}

/**
 * 126 random bits (CA/Browser Forum, 7.1: at least 64). The first digit is 4 to 7: positive in DER, and without
 * leading zeros.
 */
function newSerial(): string {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x3f) | 0x40
  return bytes.toString('hex')
}

interface Content {
  serial: string
  /** Common name, at most 64 characters (RFC 5280, upper bounds); undefined: an empty subject. */
  commonName: string | undefined
  publicKey: string
  notBefore: Date
  notAfter: Date
  extensions: object[]
  /** Undefined: signed with its own key. */
  issuer: KeyPair | undefined
  /** Signs if `issuer` is undefined. */
  ownKey?: string
}

/** Missing from the types of node-forge. */
interface Assembler {
  getTBSCertificate(certificate: Forge.pki.Certificate): Forge.asn1.Asn1 & { value: Forge.asn1.Asn1[] }
}

const subjectPosition = 5
const issuerPosition = 3

function assemble(forge: typeof Forge, of: Content): string {
  const { asn1, pki } = forge
  const certificate = pki.createCertificate()
  certificate.serialNumber = of.serial
  certificate.publicKey = pki.publicKeyFromPem(of.publicKey)
  certificate.validity = { notBefore: of.notBefore, notAfter: of.notAfter }
  const subject =
    of.commonName === undefined
      ? []
      : [{ name: 'commonName', value: of.commonName, valueTagClass: asn1.Type.UTF8 as unknown as Forge.asn1.Class }]
  certificate.setSubject(subject)
  certificate.setIssuer(subject)
  const authority = of.issuer === undefined ? certificate : pki.certificateFromPem(of.issuer.certificate)
  const issuerKeyId =
    of.issuer === undefined
      ? undefined
      : (authority.getExtension('subjectKeyIdentifier') as { subjectKeyIdentifier?: string } | undefined)
          ?.subjectKeyIdentifier
  certificate.setExtensions([
    ...of.extensions,
    { name: 'subjectKeyIdentifier' },
    {
      name: 'authorityKeyIdentifier',
      keyIdentifier:
        issuerKeyId === undefined
          ? authority.generateSubjectKeyIdentifier().getBytes()
          : forge.util.hexToBytes(issuerKeyId),
    },
  ])
  const algorithm = pki.oids['sha256WithRSAEncryption'] as string
  certificate.signatureOid = certificate.siginfo.algorithmOid = algorithm
  const signed = (pki as unknown as Assembler).getTBSCertificate(certificate)
  if (of.issuer !== undefined) {
    // Octet for octet as in the CA: chains are built by comparing names (RFC 5280, 4.1.2.4).
    const raw = new X509Certificate(of.issuer.certificate).raw.toString('binary')
    const [content] = asn1.fromDer(raw).value as Forge.asn1.Asn1[]
    signed.value[issuerPosition] = (content!.value as Forge.asn1.Asn1[])[subjectPosition]!
  }
  const octets = Buffer.from(asn1.toDer(signed).getBytes(), 'binary')
  const signature = sign('sha256', octets, of.issuer?.key ?? of.ownKey!)
  const sequence = (value: Forge.asn1.Asn1[]) => asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, value)
  const whole = sequence([
    signed,
    sequence([
      asn1.create(asn1.Class.UNIVERSAL, asn1.Type.OID, false, asn1.oidToDer(algorithm).getBytes()),
      asn1.create(asn1.Class.UNIVERSAL, asn1.Type.NULL, false, ''),
    ]),
    asn1.create(asn1.Class.UNIVERSAL, asn1.Type.BITSTRING, false, `\0${signature.toString('binary')}`),
  ])
  return toPem(Buffer.from(asn1.toDer(whole).getBytes(), 'binary'))
}

/** A certificate in DER as PEM, 64 characters a line (RFC 7468). */
export const toPem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')}\n-----END CERTIFICATE-----\n`

/** The end of a certificate's validity; never later than that of its CA. */
function validity(days: number, issuer: KeyPair | undefined, now: Date): { notBefore: Date; notAfter: Date } {
  const wanted = now.getTime() - skewMs + days * dayMs
  const limit = issuer === undefined ? wanted : Date.parse(new X509Certificate(issuer.certificate).validTo)
  return { notBefore: new Date(now.getTime() - skewMs), notAfter: new Date(Math.min(wanted, limit)) }
}

/** A CA of the panel: ten years, signs end-entity certificates only (pathlen 0). */
export async function createAuthority({ now = new Date() }: { now?: Date } = {}): Promise<KeyPair> {
  const [forge, keys] = await Promise.all([loadForge(), rsaKeys()])
  const serial = newSerial()
  const certificate = assemble(forge, {
    serial,
    // Successive CAs have different names, by which clients list them.
    commonName: `Trunkline RADIUS CA ${serial.slice(0, 8)}`,
    publicKey: keys.publicKey,
    ...validity(authorityDays, undefined, now),
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
    issuer: undefined,
    ownKey: keys.privateKey,
  })
  return { certificate, key: keys.privateKey }
}

/**
 * A certificate for FreeRADIUS, signed by `issuer` (RSA).
 * @param names DNS names; the first is also the common name, if it has at most 64 characters
 */
export async function createServerCertificate({
  issuer,
  names,
  days = serverDays,
  now = new Date(),
}: {
  issuer: KeyPair
  names: readonly string[]
  days?: number
  now?: Date
}): Promise<KeyPair> {
  const [forge, keys] = await Promise.all([loadForge(), rsaKeys()])
  const [first = ''] = names
  const certificate = assemble(forge, {
    serial: newSerial(),
    commonName: first.length <= 64 ? first : undefined,
    publicKey: keys.publicKey,
    ...validity(days, issuer, now),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
      // Clients require serverAuth; id-kp-eapOverLAN is defined in RFC 4334.
      { name: 'extKeyUsage', serverAuth: true, '1.3.6.1.5.5.7.3.14': true },
      { name: 'subjectAltName', altNames: names.map((value) => ({ type: 2, value })) },
    ],
    issuer,
  })
  return { certificate, key: keys.privateKey }
}

/** A certificate for a client of EAP-TLS, signed by `issuer` (RSA). */
export async function createClientCertificate({
  issuer,
  commonName,
  days,
  now = new Date(),
}: {
  issuer: KeyPair
  commonName: string
  days: number
  now?: Date
}): Promise<KeyPair> {
  const [forge, keys] = await Promise.all([loadForge(), rsaKeys()])
  const certificate = assemble(forge, {
    serial: newSerial(),
    commonName,
    publicKey: keys.publicKey,
    ...validity(days, issuer, now),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
      { name: 'extKeyUsage', clientAuth: true },
    ],
    issuer,
  })
  return { certificate, key: keys.privateKey }
}

/** Iterations of the key derivation; PKCS#12 readers of phones accept at most 65,535. */
const iterations = 20_000

/**
 * A certificate with its key and its CA as PKCS#12 (RFC 7292). With triple DES and SHA-1, the only combination that
 * Windows, macOS, iOS and Android all open; the password protects it, so it has to be random.
 * @param password printable ASCII
 */
export async function createPkcs12({
  pair,
  authority,
  password,
  label,
}: {
  pair: KeyPair
  /** The CA, PEM. */
  authority: string
  password: string
  label: string
}): Promise<Buffer> {
  const forge = await loadForge()
  const chain = [pair.certificate]
  const root = new X509Certificate(authority)
  // node-forge parses only RSA; a CA signed by another one may have another kind of signature.
  if (root.checkIssued(root) && root.publicKey.asymmetricKeyType === 'rsa') chain.push(authority)
  const packed = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(pair.key),
    chain.map((pem) => forge.pki.certificateFromPem(pem)),
    password,
    { algorithm: '3des', count: iterations, friendlyName: label },
  )
  return Buffer.from(forge.asn1.toDer(packed).getBytes(), 'binary')
}

/** Fields of a certificate that are stored and displayed. */
export interface CertificateFacts {
  /** Distinguished name, most specific part last, as `CN=a, O=b`. */
  subject: string
  /** DNS names of the subject alternative name. */
  names: string[]
  /** Hexadecimal, lower case, without leading zeros. */
  serial: string
  /** SHA-256 of the DER; hexadecimal, lower case. */
  fingerprint: string
  notBefore: Date
  notAfter: Date
}

const hex = (text: string) => text.replaceAll(':', '').toLowerCase()

/** @throws Error if it is not a certificate */
export function readCertificate(pem: string): CertificateFacts {
  const certificate = new X509Certificate(pem)
  return {
    subject: certificate.subject.split('\n').join(', '),
    names: (certificate.subjectAltName ?? '')
      .split(', ')
      .filter((name) => name.startsWith('DNS:'))
      .map((name) => name.slice(4)),
    serial: hex(certificate.serialNumber).replace(/^0+(?=.)/, ''),
    fingerprint: hex(certificate.fingerprint256),
    notBefore: new Date(certificate.validFrom),
    notAfter: new Date(certificate.validTo),
  }
}

/** The certificates of a PEM text, in order; other blocks are skipped. */
export const certificatesIn = (pem: string): string[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? []).map((block) => `${block}\n`)

/** Whether both are the same key. */
export const sameKey = (certificate: X509Certificate, privateKey: Parameters<typeof createPublicKey>[0]): boolean =>
  (certificate.publicKey.export({ type: 'spki', format: 'der' }) as Buffer).equals(
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }) as Buffer,
  )
