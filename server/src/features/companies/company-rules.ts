import { typesBelow, type CompanyType } from '@trunkline/contract/abilities'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import type { Call } from '../../http/call.ts'
import { checkProtectedFields, protectedFieldsOf } from '../../http/protected-fields.ts'
import { reachRow } from '../../http/standard-handlers.ts'

type Row = Readonly<Record<string, unknown>>

const described: Record<CompanyType, string> = {
  simrush: 'the provider',
  'master-distributor': 'a master distributor',
  distributor: 'a distributor',
  reseller: 'a reseller',
  client: 'a client',
}

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
  if (parent === undefined || parent.deleted_at !== null) throw invalid({ parent_id: 'There is no such company.' })
  if (!typesBelow(parent.type).includes(type)) throw invalid({ [at]: rankFault(parent.type, type) })
}

/** What to say where a company of `type` is to stand under one that does not rank above it. */
export const rankFault = (parent: CompanyType, type: CompanyType): string =>
  `${capital(described[type])} can't stand under ${described[parent]}.`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What somebody may not change of the own company, whatever the role: it is set from above. */
const setFromAbove = ['parent_id', 'billing_term', 'is_active'] as const

/** @throws AppError forbidden where the body names what is set from above, and the company is the caller's own */
export function checkWritable(actor: Actor, row: Row, body: object): void {
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
  const row = await reachRow(tx, actor, { table: 'company', owner: 'id' }, endpoint.access, id, { lock: true })
  checkProtectedFields(actor, endpoint, protectedFieldsOf(endpoint), { parent_id }, id)
  if (actor.company_type !== 'simrush') throw new AppError('forbidden')
  if (row['parent_id'] === null)
    throw new AppError('conflict', { message: 'The provider stands at the root and can not be moved.' })
  if (row['deleted_at'] !== null)
    throw new AppError('conflict', { message: 'This is in the trash. Take it back out first.' })
  if (row['parent_id'] === parent_id) return
  const below = await tx
    .selectFrom('company_tree')
    .select('depth')
    .where('ancestor_id', '=', id)
    .where('descendant_id', '=', parent_id)
    .executeTakeFirst()
  if (below !== undefined) throw invalid({ parent_id: "A company can't stand under itself or a company below it." })
  await checkParent(tx, parent_id, row['type'] as CompanyType, 'parent_id')
  // Takes every row of the subtree along (db/functions/carry_lineage.sql), which may be many.
  await sql`set local statement_timeout = '60s'`.execute(tx)
  await tx.updateTable('company').set({ parent_id }).where('id', '=', id).execute()
  // The trigger tells whoever sees it now; those whom it left are told here.
  await sql`select pg_notify('trunkline_changed', ${JSON.stringify({ subject: 'companies', ids: [], companies: [row['parent_id']] })})`.execute(
    tx,
  )
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/**
 * A company goes to the trash when nothing lives in it any more.
 * @throws AppError conflict that names what is still there
 */
export async function checkEmpty(row: Row, _call: Call, tx: Tx): Promise<void> {
  const id = Number(row['id'])
  if (row['parent_id'] === null) throw new AppError('conflict', { message: 'The provider can not be destroyed.' })
  const { rows } = await sql<{ companies: number; users: number }>`
    select (select count(*) from company where parent_id = ${id} and deleted_at is null) as companies,
      (select count(*) from app_user where company_id = ${id} and deleted_at is null) as users`.execute(tx)
  const { companies, users } = rows[0] as { companies: number; users: number }
  if (companies + users > 0) {
    const left = [
      companies > 0 && counted(companies, 'company', 'companies'),
      users > 0 && counted(users, 'user', 'users'),
    ].filter(Boolean)
    throw new AppError('conflict', {
      message: `This company still has ${left.join(' and ')}.`,
      details: { companies, users },
    })
  }
  await checkNothingLeft(tx, id)
}

/** What a company may still have when its people and the companies below it are gone. */
const belongings = [
  { name: 'services', what: sql`service where kind = 'service' and deleted_at is null` },
  { name: 'VPN dial-ups', what: sql`service where kind = 'vpn-dialup' and deleted_at is null` },
  { name: 'sites', what: sql`site where deleted_at is null` },
  { name: 'devices', what: sql`hardware where deleted_at is null` },
  { name: 'NAS devices', what: sql`nas where deleted_at is null` },
  { name: 'subnets', what: sql`subnet where holds and deleted_at is null` },
]

/** @throws AppError conflict naming the first kind of thing that goes on working for the company */
async function checkNothingLeft(tx: Tx, id: number): Promise<void> {
  const counts = belongings.map(
    ({ name, what }) => sql`select ${name} as name, count(*) as count from ${what} and company_id = ${id}`,
  )
  const { rows } = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(tx)
  const left = rows.filter(({ count }) => count > 0)
  if (left[0] !== undefined)
    throw new AppError('conflict', {
      message: `This company still has ${left[0].name}: ${left[0].count}.`,
      details: Object.fromEntries(left.map(({ name, count }) => [name, count])),
    })
}

/**
 * A company comes back out of the trash under the parent it had.
 * @throws AppError conflict where that is in the trash itself
 */
export async function checkParentLive(row: Row, _call: Call, tx: Tx): Promise<void> {
  const parent = await tx
    .selectFrom('company')
    .select(['name', 'deleted_at'])
    .where('id', '=', Number(row['parent_id']))
    .forShare()
    .executeTakeFirst()
  if (parent === undefined) throw notFound()
  if (parent.deleted_at !== null)
    throw new AppError('conflict', { message: `${parent.name} is in the trash. Take it back out first.` })
}
