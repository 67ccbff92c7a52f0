import type { DhcpLease } from '@trunkline/contract/resources/control-shapes'
import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import { wifiMenus, type SeenAccessRow, type SeenRegistration } from './wifi/shapes.ts'

/** Values of `reading_entry.menu`. */
export const entryMenus = {
  /** The device itself: its identity, and the address of its uplink. */
  system: 'system',
  lease: 'ip/dhcp-server/lease',
  registration: wifiMenus.registrations,
  accessList: wifiMenus.accessList,
} as const

/** What a reading contributes: a part of `ReadOutcome`. */
interface Reading {
  hardware_id: number
  /** Null: the device answered. */
  error: string | null
  state?: { identity?: string | null; wan_address?: string | null }
  menus?: Record<string, unknown>
}

interface Entry {
  key: string
  mac: string | null
  address: string | null
  name: string
  state: string
}

const wholeMac = /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/i
/** A lease may name a pool instead of an address. */
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/
/** Texts of a device have no limit of the panel. */
const maxName = 200

function entryOf(of: { mac?: string | null; address?: string | null; name?: string | null; state?: string | null }) {
  const mac = of.mac && wholeMac.test(of.mac) ? of.mac.toLowerCase() : null
  const address = of.address && ipv4.test(of.address) ? of.address : null
  const name = (of.name ?? '').trim().slice(0, maxName)
  return { key: `${mac ?? ''}/${address ?? ''}`, mac, address, name, state: of.state ?? '' }
}

const readers: Readonly<Record<string, (rows: readonly never[]) => Entry[]>> = {
  [entryMenus.lease]: (rows: readonly DhcpLease[]) =>
    rows
      .filter((lease) => !lease.disabled)
      .map((lease) =>
        entryOf({
          mac: lease.active_mac ?? lease.mac,
          address: lease.active_address ?? lease.address,
          name: [lease.host_name, lease.comment].filter(Boolean).join(' '),
          state: lease.status,
        }),
      ),
  [entryMenus.registration]: (rows: readonly SeenRegistration[]) => rows.map((client) => entryOf({ mac: client.mac })),
  [entryMenus.accessList]: (rows: readonly SeenAccessRow[]) =>
    rows
      // Rows that the panel wrote are entries of its access control, which are found themselves.
      .filter((row) => !row.mark)
      .map((row) => entryOf({ mac: row.mac, name: row.comment, state: row.disabled ? 'disabled' : row.action })),
}

/** The entries of a reading that can be found by something; of several with the same key the first. */
function entriesOf(menu: string, rows: unknown): Entry[] | undefined {
  const reader = readers[menu]
  if (reader === undefined || !Array.isArray(rows)) return undefined
  const byKey = new Map<string, Entry>()
  for (const entry of reader(rows as never[]))
    if ((entry.mac !== null || entry.address !== null) && !byKey.has(entry.key)) byKey.set(entry.key, entry)
  return [...byKey.values()]
}

/**
 * Updates what search finds in the readings, in the transaction that stores them. Only rows that differ are written: a
 * reading that found the same clients writes nothing. Wi-Fi clients get the host name and address of their lease if both
 * were read together.
 */
export async function saveReadingEntries(tx: Tx, outcomes: readonly Reading[]): Promise<void> {
  const read = outcomes.flatMap(({ hardware_id, menus = {}, state, error }) => {
    const all: { hardware_id: number; menu: string; entries: Entry[] }[] = []
    for (const [menu, rows] of Object.entries(menus)) {
      const entries = entriesOf(menu, rows)
      if (entries !== undefined) all.push({ hardware_id, menu, entries })
    }
    const leases = new Map(
      all.find(({ menu }) => menu === entryMenus.lease)?.entries.map((lease) => [lease.mac, lease]),
    )
    for (const { menu, entries } of all)
      if (menu === entryMenus.registration)
        for (const client of entries) {
          const lease = leases.get(client.mac)
          if (lease) Object.assign(client, { name: lease.name, address: lease.address })
        }
    // Quick polls do not read the identity.
    if (error === null && state?.identity)
      all.push({
        hardware_id,
        menu: entryMenus.system,
        entries: [{ ...entryOf({ address: state.wan_address ?? null, name: state.identity }), key: '' }],
      })
    return all
  })
  if (read.length === 0) return
  const entries = read.flatMap(({ hardware_id, menu, entries }) =>
    entries.map((entry) => ({ hardware_id, menu, ...entry })),
  )
  await sql`
    with read as materialized (
        select r.hardware_id, r.menu from jsonb_to_recordset(${JSON.stringify(read.map(({ hardware_id, menu }) => ({ hardware_id, menu })))}::jsonb)
          as r(hardware_id bigint, menu text) where exists (select from hardware h where h.id = r.hardware_id)),
      given as materialized (
        select g.* from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
          as g(hardware_id bigint, menu text, key text, mac macaddr, address inet, name text, state text)),
      stored as materialized (
        select e.* from read r join reading_entry e on e.hardware_id = r.hardware_id and e.menu = r.menu),
      gone as (
        delete from reading_entry e using stored s
          where e.hardware_id = s.hardware_id and e.menu = s.menu and e.key = s.key
            and not exists (select from given g where g.hardware_id = s.hardware_id and g.menu = s.menu and g.key = s.key))
    insert into reading_entry (hardware_id, menu, key, mac, address, name, state)
    select g.hardware_id, g.menu, g.key, g.mac, v.address, v.name, g.state
      from given g join read r on r.hardware_id = g.hardware_id and r.menu = g.menu
        left join stored s on s.hardware_id = g.hardware_id and s.menu = g.menu and s.key = g.key
        -- Registrations that were read without the leases keep what the lease said.
        cross join lateral (select
          case when g.menu = ${entryMenus.registration} then coalesce(g.address, s.address) else g.address end as address,
          case when g.menu = ${entryMenus.registration} then coalesce(nullif(g.name, ''), s.name, '') else g.name end as name) v
      where s.key is null or (s.address, s.name, s.state) is distinct from (v.address, v.name, g.state)
      order by 1, 2, 3
    on conflict (hardware_id, menu, key) do update set address = excluded.address, name = excluded.name, state = excluded.state`.execute(
    tx,
  )
}
