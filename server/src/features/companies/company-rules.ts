import { message } from '@trunkline/contract/errors'
import { typesBelow, type CompanyType } from '@trunkline/contract/abilities'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { CountedKind } from '@trunkline/contract/reasons/request'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError, conflict, countMessages, invalid, notFound } from '../../errors.ts'
import type { Call } from '../../http/call.ts'
import { checkProtectedFields, protectedFieldsOf } from '../../http/protected-fields.ts'
import { loadRow } from '../../http/standard-handlers.ts'

type StoredCompany = Readonly<Record<string, unknown>>

/**
 * A company's parent is live and ranks above it; levels may be skipped.
 * @throws AppError validation_failed at `parent_id` or `type`
 */
export async function checkParent(
  tx: Tx,
  parent_id: number,
  type: CompanyType,
  at: 'type' | 'parent_id' = 'type',
): Promise<void> {
  const parent = await tx
    .selectFrom('company')
    .select(['type', 'deleted_at'])
    .where('id', '=', parent_id)
    .executeTakeFirst()
  if (parent === undefined || parent.deleted_at !== null)
    throw invalid({ parent_id: message('row.missing', { kind: 'company' }) })
  if (!typesBelow(parent.type).includes(type))
    throw invalid({ [at]: message('company.rank', { type, parent: parent.type }) })
}

/** What somebody may not change of the own company, whatever the role: it is set from above. */
const setFromAbove = ['parent_id', 'billing_term', 'is_active'] as const

/** @throws AppError forbidden where the body names what is set from above, and the company is the caller's own */
export function checkWritable(actor: Actor, row: StoredCompany, body: object): void {
  if (row['id'] === actor.company_id && setFromAbove.some((field) => field in body)) throw new AppError('forbidden')
}

/** Nobody else plants or moves a company until the transaction ends (db/functions/lock_tree.sql). Taken before any row's lock. */
export const lockTree = (tx: Tx) => sql`select lock_tree()`.execute(tx)

/**
 * Puts a company with everything below it under another parent; needs `lockTree`. Only the provider's people may, and
 * never the provider itself.
 * @throws AppError not_found, forbidden, conflict for a company in the trash, validation_failed at `parent_id`
 */
export async function moveCompany(
  tx: Tx,
  actor: Actor,
  endpoint: Endpoint,
  id: number,
  parent_id: number,
): Promise<void> {
  const row = await loadRow(tx, actor, { table: 'company', owner: 'id' }, endpoint.access, id, { lock: true })
  checkProtectedFields(actor, endpoint, protectedFieldsOf(endpoint), { parent_id }, id)
  if (actor.company_type !== 'simrush') throw new AppError('forbidden')
  if (row['parent_id'] === null) throw conflict('company.root_fixed')
  if (row['deleted_at'] !== null) throw conflict('row.trashed')
  if (row['parent_id'] === parent_id) return
  const below = await tx
    .selectFrom('company_tree')
    .select('depth')
    .where('ancestor_id', '=', id)
    .where('descendant_id', '=', parent_id)
    .executeTakeFirst()
  if (below !== undefined) throw invalid({ parent_id: message('company.own_descendant') })
  await checkParent(tx, parent_id, row['type'] as CompanyType, 'parent_id')
  // Takes every row of the subtree along (db/functions/carry_ancestor_ids.sql), which may be many.
  await sql`set local statement_timeout = '60s'`.execute(tx)
  await tx.updateTable('company').set({ parent_id }).where('id', '=', id).execute()
  // The trigger tells whoever sees it now; those whom it left are told here.
  await sql`select pg_notify('trunkline_changed', ${JSON.stringify({ subject: 'companies', ids: [], companies: [row['parent_id']] })})`.execute(
    tx,
  )
}

/**
 * A company goes to the trash when nothing lives in it any more.
 * @throws AppError conflict that names what is still there
 */
export async function checkEmpty(row: StoredCompany, _call: Call, tx: Tx): Promise<void> {
  const id = Number(row['id'])
  if (row['parent_id'] === null) throw conflict('company.root_required')
  const { rows } = await sql<{ companies: number; users: number }>`
    select (select count(*) from company where parent_id = ${id} and deleted_at is null) as companies,
      (select count(*) from app_user where company_id = ${id} and deleted_at is null) as users`.execute(tx)
  const { companies, users } = rows[0] as { companies: number; users: number }
  if (companies + users > 0) {
    const contents = countMessages({ company: companies, user: users })
    throw new AppError('conflict', {
      reason: message('company.not_empty', { contents }),
      details: { companies, users },
    })
  }
  await checkNothingLeft(tx, id)
}

/** What a company may still have when its people and the companies below it are gone. */
const belongings = [
  { kind: 'service', what: sql`service where kind = 'service' and deleted_at is null` },
  { kind: 'vpn-dialup', what: sql`service where kind = 'vpn-dialup' and deleted_at is null` },
  { kind: 'site', what: sql`site where deleted_at is null` },
  { kind: 'hardware', what: sql`hardware where deleted_at is null` },
  { kind: 'nas', what: sql`nas where deleted_at is null` },
  { kind: 'subnet', what: sql`subnet where holds and deleted_at is null` },
] as const

/** @throws AppError conflict naming what goes on working for the company; `details` count it by kind */
async function checkNothingLeft(tx: Tx, id: number): Promise<void> {
  const queries = belongings.map(
    ({ kind, what }) => sql`select ${kind} as kind, count(*) as count from ${what} and company_id = ${id}`,
  )
  const { rows } = await sql<{ kind: CountedKind; count: number }>`${sql.join(queries, sql` union all `)}`.execute(tx)
  const left = rows.filter(({ count }) => count > 0)
  if (left.length === 0) return
  const counts = Object.fromEntries(left.map(({ kind, count }) => [kind, count]))
  throw new AppError('conflict', {
    reason: message('company.not_empty', { contents: countMessages(counts) }),
    details: counts,
  })
}

/**
 * A company comes back out of the trash under the parent it had.
 * @throws AppError conflict where that is in the trash itself
 */
export async function checkParentLive(row: StoredCompany, _call: Call, tx: Tx): Promise<void> {
  const parent = await tx
    .selectFrom('company')
    .select(['name', 'deleted_at'])
    .where('id', '=', Number(row['parent_id']))
    .forShare()
    .executeTakeFirst()
  if (parent === undefined) throw notFound()
  if (parent.deleted_at !== null) throw conflict('row.in_trash', { name: parent.name })
}
