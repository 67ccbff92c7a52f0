import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  accessRequest,
  accountingRequest,
  codes,
  packetSender,
  withPassword,
  type PacketSender,
  type RawAttribute,
} from '../../server/src/testing/radius-packets.ts'

/** Operations that are counted separately. */
export const kinds = ['write', 'login', 'accounting'] as const
export type Kind = (typeof kinds)[number]

/** One row that was created or changed over HTTP, as its client knows it. */
interface LedgerRow {
  /** Acknowledged changes; the last text among them. */
  acknowledged: number
  text: string
  /** A change without an acknowledgement: it may have been stored. */
  uncertain?: string
}

/** One session as its NAS knows it. Octets are totals. */
interface LedgerSession {
  user: string
  /** Acknowledged records. */
  started: boolean
  stopped: boolean
  reported: number
  /** Octets of the acknowledged Stop. */
  octets: number
  /** Records that were abandoned without a reply. */
  uncertain: number
}

/** Acknowledged operations of the cluster, stored outside of it. */
export interface Ledger {
  /** Names of created devices, and of those whose creation was abandoned without a reply. */
  created: Set<string>
  uncertainCreated: Set<string>
  /** Changed devices by id. */
  updated: Map<number, LedgerRow>
  /** Ids of accepted device commands (202). */
  commands: Set<number>
  /** Accepted logins: number of requests sent for each, by Calling-Station-Id. */
  logins: Map<string, number>
  sessions: Map<string, LedgerSession>
  /** By kind: acknowledged, requests without a reply, milliseconds of the longest time without an acknowledgement. */
  counts: Record<Kind, { acknowledged: number; unanswered: number; expired: number; gapMs: number; last: number }>
  /** Replies that no client should get, and how often. */
  unexpected: Map<string, number>
}

export const newLedger = (): Ledger => ({
  created: new Set(),
  uncertainCreated: new Set(),
  updated: new Map(),
  commands: new Set(),
  logins: new Map(),
  sessions: new Map(),
  counts: Object.fromEntries(
    kinds.map((kind) => [kind, { acknowledged: 0, unanswered: 0, expired: 0, gapMs: 0, last: performance.now() }]),
  ) as Ledger['counts'],
  unexpected: new Map(),
})

function acknowledge(ledger: Ledger, kind: Kind): void {
  const counts = ledger.counts[kind]
  const now = performance.now()
  counts.gapMs = Math.max(counts.gapMs, now - counts.last)
  counts.last = now
  counts.acknowledged++
}

const note = (ledger: Ledger, what: string) => void ledger.unexpected.set(what, (ledger.unexpected.get(what) ?? 0) + 1)

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

/** Milliseconds after which a client abandons a request. */
const deadlineMs = 60_000

interface HttpTarget {
  ports: readonly number[]
  bearer: string
}

/**
 * Sends a write to any of the web processes until it gets a reply, with the same idempotency key, as a careful client
 * does. Undefined if it was abandoned.
 */
