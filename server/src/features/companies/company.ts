import { companies, type companyStore, type companyUpdate } from '@trunkline/contract/resources/company'
import { companyTypes, typesBelow } from '@trunkline/contract/abilities'
import { sql, type SqlBool } from 'kysely'
import type * as z from 'zod/mini'
import type { Tx } from '../../db/pool.ts'
import { insertRow, type StoredRow } from '../../db/write-row.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { saveLabels } from '../../http/labels/write.ts'
import {
  destroyRecord,
  indexHandler,
  loadRow,
  readRecord,
  recoverHandler,
  standardHandlers,
  updateRecord,
  valuesOf,
  type RowWrite,
} from '../../http/standard-handlers.ts'
import { referenceColumns } from '../../reference/fields.ts'
import { bulkHandlers } from '../bulk-jobs/start.ts'
import { readPublicSettings } from '../installation/public-settings.ts'
import { cancelInvitationsOf, invitationsLost } from '../invites/cancel.ts'
import { lookUpCompanies } from './company-lookup.ts'
import { companyOptions } from './company-options.ts'
import { pathOf } from './company-path.ts'
import { checkEmpty, checkParent, checkParentLive, checkWritable, lockTree, moveCompany } from './company-rules.ts'
import { changeCompanyStatus, endSessionsBelow } from './company-status.ts'
import { companySummary } from './company-summary.ts'

/** A row of the list. Row security hides a parent that the caller may not see. */
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
      'c.ancestor_ids',
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
    pathOf('c.ancestor_ids').as('path'),
  ])

type Input = Partial<z.infer<typeof companyStore>> & Omit<z.infer<typeof companyUpdate>, 'parent_id' | 'version'>

/** Validation and column mapping of a company write, for the form and the import. */
export const companyWrite = {
  async validate(tx: Tx, { body, actor, before }: RowWrite<Input>): Promise<void> {
    if (before === undefined)
      await checkParent(tx, body.parent_id ?? actor.company_id, body.type as NonNullable<Input['type']>)
    else checkWritable(actor, before, body)
  },

  columns({ body, actor, before }: RowWrite<Input>): StoredRow {
    const { countyIsoCode, telephone, currency, time_zone, email, ...same } = body
    return {
      ...same,
      ...(before === undefined && { parent_id: body.parent_id ?? actor.company_id }),
      email: email?.toLowerCase() || email,
      ...referenceColumns({ countyIsoCode, telephone, currency, time_zone }),
    }
  },
}

/** Ends the sessions of all users of a deactivated company and its descendants. */
export async function signOutDeactivated(tx: Tx, before: StoredRow, body: Pick<Input, 'is_active'>): Promise<void> {
  if (body.is_active === false && before['is_active'] === true) await endSessionsBelow(tx, [Number(before['id'])])
}

const source = {
  table: 'company',
  owner: 'id',
  rows,
  record,
  searchText: 'search_text',
  ancestor_ids: 'ancestor_ids',
  labels: 'company',
  tallied: companyTypes.map((type) => `company:${type}`),
  ...companyWrite,
} as const
const list = { ...source, softDelete: true }

/** All calls except the import, which the imports feature serves. */
export const companyHandlers = (deps: Deps): Handlers<typeof companies> => {
  const standard = standardHandlers(deps, companies, source)
  return {
    ...standard,
    ...bulkHandlers(companies, list),

    index: (call) => {
      const { below, company = call.actor.company_id } = call.query
      const where = below === true ? [sql<SqlBool>`r.id <> ${company}`] : []
      return indexHandler(deps, companies.index, { ...list, where })(call)
    },

    // The permission at the parent, which the validation has found among the visible rows.
    store: (call) =>
      call.db(async (tx) => {
        const { body, actor } = call
        const values = await valuesOf(tx, source, { body, actor, before: undefined })
        const id = await insertRow(tx, 'company', values)
        await saveLabels(tx, 'company', id, body, { isNew: true })
        return { data: { id } }
      }),

    update: (call) =>
      call.db(async (tx) => {
        const { parent_id: parent, ...body } = call.body
        const now = await tx
          .selectFrom('company')
          .select('parent_id')
          .where('id', '=', call.params.id)
          .executeTakeFirst()
        // The same parent, as show returns it, is no move.
        const parent_id = parent === now?.parent_id ? undefined : parent
        // A move locks the tree before any of its rows.
        if (parent_id !== undefined) await lockTree(tx)
        const before = await updateRecord(tx, { ...call, body }, companies.update, source)
        await signOutDeactivated(tx, before, body)
        if (parent_id !== undefined) await moveCompany(tx, call.actor, companies.update, call.params.id, parent_id)
        return { data: await readRecord(tx, source, call.params.id) }
      }),

    move: (call) =>
      call.db(async (tx) => {
        await lockTree(tx)
        await moveCompany(tx, call.actor, companies.move, call.params.id, call.body.parent_id)
        return { data: await readRecord(tx, source, call.params.id) }
      }),

    destroy: (call) =>
      call.db(async (tx) => {
        const row = await destroyRecord(tx, call, companies.destroy, source, checkEmpty)
        if (row !== undefined) await cancelInvitationsOf(tx, call.params.id)
      }),

    recover: recoverHandler(companies.recover, source, checkParentLive, invitationsLost),

    changeStatus: (call) => call.db((tx) => changeCompanyStatus(tx, call.actor, list, call.body)),

    summary: (call) =>
      call.db(async (tx) => {
        await loadRow(tx, call.actor, source, companies.summary.access, call.params.id)
        const { data: company } = await standard.show(call)
        return { data: { company, ...(await companySummary(deps, tx, call.actor, company)) } }
      }),

    lookup: (call) => call.db(async (tx) => ({ data: await lookUpCompanies(tx, call.actor, call.query) })),

    async options({ actor }) {
      const { default_country } = await readPublicSettings(deps.databases)
      return { data: companyOptions(actor.locale, typesBelow(actor.company_type), default_country) }
    },
  }
}
