import { loadCertificates } from '@trunkline/radius/certificates'
import { prepareCertificates } from '../features/radius-certificates/certificate-store.ts'
import { createLog } from '../log.ts'
import { radiusKey } from '../sessions/seal.ts'
import { radiusDatabase } from '../sessions/start-radius.ts'
import { setupFixture } from './describe-resource.ts'
import { opensslFolder } from './openssl.ts'
import { panelKey } from './panel.ts'

export const certificateConfig = { key: panelKey, formerKeys: [], baseUrl: 'https://panel.example.net' }
/** Path of the calls about the certificates of the installation. */
export const certificatePath = '/installation/radius-certificates'

/** Extensions of a CA. */
export const authorityExtensions = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign']
/** Extensions of a server certificate. */
export const serverExtensions = (name = 'radius.example.org') => [
  'basicConstraints=CA:FALSE',
  `subjectAltName=DNS:${name}`,
  'extendedKeyUsage=serverAuth',
]

/** A panel without certificates; a CA and a server certificate that openssl created; and the calls of the tests. */
export async function setupCertificateFixture() {
  const fixture = await setupFixture()
  const provider = await fixture.as('provider')
  const files = opensslFolder()
  const databaseUrl = await radiusDatabase(
    { key: panelKey, radius: { databaseUrl: undefined } } as never,
    fixture.panel.url,
  )
  const ca = await files.make({ subject: '/CN=Own CA', extensions: authorityExtensions })
  const leaf = await files.make({ subject: '/CN=radius.example.org', issuer: ca, extensions: serverExtensions() })
  return {
    ...fixture,
    provider,
    reseller: await fixture.as('reseller'),
    client: await fixture.as('client'),
    files,
    databaseUrl,
    own: { ca, leaf },
    /** The certificates as FreeRADIUS gets them. */
    load: async () => (await loadCertificates(databaseUrl, radiusKey(panelKey)))!,
    show: async () => (await provider('GET', `${certificatePath}/show`)).body.data,
    /** What a panel does at its start. */
    prepare: () =>
      prepareCertificates({
        config: certificateConfig,
        databases: fixture.panel.databases,
        log: createLog('silent'),
      }),
    /** Uploads a server certificate. */
    replace: (certificate: string, private_key: string) =>
      provider('POST', `${certificatePath}/server`, { certificate, private_key }),
    issue: (body: object) => provider('POST', `${certificatePath}/server/issue`, body),
    /** What openssl reports about a chain. */
    verified: (authority: string, certificates: string, ...more: string[]) =>
      files.openssl(
        'verify',
        '-x509_strict',
        ...more,
        '-CAfile',
        files.file(authority),
        '-untrusted',
        files.file(certificates),
        files.file(certificates),
      ),
    async stop() {
      files.remove()
      await fixture.panel.stop()
    },
  }
}

export type CertificateFixture = Awaited<ReturnType<typeof setupCertificateFixture>>
