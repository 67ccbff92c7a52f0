import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'

export interface NewSession {
  service_id: number
  nas_id: number
  started_at: Date
  /** Time of the end; default: online. */
  stopped_at?: Date
  ip?: string
  calling?: string
  upload?: number
  download?: number
}

let serial = 0

/** A session as accounting stores it, online or ended. */
export async function createSession(tx: Tx, of: NewSession): Promise<string> {
  const uid = createHash('md5').update(`session ${++serial}`).digest('hex')
  const until = of.stopped_at ?? new Date()
  const columns = sql`uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, calling, framed_ip, started_at, updated_at, secs, in_octets, out_octets, ancestor_ids`
  const values = sql`${uid}, ${`81${serial}`}, s.id, s.username, s.company_id, n.id, n.address, ${of.calling ?? null}, ${of.ip ?? null}, ${of.started_at.toISOString()}, ${until.toISOString()},
    ${Math.round((until.getTime() - of.started_at.getTime()) / 1000)}, ${of.upload ?? 0}, ${of.download ?? 0}, s.ancestor_ids`
  const from = sql`from service s, nas n where s.id = ${of.service_id} and n.id = ${of.nas_id}`
  await (
    of.stopped_at === undefined
      ? sql`insert into session_live (${columns}) select ${values} ${from}`
      : sql`insert into session_closed (${columns}, stopped_at, cause, closed_by) select ${values}, ${of.stopped_at.toISOString()}, 'User-Request', 'stop' ${from}`
  ).execute(tx)
  return uid
}
