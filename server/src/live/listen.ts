import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Databases } from '../db/pool.ts'
import { SessionClient } from '../db/session-client.ts'
import type { Logger } from '../log.ts'

export interface Listener {
  /**
   * Queries over the listening connection, as trunkline_app_all.
   * @throws Error while it is lost
   */
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  /** True while the connection is open. */
  isListening(): boolean
  close(): Promise<void>
}

interface ListenSettings {
  databases: Databases
  log: Logger
  channels: readonly string[]
  onMessage(channel: string, payload: string): void
  /** The connection was lost and is open again: announcements in between are missing. */
  onReturn(): void
}

const pingMs = 30_000
const maxWait = 3_000

/**
 * A separate connection that listens to announcements for the lifetime of the process. A lost one is replaced after 0.2
 * to 3 seconds.
 * @throws Error if the first connection fails
 */
export async function listen(settings: ListenSettings): Promise<Listener> {
  const { log, onReturn } = settings
  let closed = false
  // Declared first: a first connection that fails also emits `end`, and is not the current one.
  let current: pg.Client | undefined
  current = await connect(settings, lost)

  async function lost(client: pg.Client, reason: unknown): Promise<void> {
    if (closed || current !== client) return
    current = undefined
    log.warn({ error: reason }, 'lost the connection that listens for changes')
    void client.end().catch(() => {})
    for (let wait = 200; !closed; wait = Math.min(wait * 2, maxWait)) {
      await sleep(wait * (0.5 + Math.random() / 2), undefined, { ref: false })
      if (closed) return
      try {
        const client = await connect(settings, lost)
        if (closed) return void (await client.end())
        current = client
        log.info('listening for changes again')
        return onReturn()
      } catch {
        // The next attempt is scheduled, and the loss was logged.
      }
    }
  }

  // Detects a peer that vanished without closing the connection.
  const ping = setInterval(() => {
    const client = current
    client?.query('select 1').catch((error: unknown) => lost(client, error))
  }, pingMs)
  ping.unref()

  return {
    async query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      if (current === undefined) throw new Error('The connection that listens for changes is lost.')
      return (await current.query<R>(text, values)).rows
    },
    isListening: () => current !== undefined,
    async close() {
      closed = true
      clearInterval(ping)
      await current?.end().catch(() => {})
    },
  }
}

async function connect(
  { databases, channels, onMessage }: ListenSettings,
  lost: (client: pg.Client, reason: unknown) => Promise<void>,
): Promise<pg.Client> {
  const { connectionString, options, types } = databases.appAll.options
  const client = new SessionClient({
    connectionString,
    options,
    types,
    application_name: 'trunkline live',
    connectionTimeoutMillis: 5000,
    query_timeout: 10_000,
    keepAlive: true,
  })
  client.on('notification', ({ channel, payload }) => onMessage(channel, payload ?? ''))
  client.on('error', (error) => void lost(client, error))
  client.on('end', () => void lost(client, new Error('The server closed the connection.')))
  try {
    await client.connect()
    for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
  return client
}
