import * as z from 'zod/mini'
import { data, endpoint } from '../endpoint.ts'
import { issue, type Reason } from '../errors.ts'
import { id, text, time, type FieldMeta } from '../fields.ts'
import { wifiNetworkFields } from './wifi-shapes.ts'

/** Characters of a PEM text: a chain of ten certificates of 4,096 bits has 20,000. */
const maxPem = 65_536

const certificateText = () => text(maxPem).check(z.minLength(1, issue('field.required')))
const keyText = () => text(maxPem).register(z.globalRegistry, { 'x-secret': true } as FieldMeta)

/** A DNS name with at least two labels (RFC 1123, 2.1). */
const dnsName = () =>
  z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(253),
      z.regex(
        /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
        issue('field.dns_name', { example: 'radius.example.net' }),
      ),
    )
    .register(z.globalRegistry, { 'x-sample': 'radius.example.net' } as FieldMeta)

/** A certificate as the settings show it; days are whole days from now, negative after the end. */
const certificate = {
  id: id(),
  subject: z.string(),
  serial: z.string(),
  /** SHA-256 of the certificate; hexadecimal, lower case. */
  fingerprint: z.string(),
  not_before: time(),
  not_after: time(),
  days_left: z.int(),
  source: z.enum(['generated', 'uploaded']),
  created_at: time(),
  created_by: z.string(),
}

export const radiusAuthority = z.object({
  ...certificate,
  /** The panel has its private key and can sign with it. */
  has_key: z.boolean(),
  /** It signs the client certificates that are issued now. */
  issuing: z.boolean(),
  /** Client certificates that it signed and that are neither over nor revoked. */
  client_certificates: z.int(),
})
export type RadiusAuthority = z.infer<typeof radiusAuthority>

const overview = z.object({
  /** Null until the panel has made its certificates. */
  server: z.nullable(
    z.object({
      ...certificate,
      names: z.array(z.string()),
      /** Subject of the root CA that clients have to trust. */
      root_subject: z.string(),
    }),
  ),
  /** The CAs that are in use, newest first. */
  authorities: z.array(radiusAuthority),
})
export type RadiusCertificates = z.infer<typeof overview>

/** What is wrong with an uploaded certificate, its chain or its key. */
const uploadReasons: readonly Reason[] = [
  'certificate.not_pem',
  'certificate.too_many',
  'certificate.damaged',
  'certificate.expired',
  'certificate.not_yet_valid',
  'certificate.weak_key',
  'certificate.chain_member_no_ca',
  'certificate.chain_order',
  'certificate.openssl',
  'private_key.encrypted',
  'private_key.not_pem',
  'private_key.mismatch',
]

const base = '/installation/radius-certificates'
const view = { action: 'view', subject: 'installation' } as const
const update = { action: 'update', subject: 'installation' } as const

