import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { invalid } from '../../errors.ts'

const usualDays = 31
const maxDays = 400
const dayMs = 86_400_000

interface Used {
  upload_bytes: number
  download_bytes: number
}

const dayText = (time: number) => new Date(time).toISOString().slice(0, 10)

/** @throws AppError validation_failed at `from` if the range is too long or its end is before its start */
function rangeOf(from: string | undefined, until: string | undefined): { from: string; until: string } {
  const last = until ?? dayText(Date.now())
  const first = from ?? dayText(Date.parse(last) - (usualDays - 1) * dayMs)
  const days = (Date.parse(last) - Date.parse(first)) / dayMs + 1
  if (!(days >= 1)) throw invalid({ from: message('range.end_before_start') })
  if (days > maxDays) throw invalid({ from: message('range.max_days', { days: maxDays }) })
  return { from: first, until: last }
}

/** Bytes per day of a range (UTC) and per month of the last twelve; periods without traffic are 0. */
export async function usageOf(
  tx: Tx,
  service_id: number,
  range: { from?: string | undefined; until?: string | undefined },
): Promise<{ days: ({ day: string } & Used)[]; months: ({ month: string } & Used)[] }> {
  const { from, until } = rangeOf(range.from, range.until)
  const { rows: days } = await sql<{ day: string } & Used>`
    select d::date as day, coalesce(u.in_octets, 0) as upload_bytes, coalesce(u.out_octets, 0) as download_bytes
    from generate_series(${from}::date, ${until}::date, interval '1 day') d
    left join usage_by_day u on u.service_id = ${service_id} and u.day = d::date order by d`.execute(tx)
  const { rows: months } = await sql<{ month: string } & Used>`
    select to_char(m, 'YYYY-MM') as month, coalesce(sum(u.in_octets), 0)::bigint as upload_bytes, coalesce(sum(u.out_octets), 0)::bigint as download_bytes
    from generate_series(date_trunc('month', now() at time zone 'UTC') - interval '11 months', date_trunc('month', now() at time zone 'UTC'), interval '1 month') m
    left join usage_by_day u on u.service_id = ${service_id} and u.day >= m::date and u.day < (m + interval '1 month')::date
    group by m order by m`.execute(tx)
  return { days, months }
}
