import pg from 'pg'
import { forgetClients, type Control } from './control.ts'
import type { Log } from './launch.ts'

/** Delay before a reconnect to the database, in milliseconds. */
const pauseMs = 2_000
/** Milliseconds between two queries that detect a database host that vanished without closing the connection. */
const pingMs = 30_000
/** Addresses per query. */
const perQuery = 500

/**
 * Listens for NAS devices that change in the panel and drops them from the cache of a local FreeRADIUS, so that a new
 * secret, a new rule or a removal takes effect with the next packet. After an interruption of the connection it drops
 * all of them, because changes in between are unknown.
 * @param databaseUrl address of the database as the role trunkline_radius
 */
export function watchNas({
  databaseUrl,
  control,
  log,
  onConfig,
}: {
  databaseUrl: string
  control: Control
  log: Log
  /**
   * The active certificates have changed: FreeRADIUS reads them at its next start. Also called after an interruption
   * of the connection, because changes in between are unknown; not at the first connection.
   */
  onConfig?: () => void
}): {
  /** Resolves when it listens for the first time. */
  ready: Promise<void>
  stop(): Promise<void>
} {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let connectedBefore = false
  let reported: () => void
  const ready = new Promise<void>((done) => (reported = done))
  // Sequential: radmin serves one client at a time.
  let queue: Promise<unknown> = Promise.resolve()
  const forget = (addresses: readonly string[]) => {
    queue = queue
      .then(() => forgetClients(control, addresses))
      .then(
        () => log.info({ addresses: addresses.slice(0, 10), count: addresses.length }, 'NAS devices are read again'),
        (error: unknown) => log.warn({ err: error, count: addresses.length }, 'FreeRADIUS did not forget NAS devices'),
      )
  }
  /** Used when changes are unknown. From the database: `show client list` of 3.2.1 stops at the first removed client. */
  const forgetAll = async (own: pg.Client) => {
    let after: string | null = null
    for (let size = perQuery; size === perQuery;) {
      const { rows }: { rows: { address: string }[] } = await own.query(
        'select host(address) as address from panel.radius_addresses($1, $2) address',
        [after, perQuery],
      )
      if (rows.length > 0) forget(rows.map(({ address }) => address))
      size = rows.length
      after = rows.at(-1)?.address ?? null
    }
  }
  const lose = (own: pg.Client) => {
    if (client !== own || stopped) return
    client = undefined
    void own.end().catch(() => {})
    timer = setTimeout(() => void connect(), pauseMs)
  }
  const connect = async () => {
    const own = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'trunkline radius watch',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 10_000,
    })
    client = own
    const lost = () => lose(own)
    own.on('error', lost)
    own.on('end', lost)
    own.on('notification', ({ channel, payload }) => {
      if (channel === 'trunkline_radius_config') onConfig?.()
      else if (payload !== undefined) forget([payload])
    })
    try {
      await own.connect()
      await own.query('listen trunkline_nas; listen trunkline_radius_config')
      if (connectedBefore) onConfig?.()
      connectedBefore = true
      await forgetAll(own)
      reported()
    } catch (error) {
      log.warn({ err: error }, 'changes of NAS devices are not received until the database responds')
      lost()
    }
  }
  void connect()
  const ping = setInterval(() => {
    const own = client
    own?.query('select 1').catch(() => lose(own))
  }, pingMs)
  ping.unref()
  return {
    ready,
    async stop() {
      stopped = true
      clearTimeout(timer)
      clearInterval(ping)
      await client?.end().catch(() => {})
      await queue
    },
  }
}
