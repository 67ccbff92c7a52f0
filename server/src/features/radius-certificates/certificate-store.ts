import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { message } from '@trunkline/contract/errors'
import { createAuthority, createServerCertificate, readCertificate, type KeyPair } from '@trunkline/radius/x509'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Databases, Tx } from '../../db/pool.ts'
import { conflict, invalid } from '../../errors.ts'
import type { Logger } from '../../log.ts'
import { open, seal, type Keys } from '../../secrets.ts'
import { seal as sealRadius } from '../../sessions/seal.ts'

/** Keys of the installation: the current one encrypts, former ones only decrypt. */
export type KeyRing = Pick<Config, 'key' | 'formerKeys'>
export const keysOf = ({ key, formerKeys }: KeyRing): Keys => [key, ...formerKeys]

/** Additional data for the encryption of a CA's private key. */
export const authorityContext = (id: number): string => `radius-ca:${id}`

/** Server name if the panel has no DNS name; `.internal` is reserved for private use. */
const fallbackName = 'radius.trunkline.internal'

/** First DNS name of a generated server certificate: that of the panel, if it has one. */
export function defaultServerName(baseUrl: string): string {
  const { hostname } = new URL(baseUrl)
  const name = hostname.replace(/\.$/, '')
  return isIP(name.replace(/^\[|\]$/g, '')) === 0 && name.includes('.') && name.length <= 253 ? name : fallbackName
}

/** Serialises changes of certificates over all processes. */
const lock = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('trunkline radius certificates'))`.execute(tx)

export interface ActiveServer {
  id: number
  names: string[]
  source: 'generated' | 'uploaded'
  authority_id: number | null
  not_after: Date
}

/** The server certificate in use; undefined before the first start. */
export async function readServer(tx: Tx): Promise<ActiveServer | undefined> {
  const { rows } = await sql<Omit<ActiveServer, 'not_after'> & { not_after: string }>`
    select id, names, source, authority_id, not_after from radius_certificate where kind = 'server' and active`.execute(
    tx,
  )
  const row = rows[0]
  return row && { ...row, not_after: new Date(row.not_after) }
}

interface NewServer {
  pem: string
  root: string
  key: string
  source: 'generated' | 'uploaded'
  authority_id: number | null
}

const times = ({ notBefore, notAfter }: { notBefore: Date; notAfter: Date }) =>
  sql`${notBefore.toISOString()}::timestamptz, ${notAfter.toISOString()}::timestamptz`

/** Replaces the server certificate in use and deletes the private key of the previous one. */
export async function useServer(tx: Tx, ring: KeyRing, of: NewServer, created_by: string): Promise<void> {
  await lock(tx)
  const facts = readCertificate(of.pem)
  await sql`update radius_certificate set active = false, private_key = null where kind = 'server' and active`.execute(
    tx,
  )
  await sql`
    insert into radius_certificate (kind, pem, root_pem, private_key, authority_id, subject, names, serial, fingerprint, not_before, not_after, source, created_by)
    values ('server', ${of.pem}, ${of.root}, ${sealRadius(ring.key, of.key)}, ${of.authority_id}, ${facts.subject}, ${facts.names}::text[],
      ${facts.serial}, ${facts.fingerprint}, ${times(facts)}, ${of.source}, ${created_by})`.execute(tx)
}

/**
 * Adds a CA.
 * @param key its private key, PEM; undefined: the panel does not have it
 * @throws AppError validation_failed if this CA is already in use
 */
export async function addAuthority(
  tx: Tx,
  ring: KeyRing,
  of: { pem: string; key: string | undefined; source: 'generated' | 'uploaded' },
  created_by: string,
): Promise<number> {
  await lock(tx)
  const facts = readCertificate(of.pem)
  const { rows: same } = await sql`
    select id from radius_certificate where kind = 'ca' and active and fingerprint = ${facts.fingerprint}`.execute(tx)
  if (same.length > 0) throw invalid({ certificate: message('authority.in_use') })
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('radius_certificate', 'id')) as id`.execute(tx)
  const { id } = rows[0]!
  await sql`
    insert into radius_certificate (id, kind, pem, signing_key, subject, serial, fingerprint, not_before, not_after, source, created_by)
    values (${id}, 'ca', ${of.pem}, ${of.key === undefined ? null : seal(keysOf(ring), of.key, authorityContext(id))}, ${facts.subject},
      ${facts.serial}, ${facts.fingerprint}, ${times(facts)}, ${of.source}, ${created_by})`.execute(tx)
  return id
}

