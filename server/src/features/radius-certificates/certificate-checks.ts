import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { createSecureContext, rootCertificates } from 'node:tls'
import { message, type Message } from '@trunkline/contract/errors'
import { certificatesIn, readCertificate, sameKey, toPem } from '@trunkline/radius/x509'
import { invalid } from '../../errors.ts'

/** Maximum number of certificates in a chain, including that of the server. */
const maxChain = 10
const serverAuth = '1.3.6.1.5.5.7.3.1'
/** P-256, P-384 and P-521 (RFC 8422, 5.1.1). */
const curves = ['prime256v1', 'secp384r1', 'secp521r1']
/** Security level of the OpenSSL of FreeRADIUS on Debian: no SHA-1, no RSA below 2,048 bits. */
const securityLevel = 'DEFAULT@SECLEVEL=2'

/** An uploaded server certificate that FreeRADIUS can use. */
export interface ServerUpload {
  /** The certificate and the intermediate CAs, PEM. */
  pem: string
  /** The root CA, PEM. */
  root: string
  /** PKCS#8, PEM. */
  key: string
}

/** An uploaded CA. */
export interface AuthorityUpload {
  /** The CA and its issuers, PEM. */
  pem: string
  /** PKCS#8, PEM; undefined: not uploaded. */
  key: string | undefined
}

const atCertificate = (error: Message) => invalid({ certificate: error })
const atKey = (error: Message) => invalid({ private_key: error })

const pemOf = (certificate: X509Certificate) => toPem(certificate.raw)
const isStrong = (key: KeyObject) =>
  key.asymmetricKeyType === 'rsa'
    ? (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
    : key.asymmetricKeyType === 'ec' && curves.includes(key.asymmetricKeyDetails?.namedCurve ?? '')
/** Self-signed. */
const isRoot = (certificate: X509Certificate) =>
  certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)
const signed = (issuer: X509Certificate, certificate: X509Certificate) =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

function readChain(text: string): X509Certificate[] {
  const blocks = certificatesIn(text)
  if (blocks.length === 0) throw atCertificate(message('certificate.not_pem'))
  if (blocks.length > maxChain) throw atCertificate(message('certificate.too_many', { max: maxChain }))
  return blocks.map((block) => {
    try {
      return new X509Certificate(block)
    } catch {
      throw atCertificate(message('certificate.damaged'))
    }
  })
}

function checkDates(certificate: X509Certificate, now: Date): void {
  const { subject, notBefore, notAfter } = readCertificate(pemOf(certificate))
  if (notAfter <= now) throw atCertificate(message('certificate.expired', { subject }))
  if (notBefore > now) throw atCertificate(message('certificate.not_yet_valid', { subject }))
}

/** @returns the chain without its root, and the root if the chain contains one */
function checkChain(
  chain: readonly X509Certificate[],
  now: Date,
): { chain: X509Certificate[]; root?: X509Certificate } {
  for (const [at, certificate] of chain.entries()) {
    checkDates(certificate, now)
    const { subject } = certificate
    if (!isStrong(certificate.publicKey)) throw atCertificate(message('certificate.weak_key'))
    const before = chain[at - 1]
    if (before === undefined) continue
    if (!certificate.ca)
      throw atCertificate(message('certificate.chain_member_no_ca', { subject: subject.split('\n').join(', ') }))
    if (!signed(certificate, before)) throw atCertificate(message('certificate.chain_order'))
  }
  const last = chain.at(-1)!
  return isRoot(last) ? { chain: chain.slice(0, -1), root: last } : { chain: [...chain] }
}

function readKey(text: string, certificate: X509Certificate): KeyObject {
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/.test(text))
    throw atKey(message('private_key.encrypted'))
  let key: KeyObject
  try {
    key = createPrivateKey(text)
  } catch {
    throw atKey(message('private_key.not_pem'))
  }
  if (!sameKey(certificate, key)) throw atKey(message('private_key.mismatch'))
  return key
}

const keyText = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }) as string

/** Checks that OpenSSL loads the certificate and key: otherwise FreeRADIUS would not start. */
function checkLoads(pem: string, key: string): void {
  try {
    createSecureContext({ cert: pem, key, ciphers: securityLevel })
  } catch (error) {
    const reported = (error as { reason?: string }).reason ?? (error as Error).message
    throw atCertificate(message('certificate.openssl', { error: reported }))
  }
}

/**
 * Validates an uploaded server certificate: FreeRADIUS and its clients must accept it.
 * @param known CAs of the panel, PEM: the chain may end at one of them, or at a public CA
 * @throws AppError validation_failed with the reason at the field
 */
export function checkServerUpload(
  upload: { certificate: string; private_key: string },
  known: readonly string[],
  now = new Date(),
): ServerUpload {
  const all = readChain(upload.certificate)
  const leaf = all[0]!
  if (leaf.ca) throw atCertificate(message('certificate.ca_first'))
  const { chain, root } = checkChain(all, now)
  if (!(leaf.keyUsage ?? []).includes(serverAuth)) throw atCertificate(message('certificate.not_for_servers'))
  if (readCertificate(pemOf(leaf)).names.length === 0) throw atCertificate(message('certificate.no_dns_name'))
  const key = readKey(upload.private_key, leaf)
  const last = chain.at(-1)!
  const anchor = root ?? findIssuer(last, known, now) ?? findIssuer(last, rootCertificates, now)
  if (anchor === undefined) throw atCertificate(message('certificate.chain_incomplete'))
  const pem = chain.map(pemOf).join('')
  checkLoads(pem, keyText(key))
  return { pem, root: pemOf(anchor), key: keyText(key) }
}

function findIssuer(certificate: X509Certificate, texts: readonly string[], now: Date): X509Certificate | undefined {
  for (const text of texts)
    for (const pem of certificatesIn(text)) {
      const candidate = new X509Certificate(pem)
      if (
        certificate.checkIssued(candidate) &&
        signed(candidate, certificate) &&
        isRoot(candidate) &&
        new Date(candidate.validTo) > now
      )
        return candidate
    }
  return undefined
}

/**
 * Validates an uploaded CA.
 * @throws AppError validation_failed with the reason at the field
 */
export function checkAuthorityUpload(
  upload: { certificate: string; private_key?: string | undefined },
  now = new Date(),
): AuthorityUpload {
  const all = readChain(upload.certificate)
  const authority = all[0]!
  if (!authority.ca) throw atCertificate(message('certificate.not_ca'))
  const { chain, root } = checkChain(all, now)
  if (root === undefined) throw atCertificate(message('certificate.root_missing'))
  const pem = [...chain, root].map(pemOf).join('')
  if (upload.private_key === undefined || upload.private_key === '') return { pem, key: undefined }
  const key = readKey(upload.private_key, authority)
  if (key.asymmetricKeyType !== 'rsa') throw atKey(message('private_key.rsa_only'))
  return { pem, key: keyText(key) }
}

/** Whether operating systems trust this root CA by default. */
export function isPublicAuthority(pem: string): boolean {
  const { fingerprint256 } = new X509Certificate(pem)
  publicFingerprints ??= new Set(rootCertificates.map((root) => new X509Certificate(root).fingerprint256))
  return publicFingerprints.has(fingerprint256)
}
let publicFingerprints: Set<string> | undefined
