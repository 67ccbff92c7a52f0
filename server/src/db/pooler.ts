import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { ConfigError } from '../config-error.ts'
import { explainConnection } from './connection-errors.ts'

/** Milliseconds within which a notification must arrive. It takes a few on a direct connection. */
const notificationMs = 5000

/**
 * Checks whether each connection to this URL has its own PostgreSQL session. A pooler that assigns sessions per
 * transaction or statement (PgBouncer: pool_mode = transaction, statement) breaks features that the panel needs:
 * LISTEN, session settings such as the role that row security applies to, advisory locks, prepared statements.
 *
 * The check does not depend on the pooler switching sessions while it runs: a notification reaches a listening client
 * only while the client owns a session, so a pooler that takes the session back after the transaction never delivers
 * it.
 * @param url URL of the database
 * @returns undefined if the connection keeps its session, else the problem, as the end of a sentence
 * @throws Error if the database is unreachable
 */
export async function findPooling(url: string, timeoutMs = notificationMs): Promise<string | undefined> {
  const channel = `trunkline_session_check_${randomBytes(8).toString('hex')}`
  const [first, second] = [1, 2].map(() => {
    const client = new Client({
      connectionString: url,
      application_name: 'trunkline session check',
      connectionTimeoutMillis: 5000,
      query_timeout: 10_000,
    })
    // A lost connection fails the statement that is waiting.
    client.on('error', () => {})
    return client
  }) as [Client, Client]
  try {
    await first.connect()
    await second.connect()
    const notified = new Promise<true>((done) => first.once('notification', () => done(true)))
    await first.query(`listen ${channel}`)
    await first.query(`set trunkline.session_check = '${channel}'`)
    const firstSession = await sessionOf(first)
    // While this transaction is open no other client can get its session; a pooler assigns the most recently used
    // session first.
    await second.query('begin')
    if ((await sessionOf(second)).pid === firstSession.pid) return 'gave two clients the same session'
    await second.query(`notify ${channel}`)
    await second.query('commit')
    // Must not involve the listening client: a statement of its own would assign it a session.
    if ((await Promise.race([notified, sleep(timeoutMs, false, { ref: false })])) !== true)
      return 'does not deliver notifications (LISTEN)'
    const later = await sessionOf(first)
    if (later.pid !== firstSession.pid || later.setting !== channel) return 'does not keep the settings of a session'
    return undefined
  } catch (error) {
    // PgBouncer's error for `begin` with pool_mode = statement.
    if (/statement pooling/.test((error as Error).message)) return 'lends a session for one statement'
    throw error
  } finally {
    await Promise.all([first, second].map((client) => client.end().catch(() => {})))
  }
}

async function sessionOf(client: Client): Promise<{ pid: number; setting: string | null }> {
  const { rows } = await client.query<{ pid: number; setting: string | null }>(
    `select pg_backend_pid() as pid, current_setting('trunkline.session_check', true) as setting`,
  )
  return rows[0] as { pid: number; setting: string | null }
}

/**
 * How to fix a URL that points at a pooler with shared sessions.
 * @param variable the environment variable that holds it
 */
export const poolingError = (variable: string, found: string): string =>
  `${variable}: the connection pooler at this address ${found}. Trunkline needs a session for each connection ` +
  '(LISTEN, session settings, advisory locks): set pool_mode = session in PgBouncer, or give the address of PostgreSQL itself.'

/**
 * Checks each URL that is set.
 * @param addresses database URLs by the names of their environment variables
 * @throws ConfigError if a pooler shares sessions among connections to one of them, or one is unusable
 */
export async function rejectPooling(addresses: Record<string, string | undefined>): Promise<void> {
  const errors: string[] = []
  for (const [variable, url] of Object.entries(addresses)) {
    if (url === undefined) continue
    const found = await findPooling(url).catch((error: unknown) => {
      throw explainConnection(error, url, variable) ?? error
    })
    if (found !== undefined) errors.push(poolingError(variable, found))
  }
  if (errors.length > 0) throw new ConfigError(errors)
}