/** The certificates of FreeRADIUS, which the provider keeps. */
export const radiusCertificates = {
  show: endpoint({
    name: 'radius-certificate.show',
    method: 'GET',
    path: `${base}/show`,
    access: view,
    summary: 'The server certificate and the CAs of 802.1X, and when they end',
    reply: data(overview),
  }),
  replaceServer: endpoint({
    name: 'radius-certificate.replace-server',
    method: 'POST',
    path: `${base}/server`,
    access: update,
    reasons: {
      422: [
        ...uploadReasons,
        'certificate.ca_first',
        'certificate.not_for_servers',
        'certificate.no_dns_name',
        'certificate.chain_incomplete',
      ],
    },
    summary: 'Use an own server certificate: with its chain and its private key, in PEM',
    body: z.object({
      /** The server certificate first, then its chain. */
      certificate: certificateText(),
      private_key: keyText().check(z.minLength(1, issue('field.required'))),
    }),
    reply: data(overview),
  }),
  issueServer: endpoint({
    name: 'radius-certificate.issue-server',
    method: 'POST',
    path: `${base}/server/issue`,
    access: update,
    reasons: { 409: ['certificate.uploaded', 'authority.no_signing_key'], 422: ['authority.without_key'] },
    perMinute: 20,
    summary: 'Issue a server certificate from a CA of the panel, for the same or another DNS name',
    body: z.object({
      /** Those of the present certificate where it is left out; an uploaded one needs it. */
      name: z.optional(dnsName()),
      /** The CA that signs; that of the present certificate where it is left out. */
      authority_id: z.optional(id()),
    }),
    reply: data(overview),
  }),
  addAuthority: endpoint({
    name: 'radius-certificate.add-authority',
    method: 'POST',
    path: `${base}/authorities`,
    access: update,
    reasons: {
      422: [
        ...uploadReasons,
        'certificate.not_ca',
        'certificate.root_missing',
        'private_key.rsa_only',
        'authority.in_use',
      ],
    },
    summary: 'Add an own CA; with its private key it signs the client certificates from then on',
    body: z.object({
      /** The CA, followed by the CAs above it where it is no root. */
      certificate: certificateText(),
      private_key: z.optional(keyText()),
    }),
    reply: data(overview),
  }),
  createAuthority: endpoint({
    name: 'radius-certificate.create-authority',
    method: 'POST',
    path: `${base}/authorities/create`,
    access: update,
    perMinute: 20,
    summary: 'Create a new CA; it signs the client certificates from then on',
    reply: data(overview),
  }),
  removeAuthority: endpoint({
    name: 'radius-certificate.remove-authority',
    method: 'POST',
    path: `${base}/authorities/{id}/remove`,
    access: update,
    reasons: { 409: ['authority.only_one', 'authority.signed_server'] },
    object: 'radius-certificate',
    summary: 'Stop trusting a CA: client certificates that it signed stop working',
    reply: data(overview),
  }),
}

export const eapMethods = ['peap', 'ttls-mschapv2', 'ttls-pap'] as const
export type EapMethod = (typeof eapMethods)[number]

const trustView = { action: 'view', subject: 'services' } as const

/** What devices have to be told to trust: for everybody who looks after services. */
export const radiusTrust = {
  show: endpoint({
    name: 'radius-trust.show',
    method: 'GET',
    path: '/network/radius-trust/show',
    access: trustView,
    summary: 'The names of the RADIUS server and the CA that its clients have to trust',
    reply: data(
      z.nullable(
        z.object({
          /** DNS names of the server certificate. */
          names: z.array(z.string()),
          not_after: time(),
          authority: z.object({
            subject: z.string(),
            /** Hexadecimal, upper case, with colons, as devices show them. */
            sha256: z.string(),
            /** Windows calls it thumbprint. */
            sha1: z.string(),
            not_after: time(),
            /** A public CA that devices know already. */
            is_public: z.boolean(),
          }),
        }),
      ),
    ),
  }),
  authority: endpoint({
    name: 'radius-trust.authority',
    method: 'GET',
    path: '/network/radius-trust/authority',
    access: trustView,
    reasons: { 409: ['certificate.not_created'] },
    summary: 'The CA that clients have to trust, as a file',
    query: z.object({ format: z.optional(z.enum(['pem', 'der'])) }),
    file: ['application/x-x509-ca-cert', 'application/x-pem-file'],
  }),
  profile: endpoint({
    name: 'radius-trust.profile',
    method: 'GET',
    path: '/network/radius-trust/profile',
    access: trustView,
    reasons: { 409: ['certificate.not_created'] },
    summary: 'A configuration profile for iOS, iPadOS and macOS: the CA and a Wi-Fi network',
    query: z.object({
      // XML has no place for these two.
      ssid: wifiNetworkFields.ssid.check(z.regex(/^[^\ufffe\uffff]*$/, issue('field.line_breaks'))),
      /** PEAP with MS-CHAPv2 where it is left out. */
      method: z.optional(z.enum(eapMethods)),
    }),
    file: 'application/x-apple-aspen-config',
  }),
}
