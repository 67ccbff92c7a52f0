import { message } from '@trunkline/contract/errors'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { sql, type Expression } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { queryPrepared, type Tx } from '../../db/pool.ts'
import { wifiMenus, type SeenAccessRow, type WifiReading, type WifiSystem } from '../../devices/wifi/shapes.ts'
import { conflict, invalid } from '../../errors.ts'
import { loadRow } from '../../http/standard-handlers.ts'
import { siteSource } from '../sites/site-rows.ts'

export type WifiStack = WifiSystem['stack']

/** A device of a site with its last Wi-Fi reading. */
export interface WifiDevice {
  id: number
  name: string
  company_id: number
  is_online: boolean | null
  /** Wi-Fi systems found at the last full reading of the device. */
  wifi_stacks: WifiStack[] | null
  /** The panel has address and credentials of the device. */
  managed: boolean
  read_at: string | null
  reading: WifiReading | null
  /** Access list rows that implement schedules; null: never read. */
  hours: SeenAccessRow[] | null
}

/** The site of a call. @throws AppError not_found, forbidden; conflict if `writes` is set and it is in the trash */
export async function loadSite(
  tx: Tx,
  actor: Actor,
  access: Endpoint['access'],
  id: number,
  { writes = false } = {},
): Promise<number> {
  const row = await loadRow(tx, actor, siteSource, access, id)
  if (writes && row['deleted_at'] !== null) throw conflict('row.trashed')
  return id
}

/** The Wi-Fi part of the last readings of a device, and when they were made. */
interface CachedReading {
  read_at: string | null
  lists_read_at: string | null
  reading: WifiReading | null
  hours: SeenAccessRow[] | null
}

/**
 * Parsed readings by device, as an LRU cache of this process. The reading of a controller with a hundred access points
 * is 200 kB of JSON and is parsed once, not at each request. Callers check access to the device before. Entries must
 * not be modified.
 */
const cachedReadings = new Map<number, CachedReading>()
const maxEntries = 256
/** Maximum number of access points in all cached readings: about 40 MB. */
const maxPoints = 4000
const pointsOf = ({ reading }: CachedReading): number =>
  reading?.systems.reduce((sum, { access_points }) => sum + access_points.length, 0) ?? 0

function cacheReading(id: number, stored: CachedReading): void {
  cachedReadings.delete(id)
  cachedReadings.set(id, stored)
  let points = 0
  for (const one of cachedReadings.values()) points += pointsOf(one)
  for (const [oldest, one] of cachedReadings) {
    if (cachedReadings.size <= maxEntries && points <= maxPoints) return
    cachedReadings.delete(oldest)
    points -= pointsOf(one)
  }
}

type DeviceSummary = Omit<WifiDevice, 'reading' | 'hours'> & Pick<CachedReading, 'lists_read_at'>

/** Devices of a site with known Wi-Fi, by name. */
export async function readWifiDevices(tx: Tx, site: number, only?: readonly number[]): Promise<WifiDevice[]> {
  const rows = await queryPrepared(
    tx,
    sql<DeviceSummary>`
    select h.id, h.name, h.company_id, h.is_online, to_json(s.wifi_stacks) as wifi_stacks, m.read_at, a.read_at as lists_read_at,
      h.management_user is not null and (h.management_address is not null or h.vpn_dialup_id is not null) as managed
    from hardware h left join hardware_state s on s.hardware_id = h.id
      left join hardware_menu m on m.hardware_id = h.id and m.menu = ${wifiMenus.state}
      left join hardware_menu a on a.hardware_id = h.id and a.menu = ${wifiMenus.accessList}
    where h.site_id = ${site} and h.deleted_at is null and (m.hardware_id is not null or s.wifi_stacks <> '{}')
      ${only === undefined ? sql`` : sql`and h.id = any (${[...only]}::bigint[])`}
    order by h.name, h.id`,
  )
  const found = new Map<number, CachedReading>()
  for (const { id, read_at, lists_read_at } of rows) {
    const stored = cachedReadings.get(id)
    if (stored?.read_at === read_at && stored.lists_read_at === lists_read_at) found.set(id, stored)
  }
  const missing = rows.filter(({ id }) => !found.has(id)).map(({ id }) => id)
  if (missing.length > 0)
    for (const { id, ...stored } of await fetchReadings(tx, missing)) {
      found.set(id, stored)
      cacheReading(id, stored)
    }
  return rows.map((row) => {
    const { read_at = null, reading = null, hours = null } = found.get(row.id) ?? {}
    return { ...row, read_at, reading, hours }
  })
}

async function fetchReadings(tx: Tx, ids: readonly number[]): Promise<(CachedReading & { id: number })[]> {
  const { rows } = await sql<CachedReading & { id: number }>`
    select h.id, m.read_at, m.rows as reading, a.read_at as lists_read_at,
      jsonb_path_query_array(a.rows, '$[*] ? (@.mark.kind == "hours")') as hours
    from hardware h left join hardware_menu m on m.hardware_id = h.id and m.menu = ${wifiMenus.state}
      left join hardware_menu a on a.hardware_id = h.id and a.menu = ${wifiMenus.accessList}
    where h.id = any (${[...ids]}::bigint[])`.execute(tx)
  return rows
}

/** A Wi-Fi system of a device from the last reading; undefined if it has none, or was never read. */
export const systemOf = (of: Pick<WifiDevice, 'reading'> | undefined, stack: WifiStack): WifiSystem | undefined =>
  of?.reading?.systems.find((system) => system.stack === stack)

/** Suffixes of systems whose rows are in separate tables, where the same id is another row. */
const suffixes: Readonly<Record<WifiStack, string>> = {
  'caps-man': '.c',
  'local-wireless': '.w',
  'wifi-capsman': '',
  'local-wifi': '',
}

/** In SQL: the suffix of the row ids of this system. */
export const suffixOf = (stack: Expression<string>) =>
  sql`case ${stack} when 'caps-man' then '.c' when 'local-wireless' then '.w' else '' end`

/** Id of a row of a device in lists: `*5`, `*5.c`. */
export const rowKey = ({ id, stack }: { id: string; stack: WifiStack }): string => id + suffixes[stack]

/** Device and row of an id in a site-wide list: `7*5.c`. */
export function splitRowId(id: string): { hardware_id: number; key: string } {
  const at = id.indexOf('*')
  return { hardware_id: Number(id.slice(0, at)), key: id.slice(at) }
}

/**
 * The device of a call, which must be at the site and have the system. @throws AppError validation_failed at
 * `hardware_id`, `stack`
 */
export async function deviceFor(
  tx: Tx,
  site: number,
  { hardware_id, stack }: { hardware_id: number; stack: WifiStack },
): Promise<WifiDevice> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from hardware where id = ${hardware_id} and site_id = ${site} and deleted_at is null`.execute(tx)
  if (rows[0] === undefined) throw invalid({ hardware_id: message('wifi.device_elsewhere') })
  const device = (await readWifiDevices(tx, site, [hardware_id]))[0]
  if (device?.reading == null) throw invalid({ hardware_id: message('wifi.not_read', { name: rows[0].name }) })
  if (systemOf(device, stack) === undefined) throw invalid({ stack: message('wifi.stack_missing') })
  return device
}
