import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { LinkKind, Observation } from './observe.ts'

/** What the readings of a device show. */
export interface DeviceObservations {
  hardware_id: number
  at: Date
  links: readonly Observation[]
  /** Devices on ports with several neighbours. */
  near: readonly number[]
}

interface LinkRow {
  id: number | null
  kind: LinkKind
  a_id: number
  a_port: string
  b_id: number | null
  b_port: string
  b_key: string | null
  b_mac: string | null
  b_identity: string | null
  b_address: string | null
  b_platform: string | null
  found_by: string[]
  a_reports: boolean
  b_reports: boolean
  a_seen_at: string | null
  b_seen_at: string | null
  state: 'up' | 'down'
  last_seen_at: string
}

/** Seconds after which the time at which a link was last seen is written again. */
const seenSeconds = 3600

/** Ports are the same, or one is unknown. */
const samePort = (one: string, other: string): boolean => one === other || one === '' || other === ''

/**
 * Brings the links of some devices in line with what their readings show. A link goes down when an end that is online
 * has seen it and no longer does. A device that does not answer says nothing about its links.
 * @param isOnline of the devices at both ends
 * @returns whether a link appeared, changed or went
 */
export async function saveLinks(
  tx: Tx,
  observed: readonly DeviceObservations[],
  isOnline: ReadonlyMap<number, boolean | null>,
): Promise<boolean> {
  const ids = observed.map(({ hardware_id }) => hardware_id)
  const { rows: stored } = await sql<LinkRow>`
    select id, kind, a_id, a_port, b_id, b_port, b_key, b_mac::text, b_identity, b_address, b_platform, found_by,
      a_reports, b_reports, a_seen_at, b_seen_at, state, last_seen_at
    from device_link where a_id = any (${ids}::bigint[]) or b_id = any (${ids}::bigint[]) order by id for update`.execute(
    tx,
  )
  const before = new Map(stored.map((row) => [row, JSON.stringify(row)]))
  const byPair = new Map<string, LinkRow[]>()
  const pairOf = (row: Pick<LinkRow, 'kind' | 'a_id' | 'b_id' | 'b_key'>) =>
    `${row.kind} ${row.a_id} ${row.b_id ?? row.b_key}`
  const addTo = (row: LinkRow) => void byPair.set(pairOf(row), [...(byPair.get(pairOf(row)) ?? []), row])
  for (const row of stored) addTo(row)
  const gone = new Set<LinkRow>()

  for (const { hardware_id, at, links, near } of observed) {
    const now = at.toISOString()
    const seen = new Set<LinkRow>()
    for (const link of links) {
      const wanted = rowOf(hardware_id, link, now)
      const isA = wanted.a_id === hardware_id
      const same = (byPair.get(pairOf(wanted)) ?? []).filter(
        (row) => !seen.has(row) && samePort(row.a_port, wanted.a_port) && samePort(row.b_port, wanted.b_port),
      )
      // Parallel links: the one that names the same ports.
      const row = same.find((one) => one.a_port === wanted.a_port && one.b_port === wanted.b_port) ?? same[0]
      if (row === undefined) {
        addTo(wanted)
        seen.add(wanted)
        continue
      }
      seen.add(row)
      row.a_port ||= wanted.a_port
      row.b_port ||= wanted.b_port
      if (isA) Object.assign(row, { a_port: wanted.a_port, a_reports: true, a_seen_at: fresh(row.a_seen_at, now) })
      else Object.assign(row, { b_port: wanted.b_port, b_reports: true, b_seen_at: fresh(row.b_seen_at, now) })
      row.found_by = [...new Set([...row.found_by, ...link.foundBy])].toSorted()
      if (row.b_id === null) {
        const { b_mac, b_identity, b_address, b_platform } = wanted
        Object.assign(row, { b_mac, b_identity, b_address, b_platform })
      }
    }
    for (const row of [...byPair.values()].flat()) {
      if (seen.has(row) || (row.a_id !== hardware_id && row.b_id !== hardware_id)) continue
      const isA = row.a_id === hardware_id
      Object.assign(row, isA ? { a_reports: false } : { b_reports: false })
      const other = isA ? row.b_id : row.a_id
      // The port has become one with several neighbours.
      if (row.kind === 'ethernet' && other !== null && near.includes(other) && !row.a_reports && !row.b_reports)
        gone.add(row)
    }
  }

  const all = [...byPair.values()].flat()
  const changed: (LinkRow & { has_changed: boolean })[] = []
  for (const row of all) {
    if (gone.has(row)) continue
    const [a, b] = [isOnline.get(row.a_id) === true, row.b_id !== null && isOnline.get(row.b_id) === true]
    const former = row.state
    if ((row.a_reports && a) || (row.b_reports && b)) {
      row.state = 'up'
      row.last_seen_at = fresh(
        row.last_seen_at,
        [row.a_seen_at, row.b_seen_at]
          .filter((time) => time !== null)
          .map(iso)
          .toSorted()
          .at(-1) ?? row.last_seen_at,
      )
    } else if ((a && !row.a_reports && row.a_seen_at !== null) || (b && !row.b_reports && row.b_seen_at !== null))
      row.state = 'down'
    const old = before.get(row)
    if (row.id === null || old === undefined || old !== JSON.stringify(row))
      changed.push({ ...row, has_changed: row.id !== null && former !== row.state })
  }
  if (gone.size > 0)
    await sql`delete from device_link where id = any (${[...gone].flatMap(({ id }) => id ?? [])}::bigint[])`.execute(tx)
  await write(tx, changed)
  return gone.size > 0 || changed.some((row) => row.id === null || row.has_changed)
}

