import { liveEvents } from '@trunkline/contract/live'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { Logger } from '../log.ts'
import { visibleSubjects, type LiveCaller } from './caller.ts'
import { allCompanies, roomOf } from './fan-out.ts'

interface SocketData {
  token: string
  caller: LiveCaller
}
type Client = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketData>

export interface Connections {
  /** Signs out the clients of these sessions; an empty list checks every client again. */
  endSessions(sessions: number[]): void
  /**
   * Checks all or some clients again: disconnects those that are no longer authenticated, and updates what the others
   * may see.
   */
  recheck(which?: (caller: LiveCaller) => boolean): void
  /** Companies of the connected clients. */
  companies(): Set<number>
  end(): void
}

interface ConnectionSettings {
  io: Server
  authenticate(token: string): Promise<LiveCaller | null>
  bufferCap: number
  log: Logger
}

/** An access token lives ten minutes; an expired one keeps its client connected for at most one more minute. */
const recheckMs = 60_000
const backlogMs = 1000
/** Concurrent database queries. */
const concurrency = 8
const maxTokenLength = 256

/**
 * Manages connected clients: authenticates them by access token, adds each to the rooms of what it may see, and keeps
 * checking it. A client extends its connection by sending its new access token as the event `token`.
 */
export function connections({ io, authenticate, bufferCap, log }: ConnectionSettings): Connections {
  const clients = io.sockets.sockets as Map<string, Client>
  /** Counts ended sessions, to detect one that ended while its client was connecting. */
  let endings = 0

  io.use((socket, next) => {
    const client = socket as Client
    const endingsBefore = endings
    admit(client)
      .then((caller) => {
        if (caller === null) return next(new Error('unauthenticated'))
        next()
        if (endings !== endingsBefore) void check(client)
      })
      .catch((error: unknown) => {
        log.warn({ error }, 'could not authenticate a client')
        next(new Error('unavailable'))
      })
  })

  io.on('connection', (socket) => {
    const client = socket as Client
    joinRooms(client)
    let busy = false
    client.on(liveEvents.token, (token: unknown, answer: unknown) => {
      if (busy || typeof token !== 'string' || token.length > maxTokenLength) return
      busy = true
      void prolong(client, token).then((ok) => {
        busy = false
        if (typeof answer === 'function') answer({ ok })
      })
    })
  })

  async function admit(client: Client): Promise<LiveCaller | null> {
    const { token } = client.handshake.auth
    if (typeof token !== 'string' || token.length > maxTokenLength) return null
    const caller = await authenticate(token)
    // Personal API tokens are for programs that poll; they get no pushed messages.
    if (caller === null || caller.session_id === null || caller.two_factor_missing === true) return null
    client.data = { token, caller }
    return caller
  }

  /** Accepts a new token of the same session; any other has no effect. */
  async function prolong(client: Client, token: string): Promise<boolean> {
    try {
      const caller = await authenticate(token)
      if (caller === null || caller.two_factor_missing === true || caller.session_id !== client.data.caller.session_id)
        return false
      client.data.token = token
      become(client, caller)
      return true
    } catch {
      return false
    }
  }

  async function check(client: Client): Promise<void> {
    const { token } = client.data
    try {
      const caller = await authenticate(token)
      if (client.data.token !== token) return
      if (caller === null || caller.two_factor_missing === true) client.disconnect(true)
      else become(client, caller)
    } catch (error) {
      // The database is unavailable. The next check decides.
      log.debug({ error }, 'could not check a connected client')
    }
  }

  /** Clients to check, each once however often it is named: a bulk change names all of them repeatedly. */
  const doubted = new Set<Client>()
  let askers = 0
  async function query(): Promise<void> {
    for (const client of doubted) {
      doubted.delete(client)
      if (client.connected) await check(client)
    }
    askers--
  }

  const recheck: Connections['recheck'] = (which = () => true) => {
    for (const client of clients.values()) if (which(client.data.caller)) doubted.add(client)
    for (; askers < Math.min(concurrency, doubted.size); askers++) void query()
  }

  const rounds = setInterval(() => recheck(), recheckMs)
  const backlogs = setInterval(() => {
    for (const client of clients.values()) {
      if (backlogOf(client) <= bufferCap) continue
      log.info({ user_id: client.data.caller.user_id }, 'disconnected a client that does not read')
      disconnect(client)
    }
  }, backlogMs)
  rounds.unref()
  backlogs.unref()

  return {
    recheck,
    companies: () => new Set([...clients.values()].map((client) => client.data.caller.company_id)),
    endSessions(sessions) {
      endings++
      if (sessions.length === 0) return recheck()
      for (const client of clients.values()) {
        if (!sessions.includes(client.data.caller.session_id as number)) continue
        client.emit(liveEvents.signedOut)
        client.disconnect(true)
      }
    },
    end() {
      clearInterval(rounds)
      clearInterval(backlogs)
    },
  }
}

function joinRooms(client: Client): void {
  const { caller } = client.data
  for (const subject of visibleSubjects(caller))
    void client.join([roomOf(caller.company_id, subject), roomOf(allCompanies, subject)])
}

/** The access of a connected client can change: its role, or its company's type. */
function become(client: Client, caller: LiveCaller): void {
  const was = client.data.caller
  client.data.caller = caller
  if (was.company_id === caller.company_id && was.role === caller.role && was.company_type === caller.company_type)
    return
  for (const room of client.rooms) if (room !== client.id) void client.leave(room)
  joinRooms(client)
}

/** Internals of engine.io's connection that its types do not declare. */
interface EngineConnection {
  writeBuffer: { data?: unknown }[]
  /** `socket` only exists for a WebSocket. */
  transport: { socket?: { bufferedAmount: number; terminate(): void } }
  close(discard: boolean): void
}
const wireOf = (client: Client) => client.conn as unknown as EngineConnection

/** Closes a connection without waiting until the client has read its buffered data. */
function disconnect(client: Client): void {
  const wire = wireOf(client)
  const socket = wire.transport.socket
  wire.close(true)
  socket?.terminate()
}

/** Bytes buffered for the client: in its socket, or in the queue before it. */
function backlogOf(client: Client): number {
  const { writeBuffer, transport } = wireOf(client)
  const queued = writeBuffer.reduce(
    (sum, packet) => sum + (typeof packet.data === 'string' ? packet.data.length : 0),
    0,
  )
  return queued + (transport.socket?.bufferedAmount ?? 0)
}
