import type { Body } from '@trunkline/contract/endpoint'
import type { services } from '@trunkline/contract/resources/service'
import type { CoaReason, ServiceKind } from '@trunkline/contract/resources/radius-words'
import type { Tx } from '../../db/pool.ts'
import { invalid } from '../../errors.ts'
import { checkDeviceOf, checkNasFor } from '../nas/nas-rules.ts'
import { checkTariffFor } from '../tariffs/tariff-rules.ts'
import type { Addresses } from './service-addresses.ts'

export type ServiceBody = Partial<Body<typeof services.store>> & Omit<Body<typeof services.update>, 'version'>

/** A row of the table, as far as rules look at it. */
export interface StoredService extends Addresses {
  id: number
  kind: ServiceKind
  company_id: number
  username: string
  tariff_id: number
  nas_id: number | null
  status: 'pending' | 'active' | 'suspended' | 'terminated'
  starts_on: string | null
  ends_on: string | null
  calling_station: string | null
  simultaneous_use: number
  deleted_at: string | null
}

/**
 * A service belongs to a client; a dial-up to whichever company.
 * @throws AppError validation_failed at `company_id`
 */
async function checkCompany(tx: Tx, kind: ServiceKind, company_id: number): Promise<void> {
  const company = await tx
    .selectFrom('company')
    .select(['type', 'deleted_at'])
    .where('id', '=', company_id)
    .executeTakeFirst()
  if (company === undefined || company.deleted_at !== null) throw invalid({ company_id: 'There is no such company.' })
  if (kind === 'service' && company.type !== 'client') throw invalid({ company_id: 'A service belongs to a client.' })
}

/**
 * A service is delivered at a site of its company; what dials in is a device of its company's line.
 * @throws AppError validation_failed at `site_id` or `hardware_id`
 */
async function checkPlace(tx: Tx, kind: ServiceKind, company_id: number, body: ServiceBody): Promise<void> {
  if (body.site_id != null) {
    if (kind !== 'service') throw invalid({ site_id: 'A dial-up has no site. Name the device that dials in.' })
    const site = await tx
      .selectFrom('site')
      .select(['company_id', 'deleted_at'])
      .where('id', '=', body.site_id)
      // Whoever throws the site away waits, and finds the service there.
      .forShare()
      .executeTakeFirst()
    if (site === undefined || site.deleted_at !== null) throw invalid({ site_id: 'There is no such site.' })
    if (site.company_id !== company_id) throw invalid({ site_id: 'This site belongs to another company.' })
  }
  if (body.hardware_id != null) {
    if (kind !== 'vpn-dialup') throw invalid({ hardware_id: 'Only a dial-up is for a device.' })
    await checkDeviceOf(tx, body.hardware_id, company_id)
  }
}

/** @throws AppError validation_failed at `company_id`, `tariff_id`, `nas_id`, `site_id`, `hardware_id` or `ends_on` */
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
  if (body.nas_id != null && body.nas_id !== before?.nas_id)
    await checkNasFor(tx, body.nas_id, company_id, { vpn: kind === 'vpn-dialup' })
  await checkPlace(tx, kind, company_id, body)
  const starts_on = body.starts_on === undefined ? before?.starts_on : body.starts_on
  const ends_on = body.ends_on === undefined ? before?.ends_on : body.ends_on
  if (starts_on != null && ends_on != null && ends_on < starts_on)
    throw invalid({ ends_on: 'The end comes before the start.' })
}

/** What a running session has to be told of a change, the gravest first; undefined: nothing that it depends on. */
export function reasonOf(body: ServiceBody, before: StoredService, after: Addresses): CoaReason | undefined {
  const differs = (
    field: 'status' | 'starts_on' | 'ends_on' | 'calling_station' | 'tariff_id' | 'nas_id' | 'username',
  ) => body[field] !== undefined && body[field] !== before[field]
  if (differs('status') || differs('starts_on') || differs('ends_on')) return 'status'
  if (body.password !== undefined || differs('username') || differs('calling_station')) return 'password'
  const moved =
    differs('nas_id') ||
    (['ipv4_method', 'subnet_id', 'address', 'network', 'ipv6_network'] as const).some(
      (field) => after[field] !== before[field],
    )
  if (moved) return 'address'
  return differs('tariff_id') ? 'tariff' : undefined
}