const iso = (time: string | Date): string => new Date(time).toISOString()

/** The newer time, if it is newer by so much that it is worth a write. */
const fresh = (stored: string | null, now: string): string =>
  stored === null || Date.parse(now) - Date.parse(stored) > seenSeconds * 1000 ? now : stored

function rowOf(from: number, { kind, port, other, otherPort, foundBy }: Observation, now: string): LinkRow {
  const isA = typeof other !== 'number' || from < other
  const unknown = typeof other === 'number' ? null : other
  const end = { reports: true, seen_at: now }
  return {
    id: null,
    kind,
    a_id: isA ? from : (other as number),
    a_port: isA ? port : otherPort,
    b_id: unknown === null ? (isA ? (other as number) : from) : null,
    b_port: isA ? otherPort : port,
    b_key: unknown?.key ?? null,
    b_mac: unknown?.mac ?? null,
    b_identity: unknown?.identity ?? null,
    b_address: unknown?.address ?? null,
    b_platform: unknown?.platform ?? null,
    found_by: foundBy,
    a_reports: isA && end.reports,
    b_reports: !isA && end.reports,
    a_seen_at: isA ? now : null,
    b_seen_at: isA ? null : now,
    state: 'up',
    last_seen_at: now,
  }
}

async function write(tx: Tx, rows: readonly (LinkRow & { has_changed: boolean })[]): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.raw(
    `id bigint, kind text, a_id bigint, a_port text, b_id bigint, b_port text, b_key text, b_mac macaddr, b_identity text, b_address text,
     b_platform text, found_by text[], a_reports boolean, b_reports boolean, a_seen_at timestamptz, b_seen_at timestamptz, state text,
     last_seen_at timestamptz, has_changed boolean`,
  )
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${columns})`
  await sql`
    update device_link l set a_port = r.a_port, b_port = r.b_port, b_mac = r.b_mac, b_identity = r.b_identity, b_address = r.b_address,
        b_platform = r.b_platform, found_by = r.found_by, a_reports = r.a_reports, b_reports = r.b_reports, a_seen_at = r.a_seen_at,
        b_seen_at = r.b_seen_at, state = r.state, last_seen_at = r.last_seen_at,
        changed_at = case when r.has_changed then now() else l.changed_at end
      from ${given} where l.id = r.id`.execute(tx)
  await sql`
    insert into device_link (kind, a_id, a_port, b_id, b_port, b_key, b_mac, b_identity, b_address, b_platform, found_by, a_reports, b_reports,
      a_seen_at, b_seen_at, state)
    select r.kind, r.a_id, r.a_port, r.b_id, r.b_port, r.b_key, r.b_mac, r.b_identity, r.b_address, r.b_platform, r.found_by, r.a_reports,
        r.b_reports, r.a_seen_at, r.b_seen_at, r.state
      from ${given} where r.id is null`.execute(tx)
}
