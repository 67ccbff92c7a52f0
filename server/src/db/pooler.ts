import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { ConfigError } from '../config-error.ts'
import { explainConnection } from './connection-errors.ts'

/** Milliseconds in which a notification has to arrive. It takes a few on a direct connection. */
const notificationMs = 5000

/**
 * Finds out whether each connection to this address keeps one PostgreSQL session for itself. A pooler between them that
 * lends sessions for a transaction or a statement (PgBouncer: pool_mode = transaction, statement) breaks what the panel
 * relies on: LISTEN, session settings such as the role that row security binds, advisory locks, named statements.
 *
 * It does not depend on the pooler exchanging sessions during the check: a notification reaches a listening client only
 * while a session belongs to it, so a pooler that takes the session back after the transaction never delivers it.
 * @param url address of the database
 * @returns undefined where the connection keeps its session, else what was found, as the end of a sentence
 * @throws Error where the database can't be reached
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
    // A lost connection fails the statement that waits for it.
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
    // While this transaction is open its session is nobody else's; a pooler lends the latest one first.
    await second.query('begin')
    if ((await sessionOf(second)).pid === firstSession.pid) return 'gave two clients the same session'
    await second.query(`notify ${channel}`)
    await second.query('commit')
    // Without a statement of the listening client: it would be given a session for it.
    if ((await Promise.race([notified, sleep(timeoutMs, false, { ref: false })])) !== true)
      return 'does not deliver notifications (LISTEN)'
    const later = await sessionOf(first)
    if (later.pid !== firstSession.pid || later.setting !== channel) return 'does not keep the settings of a session'
    return undefined
  } catch (error) {
    // PgBouncer's answer to `begin` with pool_mode = statement.
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

/** What to do about an address that a pooler shares. @param variable name of the environment variable that holds it */
export const poolingError = (variable: string, found: string): string =>
  `${variable}: the connection pooler at this address ${found}. Trunkline needs a session for each connection ` +
  '(LISTEN, session settings, advisory locks): set pool_mode = session in PgBouncer, or give the address of PostgreSQL itself.'

/**
 * Checks each address that is set.
 * @param addresses addresses of the database by names of environment variables
 * @throws ConfigError where a pooler shares sessions among the connections to one, or one can't be used
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
