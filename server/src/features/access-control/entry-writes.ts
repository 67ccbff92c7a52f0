import type { Body, Endpoint } from '@trunkline/contract/endpoint'
import { accessControl } from '@trunkline/contract/resources/access-control'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { accessContext } from '../../devices/wifi/access-load.ts'
import { passphraseDigest } from '../../devices/wifi/digest.ts'
import { AppError, conflict, notFound } from '../../errors.ts'
import type { Call } from '../../http/call.ts'
import { loadRow } from '../../http/standard-handlers.ts'
import { seal } from '../../secrets.ts'
import { siteSource } from '../sites/site-rows.ts'
import { enqueueAccessLists } from './enqueue-access-lists.ts'
import { currentEntry } from './entry-list.ts'
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

/** The site whose list a call changes. */
interface ListSite {
  id: number
  name: string
  company_id: number
}
type WriteCall = Pick<Call, 'db'> & { actor: Actor; params: { id: number } }

/** The site of a call. @throws AppError not_found, forbidden; conflict if it is in the trash and the call writes */
export async function loadSite(tx: Tx, actor: Actor, endpoint: Endpoint, id: number): Promise<ListSite> {
  const row = await loadRow(tx, actor, siteSource, endpoint.access, id)
  if (row['deleted_at'] !== null && endpoint.method !== 'GET') throw conflict('row.trashed')
  return row as unknown as ListSite
}

/** Changes the list of a site and enqueues the commands that write it to the devices. */
export async function writeList<T>(
  deps: Deps,
  endpoint: Endpoint,
  { actor, params, db }: WriteCall,
  work: (tx: Tx, site: ListSite) => Promise<T>,
) {
  return db(async (tx) => {
    const site = await loadSite(tx, actor, endpoint, params.id)
    await lockList(tx, site.id)
    const done = await work(tx, site)
    return { done, commands: await enqueueAccessLists(deps, tx, actor, site) }
  })
}

/** Entries of a site, all or none. @throws AppError not_found */
export async function writeEntries(
  deps: Deps,
  endpoint: Endpoint,
  call: WriteCall & { body: Body<typeof accessControl.enable> },
  change: (tx: Tx, ids: readonly number[], site: number) => Promise<unknown>,
) {
  const { ids, versions } = call.body
  const { commands } = await writeList(deps, endpoint, call, async (tx, site) => {
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

/** A change of several entries: switches them on or off. */
export const switchEntries = (on: boolean) => (tx: Tx, ids: readonly number[], site: number) =>
  sql`update access_control set is_enabled = ${on} where site_id = ${site} and id = any (${[...ids]}::bigint[]) and is_enabled <> ${on}`.execute(
    tx,
  )

export async function addEntry(deps: Deps, call: Call<typeof accessControl.store>) {
  const { passphrase, schedule, ...body } = call.body
  const mac = readMac(body.mac)
  checkAllowed(body.action, call.body)
  const { done: id, commands } = await writeList(deps, accessControl.store, call, async (tx, site) => {
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
    if (passphrase !== undefined) await storePassphrase(tx, deps, created, passphrase)
    return created
  })
  return { data: { id, commands } }
}

export async function changeEntry(deps: Deps, call: Call<typeof accessControl.update>) {
  const { id, version, passphrase, ...body } = call.body
  const mac = body.mac === undefined ? undefined : readMac(body.mac)
  const { commands } = await writeList(deps, accessControl.update, call, async (tx, site) => {
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
    if (passphrase !== undefined) await storePassphrase(tx, deps, id, passphrase)
  })
  return { data: { ids: [id], commands } }
}

export async function moveEntry(deps: Deps, call: Call<typeof accessControl.move>) {
  const { id, before, version } = call.body
  const { commands } = await writeList(deps, accessControl.move, call, async (tx, site) => {
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
}

function storePassphrase(tx: Tx, { config }: Deps, id: number, passphrase: string | null) {
  const keys = [config.key, ...config.formerKeys] as const
  return sql`update access_control set passphrase = ${passphrase === null ? null : seal(keys, passphrase, accessContext(id))},
    passphrase_digest = ${passphrase === null ? null : passphraseDigest(keys, passphrase)} where id = ${id}`.execute(tx)
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
