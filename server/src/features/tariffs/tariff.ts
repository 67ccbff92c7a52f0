import { offers, priorities, quotaActions, quotaPeriods } from '@trunkline/contract/resources/radius-enums'
import { tariffs, type Tariff } from '@trunkline/contract/resources/tariff'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { StoredRow } from '../../db/write-row.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import {
  createRecord,
  destroyHandler,
  readRecord,
  recoverHandler,
  standardHandlers,
  updateRecord,
  type RowWrite,
  type WriteCall,
} from '../../http/standard-handlers.ts'
import { currencyChoices } from '../../reference/currencies.ts'
import { referenceColumns } from '../../reference/fields.ts'
import { choicesOf } from '../../reference/labels.ts'
import { offerLabels, quotaActionLabels, quotaPeriodLabels } from '../../reference/radius-labels.ts'
import { bulkHandlers } from '../bulk-jobs/start.ts'
import { checkCompanyLive } from '../companies/company-live.ts'
import { lookUpCompanies } from '../companies/company-lookup.ts'
import { extraAttributeColumn } from '../radius-attributes/extra-attributes.ts'
import { lookUpTariffs } from './tariff-lookup.ts'
import { checkOwner, checkRates, checkUnused, setShares, notifiedFields, type TariffBody } from './tariff-rules.ts'
import { updateSessionsOf } from './update-sessions.ts'

/** A row of the list. Companies above the caller's are not visible, which marks a tariff as shared. */
const rows = (tx: Tx) =>
  tx
    .selectFrom('tariff as t')
    .leftJoin('company as c', 'c.id', 't.company_id')
    .select([
      't.id',
      't.name',
      't.company_id',
      'c.name as company_name',
      't.shared_with',
      't.price',
      't.currency',
      't.download_rate',
      't.upload_rate',
      't.burst_download_rate',
      't.burst_upload_rate',
      't.burst_download_threshold',
      't.burst_upload_threshold',
      't.burst_seconds',
      't.priority',
      't.session_timeout',
      't.quota_bytes',
      't.quota_period',
      't.quota_action',
      't.slow_download_rate',
      't.slow_upload_rate',
      't.created_at',
      't.updated_at',
      't.deleted_at',
      't.search_text',
      't.ancestor_ids',
    ])
    .select([
      sql<boolean>`c.id is null`.as('inherited'),
      // The companies are listed explicitly: with row security alone the planner would scan the services of all
      // companies.
      sql<number>`(select count(*) from (
        select from service s where s.tariff_id = t.id and s.deleted_at is null
          and s.company_id in (select descendant_id from company_tree where ancestor_id = current_company()) limit 100) n)`.as(
        'services_count',
      ),
    ])

const record = (tx: Tx) =>
  rows(tx)
    .select(['t.description', 't.idle_timeout', 't.interim_seconds', 't.address_list', 't.version'])
    .select(['t.cisco_policy_in', 't.cisco_policy_out'])
    .select(sql<Tariff['extra_attributes']>`t.extra_attributes`.as('extra_attributes'))
    .select(
      sql<{ id: number; name: string }[]>`coalesce((
        select json_agg(json_build_object('id', k.id, 'name', k.name) order by k.name, k.id)
        from tariff_share o join company k on k.id = o.company_id where o.tariff_id = t.id), '[]')`.as('offers'),
    )

/** Facts from the database about a write. */
interface TariffFacts {
  company_id: number
  /** Currency of the owner of a new tariff. */
  currency: string | undefined
  extra: Awaited<ReturnType<typeof extraAttributeColumn>>
}

