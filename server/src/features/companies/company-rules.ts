import { message } from '@trunkline/contract/errors'
import { typesBelow, type CompanyType } from '@trunkline/contract/abilities'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { CountedKind } from '@trunkline/contract/reasons/request'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError, conflict, countMessages, invalid, notFound } from '../../errors.ts'
import { checkProtectedFields, protectedFieldsOf } from '../../http/protected-fields.ts'
import { loadRow } from '../../http/standard-handlers.ts'

type StoredCompany = Readonly<Record<string, unknown>>

/**
 * A company's parent must be live and of a higher rank; levels may be skipped.
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

/** Fields that users may not change on their own company, whatever their role: an ancestor company sets them. */
const setByAncestor = ['parent_id', 'billing_term', 'is_active'] as const

/** @throws AppError forbidden if the body contains such a field and the company is the caller's own */
export function checkWritable(actor: Actor, row: StoredCompany, body: object): void {
  if (row['id'] === actor.company_id && setByAncestor.some((field) => field in body)) throw new AppError('forbidden')
}

/**
 * Serialises inserts and moves of companies until the transaction ends (db/functions/lock_tree.sql). Acquired before
 * any row lock.
 */
export const lockTree = (tx: Tx) => sql`select lock_tree()`.execute(tx)

/**
 * Moves a company with its descendants to another parent; requires `lockTree`. Only users of the provider may do this,
 * and the provider itself cannot be moved.
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
  // Updates all rows of the subtree (db/functions/carry_ancestor_ids.sql), which may be many.
  await sql`set local statement_timeout = '60s'`.execute(tx)
  await tx.updateTable('company').set({ parent_id }).where('id', '=', id).execute()
  // The trigger notifies users who may see the company now; users who no longer may are notified here.
  await sql`select pg_notify('trunkline_changed', ${JSON.stringify({ subject: 'companies', ids: [], companies: [row['parent_id']] })})`.execute(
    tx,
  )
}

/**
 * A company can be deleted only if it is empty.
 * @throws AppError conflict that names what it contains
 */
export async function checkEmpty(row: StoredCompany, _call: unknown, tx: Tx): Promise<void> {
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
  await checkNoContent(tx, id)
}

/** What a company can contain besides users and child companies. */
const companyContents = [
  { kind: 'service', what: sql`service where kind = 'service' and deleted_at is null` },
  { kind: 'vpn-dialup', what: sql`service where kind = 'vpn-dialup' and deleted_at is null` },
  { kind: 'site', what: sql`site where deleted_at is null` },
  { kind: 'hardware', what: sql`hardware where deleted_at is null` },
  { kind: 'nas', what: sql`nas where deleted_at is null` },
  { kind: 'subnet', what: sql`subnet where holds and deleted_at is null` },
] as const

/** @throws AppError conflict naming what the company still uses; `details` count it by kind */
async function checkNoContent(tx: Tx, id: number): Promise<void> {
  const queries = companyContents.map(
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
 * A company can be restored only if its parent is live.
 * @throws AppError conflict if the parent is in the trash
 */
export async function checkParentLive(row: StoredCompany, _call: unknown, tx: Tx): Promise<void> {
  const parent = await tx
    .selectFrom('company')
    .select(['name', 'deleted_at'])
    .where('id', '=', Number(row['parent_id']))
    .forShare()
    .executeTakeFirst()
  if (parent === undefined) throw notFound()
  if (parent.deleted_at !== null) throw conflict('row.in_trash', { name: parent.name })
}
