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

/** A device of a site with its last reading of Wi-Fi. */
export interface WifiDevice {
  id: number
  name: string
  company_id: number
  is_online: boolean | null
  /** Wi-Fi systems that it was seen to have when everything was read of it last. */
  wifi_stacks: WifiStack[] | null
  /** The panel has what it needs to connect. */
  managed: boolean
  read_at: string | null
  reading: WifiReading | null
  /** Rows of its access lists that stand for the hours of a network; null: they were never read. */
  hours: SeenAccessRow[] | null
}

/** The site of a call. @throws AppError not_found, forbidden; conflict where `writes` and it is in the trash */
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

/** What the last readings of a device say of Wi-Fi, and when they were made. */
interface CachedReading {
  read_at: string | null
  lists_read_at: string | null
  reading: WifiReading | null
  hours: SeenAccessRow[] | null
}

/**
 * Readings of this process, by device, the latest last. That of a controller with a hundred access points is 200 kB of
 * JSON: it is taken apart once a reading, and not at every look. Whoever asks has seen the device through its own door
 * before. Nobody changes what stands here.
 */
const cachedReadings = new Map<number, CachedReading>()
const maxEntries = 256
/** Access points of all kept readings together: about 40 MB. */
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

/** Devices of a site that have Wi-Fi as far as the panel knows, by name. */
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

/** The Wi-Fi system of a device as it was read last; undefined where the device lacks it, or was never read. */
export const systemOf = (of: Pick<WifiDevice, 'reading'> | undefined, stack: WifiStack): WifiSystem | undefined =>
  of?.reading?.systems.find((system) => system.stack === stack)

/** Letters of the systems whose rows have tables of their own, in which the same id means another row. */
const letters: Readonly<Record<WifiStack, string>> = {
  'caps-man': '.c',
  'local-wireless': '.w',
  'wifi-capsman': '',
  'local-wifi': '',
}

/** In SQL: what follows the id of a row of this stack. */
export const letterOf = (stack: Expression<string>) =>
  sql`case ${stack} when 'caps-man' then '.c' when 'local-wireless' then '.w' else '' end`

/** What a row of a device is called in its lists: `*5`, `*5.c`. */
export const rowKey = ({ id, stack }: { id: string; stack: WifiStack }): string => id + letters[stack]

/** Device and row that an id of a list of a whole site stands for: `7*5.c`. */
export function splitRowId(id: string): { hardware_id: number; key: string } {
  const at = id.indexOf('*')
  return { hardware_id: Number(id.slice(0, at)), key: id.slice(at) }
}

/** The device of a call, which has to stand at the site and to have the system. @throws AppError validation_failed at `hardware_id`, `stack` */
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
