import { message } from '@trunkline/contract/errors'
import type { AnySession } from '@trunkline/contract/resources/radius-session'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { invalid } from '../../errors.ts'

const usualLimit = 50

const seen = (alias: 'l' | 'h') => {
  const at = (column: string) => sql.ref(`${alias}.${column}`)
  return sql`${at('uid')} as id, ${at('service_id')}, s.kind as service_kind, ${at('username')}, ${at('company_id')}, c.name as company_name,
    ${at('nas_id')}, n.name as nas_name, ${at('nas_port')}, ${at('calling')}, ${at('called')}, host(${at('framed_ip')}) as framed_ip,
    ${at('framed_ipv6_address')}, ${at('framed_ipv6')}, ${at('delegated_ipv6')}, ${at('started_at')}, ${at('updated_at')}, ${at('secs')} as seconds,
    ${at('in_octets')} as upload_bytes, ${at('out_octets')} as download_bytes`
}

const joins = (alias: 'l' | 'h') => sql`
  left join service s on s.id = ${sql.ref(`${alias}.service_id`)}
  left join nas n on n.id = ${sql.ref(`${alias}.nas_id`)}
  left join company c on c.id = ${sql.ref(`${alias}.company_id`)}`

type Ended = AnySession & { micros: string }
const withoutMicros = ({ micros: _micros, ...row }: Ended): AnySession => row

/** The cursor after a session: its end in microseconds, and its key. */
function readAfter(after: string): { micros: string; uid: string } {
  const found = /^(\d{1,18})\.(\w{1,64})$/.exec(after)
  if (found === null) throw invalid({ after: message('session.cursor') })
  return { micros: found[1] as string, uid: found[2] as string }
}

/**
 * Sessions of a service: online ones first, then ended ones, the latest first. Keyset pagination by end time, so the
 * cost of a page does not depend on the length of the history.
 */
export async function sessionsOf(
  tx: Tx,
  service_id: number,
  { after, limit = usualLimit }: { after?: string | undefined; limit?: number | undefined },
): Promise<{ data: AnySession[]; next: string | null }> {
  const live =
    after === undefined
      ? (
          await sql<AnySession>`
            select ${seen('l')}, null as stopped_at, null as cause, null as closed_by
            from session_live l ${joins('l')} where l.service_id = ${service_id} order by l.started_at desc limit ${limit}`.execute(
            tx,
          )
        ).rows
      : []
  const remaining = limit - live.length
  if (remaining === 0) return { data: live, next: '999999999999999999.f' }
  const place = after === undefined ? undefined : readAfter(after)
  const beyond =
    place === undefined
      ? sql``
      : sql`and (h.stopped_at, h.uid) < (timestamptz 'epoch' + ${place.micros}::bigint * interval '1 microsecond', ${place.uid})`
  const { rows } = await sql<Ended>`
    select ${seen('h')}, h.stopped_at, h.cause, h.closed_by, (extract(epoch from h.stopped_at) * 1000000)::bigint::text as micros
    from session_closed h ${joins('h')} where h.service_id = ${service_id} ${beyond}
    order by h.stopped_at desc, h.uid desc limit ${remaining + 1}`.execute(tx)
  const more = rows.length > remaining
  const page = rows.slice(0, remaining)
  const last = page.at(-1)
  return {
    data: [...live, ...page.map(withoutMicros)],
    next: more && last !== undefined ? `${last.micros}.${last.id}` : null,
  }
}
