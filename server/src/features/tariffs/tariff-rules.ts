import { message, type FieldErrors } from '@trunkline/contract/errors'
import type { ObjectKind } from '@trunkline/contract/object-kind'
import type { tariffs } from '@trunkline/contract/resources/tariff'
import type { Body } from '@trunkline/contract/endpoint'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { AppError, invalid } from '../../errors.ts'

type StoredTariff = Record<string, unknown>
export type TariffBody = Partial<Body<typeof tariffs.store>> & Omit<Body<typeof tariffs.update>, 'version'>

/** Fields sent to running sessions; a change of one requires a CoA request. */
export const notifiedFields = [
  'download_rate',
  'upload_rate',
  'burst_download_rate',
  'burst_upload_rate',
  'burst_download_threshold',
  'burst_upload_threshold',
  'burst_seconds',
  'priority',
  'session_timeout',
  'idle_timeout',
  'slow_download_rate',
  'slow_upload_rate',
  'quota_bytes',
  'quota_period',
  'quota_action',
  'address_list',
  'cisco_policy_in',
  'cisco_policy_out',
] as const

const number = (value: unknown) => (typeof value === 'number' ? value : null)

/**
 * Checks that rates are consistent, after merging the body with the stored row. A burst needs both rates and a time and
 * must be at least as fast as the plain rate (Mikrotik-Rate-Limit); a quota that throttles needs the throttled rate.
 * @throws AppError validation_failed at each field
 */
export function checkRates(body: TariffBody, before: StoredTariff | undefined): void {
  const now = {
    ...before,
    ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
  } as StoredTariff
  const errors: FieldErrors = {}
  const burst = ['burst_download_rate', 'burst_upload_rate', 'burst_seconds'] as const
  const given = burst.filter((field) => number(now[field]) !== null)
  if (given.length > 0 && given.length < burst.length)
    for (const field of burst) if (!given.includes(field)) errors[field] = message('tariff.burst_incomplete')
  for (const way of ['download', 'upload'] as const) {
    const plain = number(now[`${way}_rate`])
    const fast = number(now[`burst_${way}_rate`])
    const threshold = number(now[`burst_${way}_threshold`])
    const slow = number(now[`slow_${way}_rate`])
    if (fast !== null && plain === null) errors[`${way}_rate`] = message('tariff.burst_needs_rate')
    else if (fast !== null && plain !== null && fast < plain)
      errors[`burst_${way}_rate`] = message('tariff.burst_below_rate')
    if (threshold !== null && fast === null) errors[`burst_${way}_threshold`] = message('tariff.threshold_needs_burst')
    else if (threshold !== null && fast !== null && threshold > fast)
      errors[`burst_${way}_threshold`] = message('tariff.threshold_above_burst')
    if (number(now['quota_bytes']) !== null && (now['quota_action'] ?? 'slow') === 'slow') {
      if (slow === null) errors[`slow_${way}_rate`] = message('tariff.slow_rate_required')
      else if (plain !== null && slow > plain) errors[`slow_${way}_rate`] = message('tariff.slow_rate_above_rate')
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** @throws AppError validation_failed at `company_id`: a client cannot own tariffs */
export async function checkOwner(tx: Tx, company_id: number, kind: ObjectKind): Promise<void> {
  const owner = await tx
    .selectFrom('company')
    .select(['type', 'deleted_at'])
    .where('id', '=', company_id)
    .executeTakeFirst()
  if (owner === undefined || owner.deleted_at !== null)
    throw invalid({ company_id: message('row.missing', { kind: 'company' }) })
  if (owner.type === 'client') throw invalid({ company_id: message('company.client_owns', { kind }) })
}

/**
 * Sets the companies that a tariff is shared with, which must be descendants of its owner.
 * @throws AppError validation_failed at `shared_company_ids.N`
 */
export async function setShares(tx: Tx, id: number, shared_company_ids: readonly number[]): Promise<void> {
  const { company_id } = await tx
    .selectFrom('tariff')
    .select('company_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ id: number }>`
    select id from company where id = any (${shared_company_ids}::bigint[]) and ancestor_ids @> array[${company_id}]::bigint[] and id <> ${company_id}`.execute(
    tx,
  )
  const below = new Set(rows.map((row) => row.id))
  const errors = Object.fromEntries(
    shared_company_ids.flatMap((company, i) =>
      below.has(company) ? [] : [[`shared_company_ids.${i}`, message('tariff.offered_above')]],
    ),
  )
  if (Object.keys(errors).length > 0) throw invalid(errors)
  // A caller who may change a tariff can see all descendants of its owner, so no share is hidden from this delete.
  await tx
    .deleteFrom('tariff_share')
    .where('tariff_id', '=', id)
    .where(({ not, eb }) => not(eb('company_id', 'in', shared_company_ids.length > 0 ? [...shared_company_ids] : [0])))
    .execute()
  if (shared_company_ids.length > 0)
    await tx
      .insertInto('tariff_share')
      .values([...new Set(shared_company_ids)].map((shared) => ({ tariff_id: id, company_id: shared })))
      .onConflict((on) => on.doNothing())
      .execute()
}

/**
 * A tariff can be deleted only if no service uses it.
 * @throws AppError conflict with their number
 */
export async function checkUnused(row: StoredTariff, _call: unknown, tx: Tx): Promise<void> {
  const { rows } = await sql<{ services: number }>`
    select count(*) as services from service where tariff_id = ${Number(row['id'])} and deleted_at is null`.execute(tx)
  const services = rows[0]?.services ?? 0
  if (services > 0)
    throw new AppError('conflict', {
      reason: message('tariff.in_use', { services }),
      details: { services },
    })
}

/**
 * Whether a service of the company may use the tariff: its owner is the company or an ancestor, and either shares it
 * with the company or belongs to the caller's part of the tree.
 * @throws AppError validation_failed at `tariff_id`
 */
export async function checkTariffFor(tx: Tx, tariff_id: number, company_id: number): Promise<void> {
  const { rows } = await sql<{ ok: boolean }>`
    select (t.ancestor_ids <@ c.ancestor_ids) and (
      t.shared_with = 'all'
      or exists (select from tariff_share o where o.tariff_id = t.id and o.company_id = any (c.ancestor_ids))
      -- Visible as a company: its owner is the caller's own or below it, and may sell what it offers to nobody else.
      or exists (select from company own where own.id = t.company_id)
    ) as ok
    from tariff t, company c where t.id = ${tariff_id} and t.deleted_at is null and c.id = ${company_id}`.execute(tx)
  if (rows[0]?.ok !== true) throw invalid({ tariff_id: message('tariff.not_offered') })
}
