import { randomBytes } from 'node:crypto'
import type { Body } from '@trunkline/contract/endpoint'
import { nas, type NasDevice, type NasRow } from '@trunkline/contract/resources/nas'
import { nasPurposes, vendors } from '@trunkline/contract/resources/radius-enums'
import { sql, type Expression, type SqlBool } from 'kysely'
import { actorMayOn, tenantSettingsOf, relationTo, type Actor } from '../../access/actor.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Tx } from '../../db/pool.ts'
import type { StoredRow } from '../../db/write-row.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import type { Condition } from '../../http/list/parse.ts'
import {
  createRecord,
  destroyHandler,
  indexHandler,
  loadRow,
  readRecord,
  recoverHandler,
  standardHandlers,
  updateRecord,
  type RowWrite,
  type WriteCall,
} from '../../http/standard-handlers.ts'
import { choicesOf } from '../../reference/labels.ts'
import { nasPurposeLabels, vendorLabels } from '../../reference/radius-labels.ts'
import { open, seal } from '../../sessions/seal.ts'
import { bulkHandlers } from '../bulk-jobs/start.ts'
import { checkCompanyLive } from '../companies/company-live.ts'
import { lookUpCompanies } from '../companies/company-lookup.ts'
import { lookUpSubnets } from '../ipam/lookups.ts'
import { extraAttributeColumn } from '../radius-attributes/extra-attributes.ts'
import { checkOwner } from '../tariffs/tariff-rules.ts'
import { isSilent, nasHealth } from './nas-health.ts'
import { lookUpNas, lookUpRegions } from './nas-lookup.ts'
import { radiusServers } from './radius-servers.ts'
import { checkDeviceOf, checkUnbound, setPools } from './nas-rules.ts'
import { ipoePasswordPlaceholder, routerCommands, secretPlaceholder } from './router-commands.ts'
import { clearUnanswered, unansweredSource } from './unanswered.ts'

/** `always`: an unsigned request came before the last signed one, and none in the last 7 days. */
const authenticator = sql<NasRow['authenticator']>`case
  when h.signed_at is null then case when h.unsigned_at is null then 'unknown' else 'never' end
  when h.unsigned_at is null or (h.unsigned_at < now() - interval '7 days' and h.unsigned_at < h.signed_at) then 'always'
  else 'sometimes' end`

/** A row of the list. Companies above the caller's are not visible, which marks a NAS as inherited. */
const rows = (tx: Tx) =>
  tx
    .selectFrom('nas as n')
    .leftJoin('company as c', 'c.id', 'n.company_id')
    .leftJoin('nas_heard as h', 'h.nas_id', 'n.id')
    // Aggregated once per page, not once per device.
    .leftJoin(
      (from) =>
        from
          .selectFrom('session_live')
          .select('nas_id')
          .select(sql<number>`count(*)`.as('count'))
          .groupBy('nas_id')
          .as('l'),
      (on) => on.onRef('l.nas_id', '=', 'n.id'),
    )
    .select([
      'n.id',
      'n.name',
      'n.company_id',
      'c.name as company_name',
      'n.hardware_id',
      'n.region',
      'n.is_active',
      'n.require_message_authenticator',
      'h.auth_at as last_auth_at',
      'h.acct_at as last_acct_at',
      'n.created_at',
      'n.updated_at',
      'n.deleted_at',
      'n.search_text',
      'n.ancestor_ids',
    ])
    .select([
      sql<boolean>`c.id is null`.as('inherited'),
      sql<string>`host(n.address)`.as('address'),
      sql<NasRow['vendor']>`n.vendor`.as('vendor'),
      sql<NasRow['purposes']>`n.purposes`.as('purposes'),
      sql<number>`coalesce(l.count, 0)`.as('live_sessions'),
      authenticator.as('authenticator'),
      sql<boolean>`not n.require_message_authenticator and n.deleted_at is null
        and coalesce(h.signed_at > now() - interval '7 days' and ${authenticator} = 'always', false)`.as(
        'can_require_authenticator',
      ),
    ])

