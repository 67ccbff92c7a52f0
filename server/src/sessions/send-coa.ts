import { message, type Message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import { addJob } from '../jobs/queue.ts'
import type { TaskContext } from '../jobs/tasks.ts'
import { consequenceOf, retryDelays, type Consequence } from './coa-conclusion.ts'
import {
  sendCoaRequest,
  attributeTypes,
  ipv4,
  number,
  text,
  vendorText,
  type Attribute,
  type CoaAnswer,
} from './coa.ts'
import { open } from './seal.ts'

const mikrotik = { vendor: 14_988, rateLimit: 8 }

interface CoaOrder {
  kind: 'coa' | 'disconnect'
  address: string
  port: number
  secret: Buffer
  attributes: Attribute[]
  attempt: number
}

interface QueuedCoa {
  reason: string
  state: string
  acct_session_id: string | null
  username: string
  /** The session's User-Name at the NAS. */
  nas_username: string
  attempt: number
  framed_ip: string | null
  calling: string | null
  sent_list: string | null
  service_id: number | null
  address: string
  coa_port: number
  secret: Buffer
  vendor: string
  address_list: string | null
  /** The NAS has replied to a CoA of this session that it does not support the change. */
  refused: boolean
  gone: boolean
}

/** The reply of a NAS, or why the request was not sent. */
type CoaResult = CoaAnswer | { state: 'failed'; detail: Message }

/**
 * Sends one request and stores the NAS's reply. Sending it twice, after a worker died in between, is harmless: ending
 * an ended session is rejected, and repeating a change has no effect.
 * @param key the installation's key, which decrypts the secret of the NAS
 */
export async function sendCoa(
  { system, signal }: Pick<TaskContext, 'system' | 'signal'>,
  key: Buffer,
  id: number,
): Promise<void> {
  const order = await system((tx) => prepare(tx, id))
  if (order === undefined) return
  const { kind, address, port, attributes, attempt } = order
  let answer: CoaResult
  try {
    answer = await sendCoaRequest({ kind, address, port, attributes, secret: open(key, order.secret), signal })
  } catch (error) {
    if (signal.aborted) throw error
    answer = { state: 'failed', detail: message('coa.not_sent', { error: (error as Error).message }) }
  }
  const consequence = answer.state === 'failed' ? { conclusion: null } : consequenceOf(kind, answer, attempt)
  // Queued reports may show that the session is still running.
  if ('close' in consequence) await system((tx) => sql`select panel.process_reports(true)`.execute(tx))
  await system((tx) => settle(tx, id, answer, consequence, attempt))
}

/**
 * Whether a request that could not be sent is no longer needed. One whose session has ended is marked as such.
 * @returns the reason; undefined if the session still needs the request
 */
export async function coaSettled(tx: Tx, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ state: string; runs: boolean }>`
    select r.state, exists (select from session_live l where l.uid = r.uid) as runs
      from coa_request r where r.id = ${id}`.execute(tx)
  const request = rows[0]
  if (request === undefined) return 'the request is gone'
  if (!['queued', 'sent'].includes(request.state)) return 'the request has its answer'
  if (request.runs) return undefined
  await markGone(tx, id)
  return 'the session has ended'
}

const markGone = (tx: Tx, id: number) =>
  sql`update coa_request set state = 'gone', finished_at = now(), detail = ${JSON.stringify(message('coa.session_ended'))}::jsonb where id = ${id}`.execute(
    tx,
  )

/**
 * Determines what to send from the current state of the service, and marks the request as sent. Undefined: nothing to
 * send.
 */
async function prepare(tx: Tx, id: number): Promise<CoaOrder | undefined> {
  const { rows } = await sql<QueuedCoa>`
    select r.reason, r.state, r.attempt, l.acct_session_id, r.username, coalesce(l.nas_username, r.username) as nas_username, host(l.framed_ip) as framed_ip, l.calling, l.address_list as sent_list, r.service_id,
        host(n.address) as address, n.coa_port, n.secret, n.vendor, t.address_list, l.uid is null as gone,
        exists (select from coa_request b where b.nas_id = r.nas_id and b.uid = r.uid and b.kind = 'coa' and b.conclusion = 'replaced' and b.id < r.id) as refused
      from coa_request r join nas n on n.id = r.nas_id left join session_live l on l.uid = r.uid
        left join service s on s.id = r.service_id left join tariff t on t.id = s.tariff_id
      where r.id = ${id} for update of r`.execute(tx)
  const row = rows[0]
  if (row === undefined || !['queued', 'sent'].includes(row.state)) return undefined
  if (row.gone) {
    await markGone(tx, id)
    return undefined
  }
  const change = await changeOf(tx, id, row)
  const kind = change === undefined ? 'disconnect' : 'coa'
  await sql`update coa_request set state = 'sent', kind = ${kind}, sent_at = now() where id = ${id}`.execute(tx)
  const session = [
    text(attributeTypes.userName, row.nas_username),
    text(attributeTypes.acctSessionId, row.acct_session_id as string),
  ]
  if (row.framed_ip !== null && row.framed_ip.includes('.'))
    session.push(ipv4(attributeTypes.framedIpAddress, row.framed_ip))
  return {
    kind,
    address: row.address,
    port: row.coa_port,
    secret: row.secret,
    attributes: [...session, ...(change ?? [])],
    attempt: row.attempt,
  }
}

