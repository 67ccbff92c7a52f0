import type { Body } from '@trunkline/contract/endpoint'
import type { TagColour } from '@trunkline/contract/labels'
import { tags } from '@trunkline/contract/resources/tag'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { StoredRow } from '../../db/write-row.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { recoverHandler, standardHandlers, type CheckRow, type RowWrite } from '../../http/standard-handlers.ts'
import { checkCompanyLive } from '../companies/company-live.ts'
import { lookupSize } from '../companies/company-lookup.ts'
import { textMatches } from '../companies/text-match.ts'
import { checkOwner } from '../tariffs/tariff-rules.ts'
import { checkNameFree } from './name-rules.ts'

/** Companies above the caller's are not visible, which marks a tag as inherited. */
const rows = (tx: Tx) =>
  tx
    .selectFrom('tag as t')
    .leftJoin('company as c', 'c.id', 't.company_id')
    .select([
      't.id',
      't.name',
      't.description',
      't.company_id',
      'c.name as company_name',
      't.created_at',
      't.updated_at',
      't.deleted_at',
      't.search_text',
      't.ancestor_ids',
    ])
    .select([
      sql<TagColour>`t.colour`.as('colour'),
      sql<boolean>`c.id is null`.as('inherited'),
      sql<number>`(select count(*) from (select from record_tag x where x.tag_id = t.id limit 1000) n)`.as(
        'records_count',
      ),
    ])

const record = (tx: Tx) => rows(tx).select(['t.version'])

type TagBody = Partial<Body<typeof tags.store>>

async function validate(tx: Tx, { body, actor, before }: RowWrite<TagBody>): Promise<void> {
  const company_id = before === undefined ? (body.company_id ?? actor.company_id) : Number(before['company_id'])
  if (before === undefined) await checkOwner(tx, company_id, 'tag')
  if (body.name !== undefined)
    await checkNameFree(tx, {
      table: 'tag',
      field: 'name',
      value: body.name,
      company_id,
      id: Number(before?.['id'] ?? 0),
    })
}

const columns = ({ body, actor, before }: RowWrite<TagBody>): StoredRow => ({
  ...body,
  ...(before === undefined && { company_id: body.company_id ?? actor.company_id }),
})

const source = {
  table: 'tag',
  owner: 'company_id',
  shared: 'inherited',
  rows,
  record,
  searchText: 'search_text',
  ancestor_ids: 'ancestor_ids',
  validate,
  columns,
} as const

const checkRecover: CheckRow = async (row, call, tx) => {
  await checkCompanyLive(row, call, tx)
  const { id, name, company_id } = row as { id: number; name: string; company_id: number }
  await checkNameFree(tx, { table: 'tag', field: 'name', value: name, company_id, id })
}

/** Live tags for a select, by name. */
async function lookUpTags(
  tx: Tx,
  {
    query,
    page = 1,
    company_id,
  }: { query?: string | undefined; page?: number | undefined; company_id?: number | undefined },
) {
  let found = tx
    .selectFrom('tag as t')
    .leftJoin('company as c', 'c.id', 't.company_id')
    .select(['t.id', 't.name'])
    .select([sql<string>`coalesce(c.name, '')`.as('path'), sql<TagColour>`t.colour`.as('colour')])
    .where('t.deleted_at', 'is', null)
    .where(textMatches('t.search_text', query))
  if (company_id !== undefined)
    found = found.where(
      sql<boolean>`t.company_id = any ((select ancestor_ids from company where id = ${company_id})::bigint[])`,
    )
  return found
    .orderBy('t.name')
    .orderBy('t.id')
    .limit(lookupSize)
    .offset((page - 1) * lookupSize)
    .execute()
}

export const tagHandlers = (deps: Deps): Handlers<typeof tags> => ({
  ...standardHandlers(deps, tags, source),
  recover: recoverHandler(tags.recover, source, checkRecover),
  lookup: (call) => call.db(async (tx) => ({ data: await lookUpTags(tx, call.query) })),
})