const record = (tx: Tx) =>
  rows(tx)
    .leftJoin('hardware as d', 'd.id', 'n.hardware_id')
    .select('d.name as hardware_name')
    .select(sql<NasDevice['extra_attributes']>`n.extra_attributes`.as('extra_attributes'))
    .select(['n.coa_port', 'n.input_is_download', 'n.ipoe_identifier', 'n.version'])
    .select(sql<boolean>`n.ipoe_password is not null`.as('has_ipoe_password'))
    .select(
      sql<NasDevice['pools']>`coalesce((
        select json_agg(json_build_object('id', p.id, 'net', p.net, 'name', p.name) order by k.position, p.id)
        from nas_pool k join subnet p on p.id = k.subnet_id where k.nas_id = n.id), '[]')`.as('pools'),
    )

export type NasBody = Partial<Body<typeof nas.store>> & Omit<Body<typeof nas.update>, 'version'>

/** 24 letters and digits, because an operator may have to type it on a router. */
const newSecret = () => randomBytes(32).toString('base64url').replace(/[_-]/g, '').slice(0, 24)

type ExtraColumn = Awaited<ReturnType<typeof extraAttributeColumn>>

async function validate(tx: Tx, { body, actor, before }: RowWrite<NasBody>): Promise<ExtraColumn> {
  const owner = before === undefined ? (body.company_id ?? actor.company_id) : Number(before['company_id'])
  if (before === undefined) await checkOwner(tx, owner, 'nas')
  if (body.hardware_id != null) await checkDeviceOf(tx, body.hardware_id, owner)
  // The owner of a NAS may send it any attribute, including those that administer the router.
  return extraAttributeColumn(tx, body.extra_attributes, before?.['extra_attributes'], { restricted: false })
}

const columnsWith =
  (key: Buffer) =>
  ({ body, actor, before }: RowWrite<NasBody>, extra: ExtraColumn): StoredRow => {
    const { secret, ipoe_password, pool_ids: _, extra_attributes: _lines, ...same } = body
    const sealed = secret ?? (before === undefined ? newSecret() : undefined)
    return {
      ...same,
      ...(before === undefined && { company_id: body.company_id ?? actor.company_id }),
      ...(sealed !== undefined && { secret: seal(key, sealed) }),
      ...(ipoe_password !== undefined && { ipoe_password: ipoe_password === null ? null : seal(key, ipoe_password) }),
      ...extra,
    }
  }

/** Interim interval in seconds for routers that ignore the interval in the Access-Accept. */
const usualInterim = 300

const silent = sql<SqlBool>`(r.is_active and r.deleted_at is null and exists (select from nas_heard h where h.nas_id = r.id and ${isSilent('h')}))`

const condition = ({ field, values }: Condition): Expression<SqlBool> | undefined =>
  field !== 'silent' ? undefined : values[0] === true ? silent : sql<SqlBool>`${silent} is not true`

/** @param key master key for secrets */
export const nasSource = (key: Buffer) =>
  ({
    table: 'nas',
    owner: 'company_id',
    shared: 'inherited',
    rows,
    record,
    searchText: 'search_text',
    ancestor_ids: 'ancestor_ids',
    condition,
    validate,
    columns: columnsWith(key),
  }) as const
type NasSource = ReturnType<typeof nasSource>

/** Creates a NAS in the caller's transaction. @returns its id */
export async function createNas(tx: Tx, call: { actor: Actor; body: NasBody }, source: NasSource): Promise<number> {
  const id = await createRecord(tx, call, nas.store, source)
  if (call.body.pool_ids !== undefined) await setPools(tx, id, call.body.pool_ids)
  return id
}

/** Updates a NAS in the caller's transaction. */
export async function changeNas(tx: Tx, call: WriteCall & { body: NasBody }, source: NasSource): Promise<void> {
  await updateRecord(tx, call, nas.update, source)
  if (call.body.pool_ids !== undefined) await setPools(tx, call.params.id, call.body.pool_ids)
}

