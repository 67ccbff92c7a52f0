import * as z from 'zod/mini'
import { data, endpoint } from '../endpoint.ts'
import { issue } from '../errors.ts'
import { id, time, type FieldMeta } from '../fields.ts'

export const clientCertificateStates = ['valid', 'expired', 'revoked', 'untrusted'] as const

/** Default and maximum validity of a client certificate in days. */
export const clientCertificateDays = { usual: 730, max: 1825 } as const

export const serviceCertificate = z.object({
  id: id(),
  /** Hexadecimal, lower case, without leading zeros. */
  serial: z.string(),
  /** SHA-256 of the certificate; hexadecimal, lower case. */
  fingerprint: z.string(),
  /** The common name. */
  subject: z.string(),
  issued_at: time(),
  issued_by: z.string(),
  not_after: time(),
  revoked_at: z.nullable(time()),
  revoked_by: z.nullable(z.string()),
  /** untrusted: its CA was removed. */
  state: z.enum(clientCertificateStates),
})
export type ServiceCertificate = z.infer<typeof serviceCertificate>

const base = '/network/service/{id}/certificates'

/** Client certificates of a service, for EAP-TLS. */
export const serviceCertificates = {
  index: endpoint({
    name: 'service.certificates',
    method: 'GET',
    path: base,
    access: { action: 'view', subject: 'services' },
    object: 'service',
    summary: 'List client certificates of a service, newest first',
    reply: data(z.array(serviceCertificate)),
  }),
  issue: endpoint({
    name: 'service.issue-certificate',
    method: 'POST',
    path: base,
    access: { action: 'update', subject: 'services' },
    object: 'service',
    secretReply: true,
    reasons: { 409: ['service.terminated', 'certificate.max_valid', 'authority.no_signing_key'] },
    perMinute: 20,
    status: 201,
    summary: 'Issue a client certificate; its private key is returned only once',
    body: z.object({
      valid_days: z.optional(
        z
          .int()
          .check(
            z.minimum(1),
            z.maximum(clientCertificateDays.max, issue('range.max_days', { days: clientCertificateDays.max })),
          ),
      ),
      /** Of the PKCS#12 file; generated if absent. */
      password: z.optional(
        z
          .string()
          .check(z.minLength(12), z.maxLength(64), z.regex(/^[\x20-\x7e]*$/, issue('field.ascii')))
          .register(z.globalRegistry, { 'x-secret': true, 'x-sample': 'a-sample-of-a-password' } as FieldMeta),
      ),
    }),
    reply: data(
      z.object({
        certificate: serviceCertificate,
        /** Certificate, private key and CA (RFC 7292), base64. */
        pkcs12: z.string(),
        password: z.string(),
        file_name: z.string(),
      }),
    ),
  }),
  revoke: endpoint({
    name: 'service.revoke-certificate',
    method: 'POST',
    path: `${base}/{certificateId}/revoke`,
    access: { action: 'update', subject: 'services' },
    object: 'service',
    parts: { certificateId: 'service-certificate' },
    summary: 'Revoke a client certificate: logins with it are rejected from now on',
    reply: data(serviceCertificate),
  }),
}
