import { message } from '@trunkline/contract/errors'
import {
  maxHistoryDays,
  maxHistoryRows,
  parseNet,
  type AddressRow,
} from '@trunkline/contract/resources/address-history'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { invalid } from '../../errors.ts'

/** A query: an address or prefix, a time or a range, and a port. */
export interface AddressQuestion {
  address: string
  at?: string | undefined
  from?: string | undefined
  to?: string | undefined
  port?: number | undefined
}

/** Time range as compared in SQL: from `since` to `upto`, both inclusive. */
interface Span {
  since: string
  upto: string
}

const dayMs = 86_400_000
/** Tolerance for a caller's clock that is ahead. */
const clockSkewMs = 300_000

/**
 * The time range of a query.
 * @throws AppError validation_failed for neither or both of time and range, a range that is empty, too long or
 *   incomplete, a time in the future, and a port of an IPv6 address
 */
export function spanOf({ address, at, from, to, port }: AddressQuestion): Span {
  if (port !== undefined && parseNet(address).family === 6)
    throw invalid({ port: message('address_history.port_of_ipv6') })
  const now = Date.now() + clockSkewMs
  if (at !== undefined) {
    if (from !== undefined || to !== undefined) throw invalid({ at: message('address_history.time_or_range') })
    if (Date.parse(at) > now) throw invalid({ at: message('time.future') })
    return { since: at, upto: at }
  }
  if (from === undefined && to === undefined) throw invalid({ at: message('address_history.time_or_range') })
  if (from === undefined) throw invalid({ from: message('field.required') })
  if (to === undefined) throw invalid({ to: message('field.required') })
  if (Date.parse(from) > now) throw invalid({ from: message('time.future') })
  const length = Date.parse(to) - Date.parse(from)
  if (length <= 0) throw invalid({ to: message('range.end_before_start') })
  if (length > maxHistoryDays * dayMs)
    throw invalid({ to: message('address_history.range_too_long', { days: maxHistoryDays }) })
  // The end of the range is exclusive. Timestamps have microseconds in PostgreSQL and milliseconds in the API.
  return { since: from, upto: `${new Date(Date.parse(to) - 1).toISOString().slice(0, -1)}999Z` }
}

/** Keyset cursor in result order: end, start (both in microseconds of Unix time) and key. */
interface PageCursor {
  until: string
  from: string
  key: string
}

/** `i` (infinity) is the end of an address that is still in use. */
const writeCursor = ({ until, from, key }: PageCursor) => `${until}.${from}.${key}`

/** @throws AppError validation_failed for an invalid cursor */
function readCursor(cursor: string): PageCursor {
  const found = /^(i|\d{1,17})\.(\d{1,17})\.(\w{1,64})$/.exec(cursor)
  if (found === null) throw invalid({ cursor: message('field.invalid') })
  return { until: found[1] as string, from: found[2] as string, key: found[3] as string }
}

const instant = (micros: string) =>
  micros === 'i'
    ? sql`'infinity'::timestamptz`
    : sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`

type Found = AddressRow & { place_until: string; place_from: string; place_key: string }

const withoutPlace = ({ place_until: _u, place_from: _f, place_key: _k, ...row }: Found): AddressRow => row

/**
 * The users of the address, latest end first. `panel.address_history` finds the keys by index; the rows are then read
 * by key under row security, which filters what the caller may see.
 * @param span from `spanOf`
 */
export async function findAddresses(
  tx: Tx,
  question: AddressQuestion,
  { since, upto }: Span,
  { cursor, limit = maxHistoryRows }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<{ rows: AddressRow[]; next: string | null }> {
  const place = cursor === undefined ? { until: 'i', from: 'i', key: '' } : readCursor(cursor)
  const { rows } = await sql<Found>`
    select coalesce(a.kind, 'ipv4') as kind,
      case when a.id is null then host(coalesce(l.framed_ip, c.framed_ip)) when a.kind in ('ipv6-prefix', 'delegated-prefix') then a.address::cidr::text else host(a.address) end as address,
      a.port_from, a.port_to, f.from_at as "from", nullif(f.until_at, 'infinity') as until,
      coalesce(l.username, c.username, a.username) as username,
      coalesce(l.service_id, c.service_id, a.service_id) as service_id, s.kind as service_kind,
      coalesce(l.company_id, c.company_id, a.company_id) as company_id, o.name as company_name,
      coalesce(l.nas_id, c.nas_id, a.nas_id) as nas_id, n.name as nas_name,
      coalesce(l.calling, c.calling, a.calling) as calling,
      f.uid as session_id,
      coalesce(l.acct_session_id, c.acct_session_id, (select x.acct_session_id from session_live x where x.uid = a.uid),
        (select x.acct_session_id from session_closed x where x.uid = a.uid and x.stopped_at >= a.from_at order by x.stopped_at limit 1)) as acct_session_id,
      case when f.until_at = 'infinity' then 'i' else (extract(epoch from f.until_at) * 1000000)::bigint::text end as place_until,
      (extract(epoch from f.from_at) * 1000000)::bigint::text as place_from, f.key as place_key
    from panel.address_history(${question.address}::inet, ${since}::timestamptz, ${upto}::timestamptz, ${question.port ?? null}::int,
        ${instant(place.until)}, ${instant(place.from)}, ${place.key}, ${limit + 1}) f
      left join session_live l on f.source = 'live' and l.uid = f.uid
      left join session_closed c on f.source = 'closed' and c.uid = f.uid and c.stopped_at = f.until_at
      left join session_address a on f.source = 'address' and a.id = f.id and a.from_at = f.from_at
      left join service s on s.id = coalesce(l.service_id, c.service_id, a.service_id)
      left join company o on o.id = coalesce(l.company_id, c.company_id, a.company_id)
      left join nas n on n.id = coalesce(l.nas_id, c.nas_id, a.nas_id)
    where l.uid is not null or c.uid is not null or a.id is not null
    order by f.until_at desc, f.from_at desc, f.key desc`.execute(tx)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page.map(withoutPlace),
    next:
      rows.length > limit && last !== undefined
        ? writeCursor({ until: last.place_until, from: last.place_from, key: last.place_key })
        : null,
  }
}
