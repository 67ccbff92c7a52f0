import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'

/** Hours whose five-minute samples may still arrive: a worker writes them when they end. */
const hoursAgain = 3

/** Hourly means of the five-minute samples, for the hours that have just ended. Idempotent. */
export const aggregateHours = (tx: Tx) =>
  sql`
    with means as (
      select s.hardware_id, date_trunc('hour', s.at) as at, bool_or(s.online) as online, avg(s.cpu_load)::smallint as cpu_load,
          avg(s.rx_bps)::bigint as rx_bps, avg(s.tx_bps)::bigint as tx_bps, avg(s.memory_load)::smallint as memory_load,
          avg(s.lte_rsrp)::smallint as lte_rsrp, avg(s.wifi_clients)::smallint as wifi_clients, avg(s.wifi_signal)::smallint as wifi_signal
        from hardware_sample s
        where s.seconds = 300 and s.at >= date_trunc('hour', now()) - make_interval(hours => ${hoursAgain}) and s.at < date_trunc('hour', now())
        group by 1, 2),
    carried as (
      select s.hardware_id, date_trunc('hour', s.at) as at, i.key as name, avg((i.value ->> 0)::bigint)::bigint as rx, avg((i.value ->> 1)::bigint)::bigint as tx
        from hardware_sample s cross join lateral jsonb_each(s.interfaces) i
        where s.seconds = 300 and s.at >= date_trunc('hour', now()) - make_interval(hours => ${hoursAgain}) and s.at < date_trunc('hour', now())
        group by 1, 2, 3),
    listed as (
      select hardware_id, at, jsonb_object_agg(name, jsonb_build_array(rx, tx)) as interfaces from carried group by 1, 2)
    insert into hardware_sample (hardware_id, at, seconds, online, cpu_load, rx_bps, tx_bps, memory_load, lte_rsrp, wifi_clients, wifi_signal, interfaces)
    select m.hardware_id, m.at, 3600, m.online, m.cpu_load, m.rx_bps, m.tx_bps, m.memory_load, m.lte_rsrp, m.wifi_clients, m.wifi_signal,
        coalesce(l.interfaces, '{}')
      from means m left join listed l on l.hardware_id = m.hardware_id and l.at = m.at
    on conflict (hardware_id, seconds, at) do update set online = excluded.online, cpu_load = excluded.cpu_load,
      rx_bps = excluded.rx_bps, tx_bps = excluded.tx_bps, memory_load = excluded.memory_load, lte_rsrp = excluded.lte_rsrp,
      wifi_clients = excluded.wifi_clients, wifi_signal = excluded.wifi_signal, interfaces = excluded.interfaces`.execute(
    tx,
  )

/**
 * One sample of how many devices of each company and its descendants are online, and of their traffic; updates the mean
 * of the current hour. Devices that were never read are excluded.
 */
export const readCompanies = (tx: Tx) =>
  sql`
    with each as (
      select h.ancestor_ids, count(*)::int as devices, count(*) filter (where h.is_online)::int as online,
          coalesce(sum(s.rx_bps) filter (where h.is_online), 0) as rx, coalesce(sum(s.tx_bps) filter (where h.is_online), 0) as tx
        from hardware h left join hardware_state s on s.hardware_id = h.id
        where h.deleted_at is null and h.is_online is not null group by h.ancestor_ids),
    summed as (
      select c.id as company_id, sum(e.devices)::int as devices, sum(e.online)::int as online, sum(e.rx)::bigint as rx, sum(e.tx)::bigint as tx
        from each e cross join lateral unnest(e.ancestor_ids) c (id) group by 1)
    insert into company_reading as r (company_id, at, devices, online, rx_bps, tx_bps)
    select company_id, date_trunc('hour', now()), devices, online, rx, tx from summed order by 1
    on conflict (company_id, at) do update set devices = excluded.devices, readings = r.readings + 1,
      online = (r.online * r.readings + excluded.online) / (r.readings + 1),
      rx_bps = (r.rx_bps::numeric * r.readings + excluded.rx_bps) / (r.readings + 1),
      tx_bps = (r.tx_bps::numeric * r.readings + excluded.tx_bps) / (r.readings + 1)`.execute(tx)

/** Rows per clean-up statement. */
const max = 10_000

/**
 * Deletes expired rows in batches; readings are dropped by partition (server/src/jobs/reading-retention.ts).
 * @returns the statements, each of which returns the number of deleted rows
 */
export const prunes: Record<string, (tx: Tx) => Promise<number>> = {
  // Their results stay in the audit log.
  commands: (tx) =>
    removed(
      sql`delete from device_command where id in (
        select id from device_command where finished_at < now() - interval '400 days' order by id limit ${max})`.execute(
        tx,
      ),
    ),
  'tool runs': (tx) =>
    removed(
      sql`delete from device_tool_run where id in (
        select id from device_tool_run where finished_at < now() - interval '30 days' order by id limit ${max})`.execute(
        tx,
      ),
    ),
  'calls home': (tx) =>
    removed(
      sql`delete from call_home where id in (
        select id from call_home where expires_at < now() - interval '30 days' order by id limit ${max})`.execute(tx),
    ),
  'unknown routers': (tx) =>
    removed(
      sql`delete from device_setup_call where (company_id, serial_number) in (
        select company_id, serial_number from device_setup_call where called_at < now() - interval '30 days' limit ${max})`.execute(
        tx,
      ),
    ),
}

const removed = async (result: Promise<{ numAffectedRows?: bigint }>): Promise<number> =>
  Number((await result).numAffectedRows ?? 0)
