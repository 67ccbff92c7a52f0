import type { LiveState, Reading } from '@trunkline/contract/resources/hardware-live'
import type { readingSpans } from '@trunkline/contract/resources/device-enums'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { notFound } from '../../errors.ts'
import { wireTime } from './hardware-rows.ts'

/** The last reading of a device and its running commands. */
export async function readLiveState(tx: Tx, id: number): Promise<LiveState> {
  const { rows } = await sql<LiveState>`
    select h.id as hardware_id, h.is_online, s.polled_at, coalesce(s.read_at, s.polled_at) as read_at,
      h.management_user is not null and (h.management_address is not null or h.vpn_dialup_id is not null) as is_managed,
      s.error, s.last_error, s.last_error_at, s.identity, s.board, s.architecture, s.serial_number, s.routeros_version,
      s.firmware, s.upgrade_firmware, s.uptime_seconds, s.cpu_load, s.cpu_count, s.memory_total, s.memory_free,
      s.disk_total, s.disk_free, s.temperature::float8 as temperature, s.voltage::float8 as voltage, coalesce(s.sensors, '[]') as sensors,
      host(s.wan_address) as wan_address, s.rx_bps, s.tx_bps, s.seen_certificate,
      case when t.hardware_id is not null then jsonb_build_object('fingerprint', t.fingerprint, 'origin', t.origin,
        'trusted_at', ${wireTime('t.trusted_at')}, 'changed', t.changed, 'changed_at', ${wireTime('t.changed_at')}) end as trusted_certificate,
      case when k.hardware_id is not null then jsonb_build_object('fingerprint', k.fingerprint, 'origin', k.origin,
        'trusted_at', ${wireTime('k.trusted_at')}, 'changed', k.changed, 'changed_at', ${wireTime('k.changed_at')}) end as trusted_ssh_key,
      coalesce(s.wifi_stacks, '{}') as wifi_stacks, coalesce(s.packages, '{}') as packages,
      coalesce(
        (select jsonb_array_length(m.rows) > 0 from hardware_menu m where m.hardware_id = h.id and m.menu = 'interface/lte'),
        (select jsonb_path_exists(m.rows, '$[*] ? (@.type == "lte")') from hardware_menu m where m.hardware_id = h.id and m.menu = 'interface'),
        -- It answers, and its menus were not read yet: over REST they are read on request only.
        s.read_at is not null and (select m.has_lte from hardware_model m where m.id = h.model_id)) as has_lte,
      (select count(*)::int from device_command c where c.hardware_id = h.id and c.state in ('queued', 'running')) as open_commands,
      (select c.finished_at from device_command c where c.hardware_id = h.id and c.state in ('done', 'refused', 'reverted', 'differs', 'unknown')
        order by c.id desc limit 1) as last_command_at
    from hardware h left join hardware_state s on s.hardware_id = h.id left join device_certificate t on t.hardware_id = h.id
      left join device_ssh_key k on k.hardware_id = h.id where h.id = ${id}`.execute(tx)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/**
 * Resolution of each time span: points of this many seconds, from samples of five minutes (retained for nine days) or
 * of an hour (retained for 400 days). At most 400 points, about the pixel width of a plot.
 */
const spans: Record<(typeof readingSpans)[number], { length: number; seconds: number; from: 300 | 3600 }> = {
  hour: { length: 3600, seconds: 300, from: 300 },
  day: { length: 86_400, seconds: 300, from: 300 },
  week: { length: 604_800, seconds: 1800, from: 300 },
  month: { length: 2_592_000, seconds: 7200, from: 3600 },
  year: { length: 31_536_000, seconds: 86_400, from: 3600 },
}

/**
 * The history of a device, oldest first, without gaps: a point without samples contains only nulls. A point is online
 * if the device was online for at least half of it.
 * @param name of an interface whose traffic is returned instead of the uplink's
 */
export async function readHistory(
  tx: Tx,
  id: number,
  span: keyof typeof spans,
  name: string | undefined,
): Promise<{ seconds: number; points: Reading[] }> {
  const { length, seconds, from } = spans[span]
  const step = sql`make_interval(secs => ${seconds}::int)`
  const start = sql`to_timestamp(floor(extract(epoch from now())::bigint / ${seconds}::int) * ${seconds}::int - ${length - seconds}::int)`
  const rate = (at: number, column: string) =>
    name === undefined ? sql`avg(${sql.ref(column)})` : sql`avg((interfaces -> ${name}::text ->> ${at}::int)::float8)`
  const { rows } = await sql<Reading>`
    with read as (
      select to_timestamp(floor(extract(epoch from at)::bigint / ${seconds}::int) * ${seconds}::int) as point,
        avg(online::int) >= 0.5 as online, round(avg(cpu_load))::int as cpu_load,
        round(${rate(0, 'rx_bps')})::float8 as rx_bps, round(${rate(1, 'tx_bps')})::float8 as tx_bps,
        round(avg(memory_load))::int as memory_load, round(avg(lte_rsrp))::int as lte_rsrp,
        round(avg(wifi_clients))::int as wifi_clients, round(avg(wifi_signal))::int as wifi_signal
      from hardware_sample where hardware_id = ${id} and seconds = ${from} and at >= ${start} group by 1
    )
    select p.point as at, r.online, r.cpu_load, r.rx_bps, r.tx_bps, r.memory_load, r.lte_rsrp, r.wifi_clients, r.wifi_signal
    from generate_series(${start}, now(), ${step}) p(point) left join read r on r.point = p.point order by 1`.execute(
    tx,
  )
  return { seconds, points: rows }
}
