import type { Server as HttpServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { subjects, type Subject } from '@trunkline/contract/abilities'
import { liveEvents, type ChangedMessage } from '@trunkline/contract/live'
import { Server } from 'socket.io'
import type { Config } from '../config.ts'
import type { Databases } from '../db/pool.ts'
import type { Logger } from '../log.ts'
import type { LiveCaller } from './caller.ts'
import { connections } from './connections.ts'
import { createFanOut, allCompanies, readChanged, roomOf, type ChangedRows } from './fan-out.ts'
import { createAncestorCache } from './ancestors.ts'
import { listen } from './listen.ts'
import { fromOwnOrigin } from './origin.ts'
import { createWatching, readReading } from './watching.ts'

export interface Live {
  /**
   * Announces the restart, waits briefly for clients to disconnect, and closes the rest. The HTTP server keeps running.
   */
  stop(): Promise<void>
  /** Number of clients connected to this process. */
  sockets(): number
  /** True while this process receives the database's announcements. */
  isListening(): boolean
}

export interface LiveSettings {
  /** Fastify's own server. */
  server: HttpServer
  databases: Databases
  config: Pick<Config, 'baseUrl'>
  log: Logger
  /** The user of an access token; null: invalid or expired. */
  authenticate(token: string): Promise<LiveCaller | null>
  /** Called after changes of rows, to update caches of this process. Empty lists mean all. */
  onChanged(change: ChangedRows): void
  /** Called with every announcement before it is processed. */
  onNotify?(channel: string, payload: string): void
  /** Opens the first connection, with retries if the database becomes unavailable; without it there is one attempt. */
  firstConnection?<T>(connect: () => Promise<T>): Promise<T>
  /** Maximum bytes buffered for a slow client. */
  bufferCap?: number
}

const channels = { changed: 'trunkline_changed', session: 'trunkline_session', reading: 'trunkline_reading' } as const

/**
 * The live channel of this process: socket.io at /socket.io, fed by the database's announcements, which every process
 * receives. A client gets the changes of its company and its descendants, for the subjects that it may see.
 */
export async function startLive({
  server,
  databases,
  config,
  log,
  authenticate,
  onChanged,
  onNotify,
  firstConnection = (connect) => connect(),
  bufferCap = 1024 * 1024,
}: LiveSettings): Promise<Live> {
  let stopping = false
  const io = new Server(server, {
    path: '/socket.io',
    serveClient: false,
    transports: ['websocket', 'polling'],
    // Clients send only their token.
    maxHttpBufferSize: 10_000,
    connectTimeout: 10_000,
    perMessageDeflate: false,
    httpCompression: false,
    allowRequest: (request, answer) => answer(null, !stopping && fromOwnOrigin(request, config.baseUrl)),
  })
  const clients = connections({ io, authenticate, bufferCap, log })

  const ancestors = createAncestorCache((ids) =>
    listener.query('select id, ancestor_ids from company where id = any ($1)', [ids]),
  )
  const fanOut = createFanOut({
    ancestors,
    log,
    root: async () => (await listener.query<{ id: number }>('select id from company where parent_id is null'))[0]?.id,
    send: (room, subject, ids) =>
      void io.to(room).emit(liveEvents.changed, { changed: { subject, ids } } satisfies ChangedMessage),
  })

  const subscribe = (channel: string, payload: string) => {
    try {
      onNotify?.(channel, payload)
      if (channel === channels.reading) return watching.notify(readReading(payload))
      if (channel === channels.session) return clients.endSessions(readSessions(payload))
      const change = readChanged(payload)
      onChanged(change)
      fanOut.add(change)
      void recheckFor(change)
    } catch (error) {
      log.warn({ error, channel }, 'could not read an announcement')
    }
  }
  /**
   * A changed user may have another role, a changed company another parent or none: both require checking the clients.
   */
  async function recheckFor({ subject, ids }: ChangedRows): Promise<void> {
    if (subject === 'users') return clients.recheck((caller) => ids.length === 0 || ids.includes(caller.user_id))
    if (subject !== 'companies') return
    if (ids.length === 0) return clients.recheck()
    // Descendants of a changed company, whether their ancestor_ids were read before or after: both contain it.
    const below = await ancestors.of(clients.companies()).catch(() => undefined)
    clients.recheck(
      (caller) => below === undefined || ids.some((id) => below.get(caller.company_id)?.includes(id) ?? true),
    )
  }

  const connect = () =>
    listen({
      databases,
      log,
      channels: Object.values(channels),
      onMessage: subscribe,
      // Announcements may have been missed.
      onReturn() {
        ancestors.forget('all')
        onNotify?.(channels.session, JSON.stringify({ sessions: [] }))
        for (const subject of subjects) onChanged({ subject, ids: [], companies: [] })
        for (const subject of subjects)
          io.to(roomOf(allCompanies, subject)).emit(liveEvents.changed, changedAll(subject))
        clients.recheck()
      },
    })
  const listener = await firstConnection(connect)

  const watching = createWatching({ io, databases, log, query: (text, values) => listener.query(text, values) })
  io.on('connection', (socket) => watching.serve(socket))

  return {
    sockets: () => io.sockets.sockets.size,
    isListening: () => listener.isListening(),
    async stop() {
      stopping = true
      io.emit(liveEvents.restarting)
      for (let waited = 0; io.sockets.sockets.size > 0 && waited < 500; waited += 20) await sleep(20)
      clients.end()
      watching.end()
      fanOut.end()
      io.disconnectSockets(true)
      io.engine.close()
      await listener.close()
    },
  }
}

const changedAll = (subject: Subject): ChangedMessage => ({ changed: { subject, ids: [] } })

/** `{ "sessions": [id, …] }`; an empty list means too many to list. */
const readSessions = (payload: string): number[] => {
  const { sessions } = JSON.parse(payload) as { sessions?: unknown }
  return Array.isArray(sessions) ? sessions.filter((id) => typeof id === 'number') : []
}
