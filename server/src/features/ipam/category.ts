import { message } from '@trunkline/contract/errors'
import { subnetCategories, type categoryColours } from '@trunkline/contract/resources/subnet-category'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { StoredRow } from '../../db/write-row.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { destroyHandler, standardHandlers, type RowWrite } from '../../http/standard-handlers.ts'
import { pathText } from '../companies/company-path.ts'
import { textMatches } from '../companies/text-match.ts'

type Colour = (typeof categoryColours)[number]

/** The list stops counting the subnets of a category at this number, because an exact count reads all of them. */
const maxCounted = 1000

const rows = (tx: Tx) =>
  tx
    .selectFrom('subnet_category as k')
    // Left join: row security hides the owner of a shared category.
    .leftJoin('company as c', 'c.id', 'k.company_id')
    .select([
      'k.id',
      'k.name',
      'k.description',
      sql<Colour>`k.colour`.as('colour'),
      'k.company_id',
      sql<string>`coalesce(c.name, '')`.as('company_name'),
      'k.cool_down_days',
      sql<number>`(select count(*) from (select from subnet s where s.category_id = k.id and s.deleted_at is null limit ${sql.raw(String(maxCounted))}) used)`.as(
        'subnets_count',
      ),
      'k.created_at',
      'k.updated_at',
      'k.deleted_at',
      'k.search_text',
      sql<boolean>`true`.as('shared'),
    ])

const record = (tx: Tx) =>
  rows(tx).select([
    'k.default_policy',
    'k.default_unit_v4',
    'k.default_unit_v6',
    'k.gateway',
    'k.reserve_first',
    'k.ptr_template',
    'k.version',
  ])

const columns = ({ body, actor, before }: RowWrite<StoredRow & { company_id?: number }>): StoredRow => ({
  ...body,
  ...(before === undefined && { company_id: body.company_id ?? actor.company_id }),
})

const source = {
  table: 'subnet_category',
  owner: 'company_id',
  shared: 'shared',
  rows,
  record,
  searchText: 'search_text',
  columns,
} as const

/** @throws AppError conflict with the number of subnets in the category, including those in quarantine */
async function checkUnused(row: Record<string, unknown>, _call: unknown, tx: Tx): Promise<void> {
  const { rows: used } = await sql<{
    subnets: number
  }>`select count(*) as subnets from subnet where category_id = ${Number(row['id'])} and state <> 'released'`.execute(
    tx,
  )
  const subnets = used[0]?.subnets ?? 0
  if (subnets > 0)
    throw new AppError('conflict', { reason: message('category.in_use', { subnets }), details: { subnets } })
}

/** Page size of a lookup. */
const lookupSize = 20

async function lookUp(tx: Tx, { query, page = 1 }: { query?: string | undefined; page?: number | undefined }) {
  return tx
    .selectFrom('subnet_category as k')
    .leftJoin('company as c', 'c.id', 'k.company_id')
    .select(['k.id', 'k.name', sql<Colour>`k.colour`.as('colour')])
    .select(pathText('c.ancestor_ids').as('path'))
    .where('k.deleted_at', 'is', null)
    .where(textMatches('k.search_text', query))
    .orderBy('k.name')
    .orderBy('k.id')
    .limit(lookupSize)
    .offset((page - 1) * lookupSize)
    .execute()
}

export const subnetCategoryHandlers = (deps: Deps): Handlers<typeof subnetCategories> => ({
  ...standardHandlers(deps, subnetCategories, source),
  destroy: destroyHandler(subnetCategories.destroy, source, checkUnused),
  lookup: (call) => call.db(async (tx) => ({ data: await lookUp(tx, call.query) })),
})
