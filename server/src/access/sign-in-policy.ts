import { message } from '@trunkline/contract/errors'
import { signInLimits, type SignInPolicy } from '@trunkline/contract/resources/sign-in-policy'
import { sql, type RawBuilder } from 'kysely'
import type { Databases, Tx } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import { AppError, invalid } from '../errors.ts'

type Rules = SignInPolicy['inherited']

/**
 * The strictest rules of some companies as a subquery with `idle_minutes`, `absolute_hours` and `require_two_factor`.
 * A policy of a company above is never visible to a tenant transaction: only system transactions may use this.
 * @param companies SQL of an array of ids: a company with all above it
 */
export const rulesOf = (companies: RawBuilder<unknown>): RawBuilder<Rules> => sql<Rules>`
  select least(${signInLimits.idle_minutes}::int, min(p.idle_minutes)) as idle_minutes,
    least(${signInLimits.absolute_hours}::int, min(p.absolute_hours)) as absolute_hours,
    coalesce(bool_or(p.require_two_factor), false) as require_two_factor
  from sign_in_policy p where p.company_id = any (${companies})`

/** The rules for the users of a company. `tx` must be a system transaction. */
export async function readRules(tx: Tx, company_id: number): Promise<Rules> {
  const { rows } = await rulesOf(sql`(select ancestor_ids from company where id = ${company_id})::bigint[]`).execute(tx)
  return rows[0] as Rules
}

/**
 * SQL condition: a user without a second factor belongs to a company that requires one.
 * @param user alias of the user
 * @param company alias of its company
 */
export const lacksTwoFactor = (user: string, company: string) => `
  (not ${user}.two_factor and exists (
    select from sign_in_policy p where p.company_id = any (${company}.ancestor_ids) and p.require_two_factor))`

interface StoredPolicy {
  idle_minutes: number | null
  absolute_hours: number | null
  require_two_factor: boolean
  version: number
}

/** What the companies above a company require; before the transaction of the caller, so that it holds no second connection. */
export const readInherited = (databases: Databases, company_id: number): Promise<Rules> =>
  withSystem(databases, async (tx) => {
    const { rows } = await rulesOf(
      sql`(select array_remove(ancestor_ids, id) from company where id = ${company_id})::bigint[]`,
    ).execute(tx)
    return rows[0] as Rules
  })

/** The policy of a company that the caller's transaction `tx` may see. */
export async function readPolicy(tx: Tx, company_id: number, inherited: Rules): Promise<SignInPolicy> {
  const own: StoredPolicy = (await tx
    .selectFrom('sign_in_policy')
    .select(['idle_minutes', 'absolute_hours', 'require_two_factor', 'version'])
    .where('company_id', '=', company_id)
    .executeTakeFirst()) ?? { idle_minutes: null, absolute_hours: null, require_two_factor: false, version: 0 }
  return {
    ...own,
    inherited,
    effective: {
      idle_minutes: Math.min(own.idle_minutes ?? Infinity, inherited.idle_minutes),
      absolute_hours: Math.min(own.absolute_hours ?? Infinity, inherited.absolute_hours),
      require_two_factor: own.require_two_factor || inherited.require_two_factor,
    },
  }
}

/**
 * Changes the own rules of a company, which may only be stricter than those of the companies above. Running sessions
 * follow at their next refresh, at most ten minutes later.
 * @throws AppError validation_failed at the field, stale_version
 */
export async function changePolicy(
  tx: Tx,
  company: { id: number; name: string },
  inherited: Rules,
  body: Partial<StoredPolicy>,
): Promise<SignInPolicy> {
  const before = await readPolicy(tx, company.id, inherited)
  const { version, ...values } = body
  if (version !== undefined && version !== before.version)
    throw new AppError('stale_version', { details: { current: before } })
  const tooLong = (['idle_minutes', 'absolute_hours'] as const).filter(
    (field) => (values[field] ?? 0) > inherited[field],
  )
  if (tooLong.length > 0)
    throw invalid(
      Object.fromEntries(
        tooLong.map((field) => [field, message('sign_in_policy.above_inherited', { max: inherited[field] })]),
      ),
    )
  const row = { company_name: company.name, ...values }
  await tx
    .insertInto('sign_in_policy')
    .values({ company_id: company.id, ...row })
    .onConflict((known) => known.column('company_id').doUpdateSet(row))
    .execute()
  return readPolicy(tx, company.id, inherited)
}