async function sendWrite(
  ledger: Ledger,
  { ports, bearer }: HttpTarget,
  method: string,
  path: string,
  body: unknown,
): Promise<{ status: number; body: { data?: { id?: number; version?: number } } } | undefined> {
  const key = randomUUID()
  for (const end = performance.now() + deadlineMs; performance.now() < end;) {
    try {
      const reply = await fetch(`http://127.0.0.1:${pick(ports)}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      })
      const text = await reply.text()
      if (reply.ok) {
        acknowledge(ledger, 'write')
        return { status: reply.status, body: JSON.parse(text) as { data?: { id?: number; version?: number } } }
      }
      // 409: the first attempt is still in flight. 503: the database is unavailable. Both: retry.
      if (reply.status !== 503 && !(reply.status === 409 && /in_flight|conflict/.test(text)))
        note(ledger, `${method} ${path.replaceAll(/\d+/g, '{id}')}: ${reply.status} ${text.slice(0, 300)}`)
      // A rejected write was not executed, and would be rejected again.
      if (reply.status >= 400 && reply.status < 500 && reply.status !== 409) return undefined
    } catch {
      // No process listens, or the connection broke.
    }
    ledger.counts.write.unanswered++
    await sleep(100 + Math.random() * 200)
  }
  ledger.counts.write.expired++
  return undefined
}

export interface WriteSettings extends HttpTarget {
  /** Model of the created devices. */
  model: number
  company: number
  /** Devices that only this client changes. */
  own: readonly number[]
  /** Devices that receive commands. */
  devices: readonly number[]
}

/** An API client that creates devices, changes devices and reads routers, sequentially. */
export async function writeOn(ledger: Ledger, of: WriteSettings, stop: AbortSignal): Promise<void> {
  for (let i = 0; !stop.aborted; i++) {
    if (i % 20 === 7) {
      const reply = await sendWrite(ledger, of, 'PATCH', `/hardware/${pick(of.devices)}/reload`, {})
      if (reply?.body.data?.id !== undefined) ledger.commands.add(reply.body.data.id)
    } else if (i % 2 === 0) {
      const name = `created-${randomUUID()}`
      const reply = await sendWrite(ledger, of, 'POST', '/hardware/store', {
        name,
        model: of.model,
        company_id: of.company,
      })
      if (reply === undefined) ledger.uncertainCreated.add(name)
      else ledger.created.add(name)
    } else {
      const id = pick(of.own)
      const row = ledger.updated.get(id) ?? { acknowledged: 0, text: '' }
      ledger.updated.set(id, row)
      if (row.uncertain !== undefined) continue
      const text = randomUUID()
      const reply = await sendWrite(ledger, of, 'PUT', `/hardware/${id}/update`, { comment: text })
      if (reply === undefined) row.uncertain = text
      else {
        row.acknowledged++
        row.text = text
      }
    }
    await sleep(10 + Math.random() * 30)
  }
}

export interface RadiusTarget {
  auth: readonly PacketSender[]
  acct: readonly PacketSender[]
  secret: string
}

/**
 * Senders to all RADIUS servers, from the address of one NAS. After 3 seconds without a reply the NAS uses the next
 * server.
 */
export async function openRadius(
  servers: readonly { authPort: number; acctPort: number }[],
  secret: string,
): Promise<RadiusTarget & { close(): void }> {
  const open = (port: number) =>
    packetSender({ port, address: '127.0.0.1' }, '127.0.0.1', secret, { tries: 1, inFlight: 24 })
  const auth = await Promise.all(servers.map((server) => open(server.authPort)))
  const acct = await Promise.all(servers.map((server) => open(server.acctPort)))
  return {
    auth,
    acct,
    secret,
    close: () => {
      for (const sender of [...auth, ...acct]) sender.close()
    },
  }
}

const text = (type: number, value: string): RawAttribute => ({ type, value: Buffer.from(value) })
const integer = (type: number, value: number): RawAttribute => {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value)
  return { type, value: buffer }
}
const address = (type: number, value: string): RawAttribute => ({
  type,
  value: Buffer.from(value.split('.').map(Number)),
})

/** Sends to one server after the other until one replies. */
async function sendPacket(
  ledger: Ledger,
  kind: 'login' | 'accounting',
  senders: readonly PacketSender[],
  make: (id: number) => Buffer,
): Promise<{ reply: Buffer | undefined; requests: number }> {
  let at = Math.floor(Math.random() * senders.length)
  let requests = 0
  for (const end = performance.now() + deadlineMs; performance.now() < end; at++) {
    requests++
    const reply = await (senders[at % senders.length] as PacketSender).send(make)
    if (reply !== undefined) {
      acknowledge(ledger, kind)
      return { reply, requests }
    }
    ledger.counts[kind].unanswered++
  }
  ledger.counts[kind].expired++
  return { reply: undefined, requests }
}

/** Logs users in sequentially. Each login has its own Calling-Station-Id, which identifies it. */
export async function logInOn(ledger: Ledger, to: RadiusTarget, users: readonly number[], stop: AbortSignal) {
  while (!stop.aborted) {
    const user = pick(users)
    const calling = randomUUID()
    const { reply, requests } = await sendPacket(ledger, 'login', to.auth, (id) =>
      withPassword(
        accessRequest(
          id,
          [text(1, `user${user}`), address(4, '127.0.0.1'), text(31, calling), integer(61, 15)],
          to.secret,
        ),
        Buffer.from(`password${user}`),
        to.secret,
      ),
    )
    if (reply?.[0] === codes.accept) ledger.logins.set(calling, requests)
    else if (reply !== undefined) note(ledger, `Access-Request: code ${reply[0]}`)
    await sleep(20 + Math.random() * 40)
  }
}

/** Runs a session of one user after another: Start, some reports, Stop. Open sessions are stopped at the end. */
export async function accountOn(ledger: Ledger, to: RadiusTarget, users: readonly number[], stop: AbortSignal) {
  const record = async (session: LedgerSession, id: string, type: 1 | 2 | 3, seconds: number, octets: number) => {
    const { reply } = await sendPacket(ledger, 'accounting', to.acct, (packet) =>
      accountingRequest(
        packet,
        [
          integer(40, type),
          text(44, id),
          text(1, session.user),
          address(4, '127.0.0.1'),
          text(31, `mac-${id.slice(0, 8)}`),
          address(8, '100.64.0.9'),
          integer(46, seconds),
          integer(42, octets),
          integer(43, octets),
          ...(type === 2 ? [integer(49, 1)] : []),
        ],
        to.secret,
      ),
    )
    if (reply === undefined) session.uncertain++
    return reply !== undefined
  }
  while (!stop.aborted) {
    const id = randomUUID()
    const session: LedgerSession = {
      user: `user${pick(users)}`,
      started: false,
      stopped: false,
      reported: 0,
      octets: 0,
      uncertain: 0,
    }
    ledger.sessions.set(id, session)
    const began = performance.now()
    const seconds = () => Math.floor((performance.now() - began) / 1000)
    session.started = await record(session, id, 1, 0, 0)
    let octets = 0
    for (let reports = Math.floor(Math.random() * 4); reports > 0; reports--) {
      await sleep(200 + Math.random() * 800)
      octets += 1000 + Math.floor(Math.random() * 9000)
      if (await record(session, id, 3, seconds(), octets)) session.reported++
    }
    await sleep(50)
    octets += 500
    session.stopped = await record(session, id, 2, seconds(), octets)
    if (session.stopped) session.octets = octets
  }
}
