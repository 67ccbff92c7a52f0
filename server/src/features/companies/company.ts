import { companies, type companyStore, type companyUpdate } from '@trunkline/contract/resources/company'
import { typesBelow } from '@trunkline/contract/abilities'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import {
  destroyHandler,
  reachRow,
  readRecord,
  recoverHandler,
  standardHandlers,
  type ToColumns,
} from '../../http/standard-handlers.ts'
import { referenceColumns } from '../../reference/fields.ts'
import { readPublicSettings } from '../installation/public-settings.ts'
import { lookUpCompanies } from './company-lookup.ts'
import { companyOptions } from './company-options.ts'
import { pathOf } from './company-path.ts'
import { checkEmpty, checkParent, checkParentLive, checkWritable, lockTree, moveCompany } from './company-rules.ts'
import { companyStatistics } from './company-statistics.ts'
import { changeCompanyStatus, endSessionsBelow } from './company-status.ts'

/** A row of the list. The parent is joined under row security: one outside the caller's view is not there. */
const rows = (tx: Tx) =>
  tx
    .selectFrom('company as c')
    .leftJoin('company as p', 'p.id', 'c.parent_id')
    .select([
      'c.id',
      'c.name',
      'c.type',
      'p.id as parent_id',
      'p.name as parent_name',
      'c.email',
      'c.telephone',
      'c.city',
      'c.county_iso_code as countyIsoCode',
      'c.billing_term',
      'c.is_active',
      'c.created_at',
      'c.updated_at',
      'c.deleted_at',
      'c.search_text',
      'c.lineage',
      sql<number>`(select count(*) from app_user u where u.company_id = c.id and u.deleted_at is null)`.as(
        'users_count',
      ),
      sql<number>`(select count(*) from company k where k.parent_id = c.id and k.deleted_at is null)`.as(
        'children_count',
      ),
    ])

const record = (tx: Tx) =>
  rows(tx).select([
    'c.legal_name',
    'c.registration_number',
    'c.vat_number',
    'c.phone_country_code',
    'c.phone_number',
    'c.address_line_1',
    'c.address_line_2',
    'c.region',
    'c.postcode',
    'c.currency',
    'c.locale',
    'c.time_zone',
    'c.notes',
    'c.logo',
    'c.version',
    pathOf('c.lineage').as('path'),
  ])

type Input = Partial<z.infer<typeof companyStore>> & Omit<z.infer<typeof companyUpdate>, 'parent_id' | 'version'>

/** What a body says as columns, for the form and for files. */
export const companyColumns: ToColumns<Input> = async (body, call, tx, before) => {
  const actor = call.actor as Actor
  const { countyIsoCode, telephone, currency, time_zone, email, ...same } = body
  if (before === undefined) {
    same.parent_id ??= actor.company_id
    await checkParent(tx, same.parent_id, body.type as NonNullable<Input['type']>)
  } else {
    checkWritable(actor, before, body)
    if (body.is_active === false && before['is_active'] === true) await endSessionsBelow(tx, [Number(before['id'])])
  }
  return {
    ...same,
    email: email?.toLowerCase() || email,
    ...referenceColumns({ countyIsoCode, telephone, currency, time_zone }),
  }
}

const source = {
  table: 'company',
  owner: 'id',
  rows,
  record,
  searchText: 'search_text',
  lineage: 'lineage',
  columns: companyColumns,
} as const
const list = { ...source, softDelete: true }

/** All calls but the import, which is served with the imports. */
export const companyHandlers = (deps: Deps): Handlers<typeof companies> => {
  const standard = standardHandlers(deps, companies, source)
  return {
    ...standard,

    // A move locks the tree before any row of it.
    async update(call) {
      const { parent_id, ...body } = call.body
      if (parent_id === undefined) return standard.update(call)
      return call.db(async (tx) => {
        await lockTree(tx)
        await standard.update({ ...call, body })
        await moveCompany(tx, call.actor, companies.update, call.params.id, parent_id)
        return { data: await readRecord(tx, source, call.params.id) }
      })
    },

    move: (call) =>
      call.db(async (tx) => {
        await lockTree(tx)
        await moveCompany(tx, call.actor, companies.move, call.params.id, call.body.parent_id)
        return { data: await readRecord(tx, source, call.params.id) }
      }),

    destroy: destroyHandler(companies.destroy, source, checkEmpty),
    recover: recoverHandler(companies.recover, source, checkParentLive),

    changeStatus: (call) => call.db((tx) => changeCompanyStatus(tx, call.actor, list, call.body)),

    summary: (call) =>
      call.db(async (tx) => {
        const row = await reachRow(tx, call.actor, source, companies.summary.access, call.params.id)
        const { data: company } = await standard.show(call)
        return { data: { company, statistics: await companyStatistics(tx, row['id'] as number) } }
      }),

    lookup: (call) => call.db(async (tx) => ({ data: await lookUpCompanies(tx, call.actor, call.query) })),

    async options({ actor }) {
      const { default_country } = await readPublicSettings(deps.databases)
      return { data: companyOptions(actor.locale, typesBelow(actor.company_type), default_country) }
    },
  }
}
