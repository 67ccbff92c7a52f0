import type { Subject } from '@trunkline/contract/abilities'
import { changedMessage, liveEvents, reconnectionDelayMax, type ChangedMessage } from '@trunkline/contract/live'
import { useSyncExternalStore } from 'react'
import type { Socket } from 'socket.io-client'
import { loadChunk } from './chunk.ts'
import { queryClient } from './query-client.ts'
import { invalidateSubject } from './query.ts'
import { freshToken, renewSession } from './renew.ts'
import { storage } from './storage.ts'

export interface LiveState {
  status: 'connecting' | 'live' | 'reconnecting' | 'paused'
  /** Changes announced during a pause. */
  waiting: number
}

/** Changes are collected for this time, so that a bulk action causes one refetch. Milliseconds. */
const gatherFor = 400
/** The interval of refetching without a live connection. Milliseconds. */
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

/** By subject; an empty set means "too many to list". */
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

/** Stops applying changes; they are collected until `resumeLive` (WCAG 2.2.2). */
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
/** The open connection, for messages other than changes. */
export const liveSocket = (): Socket | undefined => connection
let wanted = false
/** The connection was interrupted, and changes in the meantime were not announced. */
let missed = false

const status = (next: LiveState['status']) => state.status !== 'paused' && setState({ status: next })

async function connect(): Promise<void> {
  const [{ io }] = await Promise.all([
    loadChunk(() => import('socket.io-client')),
    // Its messages are parsed by schemas.
    loadChunk(() => import('../schema/zod.ts')),
  ])
  if (!wanted || connection) return
  const socket = io({
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    // A random first delay, so that pages do not reconnect to a restarted server at once.
    reconnectionDelay: 1000 + Math.random() * 4000,
    reconnectionDelayMax,
    randomizationFactor: 0.5,
    auth: (give) =>
      void freshToken().then((token) => {
        known = token
        give({ token })
      }),
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
    // socket.io does not reconnect when the server closed the connection.
    if (reason === 'io server disconnect') void comeBack(socket, false)
  })
  socket.on('connect_error', () => {
    missed = true
    status('reconnecting')
    // A rejected handshake is final for socket.io: the access token has expired.
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

/** Reconnects, with a fresh access token if needed. Waits first, to spare a server that rejects. */
async function comeBack(socket: Socket, rejected: boolean): Promise<void> {
  const used = storage.get('accessToken')
  await new Promise((resolve) => setTimeout(resolve, 1000 + Math.random() * 4000))
  const current = () => wanted && connection === socket && !socket.connected
  if (!current()) return
  // If the server can't be reached now, the next attempt finds out.
  const renewed = rejected ? await renewSession(used).catch(() => true) : true
  if (renewed && current()) socket.connect()
}

/** The server reports the end of this session: a refresh confirms it, and the page ends the session. */
async function checkSession(socket: Socket): Promise<void> {
  const back = await renewSession(storage.get('accessToken')).catch(() => true)
  if (back && wanted && connection === socket) socket.disconnect().connect()
}

/** The token of the connection. */
let known: string | null = null
const lookEvery = 20_000

/** Sends a renewed token to the server, and renews one that is about to expire. */
async function maintainConnection(): Promise<void> {
  if (!connection?.connected || document.hidden) return
  const token = await freshToken()
  if (token === null || token === known || !connection?.connected) return
  connection.emit(liveEvents.token, token)
  known = token
}

let poll: ReturnType<typeof setInterval> | undefined
let look: ReturnType<typeof setInterval> | undefined

/** Opens the live channel. Loads the socket client, so call it when the page is idle. */
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