async function validate(tx: Tx, { body, actor, before }: RowWrite<TariffBody>): Promise<TariffFacts> {
  checkRates(body, before)
  const company_id = before === undefined ? (body.company_id ?? actor.company_id) : Number(before['company_id'])
  if (before === undefined) await checkOwner(tx, company_id, 'tariff')
  else if (body.extra_attributes === undefined) return { company_id, currency: undefined, extra: {} }
  const owner = await tx
    .selectFrom('company')
    .select(['currency', 'type'])
    .where('id', '=', company_id)
    .executeTakeFirstOrThrow()
  // Services of the owner and its descendants log in at NAS devices of ancestors, which the owner must not administer.
  const extra = await extraAttributeColumn(tx, body.extra_attributes, before?.['extra_attributes'], {
    restricted: owner.type !== 'simrush',
  })
  return { company_id, currency: before === undefined ? owner.currency : undefined, extra }
}

function columns({ body, before }: RowWrite<TariffBody>, facts: TariffFacts): StoredRow {
  const { shared_company_ids: _, currency, extra_attributes: _lines, ...same } = body
  return {
    ...same,
    ...(before === undefined && { company_id: facts.company_id, currency: facts.currency }),
    ...referenceColumns({ currency }),
    ...facts.extra,
  }
}

export const tariffSource = {
  table: 'tariff',
  owner: 'company_id',
  shared: 'inherited',
  rows,
  record,
  searchText: 'search_text',
  ancestor_ids: 'ancestor_ids',
  validate,
  columns,
} as const

/** Creates a tariff in the caller's transaction. @returns its id */
export async function createTariff(tx: Tx, call: { actor: Actor; body: TariffBody }): Promise<number> {
  const id = await createRecord(tx, call, tariffs.store, tariffSource)
  if (call.body.shared_company_ids !== undefined) await setShares(tx, id, call.body.shared_company_ids)
  return id
}

/** Updates a tariff in the caller's transaction, and its running sessions if they are affected. */
export async function changeTariff(tx: Tx, call: WriteCall & { body: TariffBody }): Promise<void> {
  const { id } = call.params
  await updateRecord(tx, call, tariffs.update, tariffSource)
  if (call.body.shared_company_ids !== undefined) await setShares(tx, id, call.body.shared_company_ids)
  if (notifiedFields.some((field) => call.body[field] !== undefined)) await updateSessionsOf(tx, id, call.actor.label)
}

export const tariffHandlers = (deps: Deps): Handlers<typeof tariffs> => {
  const priorityChoices = priorities.map((id) => ({ id, name: String(id) }))
  const standard = standardHandlers(deps, tariffs, {
    ...tariffSource,
    options: async (tx: Tx, actor: Actor) => ({
      priorities: priorityChoices,
      currencies: currencyChoices[actor.locale],
      companies: await lookUpCompanies(tx, actor, {}),
    }),
  })
  return {
    ...standard,
    ...bulkHandlers(tariffs, { ...tariffSource, softDelete: true }),

    store: (call) => call.db(async (tx) => ({ data: { id: await createTariff(tx, call) } })),

    update: (call) =>
      call.db(async (tx) => {
        await changeTariff(tx, call)
        return { data: await readRecord(tx, tariffSource, call.params.id) }
      }),

    recover: recoverHandler(tariffs.recover, tariffSource, checkCompanyLive),
    destroy: destroyHandler(tariffs.destroy, tariffSource, checkUnused),

    lookup: (call) => call.db(async (tx) => ({ data: await lookUpTariffs(tx, call.query) })),

    companies: (call) => call.db(async (tx) => ({ data: await lookUpCompanies(tx, call.actor, call.query) })),

    priorities: async () => ({ data: priorityChoices }),

    options: ({ actor, db }) =>
      db(async (tx) => {
        const own = await tx
          .selectFrom('company')
          .select('currency')
          .where('id', '=', actor.company_id)
          .executeTakeFirstOrThrow()
        return {
          data: {
            priorities: priorityChoices,
            currencies: currencyChoices[actor.locale],
            quota_periods: choicesOf(quotaPeriodLabels, quotaPeriods, actor.locale),
            quota_actions: choicesOf(quotaActionLabels, quotaActions, actor.locale),
            offers: choicesOf(offerLabels, offers, actor.locale),
            default_currency: own.currency,
          },
        }
      }),
  }
}
