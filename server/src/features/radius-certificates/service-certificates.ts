import { randomInt } from 'node:crypto'
import type { Ability } from '@trunkline/contract/abilities'
import {
  clientCertificateDays,
  serviceCertificates,
  type ServiceCertificate,
} from '@trunkline/contract/resources/service-certificate'
import { createClientCertificate, createPkcs12, readCertificate } from '@trunkline/radius/x509'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { loadRow } from '../../http/standard-handlers.ts'
import { readAuthority } from './certificate-store.ts'

/** Maximum number of certificates of one service that are neither expired nor revoked: one per device. */
const maxValid = 50
/** Maximum length of a common name (RFC 5280, upper bounds). */
const maxCommonName = 64

/** Rows as the API returns them. */
const rowsOf = (service_id: number, id?: number) => sql<ServiceCertificate>`
  select c.id, c.serial, c.fingerprint, c.subject, c.issued_at, c.issued_by, c.not_after, c.revoked_at, c.revoked_by,
    case when c.revoked_at is not null then 'revoked' when c.not_after <= now() then 'expired'
      when c.authority_id not in (select panel.radius_trusted(array(select authority_id from service_certificate where service_id = ${service_id}))) then 'untrusted'
      else 'valid' end as state
  from service_certificate c where c.service_id = ${service_id} and (${id ?? null}::bigint is null or c.id = ${id ?? null}::bigint)
  order by c.id desc`

async function readOne(tx: Tx, service_id: number, id: number): Promise<ServiceCertificate> {
  const row = (await rowsOf(service_id, id).execute(tx)).rows[0]
  if (row === undefined) throw notFound()
  return row
}

/** 100 random bits in five groups, without ambiguous characters, because users type it on phones. */
function newPassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  const characters = Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return characters.match(/.{4}/g)!.join('-')
}

interface ServiceRow {
  id: number
  kind: string
  username: string | null
  status: string
  deleted_at: string | null
}

interface ServiceCall {
  actor: Actor
  params: { id: number }
}

export function serviceCertificateHandlers({ config }: Deps): Handlers<typeof serviceCertificates> {
  const source = { table: 'service', owner: 'company_id' }
  /** The service; a call that changes it locks it, which serialises certificates of one service. */
  const loadService = async (tx: Tx, call: ServiceCall, access: Ability, lock: boolean) => {
    const { id } = call.params
    const { rows } = await sql<{ kind: string }>`select kind from service where id = ${id}`.execute(tx)
    if (rows[0]?.kind !== 'service') throw notFound()
    return (await loadRow(tx, call.actor, source, access, id, { lock })) as unknown as ServiceRow
  }
  return {
    index: (call) =>
      call.db(async (tx) => {
        const { id } = await loadService(tx, call, serviceCertificates.index.access, false)
        return { data: (await rowsOf(id).execute(tx)).rows }
      }),

    issue: (call) =>
      call.db(async (tx) => {
        const service = await loadService(tx, call, serviceCertificates.issue.access, true)
        if (service.deleted_at !== null) throw conflict('row.trashed')
        if (service.status === 'terminated') throw conflict('service.terminated')
        const { rows: valid } = await sql<{ count: number }>`
          select count(*)::int as count from service_certificate
          where service_id = ${service.id} and revoked_at is null and not_after > now()`.execute(tx)
        if (valid[0]!.count >= maxValid) throw conflict('certificate.max_valid', { max: maxValid })
        const issuer = await readAuthority(tx, config)
        const username = service.username ?? ''
        const commonName = username !== '' && username.length <= maxCommonName ? username : `service-${service.id}`
        const pair = await createClientCertificate({
          issuer,
          commonName,
          days: call.body.valid_days ?? clientCertificateDays.usual,
        })
        const password = call.body.password ?? newPassword()
        const pkcs12 = await createPkcs12({ pair, authority: issuer.certificate, password, label: commonName })
        const facts = readCertificate(pair.certificate)
        const { rows } = await sql<{ id: number }>`
          insert into service_certificate (service_id, authority_id, serial, fingerprint, subject, not_after, issued_by)
          values (${service.id}, ${issuer.id}, ${facts.serial}, ${facts.fingerprint}, ${commonName}, ${facts.notAfter.toISOString()}, ${call.actor.label})
          returning id`.execute(tx)
        return {
          data: {
            certificate: await readOne(tx, service.id, rows[0]!.id),
            pkcs12: pkcs12.toString('base64'),
            password,
            file_name: `${commonName.replaceAll(/[^\w.@-]/g, '_')}.p12`,
          },
        }
      }),

    revoke: (call) =>
      call.db(async (tx) => {
        const { id } = await loadService(tx, call, serviceCertificates.revoke.access, true)
        const { certificateId } = call.params
        await readOne(tx, id, certificateId)
        await sql`
          update service_certificate set revoked_at = now(), revoked_by = ${call.actor.label}
          where id = ${certificateId} and service_id = ${id} and revoked_at is null`.execute(tx)
        return { data: await readOne(tx, id, certificateId) }
      }),
  }
}