/**
 * The changes that CoA can apply to a running session. Undefined if the session must end: the service may not be
 * online, its NAS does not support such a change, or the change is not one that MikroTik supports by CoA
 * (help.mikrotik.com, RADIUS: rate limit and timeouts, but not address, pool, routes or address list).
 */
async function changeOf(tx: Tx, id: number, row: QueuedCoa): Promise<Attribute[] | undefined> {
  if (row.vendor !== 'mikrotik' || row.service_id === null || row.refused) return undefined
  if (!['tariff', 'quota', 'status'].includes(row.reason)) return undefined
  if ((row.sent_list ?? '') !== (row.address_list ?? '')) return undefined
  const { rows } = await sql<{ reason: string; items: { attribute: string; value: string }[] }>`
    select p.reason, p.items from coa_request r,
      lateral panel.radius_preview(r.service_id, r.nas_id, ${row.calling ?? ''}) p where r.id = ${id}`.execute(tx)
  const now = rows[0]
  if (now === undefined || (now.reason !== '' && now.reason !== 'too-many-sessions')) return undefined
  // The session limit applies to logins only. This session is running: it may be the counted one, or the limit was
  // lowered later.
  const items = now.reason === '' ? now.items : await changesOf(tx, row.service_id)
  const attributes: Attribute[] = []
  let limited = false
  for (const { attribute, value } of items) {
    if (attribute === 'Mikrotik-Rate-Limit') {
      limited = true
      attributes.push(vendorText(mikrotik.vendor, mikrotik.rateLimit, value))
    } else if (attribute === 'Session-Timeout') attributes.push(number(attributeTypes.sessionTimeout, Number(value)))
    else if (attribute === 'Idle-Timeout') attributes.push(number(attributeTypes.idleTimeout, Number(value)))
  }
  // No limit any more, which is sent as 0.
  if (!limited) attributes.push(vendorText(mikrotik.vendor, mikrotik.rateLimit, '0/0'))
  return attributes
}

const changesOf = async (tx: Tx, service_id: number) =>
  (
    await sql<{
      attribute: string
      value: string
    }>`select attribute, value from panel.session_changes(${service_id})`.execute(tx)
  ).rows

/** Stores the reply and its consequences in one transaction. */
async function settle(tx: Tx, id: number, answer: CoaResult, consequence: Consequence, attempt: number): Promise<void> {
  const conclusion = 'close' in consequence ? await closeUnknown(tx, id, consequence.close) : consequence.conclusion
  const cause = 'cause' in answer ? (answer.cause ?? null) : null
  const detail = answer.detail === null ? null : JSON.stringify(answer.detail)
  await sql`update coa_request set state = ${answer.state}, error_cause = ${cause}, conclusion = ${conclusion}, detail = ${detail}::jsonb, finished_at = now() where id = ${id}`.execute(
    tx,
  )
  if (conclusion !== 'replaced' && conclusion !== 'retry') return
  const [kind, next] = conclusion === 'retry' ? [sql`kind`, attempt + 1] : [sql`'disconnect'`, 1]
  const { rows } = await sql<{ id: number }>`
    insert into coa_request (company_id, service_id, nas_id, uid, username, kind, reason, requested_by, attempt)
      select company_id, service_id, nas_id, uid, username, ${kind}, reason, requested_by, ${next} from coa_request where id = ${id}
      returning id`.execute(tx)
  const delay = conclusion === 'retry' ? (retryDelays[attempt - 1] ?? 0) : 0
  const runAt = delay > 0 ? new Date(Date.now() + delay * 1000) : undefined
  for (const created of rows)
    await addJob(tx, 'radius-coa', { id: created.id }, { key: `radius-coa-${created.id}`, runAt })
}

/**
 * Closes the session of a request if its NAS does not have it, unless the NAS has reported it after the request was
 * sent.
 */
async function closeUnknown(tx: Tx, id: number, cause: string): Promise<'closed' | 'reported'> {
  await sql`select panel.close_unknown(uid, sent_at, ${cause}) from coa_request where id = ${id}`.execute(tx)
  // The session may have ended in the meantime.
  const { rows } = await sql<{ runs: boolean }>`
    select exists (select from session_live l where l.uid = r.uid) as runs from coa_request r where r.id = ${id}`.execute(
    tx,
  )
  return rows[0]?.runs === true ? 'reported' : 'closed'
}
