import type { Body, Endpoint } from '@trunkline/contract/endpoint'
import type { ListInput } from '@trunkline/contract/list'
import { accessControl, type AccessEntry } from '@trunkline/contract/resources/access-control'
import { sql, type Expression, type SqlBool } from 'kysely'
import { tenantSettingsOf, type Actor } from '../../access/actor.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { accessContext } from '../../devices/wifi/access-load.ts'
import { passphraseDigest } from '../../devices/wifi/digest.ts'
import { AppError, conflict, notFound } from '../../errors.ts'
import type { Call, Handlers } from '../../http/call.ts'
import { csvOf, recordExport } from '../../http/csv.ts'
import { listPage } from '../../http/list/list.ts'
import type { ListSource } from '../../http/list/source.ts'
import { promisedColumns, loadRow } from '../../http/standard-handlers.ts'
import { seal, type Keys } from '../../secrets.ts'
import { siteSource } from '../sites/site-rows.ts'
import { enqueueAccessLists } from './enqueue-access-lists.ts'
import { entryCondition, entryRows, entryWord, type ComputedField } from './entry-rows.ts'
import {
  checkAllowed,
  checkHours,
  entryOf,
  lockList,
  rankBefore,
  readList,
  readMac,
  type StoredEntry,
} from './entry-rules.ts'
import { vendorOf } from '../wifi/vendors.ts'
import { evaluateEntries } from './entry-state.ts'

type AccessEntryRow = Omit<AccessEntry, Exclude<ComputedField, 'position'>> & {
  ancestor_ids: number[]
  search_text: string
}
interface Site {
  id: number
  name: string
}

const source: Omit<ListSource<AccessEntryRow>, 'where'> = {
  rows: entryRows as unknown as ListSource<AccessEntryRow>['rows'],
  owner: 'company_id',
  ancestor_ids: 'ancestor_ids',
  word: entryWord,
  condition: entryCondition,
  searchText: 'search_text',
  softDelete: false,
}

const evaluated: readonly string[] = ['state', 'applied', 'is_registered', 'vendor'] satisfies ComputedField[]
const columns = promisedColumns(accessControl.all).filter((name) => !evaluated.includes(name))
/** Exports contain the desired state; the state on the devices is temporary. */
const exported = columns.filter((name) => name !== 'position')

/** Adds the state from the last readings to the rows of a page. */
async function toResponse(tx: Tx, rows: readonly AccessEntryRow[]): Promise<AccessEntry[]> {
  const found = await evaluateEntries(tx, rows)
  return rows.map((row) => ({
    ...row,
    ...(found.get(row.id) ?? { position: 0, state: 'unread' as const, applied: [], is_registered: false }),
    vendor: vendorOf(row.mac),
  }))
}

/** The list of a site, or of all sites of the caller. */
async function answerList(deps: Deps, endpoint: Endpoint, call: ListCall, where: readonly Expression<SqlBool>[]) {
  const { actor, query: input } = call
  const definition = endpoint.list as NonNullable<Endpoint['list']>
  if (input.export === 'csv') {
    await withTenant(deps.databases, tenantSettingsOf(actor, call.request), { write: true }, (tx) =>
      recordExport(tx, actor, endpoint, input),
    )
    return call.db((tx) => csvOf<AccessEntryRow>(tx, actor, endpoint, { ...source, where }, input, exported))
  }
  return call.db(async (tx) => {
    const { data, meta } = await listPage<AccessEntryRow>(
      tx,
      actor,
      definition,
      { ...source, where },
      input,
      columns,
      deps.lists,
    )
    return { data: await toResponse(tx, data), meta }
  })
}
type ListCall = Pick<Call, 'db' | 'request'> & { actor: Actor; query: ListInput }

