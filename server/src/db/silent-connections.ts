import type { Socket } from 'node:net'
import pg from 'pg'
import type { SessionClient } from './session-client.ts'

/** Milliseconds. */
const defaults = { every: 5000, silent: 15_000, probe: 5000 }

interface Traffic {
  /** Bytes. */
  read: number
  /**
   * Start of the wait for the current statement, without a byte received since; undefined if no statement is waiting.
   */
  since: number | undefined
}

/**
 * Closes pool connections that died without a TCP close: the database host lost power, or a firewall dropped the
 * connection's state. TCP would take more than 15 minutes to notice, and until then each of them occupies a slot of the
 * pool. A connection without an answer for 15 seconds is checked over a new connection. It stays open if its backend is
 * still active, or if the database is only out of connections; it is closed if the backend is gone or idle (it never
 * received the statement), or if the database is unreachable. Its statement fails with ETIMEDOUT.
 */
export function endSilentConnections(pool: pg.Pool, intervals = defaults): void {
  const clients = new Map<SessionClient, Traffic>()
  let timer: NodeJS.Timeout | undefined
  let checking = false
  const check = async () => {
    const silent = [...clients].filter(([client, traffic]) => isSilent(client, traffic, intervals.silent))
    if (silent.length === 0) return
    const pids = silent.flatMap(([{ backendPid }]) => backendPid ?? [])
    const working = await findWorking(pool, pids, intervals.probe)
    for (const [client, traffic] of silent) {
      if (client.backendPid !== undefined && (working === 'unknown' || working.has(client.backendPid))) continue
      // An answer may have arrived in the meantime.
      if (isSilent(client, traffic, intervals.silent))
        stateOf(client).connection.stream.destroy(
          Object.assign(new Error('The connection to the database does not answer.'), { code: 'ETIMEDOUT' }),
        )
    }
  }
  pool.on('connect', (client) => {
    clients.set(client as unknown as SessionClient, { read: 0, since: undefined })
    timer ??= setInterval(() => {
      if (checking) return
      checking = true
      void check().finally(() => (checking = false))
    }, intervals.every)
    timer.unref()
  })
  pool.on('remove', (client) => {
    clients.delete(client as unknown as SessionClient)
    if (clients.size > 0) return
    clearInterval(timer)
    timer = undefined
  })
}

/** Fields without types in the driver: the socket, and whether no answer is pending. */
const stateOf = (client: SessionClient) =>
  client as unknown as { connection: { stream: Socket }; readyForQuery: boolean | null }

/**
 * Whether a statement has been waiting for `ms` milliseconds without a byte received. Records the state in `traffic`.
 */
function isSilent(client: SessionClient, traffic: Traffic, ms: number): boolean {
  const { connection, readyForQuery } = stateOf(client)
  const { bytesRead } = connection.stream
  if (readyForQuery === true) traffic.since = undefined
  else if (bytesRead !== traffic.read || traffic.since === undefined) traffic.since = performance.now()
  traffic.read = bytesRead
  return traffic.since !== undefined && performance.now() - traffic.since >= ms
}

/**
 * Queries which backends are active.
 * @returns `unknown` if the database has no free connection; an empty set if it is unreachable
 */
async function findWorking(pool: pg.Pool, pids: number[], timeoutMs: number): Promise<Set<number> | 'unknown'> {
  // Connects as the role that logged in: other roles cannot see the state of its backends.
  const probe = new pg.Client({
    connectionString: pool.options.connectionString,
    application_name: 'trunkline probe',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  probe.on('error', () => {})
  try {
    await probe.connect()
    const { rows } = await probe.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid = any ($1::int[]) and state is distinct from 'idle'
         and state is distinct from 'idle in transaction' and state is distinct from 'idle in transaction (aborted)'`,
      [pids],
    )
    return new Set(rows.map(({ pid }) => pid))
  } catch (error) {
    return (error as { code?: string }).code?.startsWith('53') ? 'unknown' : new Set()
  } finally {
    void probe.end().catch(() => {})
  }
}