export interface SigningAuthority extends KeyPair {
  id: number
  not_after: Date
}

interface SealedAuthority {
  id: number
  pem: string
  signing_key: Buffer
  not_after: string
}

const opened = (ring: KeyRing, row: SealedAuthority): SigningAuthority => ({
  id: row.id,
  certificate: row.pem,
  key: open(keysOf(ring), row.signing_key, authorityContext(row.id)),
  not_after: new Date(row.not_after),
})

/**
 * The CA that issues certificates: the newest one with a private key.
 * @throws AppError conflict if there is none
 */
export async function readAuthority(tx: Tx, ring: KeyRing): Promise<SigningAuthority> {
  const { rows } = await sql<SealedAuthority>`select * from panel.radius_authority()`.execute(tx)
  if (rows[0] === undefined) throw conflict('authority.no_signing_key')
  return opened(ring, rows[0])
}

async function findAuthority(tx: Tx, ring: KeyRing, id: number): Promise<SigningAuthority | undefined> {
  const { rows } = await sql<SealedAuthority>`
    select id, pem, signing_key, not_after from radius_certificate where id = ${id} and kind = 'ca' and active and signing_key is not null`.execute(
    tx,
  )
  return rows[0] && opened(ring, rows[0])
}

/**
 * Issues a server certificate and activates it.
 * @param names default to those of the certificate in use
 * @param authority_id the issuing CA; defaults to that of the certificate in use
 * @throws AppError conflict if an uploaded certificate would be replaced without names, or no CA can sign
 */
export async function issueServer(
  tx: Tx,
  ring: KeyRing,
  of: { names?: readonly string[] | undefined; authority_id?: number | undefined; created_by: string; now?: Date },
): Promise<void> {
  await lock(tx)
  const current = await readServer(tx)
  const names = of.names ?? (current?.source === 'generated' ? current.names : undefined)
  if (names === undefined) throw conflict('certificate.uploaded')
  const named = of.authority_id === undefined ? undefined : await findAuthority(tx, ring, of.authority_id)
  if (of.authority_id !== undefined && named === undefined)
    throw invalid({ authority_id: message('authority.without_key') })
  const own = current?.authority_id == null ? undefined : await findAuthority(tx, ring, current.authority_id)
  const issuer = named ?? own ?? (await readAuthority(tx, ring))
  const issued = await createServerCertificate({ issuer, names, ...(of.now && { now: of.now }) })
  await useServer(tx, ring, signedBy(issuer.id, issuer, issued), of.created_by)
}

/** A generated certificate with the chain above its CA, if that was uploaded with one. */
function signedBy(authority_id: number, issuer: KeyPair, issued: KeyPair): NewServer {
  const above = issuer.certificate.match(/-----BEGIN[\s\S]*?-----END CERTIFICATE-----\n/g) ?? []
  const root = above.at(-1) ?? issuer.certificate
  return {
    pem: [issued.certificate, ...above.slice(0, -1)].join(''),
    root,
    key: issued.key,
    source: 'generated',
    authority_id,
  }
}

/**
 * Creates the CA and server certificate of a new installation. Called at start by each process; safe to call
 * concurrently.
 */
export async function prepareCertificates({
  config,
  databases,
  log,
}: {
  config: KeyRing & Pick<Config, 'baseUrl'>
  databases: Databases
  log: Pick<Logger, 'info'>
}): Promise<void> {
  const panel = <T>(work: (tx: Tx) => Promise<T>) =>
    withTenant(databases, { company_id: 0, everything: true, actor_name: 'system' }, { write: true }, work)
  if ((await panel(readServer)) !== undefined) return
  // Outside the transaction, because RSA key generation takes about a second on a small host.
  const issuer = await createAuthority()
  const names = [defaultServerName(config.baseUrl)]
  const issued = await createServerCertificate({ issuer, names })
  const created = await panel(async (tx) => {
    await lock(tx)
    if ((await readServer(tx)) !== undefined) return false
    await sql`insert into setting (key, value) values ('installation_id', ${JSON.stringify(randomUUID())}::jsonb) on conflict do nothing`.execute(
      tx,
    )
    const id = await addAuthority(
      tx,
      config,
      { pem: issuer.certificate, key: issuer.key, source: 'generated' },
      'system',
    )
    await useServer(tx, config, signedBy(id, issuer, issued), 'system')
    return true
  })
  if (created) log.info({ names }, 'created a CA and a server certificate for 802.1X')
}