/** The site of a call. @throws AppError not_found, forbidden; conflict if it is in the trash and the call writes */
async function loadSite(tx: Tx, actor: Actor, endpoint: Endpoint, id: number): Promise<Site & { company_id: number }> {
  const row = await loadRow(tx, actor, siteSource, endpoint.access, id)
  if (row['deleted_at'] !== null && endpoint.method !== 'GET') throw conflict('row.trashed')
  return row as unknown as Site & { company_id: number }
}

const storePassphrase = (tx: Tx, keys: Keys, id: number, passphrase: string | null) =>
  sql`update access_control set passphrase = ${passphrase === null ? null : seal(keys, passphrase, accessContext(id))},
    passphrase_digest = ${passphrase === null ? null : passphraseDigest(keys, passphrase)} where id = ${id}`.execute(tx)

/** The current entry, for an error about a stale version. */
async function currentEntry(tx: Tx, id: number): Promise<AccessEntry> {
  const row = (await sql<AccessEntryRow>`select r.* from (${entryRows(tx)}) as r where r.id = ${id}`.execute(tx))
    .rows[0]
  if (row === undefined) throw notFound()
  const [shown] = await toResponse(tx, [row])
  return Object.fromEntries(
    promisedColumns(accessControl.all).map((name) => [name, (shown as unknown as Record<string, unknown>)[name]]),
  ) as unknown as AccessEntry
}

/** The body as columns; absent fields are not changed. */
function columnsOf(
  body: Omit<Body<typeof accessControl.update>, 'id' | 'version' | 'passphrase'>,
  mac: string | undefined,
) {
  const values = { ...body, ...(mac !== undefined && { mac }) }
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) =>
      name === 'schedule' && value !== null
        ? sql`${sql.ref(name)} = ${JSON.stringify(value)}::jsonb`
        : sql`${sql.ref(name)} = ${value}`,
    )
}

