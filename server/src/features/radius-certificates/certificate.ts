import { X509Certificate } from 'node:crypto'
import {
  type radiusCertificates,
  radiusTrust,
  type RadiusAuthority,
  type RadiusCertificates,
} from '@trunkline/contract/resources/radius-certificate'
import { createAuthority, readCertificate } from '@trunkline/radius/x509'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { conflict, notFound } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { checkAuthorityUpload, checkServerUpload, isPublicAuthority } from './certificate-checks.ts'
import { addAuthority, issueServer, readServer, useServer } from './certificate-store.ts'
import { wifiProfile } from './profile.ts'

const shown = sql`r.id, r.subject, r.serial, r.fingerprint, r.not_before, r.not_after,
  floor(extract(epoch from r.not_after - now()) / 86400)::int as days_left, r.source, r.created_at, r.created_by`

type Server = NonNullable<RadiusCertificates['server']>

async function overview(tx: Tx): Promise<{ data: RadiusCertificates }> {
  const { rows: servers } = await sql<Omit<Server, 'root_subject'> & { root_pem: string }>`
    select ${shown}, r.names, r.root_pem from radius_certificate r where r.kind = 'server' and r.active`.execute(tx)
  const { rows: authorities } = await sql<RadiusAuthority>`
    select ${shown}, r.signing_key is not null as has_key,
      r.signing_key is not null and r.id = max(case when r.signing_key is not null then r.id end) over () as issuing,
      (select count(*)::int from service_certificate c where c.authority_id = r.id and c.revoked_at is null and c.not_after > now()) as client_certificates
    from radius_certificate r where r.kind = 'ca' and r.active order by r.id desc`.execute(tx)
  const [found] = servers
  let server: Server | null = null
  if (found !== undefined) {
    const { root_pem, ...row } = found
    server = { ...row, root_subject: readCertificate(root_pem).subject }
  }
  return { data: { server, authorities } }
}

export const radiusCertificateHandlers = ({ config }: Deps): Handlers<typeof radiusCertificates> => ({
  show: (call) => call.db(overview),

  replaceServer: (call) =>
    call.db(async (tx) => {
      const { rows } = await sql<{ pem: string }>`
        select pem from radius_certificate where kind = 'ca' and active`.execute(tx)
      const upload = checkServerUpload(
        call.body,
        rows.map(({ pem }) => pem),
      )
      await useServer(tx, config, { ...upload, source: 'uploaded', authority_id: null }, call.actor.label)
      return overview(tx)
    }),

  issueServer: (call) =>
    call.db(async (tx) => {
      const { name, authority_id } = call.body
      await issueServer(tx, config, {
        names: name === undefined ? undefined : [name],
        authority_id,
        created_by: call.actor.label,
      })
      return overview(tx)
    }),

  addAuthority: (call) =>
    call.db(async (tx) => {
      await addAuthority(tx, config, { ...checkAuthorityUpload(call.body), source: 'uploaded' }, call.actor.label)
      return overview(tx)
    }),

  createAuthority: (call) =>
    call.db(async (tx) => {
      const issued = await createAuthority()
      await addAuthority(
        tx,
        config,
        { pem: issued.certificate, key: issued.key, source: 'generated' },
        call.actor.label,
      )
      return overview(tx)
    }),

  removeAuthority: (call) =>
    call.db(async (tx) => {
      const { id } = call.params
      const { rows } = await sql<{ active: boolean }>`
        select active from radius_certificate where id = ${id} and kind = 'ca' for update`.execute(tx)
      if (rows[0]?.active !== true) throw notFound()
      const { rows: others } = await sql`
        select id from radius_certificate where kind = 'ca' and active and id <> ${id} for update`.execute(tx)
      if (others.length === 0) throw conflict('authority.only_one')
      if ((await readServer(tx))?.authority_id === id) throw conflict('authority.signed_server')
      await sql`update radius_certificate set active = false where id = ${id}`.execute(tx)
      return overview(tx)
    }),
})

interface Trust {
  names: string[]
  not_after: string
  root_pem: string
}

async function readTrust(tx: Tx): Promise<Trust | undefined> {
  return (await sql<Trust>`select * from panel.radius_trust()`.execute(tx)).rows[0]
}

async function needTrust(tx: Tx): Promise<Trust> {
  const trust = await readTrust(tx)
  if (trust === undefined) throw conflict('certificate.not_created')
  return trust
}

async function* once(content: string | Buffer) {
  yield content
}

export const radiusTrustHandlers = (_deps: Deps): Handlers<typeof radiusTrust> => ({
  show: (call) =>
    call.db(async (tx) => {
      const trust = await readTrust(tx)
      if (trust === undefined) return { data: null }
      const root = new X509Certificate(trust.root_pem)
      const { subject, notAfter } = readCertificate(trust.root_pem)
      return {
        data: {
          names: trust.names,
          not_after: trust.not_after,
          authority: {
            subject,
            sha256: root.fingerprint256,
            sha1: root.fingerprint,
            not_after: notAfter.toISOString(),
            is_public: isPublicAuthority(trust.root_pem),
          },
        },
      }
    }),

  authority: (call) =>
    call.db(async (tx) => {
      const { root_pem } = await needTrust(tx)
      return call.query.format === 'der'
        ? {
            file: once(new X509Certificate(root_pem).raw),
            name: 'radius-ca.cer',
            type: radiusTrust.authority.file[0],
          }
        : { file: once(root_pem), name: 'radius-ca.pem', type: 'application/x-pem-file' }
    }),

  profile: (call) =>
    call.db(async (tx) => {
      const { names, root_pem } = await needTrust(tx)
      const setting = await tx
        .selectFrom('setting')
        .select('value')
        .where('key', '=', 'installation_id')
        .executeTakeFirstOrThrow()
      const { ssid, method = 'peap' } = call.query
      const profile = wifiProfile({
        installation: String(setting.value),
        ssid,
        method,
        names,
        root: new X509Certificate(root_pem).raw,
      })
      return { file: once(profile), name: `wifi-${ssid}.mobileconfig`, type: radiusTrust.profile.file }
    }),
})
