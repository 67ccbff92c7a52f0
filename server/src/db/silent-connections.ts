import type { Socket } from 'node:net'
import pg from 'pg'
import type { SessionClient } from './session-client.ts'

/** Milliseconds. */
const defaults = { every: 5000, silent: 15_000, probe: 5000 }

interface Traffic {
  /** Bytes. */
  read: number
  /** Since when a statement has been waiting without a byte; undefined where none waits. */
  since: number | undefined
}

/**
 * Ends connections of a pool that are dead without having been closed: the host of the database lost its power, or a
 * firewall forgot the connection. TCP would notice after 15 minutes and more, and until then each of them holds a place
 * in the pool. One that has not answered for 15 seconds is looked up over a new connection: it stays where its backend
 * is still at work, and where the database is only out of connections; it is ended where the backend is gone or idle,
 * so that it never heard the statement, or where the database cannot be reached either. Its statement fails with ETIMEDOUT.
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
      // An answer may have come meanwhile.
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

/** What the driver has no types for: its socket, and whether it waits for no answer. */
const stateOf = (client: SessionClient) =>
  client as unknown as { connection: { stream: Socket }; readyForQuery: boolean | null }

/** Whether a statement has been waiting for `ms` milliseconds without a byte. Notes what it sees in `traffic`. */
function isSilent(client: SessionClient, traffic: Traffic, ms: number): boolean {
  const { connection, readyForQuery } = stateOf(client)
  const { bytesRead } = connection.stream
  if (readyForQuery === true) traffic.since = undefined
  else if (bytesRead !== traffic.read || traffic.since === undefined) traffic.since = performance.now()
  traffic.read = bytesRead
  return traffic.since !== undefined && performance.now() - traffic.since >= ms
}

/**
 * Which backends are at work.
 * @returns `unknown` where the database has no connection left to ask on; an empty set where it cannot be reached
 */
async function findWorking(pool: pg.Pool, pids: number[], timeoutMs: number): Promise<Set<number> | 'unknown'> {
  // As the role that logged in: another does not see the state of its backends.
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
