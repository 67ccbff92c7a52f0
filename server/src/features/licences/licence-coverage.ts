import { graceDays, licenceParts, type LicencePart } from '@trunkline/contract/resources/licence-enums'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'

/** Coverage of a part of the panel. `until`: the last day of the licence or grace period; null: unlimited or none. */
export interface PartCoverage {
  part: LicencePart
  state: 'open' | 'grace' | 'closed'
  until: string | null
}

interface CoverageRow {
  part: LicencePart
  valid: boolean
  last_day: string | null
  /** Last day of the previous licence. */
  ended: string | null
  grace_until: string | null
  graceful: boolean
}

/**
 * The coverage by the company's own licences, part by part. A licence ends after its last day, or on the day on which
 * it was suspended, cancelled or deleted.
 * @param since when enforcement was enabled; null: disabled, all parts are open
 */
export async function coverageOf(tx: Tx, company_id: number, since: string | null): Promise<PartCoverage[]> {
  const { rows } = await sql<CoverageRow>`
    select s.*, s.grace_until >= current_date as graceful from (
      select p.part, coalesce(bool_or(l.valid), false) as valid,
        case when not bool_or(l.valid and l.expires_on is null) then max(l.expires_on) filter (where l.valid) end as last_day,
        max(l.ended) as ended, greatest(${since}::timestamptz::date, max(l.ended)) + ${graceDays}::int as grace_until
      from unnest(${[...licenceParts]}::text[]) with ordinality as p(part, place)
      left join (
        select permissions, expires_on,
          status in ('available', 'active') and deleted_at is null and (expires_on is null or expires_on >= current_date) as valid,
          least(expires_on, case when status in ('suspended', 'cancelled') or deleted_at is not null then status_changed_at::date end) as ended
        from licence where company_id = ${company_id} and starts_on <= current_date) l on p.part = any (l.permissions)
      group by p.part, p.place order by p.place) s`.execute(tx)
  return rows.map(({ part, valid, last_day, ended, grace_until, graceful }) =>
    valid || since === null
      ? { part, state: 'open', until: valid ? last_day : null }
      : graceful
        ? { part, state: 'grace', until: grace_until }
        : { part, state: 'closed', until: ended },
  )
}