/** Handlers of Wi-Fi access control: one list per site, written to its controllers by commands. */
export const accessControlHandlers = (deps: Deps): Handlers<typeof accessControl> => {
  const keys = [deps.config.key, ...deps.config.formerKeys] as const

  /** Changes the list of a site and enqueues the commands that write it to the devices. */
  const write = <T>(
    endpoint: Endpoint,
    { actor, params, db }: Pick<Call, 'db'> & { actor: Actor; params: { id: number } },
    work: (tx: Tx, site: Site & { company_id: number }) => Promise<T>,
  ) =>
    db(async (tx) => {
      const site = await loadSite(tx, actor, endpoint, params.id)
      await lockList(tx, site.id)
      const done = await work(tx, site)
      return { done, commands: await enqueueAccessLists(deps, tx, actor, site) }
    })

  /** Entries of a site, all or none. @throws AppError not_found */
  const several = async (
    endpoint: Endpoint,
    call: Pick<Call, 'db'> & { actor: Actor; params: { id: number }; body: Body<typeof accessControl.enable> },
    change: (tx: Tx, ids: readonly number[], site: number) => Promise<unknown>,
  ) => {
    const { ids, versions } = call.body
    const { commands } = await write(endpoint, call, async (tx, site) => {
      const { rows } = await sql<{ id: number; name: string; version: number }>`
        select id, name, version from access_control where site_id = ${site.id} and id = any (${ids}::bigint[])`.execute(
        tx,
      )
      if (rows.length !== ids.length) throw notFound()
      const stale = rows.filter(({ id, version }) => versions?.[id] !== undefined && versions[id] !== version)
      if (stale.length > 0) throw new AppError('stale_version', { details: { rows: stale } })
      await change(tx, ids, site.id)
    })
    return { data: { ids, commands } }
  }
  const switched = (on: boolean) => (tx: Tx, ids: readonly number[], site: number) =>
    sql`update access_control set is_enabled = ${on} where site_id = ${site} and id = any (${[...ids]}::bigint[]) and is_enabled <> ${on}`.execute(
      tx,
    )

  return {
    all: (call) => answerList(deps, accessControl.all, call, []),

    async index(call) {
      const { id } = call.params
      await call.db((tx) => loadSite(tx, call.actor, accessControl.index, id))
      return answerList(deps, accessControl.index, call, [sql<SqlBool>`r.site_id = ${id}`])
    },

    async store(call) {
      const { passphrase, schedule, ...body } = call.body
      const mac = readMac(body.mac)
      checkAllowed(body.action, call.body)
      const { done: id, commands } = await write(accessControl.store, call, async (tx, site) => {
        const list = await readList(tx, site.id)
        const rank = await rankBefore(tx, site.id, list, null)
        const added: StoredEntry = { ...body, id: 0, mac, schedule, rank, version: 1 }
        checkHours([...list.filter((entry) => entry.mac === mac), added], 0, 'mac')
        const { rows } = await sql<{ id: number }>`
          insert into access_control (company_id, site_id, mac, name, action, schedule, rate_down_kbps, rate_up_kbps, vlan_id, note, is_enabled, rank)
          values (${site.company_id}, ${site.id}, ${mac}, ${body.name}, ${body.action}, ${schedule === null ? null : JSON.stringify(schedule)}::jsonb,
            ${body.rate_down_kbps}, ${body.rate_up_kbps}, ${body.vlan_id}, ${body.note}, ${body.is_enabled}, ${rank}) returning id`.execute(
          tx,
        )
        const created = (rows[0] as { id: number }).id
        if (passphrase !== undefined) await storePassphrase(tx, keys, created, passphrase)
        return created
      })
      return { data: { id, commands } }
    },

    async update(call) {
      const { id, version, passphrase, ...body } = call.body
      const mac = body.mac === undefined ? undefined : readMac(body.mac)
      const { commands } = await write(accessControl.update, call, async (tx, site) => {
        const list = await readList(tx, site.id)
        const before = entryOf(list, id)
        if (version !== undefined && version !== before.version)
          throw new AppError('stale_version', { details: { current: await currentEntry(tx, id) } })
        checkAllowed(body.action ?? before.action, call.body)
        const after: StoredEntry = {
          ...before,
          ...(mac !== undefined && { mac }),
          ...(body.schedule !== undefined && { schedule: body.schedule }),
        }
        if (after.mac !== before.mac || body.schedule !== undefined)
          checkHours(
            list.map((entry) => (entry.id === id ? after : entry)).filter((entry) => entry.mac === after.mac),
            id,
            after.mac === before.mac ? 'schedule' : 'mac',
          )
        const changes = columnsOf(body, mac)
        if (changes.length > 0) await sql`update access_control set ${sql.join(changes)} where id = ${id}`.execute(tx)
        if (passphrase !== undefined) await storePassphrase(tx, keys, id, passphrase)
      })
      return { data: { ids: [id], commands } }
    },

    async move(call) {
      const { id, before, version } = call.body
      const { commands } = await write(accessControl.move, call, async (tx, site) => {
        const list = await readList(tx, site.id)
        const moved = entryOf(list, id)
        if (version !== undefined && version !== moved.version)
          throw new AppError('stale_version', { details: { current: await currentEntry(tx, id) } })
        if (before === id) return
        const others = list.filter((entry) => entry !== moved)
        const at = before === null ? others.length : others.indexOf(entryOf(others, before))
        checkHours(
          others.toSpliced(at, 0, moved).filter((entry) => entry.mac === moved.mac),
          id,
          'before',
        )
        const rank = await rankBefore(tx, site.id, others, before)
        await sql`update access_control set rank = ${rank} where id = ${id}`.execute(tx)
      })
      return { data: { ids: [id], commands } }
    },

    enable: (call) => several(accessControl.enable, call, switched(true)),
    disable: (call) => several(accessControl.disable, call, switched(false)),
    destroy: (call) =>
      several(accessControl.destroy, call, (tx, ids, site) =>
        sql`delete from access_control where site_id = ${site} and id = any (${[...ids]}::bigint[])`.execute(tx),
      ),

    async apply(call) {
      const { commands } = await write(accessControl.apply, call, async () => {})
      return { data: commands }
    },
  }
}
