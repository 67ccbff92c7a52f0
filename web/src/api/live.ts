import type { Subject } from '@trunkline/contract/abilities'
import { changedMessage, liveEvents, reconnectionDelayMax, type ChangedMessage } from '@trunkline/contract/live'
import { useSyncExternalStore } from 'react'
import type { Socket } from 'socket.io-client'
import { loadChunk } from './chunk.ts'
import { queryClient } from './query-client.ts'
import { invalidateSubject } from './query.ts'
import { renewSession } from './renew.ts'
import { storage } from './storage.ts'
import { storedSession } from '../access/session.ts'

export interface LiveState {
  status: 'connecting' | 'live' | 'reconnecting' | 'paused'
  /** Announced changes that wait for the end of the pause. */
  waiting: number
}

/** Changes are gathered for this long, so that a bulk is one refetch. */
const gatherFor = 400
/** Without a live connection, what is on the page is asked for anew this often. */
const pollEvery = 60_000

let state: LiveState = { status: 'connecting', waiting: 0 }
const listeners = new Set<() => void>()

function setState(next: Partial<LiveState>): void {
  const merged = { ...state, ...next }
  if (merged.status === state.status && merged.waiting === state.waiting) return
  state = merged
  for (const listener of listeners) listener()
}

export const useLive = (): LiveState =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )

/** By subject; an empty set stands for "too many to name". */
const gathered = new Map<Subject, Set<number>>()
let timer: ReturnType<typeof setTimeout> | undefined

function flush(): void {
  timer = undefined
  for (const [subject, ids] of gathered) invalidateSubject(subject, [...ids])
  gathered.clear()
}

function gather({ subject, ids }: ChangedMessage['changed']): void {
  const known = gathered.get(subject)
  const all = ids.length === 0 || known?.size === 0
  gathered.set(subject, all ? new Set() : new Set([...(known ?? []), ...ids]))
  if (state.status === 'paused') setState({ waiting: state.waiting + Math.max(ids.length, 1) })
  else timer ??= setTimeout(flush, gatherFor)
}

/** Stops acting on changes; they are gathered until `resumeLive` (WCAG 2.2.2). */
export function pauseLive(): void {
  clearTimeout(timer)
  timer = undefined
  setState({ status: 'paused' })
}

export function resumeLive(): void {
  setState({ status: connection?.connected ? 'live' : 'reconnecting', waiting: 0 })
  flush()
}

let connection: Socket | undefined
/** The open connection, for what is said beyond changes. */
export const liveSocket = (): Socket | undefined => connection
let wanted = false
/** Disconnected at least once: what changed meanwhile was not announced to us. */
let missed = false

const status = (next: LiveState['status']) => state.status !== 'paused' && setState({ status: next })

async function connect(): Promise<void> {
  const [{ io }] = await Promise.all([
    loadChunk(() => import('socket.io-client')),
    // Its messages are read by schemas.
    loadChunk(() => import('../schema/zod.ts')),
  ])
  if (!wanted || connection) return
  const socket = io({
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    // Each page has its own first delay, so that a restarted server is not met by all of them at once.
    reconnectionDelay: 1000 + Math.random() * 4000,
    reconnectionDelayMax,
    randomizationFactor: 0.5,
    auth: (give) => {
      known = { token: storage.get('accessToken'), since: Date.now() }
      give({ token: known.token })
    },
  })
  connection = socket
  socket.on('connect', () => {
    status('live')
    if (missed) void queryClient.invalidateQueries()
    missed = false
  })
  socket.on('disconnect', (reason) => {
    missed = true
    status('reconnecting')
    // socket.io does not come back by itself when it was the server that closed.
    if (reason === 'io server disconnect') void comeBack(socket, false)
  })
  socket.on('connect_error', () => {
    missed = true
    status('reconnecting')
    // Refused in the handshake, which socket.io takes as final: the access token has run out.
    if (!socket.active) void comeBack(socket, true)
  })
  socket.on(liveEvents.changed, (message: unknown) => {
    const read = changedMessage.safeParse(message)
    if (read.success) gather(read.data.changed)
  })
  socket.on(liveEvents.signedOut, () => void checkSession(socket))
  socket.on(liveEvents.restarting, () => {
    socket.disconnect()
    status('reconnecting')
    missed = true
    setTimeout(() => wanted && connection === socket && socket.connect(), Math.random() * reconnectionDelayMax)
  })
}

/** Connects again, if need be with a fresh access token. Waits first, so that a refusing server is not hammered. */
async function comeBack(socket: Socket, rejected: boolean): Promise<void> {
  const used = storage.get('accessToken')
  await new Promise((resolve) => setTimeout(resolve, 1000 + Math.random() * 4000))
  const current = () => wanted && connection === socket && !socket.connected
  if (!current()) return
  // Where the server can't be asked now, the next attempt to connect will find out.
  const renewed = rejected ? await renewSession(used).catch(() => true) : true
  if (renewed && current()) socket.connect()
}

/** The server says that this session is over: a refresh proves it, and then the page goes the way of every ended session. */
async function checkSession(socket: Socket): Promise<void> {
  const back = await renewSession(storage.get('accessToken')).catch(() => true)
  if (back && wanted && connection === socket) socket.disconnect().connect()
}

/** The token that the server knows the connection by. */
let known = { token: null as string | null, since: 0 }
/** Access tokens live ten minutes; the connection stays open by a fresh one before that. */
const renewAfter = 8 * 60_000
const lookEvery = 20_000

/** Tells the server a token that was renewed meanwhile, and renews one that is about to run out on a quiet page. */
async function maintainConnection(): Promise<void> {
  const token = storage.get('accessToken')
  if (!connection?.connected || token === null || document.hidden) return
  if (token !== known.token) {
    connection.emit(liveEvents.token, token)
    known = { token, since: Date.now() }
  } else if (Date.now() - known.since > renewAfter && !storedSession()?.user.impersonator) {
    // The next look tells it.
    await renewSession(token).catch(() => false)
  }
}

let poll: ReturnType<typeof setInterval> | undefined
let look: ReturnType<typeof setInterval> | undefined

/** Opens the live channel; the socket's program loads now, so call it when the page is idle. */
export function startLive(): void {
  if (wanted) return
  wanted = true
  setState({ status: 'connecting', waiting: 0 })
  connect().catch(() => status('reconnecting'))
  look = setInterval(() => void maintainConnection(), lookEvery)
  poll = setInterval(() => {
    if (!connection?.connected && state.status !== 'paused' && !document.hidden) void queryClient.invalidateQueries()
  }, pollEvery)
}

export function stopLive(): void {
  wanted = false
  missed = false
  clearInterval(poll)
  clearInterval(look)
  clearTimeout(timer)
  timer = undefined
  gathered.clear()
  connection?.disconnect()
  connection = undefined
}
