import { randomBytes } from 'node:crypto'
import type { ObjectKind } from '@trunkline/contract/object-kind'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/pool.ts'

export const radiusKinds = [
  'tariff',
  'nas',
  'unanswered-packet',
  'service',
  'vpn-dialup',
  'service-certificate',
  'session-live',
  'session-closed',
  'login',
  'coa-request',
  'dead-letter',
  'device-network',
] as const
export type RadiusKind = (typeof radiusKinds)[number]
export const isRadiusKind = (kind: ObjectKind): kind is RadiusKind => (radiusKinds as readonly string[]).includes(kind)

let serial = 0
const next = () => `${++serial}-${randomBytes(3).toString('hex')}`

/** An address that no other NAS has, from the range for benchmarks (RFC 2544). */
const nextAddress = () => `198.18.${Math.floor(++serial / 250) % 256}.${(serial % 250) + 1}`

async function only(tx: Tx, statement: RawBuilder<{ id: number }>): Promise<number> {
  return (await statement.execute(tx)).rows[0]?.id as number
}

const createTariff = (tx: Tx, company_id: number, shared_with: 'all' | 'chosen') =>
  only(
    tx,
    sql`insert into tariff (company_id, name, currency, shared_with) values (${company_id}, ${`Tariff ${next()}`}, 'EUR', ${shared_with}) returning id`,
  )

const createNas = (tx: Tx, company_id: number) =>
  only(
    tx,
    sql`insert into nas (company_id, name, address, secret, purposes) values (${company_id}, ${`NAS ${next()}`}, ${nextAddress()}, '\\x00', '{vpn}') returning id`,
  )

const createService = async (tx: Tx, company_id: number, kind: 'service' | 'vpn-dialup') =>
  only(
    tx,
    sql`insert into service (kind, company_id, username, password, tariff_id, status)
      values (${kind}, ${company_id}, ${`user-${next()}`}, '\\x00', ${await createTariff(tx, company_id, 'chosen')}, 'active') returning id`,
  )

const digits = (bytes: number) => `4${randomBytes(bytes).toString('hex').slice(1)}`

/** A CA that has signed nothing: its texts are not certificates. */
export const makeAuthority = (tx: Tx) =>
  only(
    tx,
    sql`insert into radius_certificate (kind, pem, subject, serial, fingerprint, not_before, not_after, source, created_by)
      values ('ca', 'x', ${`CN=CA ${next()}`}, ${digits(16)}, ${digits(32)}, now(), now() + interval '1 year', 'uploaded', 'x') returning id`,
  )

/** A client certificate of the service `of`. */
export const makeClientCertificate = async (tx: Tx, of: number) =>
  only(
    tx,
    sql`insert into service_certificate (service_id, authority_id, serial, fingerprint, subject, not_after, issued_by)
      values (${of}, ${await makeAuthority(tx)}, ${digits(16)}, ${digits(32)}, 'x', now() + interval '1 year', 'x') returning id`,
  )

/** Initial rows of each company, so that every list has rows of every company. */
export async function seedRadius(tx: Tx, companies: readonly { id: number }[]): Promise<void> {
  for (const { id } of companies) {
    await createTariff(tx, id, 'all')
    for (const kind of radiusKinds) await makeRadiusRow(tx, kind, id)
  }
}

/**
 * A new row of the company. Sessions have text keys; no call has one in its path, so that their results are not used.
 * @param offered a tariff that descendants may sell
 */
export async function makeRadiusRow(
  tx: Tx,
  kind: RadiusKind,
  company_id: number,
  { shared = false } = {},
): Promise<number> {
  switch (kind) {
    case 'tariff':
      return createTariff(tx, company_id, shared ? 'all' : 'chosen')
    case 'nas':
      return createNas(tx, company_id)
    case 'unanswered-packet':
      return only(
        tx,
        sql`insert into radius_unanswered (address, reason, nas_id, company_id, ancestor_ids)
          select address, 'disabled', id, company_id, ancestor_ids from nas where id = ${await createNas(tx, company_id)} returning id`,
      )
    case 'service':
    case 'vpn-dialup':
      return createService(tx, company_id, kind)
    case 'service-certificate':
      return makeClientCertificate(tx, await createService(tx, company_id, 'service'))
  }
  const service = await createService(tx, company_id, 'service')
  const nas = await createNas(tx, company_id)
  const uid = next()
  const seen = sql`from service s where s.id = ${service}`
  switch (kind) {
    case 'session-live':
      await sql`insert into session_live (uid, acct_session_id, service_id, username, company_id, nas_id, started_at, updated_at, ancestor_ids)
        select ${uid}, ${uid}, s.id, s.username, s.company_id, ${nas}, now(), now(), s.ancestor_ids ${seen}`.execute(tx)
      return service
    case 'session-closed':
      await sql`insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, started_at, updated_at, ancestor_ids, stopped_at, closed_by)
        select ${uid}, ${uid}, s.id, s.username, s.company_id, ${nas}, now(), now(), s.ancestor_ids, now(), 'stop' ${seen}`.execute(
        tx,
      )
      return service
    case 'login':
      return only(
        tx,
        sql`insert into auth_log (username, service_id, company_id, nas_id, accepted, ancestor_ids)
          select s.username, s.id, s.company_id, ${nas}, true, s.ancestor_ids ${seen} returning id`,
      )
    case 'dead-letter':
      return only(
        tx,
        sql`insert into acct_dead_letter (arguments, error, sqlstate, login, nas_id) values ('{}', 'invalid input', '22P02', ${uid}, ${nas}) returning id`,
      )
    case 'device-network':
      return only(
        tx,
        sql`insert into device_network (company_id, prefix) values (${company_id}, ${`10.${++serial % 256}.${Math.floor(serial / 256) % 256}.0/24`}::cidr) returning id`,
      )
    case 'coa-request':
      return only(
        tx,
        sql`insert into coa_request (company_id, service_id, nas_id, uid, username, kind, reason, state)
          select s.company_id, s.id, ${nas}, ${uid}, s.username, 'disconnect', 'by-hand', 'ack' ${seen} returning id`,
      )
  }
}

/** Ids of all rows with the company of each, and whether its descendants can read the row too. */
export const radiusRows: Record<RadiusKind, RawBuilder<unknown>> = {
  tariff: sql`select id, company_id as company, shared_with = 'all' as shared from tariff where deleted_at is null`,
  nas: sql`select id, company_id as company, true as shared from nas where deleted_at is null`,
  'unanswered-packet': sql`select id, company_id as company from radius_unanswered`,
  service: sql`select id, company_id as company from service where kind = 'service' and deleted_at is null`,
  'vpn-dialup': sql`select id, company_id as company from service where kind = 'vpn-dialup' and deleted_at is null`,
  'service-certificate': sql`select c.id, s.company_id as company from service_certificate c join service s on s.id = c.service_id`,
  'session-live': sql`select uid as id, company_id as company from session_live`,
  'session-closed': sql`select uid as id, company_id as company from session_closed`,
  login: sql`select id, company_id as company from auth_log`,
  'coa-request': sql`select id, company_id as company from coa_request`,
  'dead-letter': sql`select id, null::bigint as company from acct_dead_letter`,
  'device-network': sql`select id, null::bigint as company from device_network`,
}
