import { sql } from 'kysely'
import type { Tx } from '@trunkline/server/db/pool'
import type { DemoEvent, PlannedCompany } from './plan.ts'

const day = 24 * 60 * 60_000

/** A weekly window of a site and one of a device that is over, of the first reseller with such records below it. */
export function maintenanceEvents(companies: readonly PlannedCompany[], now: number): DemoEvent[] {
  const reseller = companies.find(({ type, ended }) => type === 'reseller' && ended === undefined)
  const by = reseller?.users[0] ?? null
  if (reseller === undefined || by === null) return []
  return [{ at: now - 20 * day, by, write: (tx) => writeWindows(tx, reseller.id as number, now) }]
}

/** Occurrences to come are made when the panel starts. */
async function writeWindows(tx: Tx, reseller: number, now: number): Promise<void> {
  await sql`
    insert into maintenance_window (company_id, name, scope, site_id, repeats, starts_on, weekdays, starts_at, minutes, time_zone, notes)
    select ${reseller}, 'Firmware and cabling', 'site', s.id, 'weekly', (to_timestamp(${now / 1000}) - interval '20 days')::date, '{2}', '02:00', 120, s.time_zone,
        'Announced to the customers of the site'
      from site s where ${reseller} = any (s.ancestor_ids) and s.deleted_at is null order by s.id limit 1`.execute(tx)
  await sql`
    with over as (
      insert into maintenance_window (company_id, name, scope, hardware_id, repeats, starts_on, starts_at, ends_on, ends_at, time_zone)
      select ${reseller}, 'Replacement of the power supply', 'device', h.id, 'once', d.at::date, '22:00', d.at::date + 1, '01:30', s.time_zone
        from hardware h join site s on s.id = h.site_id, lateral (select to_timestamp(${now / 1000}) - interval '9 days' as at) d
        where ${reseller} = any (h.ancestor_ids) and h.deleted_at is null order by h.id limit 1
      returning *)
    insert into maintenance_occurrence (window_id, during)
      select id, tstzrange((starts_on + starts_at) at time zone time_zone, (ends_on + ends_at) at time zone time_zone) from over`.execute(
    tx,
  )
}
