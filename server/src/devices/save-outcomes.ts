import type { HealthValue } from '@trunkline/routeros'
import type { Message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import type { ReadingValue } from '../telemetry/reading.ts'
import { saveReadings } from '../telemetry/save-readings.ts'
import type { DeviceErrorKind } from './devices.ts'
import { saveReadingEntries } from './reading-entries.ts'

/** The readings of a device, or its error. Everything except the id is optional; omitted values are not changed. */
export interface ReadOutcome {
  hardware_id: number
  /** Time of the reading. */
  at: Date
  /** Null: the device answered. */
  error: DeviceErrorKind | null
  message?: Message
  /** Columns of hardware_state; undefined and null values are not changed. */
  state?: State
  /** Readings in the panel's format, by menu key. */
  menus?: Record<string, unknown>
  /** The certificate that was presented; null: none. */
  certificate?: string | null
  sample?: Sample
  /** Readings for telemetry, stored with the outcome. */
  values?: readonly ReadingValue[]
}

export interface State {
  identity?: string | null
  board?: string | null
  architecture?: string | null
  factory_software?: string | null
  serial_number?: string | null
  routeros_version?: string | null
  firmware?: string | null
  upgrade_firmware?: string | null
  uptime_seconds?: number | null
  cpu_load?: number | null
  cpu_count?: number | null
  memory_total?: number | null
  memory_free?: number | null
  disk_total?: number | null
  disk_free?: number | null
  temperature?: number | null
  voltage?: number | null
  sensors?: HealthValue[]
  wifi_stacks?: string[]
  packages?: string[]
  wan_address?: string | null
  rx_bps?: number | null
  tx_bps?: number | null
}

/** A five-minute sample of a device. */
export interface Sample {
  /** Start of the five-minute interval. */
  at: Date
  online: boolean
  cpu_load: number | null
  rx_bps: number | null
  tx_bps: number | null
  /** Percent in use. */
  memory_load: number | null
  /** RSRP of the modem, dBm. */
  lte_rsrp: number | null
  wifi_clients: number | null
  /** Mean signal of the Wi-Fi clients, dBm. */
  wifi_signal: number | null
  interfaces: Record<string, readonly [rx: number, tx: number]>
}

/** Columns of hardware_state that a reading sets. `text[]` is passed as JSON. */
const columns = {
  identity: 'text',
  board: 'text',
  architecture: 'text',
  factory_software: 'text',
  serial_number: 'text',
  routeros_version: 'text',
  firmware: 'text',
  upgrade_firmware: 'text',
  uptime_seconds: 'bigint',
  cpu_load: 'smallint',
  cpu_count: 'smallint',
  memory_total: 'bigint',
  memory_free: 'bigint',
  disk_total: 'bigint',
  disk_free: 'bigint',
  temperature: 'numeric',
  voltage: 'numeric',
  sensors: 'jsonb',
  wifi_stacks: 'text[]',
  packages: 'text[]',
  wan_address: 'inet',
  rx_bps: 'bigint',
  tx_bps: 'bigint',
} as const satisfies Record<keyof State, string>
const names = Object.keys(columns) as (keyof State)[]
const recordset = sql.raw(names.map((name) => `${name} ${columns[name]}`).join(', '))
const inserted = sql.raw(names.join(', '))
const given = sql.raw(names.map((name) => `r.${name}`).join(', '))
// Rates are momentary: no value is better than an old one.
const stored = sql.raw(
  names
    .map((name) =>
      name === 'rx_bps' || name === 'tx_bps'
        ? `${name} = excluded.${name}`
        : `${name} = coalesce(excluded.${name}, s.${name})`,
    )
    .join(', '),
)

/**
 * Seconds by which the start of a device, computed from its uptime in whole seconds and the time of the reading, may
 * differ without a restart.
 */
const bootTolerance = 5

/** How long a device may be silent before it counts as offline: three polling intervals. */
export const silentSeconds = 180
/** Number of consecutive failures after which it counts as offline. */
export const failuresUntilOffline = 3

/**
 * Writes the readings of any number of devices with one statement per table. `is_online` is written only if it changes,
 * because each change is announced to browsers and counted at the site.
 */
export async function saveOutcomes(tx: Tx, outcomes: readonly ReadOutcome[], { history = true } = {}): Promise<void> {
  const good = outcomes.filter((one) => one.error === null)
  const bad = outcomes.filter((one) => one.error !== null)
  await lockMoved(tx, outcomes)
  if (good.length > 0) await saveStates(tx, good)
  if (bad.length > 0) await saveErrors(tx, bad)
  const menus = outcomes.flatMap(({ hardware_id, at, menus }) =>
    Object.entries(menus ?? {}).map(([menu, rows]) => ({ hardware_id, menu, at, rows })),
  )
  if (menus.length > 0)
    await sql`
      insert into hardware_menu (hardware_id, menu, read_at, rows)
      select r.hardware_id, r.menu, r.at, r.rows
        from jsonb_to_recordset(${JSON.stringify(menus)}::jsonb) as r(hardware_id bigint, menu text, at timestamptz, rows jsonb)
        where exists (select from hardware h where h.id = r.hardware_id) order by 1, 2
      on conflict (hardware_id, menu) do update set read_at = excluded.read_at, rows = excluded.rows
        where hardware_menu.read_at <= excluded.read_at`.execute(tx)
  await saveReadingEntries(tx, outcomes)
  const samples = outcomes.flatMap(({ hardware_id, sample }) =>
    sample === undefined ? [] : [{ hardware_id, ...sample }],
  )
  await saveReadings(
    tx,
    outcomes.flatMap(({ hardware_id, at, values }) =>
      !history || values === undefined ? [] : [{ subject: { kind: 'device' as const, id: hardware_id }, at, values }],
    ),
  )
  if (samples.length > 0)
    await sql`
      insert into hardware_sample (hardware_id, at, seconds, online, cpu_load, rx_bps, tx_bps, memory_load, lte_rsrp, wifi_clients, wifi_signal, interfaces)
      select r.hardware_id, r.at, 300, r.online, r.cpu_load, r.rx_bps, r.tx_bps, r.memory_load, r.lte_rsrp, r.wifi_clients, r.wifi_signal, r.interfaces
        from jsonb_to_recordset(${JSON.stringify(samples)}::jsonb)
          as r(hardware_id bigint, at timestamptz, online boolean, cpu_load smallint, rx_bps bigint, tx_bps bigint, memory_load smallint,
            lte_rsrp smallint, wifi_clients smallint, wifi_signal smallint, interfaces jsonb)
      on conflict (hardware_id, seconds, at) do nothing`.execute(tx)
}

/**
 * Results of concurrent readings arrive in any order: an older one (a poll that began before a reboot) never replaces a
 * newer one.
 */
async function saveStates(tx: Tx, good: readonly ReadOutcome[]): Promise<void> {
  const list = good.map(({ hardware_id, at, state, certificate }) => ({
    hardware_id,
    at,
    certificate: certificate ?? null,
    ...state,
  }))
  const full = list.filter((_, index) => good[index]?.state !== undefined)
  // Another menu was read: a contact, which leaves the values of the device as they are.
  const contacts = list.filter((_, index) => good[index]?.state === undefined)
  if (full.length > 0) {
    await sql`
      insert into hardware_state as s (hardware_id, polled_at, read_at, seen_certificate, booted_at, ${inserted})
      select r.hardware_id, r.at, r.at, r.certificate, r.at - make_interval(secs => r.uptime_seconds), ${given}
        from jsonb_to_recordset(${JSON.stringify(full)}::jsonb)
          as r(hardware_id bigint, at timestamptz, certificate text, ${recordset})
        where exists (select from hardware h where h.id = r.hardware_id) order by 1
      on conflict (hardware_id) do update set polled_at = greatest(excluded.polled_at, s.polled_at), read_at = excluded.read_at, error = null,
        seen_certificate = coalesce(excluded.seen_certificate, s.seen_certificate), 
        booted_at = case when abs(extract(epoch from excluded.booted_at - s.booted_at)) <= ${bootTolerance} then s.booted_at
          else coalesce(excluded.booted_at, s.booted_at) end, ${stored}
        where s.read_at is null or s.read_at <= excluded.read_at`.execute(tx)
  }
  if (contacts.length > 0)
    await sql`
      insert into hardware_state as s (hardware_id, polled_at, seen_certificate)
      select r.hardware_id, r.at, r.certificate
        from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as r(hardware_id bigint, at timestamptz, certificate text)
        where exists (select from hardware h where h.id = r.hardware_id) order by 1
      on conflict (hardware_id) do update set polled_at = greatest(excluded.polled_at, s.polled_at), error = null,
        seen_certificate = coalesce(excluded.seen_certificate, s.seen_certificate)`.execute(tx)
  await turn(
    tx,
    good.map((one) => one.hardware_id),
    true,
  )
}

/**
 * Locks the devices whose row changes with their readings, in id order, before the rows of their readings are locked: those
 * without a reading, that come online or go offline here, and those with another version or start by the trigger
 * hardware_ranks.
 */
async function lockMoved(tx: Tx, outcomes: readonly ReadOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  const list = outcomes.map(({ hardware_id, at, error, state }) => ({
    hardware_id,
    at,
    is_online: error === null,
    has_state: state !== undefined,
    routeros_version: state?.routeros_version,
    uptime_seconds: state?.uptime_seconds,
  }))
  await sql`
    select from hardware h
      join jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
        as r(hardware_id bigint, at timestamptz, is_online boolean, has_state boolean, routeros_version text, uptime_seconds bigint)
        on r.hardware_id = h.id
      left join hardware_state s on s.hardware_id = h.id
      where s.hardware_id is null or h.is_online is distinct from r.is_online
        or r.has_state and (s.routeros_version is distinct from r.routeros_version or s.booted_at is null
          or abs(extract(epoch from r.at - make_interval(secs => r.uptime_seconds) - s.booted_at)) > ${bootTolerance})
      order by h.id for no key update of h`.execute(tx)
}

async function saveErrors(tx: Tx, bad: readonly ReadOutcome[]): Promise<void> {
  const list = bad.map(({ hardware_id, at, error, message }) => ({
    hardware_id,
    at,
    error: error,
    message: message ?? null,
  }))
  const { rows } = await sql<{ hardware_id: number }>`
    insert into hardware_state as s (hardware_id, error, last_error, last_error_at)
    select r.hardware_id, r.error, r.message, r.at
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as r(hardware_id bigint, error text, message jsonb, at timestamptz)
      where exists (select from hardware h where h.id = r.hardware_id) order by 1
    on conflict (hardware_id) do update set error = excluded.error, last_error = excluded.last_error,
      last_error_at = excluded.last_error_at, rx_bps = null, tx_bps = null
      where s.polled_at is null or s.polled_at <= excluded.last_error_at
    returning hardware_id`.execute(tx)
  const silent = await sql<{ id: number }>`
    select h.id from hardware h left join hardware_state s on s.hardware_id = h.id left join hardware_poll p on p.hardware_id = h.id
      where h.id = any (${rows.map((row) => row.hardware_id)}::bigint[]) and h.is_online is distinct from false
        and (s.polled_at is null or s.polled_at < now() - make_interval(secs => ${silentSeconds}) or p.failures >= ${failuresUntilOffline} - 1)`.execute(
    tx,
  )
  await turn(
    tx,
    silent.rows.map((row) => row.id),
    false,
  )
}

/** In id order, like every other code that locks more than one device. */
async function turn(tx: Tx, ids: readonly number[], online: boolean): Promise<void> {
  if (ids.length === 0) return
  await sql`
    with moved as materialized (
      select id from hardware where id = any (${[...ids]}::bigint[]) and is_online is distinct from ${online} and deleted_at is null
        order by id for no key update)
    update hardware h set is_online = ${online} from moved where moved.id = h.id`.execute(tx)
}