export const nasHandlers = (deps: Deps): Handlers<typeof nas> => {
  const source = nasSource(deps.config.key)
  const standard = standardHandlers(deps, nas, {
    ...source,
    options: async (tx: Tx, actor: Actor) => ({
      purposes: choicesOf(nasPurposeLabels, nasPurposes, actor.locale),
      regions: await lookUpRegions(tx, {}),
      pools: await lookUpSubnets(tx, actor, { type: 'pool' } as Parameters<typeof lookUpSubnets>[2]),
      companies: await lookUpCompanies(tx, actor, {}),
    }),
  })
  return {
    ...standard,
    ...bulkHandlers(nas, { ...source, softDelete: true }),

    store: (call) => call.db(async (tx) => ({ data: { id: await createNas(tx, call, source) } })),

    update: (call) =>
      call.db(async (tx) => {
        await changeNas(tx, call, source)
        return { data: await readRecord(tx, source, call.params.id) }
      }),

    recover: recoverHandler(nas.recover, source, checkCompanyLive),
    destroy: destroyHandler(nas.destroy, source, checkUnbound),

    lookup: (call) => call.db(async (tx) => ({ data: await lookUpNas(tx, call.query) })),
    companies: (call) => call.db(async (tx) => ({ data: await lookUpCompanies(tx, call.actor, call.query) })),
    regions: (call) => call.db(async (tx) => ({ data: await lookUpRegions(tx, call.query) })),
    purposes: async ({ actor }) => ({ data: choicesOf(nasPurposeLabels, nasPurposes, actor.locale) }),
    vendors: async ({ actor }) => ({
      // MikroTik accepts Mikrotik-Rate-Limit in a CoA request; other vendors are disconnected and log in again.
      data: choicesOf(vendorLabels, vendors, actor.locale).map((vendor) => ({
        ...vendor,
        changes_rate: vendor.id === 'mikrotik',
      })),
    }),

    health: (call) =>
      call.db(async (tx) => {
        await loadRow(tx, call.actor, source, nas.health.access, call.params.id)
        const { authenticator, can_require_authenticator } = await readRecord(tx, source, call.params.id)
        return { data: { ...(await nasHealth(tx, call.params.id)), authenticator, can_require_authenticator } }
      }),

    unanswered: indexHandler(deps, nas.unanswered, unansweredSource),
    clearUnanswered: (call) => call.db((tx) => clearUnanswered(tx, call.actor, call.params.id)),

    // With the secret, the response is an export: it requires `manage` and is audited before it is sent.
    async commands(call) {
      const { actor, query, params } = call
      const { row, servers, pools } = await call.db(async (tx) => ({
        row: await loadRow(tx, actor, source, nas.commands.access, params.id),
        servers: await radiusServers(tx, deps.config, query.server),
        pools: await tx.selectFrom('nas_pool').select('subnet_id').where('nas_id', '=', params.id).limit(1).execute(),
      }))
      const with_secret = query.with_secret === true
      if (with_secret) {
        const relation = relationTo(actor, Number(row['company_id']))
        if (!actorMayOn(actor, { action: 'manage', subject: 'nas' }, relation)) throw new AppError('forbidden')
        await withTenant(deps.databases, tenantSettingsOf(actor, call.request), { write: true }, (tx) =>
          sql`select audit_event('export', 'nas', ${params.id}, ${row['name']}, ${row['company_id']})`.execute(tx),
        )
      }
      const [server, server_2 = null] = servers
      const settings = {
        auth_port: deps.config.radius.authPort,
        acct_port: deps.config.radius.acctPort,
        coa_port: Number(row['coa_port']),
      }
      const vendor = query.vendor ?? (row['vendor'] as NasRow['vendor'])
      const ipoePassword = row['ipoe_password'] as Buffer | null
      const text = routerCommands(vendor, {
        ...settings,
        servers,
        secret: with_secret ? open(deps.config.key, row['secret'] as Buffer) : secretPlaceholder,
        ipoe_password:
          ipoePassword === null ? null : with_secret ? open(deps.config.key, ipoePassword) : ipoePasswordPlaceholder,
        assigns_addresses: pools.length > 0,
        purposes: row['purposes'] as NasRow['purposes'],
        interim: usualInterim,
      })
      return { data: { vendor, server, server_2, ...settings, with_secret, text } }
    },
  }
}
