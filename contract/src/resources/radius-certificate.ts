import * as z from 'zod/mini'
import { data, endpoint } from '../endpoint.ts'
import { issue, type Reason } from '../errors.ts'
import { id, text, time, type FieldMeta } from '../fields.ts'
import { wifiNetworkFields } from './wifi-shapes.ts'

/** Maximum length of a PEM text in characters: a chain of ten certificates with 4,096-bit keys has 20,000. */
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

/** A certificate in the settings; days are whole days from now, negative after the end. */
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
  /** It signs new client certificates. */
  issuing: z.boolean(),
  /** Its client certificates that are neither expired nor revoked. */
  client_certificates: z.int(),
})
export type RadiusAuthority = z.infer<typeof radiusAuthority>

const overview = z.object({
  /** Null until the panel has created its certificates. */
  server: z.nullable(
    z.object({
      ...certificate,
      names: z.array(z.string()),
      /** Subject of the root CA that clients have to trust. */
      root_subject: z.string(),
    }),
  ),
  /** The CAs in use, newest first. */
  authorities: z.array(radiusAuthority),
})
export type RadiusCertificates = z.infer<typeof overview>

/** Errors of an uploaded certificate, its chain or its key. */
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

/** The certificates of FreeRADIUS, managed by the provider. */
export const radiusCertificates = {
  show: endpoint({
    name: 'radius-certificate.show',
    method: 'GET',
    path: `${base}/show`,
    access: view,
    summary: 'Show the server certificate and the CAs of 802.1X, and when they expire',
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
    summary: 'Upload a server certificate with its chain and its private key, in PEM',
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
      /** The names of the current certificate by default; required if it was uploaded. */
      name: z.optional(dnsName()),
      /** The CA that signs; the one of the current certificate by default. */
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
    summary: 'Add a CA; with its private key it signs the client certificates from then on',
    body: z.object({
      /** The CA, followed by its issuing CAs unless it is a root. */
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
    summary: 'Remove a CA from the trusted ones: client certificates that it signed stop working',
    reply: data(overview),
  }),
}

export const eapMethods = ['peap', 'ttls-mschapv2', 'ttls-pap'] as const
export type EapMethod = (typeof eapMethods)[number]

const trustView = { action: 'view', subject: 'services' } as const

/** The settings that devices need to trust the server: for all users who manage services. */
export const radiusTrust = {
  show: endpoint({
    name: 'radius-trust.show',
    method: 'GET',
    path: '/network/radius-trust/show',
    access: trustView,
    summary: 'Show the names of the RADIUS server and the CA that its clients have to trust',
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
            /** SHA-1, which Windows calls thumbprint. */
            sha1: z.string(),
            not_after: time(),
            /** A public CA that operating systems trust by default. */
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
    summary: 'Download the CA that clients have to trust',
    query: z.object({ format: z.optional(z.enum(['pem', 'der'])) }),
    file: ['application/x-x509-ca-cert', 'application/x-pem-file'],
  }),
  profile: endpoint({
    name: 'radius-trust.profile',
    method: 'GET',
    path: '/network/radius-trust/profile',
    access: trustView,
    reasons: { 409: ['certificate.not_created'] },
    summary: 'Download a configuration profile for iOS, iPadOS and macOS: the CA and a Wi-Fi network',
    query: z.object({
      // XML cannot represent these two characters.
      ssid: wifiNetworkFields.ssid.check(z.regex(/^[^\ufffe\uffff]*$/, issue('field.line_breaks'))),
      /** PEAP with MS-CHAPv2 by default. */
      method: z.optional(z.enum(eapMethods)),
    }),
    file: 'application/x-apple-aspen-config',
  }),
}
