import type { AccessEntry } from '@trunkline/contract/resources/access-control'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import {
  accessCan,
  differencesOfLine,
  leftOut,
  rowsOfEntry,
  type DesiredAccess,
  type WantedRow,
} from '../../devices/wifi/access-lines.ts'
import { hoursLabel } from '../../devices/wifi/access-times.ts'
import { planAccess, seenLine, type AccessPlan } from '../../devices/wifi/access-plan.ts'
import { wifiMenus, type SeenAccessRow } from '../../devices/wifi/shapes.ts'
import { controllingDevices, type ControllingDevice } from './targets.ts'

type Applied = AccessEntry['applied'][number]
type State = AccessEntry['state']

/** An entry of a site's list with its one-based position. */
interface PositionedEntry extends DesiredAccess {
  site_id: number
  position: number
}

/** Computed fields of an entry. */
export interface EntryEvaluation {
  position: number
  state: State
  applied: Applied[]
  is_registered: boolean
}

/** Ordered from best to worst. */
const states: readonly State[] = ['same', 'unread', 'differs', 'missing']
const worst = (of: readonly State[]): State =>
  of.length === 0 ? 'unread' : (states[Math.max(...of.map((one) => states.indexOf(one)))] as State)

/**
 * The state of entries on the devices of their sites, from the last readings. The whole list of each site is compared,
 * because the entries before one also matter.
 */
export async function evaluateEntries(
  tx: Tx,
  page: readonly { id: number; site_id: number; mac: string }[],
): Promise<Map<number, EntryEvaluation>> {
  if (page.length === 0) return new Map()
  const sites = [...new Set(page.map(({ site_id }) => site_id))]
  const { rows } = await sql<PositionedEntry>`
    select id, site_id, upper(mac::text) as mac, name, action, schedule, rate_down_kbps, rate_up_kbps, vlan_id, passphrase_digest, is_enabled,
      (row_number() over (partition by site_id order by rank, id))::int as position
    from access_control where site_id = any (${sites}::bigint[]) order by site_id, rank, id`.execute(tx)
  const lists = new Map<number, PositionedEntry[]>(sites.map((site) => [site, []]))
  for (const row of rows) lists.get(row.site_id)?.push(row)
  const applied = new Map<number, Applied[]>()
  const shown = new Set(page.map(({ id }) => id))
  for (const device of await controllingDevices(tx, sites, true))
    for (const [id, one] of evaluateDevice(device, lists.get(device.site_id) ?? [], shown))
      applied.set(id, [...(applied.get(id) ?? []), ...one])
  const registered = await registeredAt(tx, sites, page)
  const places = new Map(rows.map(({ id, position }) => [id, position]))
  return new Map(
    page.map(({ id, site_id, mac }) => {
      const of = applied.get(id) ?? []
      return [
        id,
        {
          position: places.get(id) ?? 0,
          applied: of,
          state: worst(of.map(({ state }) => state)),
          is_registered: registered.has(`${site_id} ${mac.toUpperCase()}`),
        },
      ]
    }),
  )
}

function evaluateDevice(device: ControllingDevice, list: readonly PositionedEntry[], shown: ReadonlySet<number>) {
  const found = new Map<number, Applied[]>()
  for (const { stack } of device.menus) {
    const can = accessCan(stack)
    const wanted = list.map((entry) => rowsOfEntry(entry, can))
    const seen = (device.list ?? []).filter((row) => row.stack === stack && row.mark?.kind !== 'hours')
    const plan = planAccess(seen.map(seenLine), wanted.flat())
    let from = 0
    for (const [at, entry] of list.entries()) {
      const rows = wanted[at] as WantedRow[]
      const to = from + rows.length
      if (shown.has(entry.id)) {
        const differences = device.list === null ? [] : differencesOf(plan, rows, from, entry, seen)
        const isMissing = plan.matches.slice(from, to).every((row) => row === undefined)
        const state =
          device.list === null ? 'unread' : isMissing ? 'missing' : differences.length > 0 ? 'differs' : 'same'
        const one: Applied = {
          hardware_id: device.id,
          hardware_name: device.name,
          stack,
          state,
          differences: state === 'differs' ? differences : [],
          left_out: leftOut(stack, can, entry),
          read_at: device.read_at,
        }
        found.set(entry.id, [...(found.get(entry.id) ?? []), one])
      }
      from = to
    }
  }
  return found
}

/** Differences between the rows of an entry and the desired state, including wrong order and duplicates. */
function differencesOf(
  plan: AccessPlan,
  rows: readonly WantedRow[],
  from: number,
  entry: PositionedEntry,
  seen: readonly SeenAccessRow[],
): Applied['differences'] {
  const moved = new Set(plan.place.flatMap((one) => (one.kind === 'move' ? one.ids : [])))
  const differences: Applied['differences'] = []
  for (const [at, row] of rows.entries()) {
    const match = plan.matches[from + at]
    if (match === undefined) {
      differences.push({ field: 'schedule', wanted: hoursLabel(row.line.hours), actual: null })
      continue
    }
    differences.push(...differencesOfLine(row.line, match.line))
    if (moved.has(match.id))
      differences.push({
        field: 'position',
        wanted: String(entry.position),
        actual: String(seen.find(({ id }) => id === match.id)?.position ?? ''),
      })
  }
  const copies = seen.filter((row) => row.mark?.id === entry.id && plan.remove.includes(row.id)).length
  if (copies > 0) differences.push({ field: 'rows', wanted: String(rows.length), actual: String(rows.length + copies) })
  return differences
}

/** Which of these MAC addresses are registered at their site, as `site mac`. */
async function registeredAt(
  tx: Tx,
  sites: readonly number[],
  page: readonly { mac: string }[],
): Promise<ReadonlySet<string>> {
  const macs = [...new Set(page.map(({ mac }) => mac.toUpperCase()))]
  const { rows } = await sql<{ site_id: number; mac: string }>`
    select distinct h.site_id, r.mac from hardware h
      join hardware_menu m on m.hardware_id = h.id and m.menu = ${wifiMenus.registrations},
      lateral jsonb_to_recordset(m.rows) r(mac text)
    where h.site_id = any (${[...sites]}::bigint[]) and h.deleted_at is null and r.mac = any (${macs}::text[])`.execute(
    tx,
  )
  return new Set(rows.map(({ site_id, mac }) => `${site_id} ${mac}`))
}
