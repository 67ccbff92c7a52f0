import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { createAuthority, createServerCertificate } from './x509.ts'

/** Certificates of outer EAP, all PEM. */
export interface Certificates {
  /** The CAs that verify client certificates. */
  ca: string
  /** The server certificate, followed by its chain. */
  server: string
  /** Its private key, not encrypted. */
  key: string
}

/** Names of the files below the folder `certs` of a configuration. */
export const certificateFiles: Record<keyof Certificates, string> = {
  ca: 'ca.pem',
  server: 'server.pem',
  key: 'server.key',
}

/** The folder of the certificates; absolute if `raddb` is. */
export const certificateFolder = (raddb: string): string => join(raddb, 'certs')

/**
 * Reads the certificates of the panel from its database. The key of RADIUS secrets decrypts the private key there: it
 * is sent as a setting of the connection and is not part of any statement.
 * @param databaseUrl the panel's database as the role trunkline_radius
 * @param key the key of RADIUS secrets, 32 bytes
 * @returns undefined if the panel has not created any yet
 * @throws Error if the database does not respond, or the key is wrong; the message contains no secret
 */
export async function loadCertificates(databaseUrl: string, key: Buffer): Promise<Certificates | undefined> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'trunkline radius certificates',
    connectionTimeoutMillis: 10_000,
    options: `-c panel.radius_key=${key.toString('hex')}`,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<Certificates>('select ca, server, key from panel.radius_certificates()')
    return rows[0]
  } catch (error) {
    throw new Error(`The RADIUS certificates can't be read: ${(error as Error).message}`, { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

/** Validity of a temporary set in days. */
const temporaryDays = 30

/**
 * Certificates for a FreeRADIUS that runs without the panel, for tests and measurements: stored in the
 * configuration's folder and replaced before they expire. No client trusts them.
 */
export async function temporaryCertificates(raddb: string): Promise<Certificates> {
  const folder = certificateFolder(raddb)
  const path = (name: keyof Certificates) => join(folder, certificateFiles[name])
  const names = Object.keys(certificateFiles) as (keyof Certificates)[]
  if (names.every((name) => existsSync(path(name)))) {
    const [ca, server, key] = names.map((name) => readFileSync(path(name), 'utf8')) as [string, string, string]
    const end = Date.parse(new X509Certificate(server).validTo)
    if (end > Date.now() + 86_400_000) return { ca, server, key }
  }
  const issuer = await createAuthority()
  const created = await createServerCertificate({ issuer, names: ['radius.trunkline.internal'], days: temporaryDays })
  return { ca: issuer.certificate, server: created.certificate, key: created.key }
}
