import { message } from '@trunkline/contract/errors'
import type { AuthMethod, CoaReason, Ipv4Method, ServiceKind } from '@trunkline/contract/resources/radius-enums'
import type { Tx } from '../../db/pool.ts'
import { invalid } from '../../errors.ts'
import { checkDeviceOf, checkNasFor, hasPools } from '../nas/nas-rules.ts'
import { checkTariffFor } from '../tariffs/tariff-rules.ts'
import type { Addresses } from './address-rules.ts'
import type { ServiceBody } from './service-body.ts'
import { sameIdentity, type Identity } from './service-identity.ts'

/** A row of the table, with the columns that rules use. */
export interface StoredService extends Addresses, Identity {
  id: number
  kind: ServiceKind
  company_id: number
  username: string
  password: Uint8Array | null
  tariff_id: number
  nas_id: number | null
  status: 'pending' | 'active' | 'suspended' | 'terminated'
  starts_on: string | null
  ends_on: string | null
  calling_station: string | null
  simultaneous_use: number | null
  deleted_at: string | null
}

/**
 * A service belongs to a client; a dial-up to a company of any type.
 * @throws AppError validation_failed at `company_id`
 */
async function checkCompany(tx: Tx, kind: ServiceKind, company_id: number): Promise<void> {
  const company = await tx
    .selectFrom('company')
    .select(['type', 'deleted_at'])
    .where('id', '=', company_id)
    .executeTakeFirst()
  if (company === undefined || company.deleted_at !== null)
    throw invalid({ company_id: message('row.missing', { kind: 'company' }) })
  if (kind === 'service' && company.type !== 'client') throw invalid({ company_id: message('service.client_only') })
}

/**
 * A service is at a site of its company; the device of a dial-up is in the branch of its company.
 * @throws AppError validation_failed at `site_id` or `hardware_id`
 */
async function checkPlacement(tx: Tx, kind: ServiceKind, company_id: number, body: ServiceBody): Promise<void> {
  if (body.site_id != null) {
    if (kind !== 'service') throw invalid({ site_id: message('service.dialup_site') })
    const site = await tx
      .selectFrom('site')
      .select(['company_id', 'deleted_at'])
      .where('id', '=', body.site_id)
      // A concurrent deletion of the site waits for this transaction and then finds the service.
      .forShare()
      .executeTakeFirst()
    if (site === undefined || site.deleted_at !== null)
      throw invalid({ site_id: message('row.missing', { kind: 'site' }) })
    if (site.company_id !== company_id) throw invalid({ site_id: message('reference.other_company') })
  }
  if (body.hardware_id != null) {
    if (kind !== 'vpn-dialup') throw invalid({ hardware_id: message('service.dialup_device') })
    await checkDeviceOf(tx, body.hardware_id, company_id)
  }
}

/** The purpose that the NAS of a service must have; undefined: any. */
const purposeFor = (kind: ServiceKind, auth_method: AuthMethod): 'vpn' | 'ipoe' | undefined =>
  kind === 'vpn-dialup' ? 'vpn' : auth_method === 'password' ? undefined : 'ipoe'

/**
 * Whether a pool can provide an address if the service names none.
 * @throws AppError validation_failed at `subnet_id`
 */
async function checkPools(
  tx: Tx,
  of: { nas_id: number | null; company_id: number; purpose: 'vpn' | 'ipoe' | undefined },
): Promise<void> {
  if (await hasPools(tx, of)) return
  throw invalid({ subnet_id: message(of.nas_id === null ? 'nas.no_pool' : 'nas.without_pool') })
}

/** Default IPv4 method of a new service: pool if one is available. */
export async function defaultIpv4Method(
  tx: Tx,
  kind: ServiceKind,
  company_id: number,
  body: ServiceBody,
): Promise<Ipv4Method> {
  if (body.subnet_id != null) return 'pool'
  const purpose = purposeFor(kind, body.auth_method ?? 'password')
  return (await hasPools(tx, { nas_id: body.nas_id ?? null, company_id, purpose })) ? 'pool' : 'nas-decides'
}

/**
 * @throws AppError validation_failed at `company_id`, `tariff_id`, `nas_id`, `subnet_id`, `site_id`, `hardware_id` or
 *   `ends_on`
 */
export async function checkService(
  tx: Tx,
  kind: ServiceKind,
  company_id: number,
  body: ServiceBody,
  before: StoredService | undefined,
): Promise<void> {
  if (before === undefined) await checkCompany(tx, kind, company_id)
  if (body.tariff_id !== undefined && body.tariff_id !== before?.tariff_id)
    await checkTariffFor(tx, body.tariff_id, company_id)
  const nas_id = body.nas_id === undefined ? (before?.nas_id ?? null) : body.nas_id
  const purpose = purposeFor(kind, body.auth_method ?? before?.auth_method ?? 'password')
  const becomesIpoe = purpose === 'ipoe' && (before?.auth_method ?? 'password') === 'password'
  if (nas_id !== null && (nas_id !== before?.nas_id || becomesIpoe))
    await checkNasFor(tx, nas_id, company_id, { purpose })
  const ipv4_method = body.ipv4_method ?? before?.ipv4_method
  const subnet_id = body.subnet_id === undefined ? (before?.subnet_id ?? null) : body.subnet_id
  const draws =
    nas_id !== (before?.nas_id ?? null) ||
    subnet_id !== (before?.subnet_id ?? null) ||
    ipv4_method !== before?.ipv4_method
  if (ipv4_method === 'pool' && subnet_id === null && draws) await checkPools(tx, { nas_id, company_id, purpose })
  await checkPlacement(tx, kind, company_id, body)
  const starts_on = body.starts_on === undefined ? before?.starts_on : body.starts_on
  const ends_on = body.ends_on === undefined ? before?.ends_on : body.ends_on
  if (starts_on != null && ends_on != null && ends_on < starts_on)
    throw invalid({ ends_on: message('range.end_before_start') })
}

/** What must be sent to running sessions after a change, the most severe first; undefined: nothing. */
export function reasonOf(body: ServiceBody, before: StoredService, after: Addresses & Identity): CoaReason | undefined {
  const differs = (
    field: 'status' | 'starts_on' | 'ends_on' | 'calling_station' | 'tariff_id' | 'nas_id' | 'username',
  ) => body[field] !== undefined && body[field] !== before[field]
  if (differs('status') || differs('starts_on') || differs('ends_on')) return 'status'
  // The identity that the NAS sends would no longer match the session: the subscriber must log in again.
  if (!sameIdentity(before, after)) return 'password'
  if (body.password !== undefined || differs('username') || differs('calling_station')) return 'password'
  const moved =
    differs('nas_id') ||
    (
      [
        'ipv4_method',
        'subnet_id',
        'address',
        'network',
        'ipv6_subnet_id',
        'ipv6_network',
        'delegated_ipv6_method',
        'delegated_ipv6_pool',
        'framed_ipv6_method',
        'framed_ipv6_subnet_id',
        'framed_ipv6',
        'framed_ipv6_pool',
      ] as const
    ).some((field) => after[field] !== before[field])
  if (moved) return 'address'
  return differs('tariff_id') ? 'tariff' : undefined
}
