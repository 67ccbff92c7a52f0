import { message } from '@trunkline/contract/errors'
import type { Schedule } from '@trunkline/contract/resources/wifi-shapes'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { spanKey, spansOf } from '../../devices/wifi/access-times.ts'
import { invalid, notFound } from '../../errors.ts'
import { parseMac } from '../hardware/mac.ts'

/** An entry with the columns that rules use. */
export interface StoredEntry {
  id: number
  mac: string
  name: string
  action: 'allow' | 'block'
  schedule: Schedule | null
  rank: number
  version: number
}

/** Gap between the ranks of neighbouring entries. */
export const rankStep = 1024

/** Serialises changes of a site's list, because positions depend on the whole list. */
export const lockList = (tx: Tx, site: number) =>
  sql`select pg_advisory_xact_lock(hashtext('access control'), ${site % 2_147_483_647})`.execute(tx)

/** The list of a site, or its entries of one MAC address, in order. */
export async function readList(tx: Tx, site: number, mac?: string): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select id, upper(mac::text) as mac, name, action, schedule, rank, version from access_control
      where site_id = ${site} ${mac === undefined ? sql`` : sql`and mac = ${mac}::macaddr`} order by rank, id`.execute(
    tx,
  )
  return rows
}

/** @throws AppError validation_failed at `mac` */
export function readMac(text: string): string {
  const read = parseMac(text)
  if ('error' in read) throw invalid({ mac: read.error })
  return read.mac.toUpperCase()
}

/** @throws AppError not_found for an unknown entry and for one of another site */
export function entryOf(list: readonly StoredEntry[], id: number): StoredEntry {
  const found = list.find((entry) => entry.id === id)
  if (found === undefined) throw notFound()
  return found
}

const hoursOf = (schedule: Schedule | null) => (schedule === null ? '' : spansOf(schedule).map(spanKey).join(' '))

/**
 * A MAC address may occur several times in a list, with different hours. An entry without hours must be the last of
 * them: entries after it would never match.
 * @param list entries of one MAC address in order, including the one that is written
 * @throws AppError validation_failed at the field
 */
export function checkHours(list: readonly StoredEntry[], written: number, field: 'mac' | 'schedule' | 'before'): void {
  const own = list.findIndex(({ id }) => id === written)
  const hours = list.map(({ schedule }) => hoursOf(schedule))
  const twin = list.find((_, at) => at !== own && hours[at] === hours[own])
  if (twin !== undefined)
    throw invalid({
      [field]:
        hours[own] === ''
          ? message('access_list.mac_taken', { name: twin.name })
          : message('access_list.hours_taken', { name: twin.name }),
    })
  const always = hours.indexOf('')
  if (always === -1 || always === list.length - 1) return
  const first = list[always] as StoredEntry
  throw invalid({
    [field]:
      always === own ? message('access_list.hides_others') : message('access_list.hidden_by', { name: first.name }),
  })
}

/** Fields that require the action `allow`. @throws AppError validation_failed at the fields */
export function checkAllowed(
  action: 'allow' | 'block',
  sent: {
    vlan_id?: number | null | undefined
    passphrase?: string | null | undefined
    rate_down_kbps?: number | null | undefined
    rate_up_kbps?: number | null | undefined
  },
): void {
  if (action === 'allow') return
  const errors = (['vlan_id', 'passphrase', 'rate_down_kbps', 'rate_up_kbps'] as const).filter(
    (field) => sent[field] !== undefined && sent[field] !== null,
  )
  if (errors.length > 0)
    throw invalid(Object.fromEntries(errors.map((field) => [field, message('access_list.only_allowed')])))
}

/**
 * A rank before another entry, or last. If no number is left between two ranks, the list is renumbered.
 * @param list of the site, without the entry that moves
 */
export async function rankBefore(
  tx: Tx,
  site: number,
  list: readonly StoredEntry[],
  before: number | null,
): Promise<number> {
  if (before === null) return (list.at(-1)?.rank ?? 0) + rankStep
  const at = list.indexOf(entryOf(list, before))
  const [below, above] = [at === 0 ? undefined : (list[at - 1] as StoredEntry).rank, (list[at] as StoredEntry).rank]
  const middle = below === undefined ? above - rankStep : (below + above) / 2
  // Far above the precision of a double (2^-52 of its value).
  if (below === undefined || above - below > 1e-6) return middle
  await sql`
    update access_control a set rank = n.place * ${rankStep}::float8
      from (select id, row_number() over (order by rank, id) as place from access_control where id = any (${list.map(({ id }) => id)}::bigint[])) n
      where a.id = n.id and a.site_id = ${site}`.execute(tx)
  return (at + 1) * rankStep - rankStep / 2
}
