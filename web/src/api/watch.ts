import { liveEvents, readingMessage, watchSeconds } from '@trunkline/contract/live'
import type { Socket } from 'socket.io-client'
import { liveSocket } from './live.ts'

type Listener = () => void

/** Watched devices, each with the callbacks for its readings. */
const watched = new Map<number, Set<Listener>>()
/** Connections with listeners. */
const received = new WeakSet<Socket>()
/** Often enough that a lost message or a reconnect does not end the watch. Milliseconds. */
const renewMs = (watchSeconds / 4) * 1000

function listen(socket: Socket): void {
  if (received.has(socket)) return
  received.add(socket)
  socket.on(liveEvents.reading, (message: unknown) => {
    const read = readingMessage.safeParse(message)
    if (read.success) for (const id of read.data.ids) for (const notify of watched.get(id) ?? []) notify()
  })
  socket.on('connect', () => {
    for (const id of watched.keys()) notifyWatchers(id)
  })
}

function notifyWatchers(id: number): void {
  const socket = liveSocket()
  if (!socket) return
  listen(socket)
  if (socket.connected && !document.hidden) socket.emit(liveEvents.watch, { hardware_id: id })
}

/**
 * Watches a device, which the server then reads every few seconds. Paused while the page is hidden.
 * @param notify called when it was read
 * @returns a function to stop
 */
export function watchDevice(id: number, notify: Listener): () => void {
  const reported = watched.get(id) ?? new Set<Listener>()
  watched.set(id, reported.add(notify))
  notifyWatchers(id)
  const timer = setInterval(() => notifyWatchers(id), renewMs)
  return () => {
    clearInterval(timer)
    reported.delete(notify)
    if (reported.size > 0) return
    watched.delete(id)
    liveSocket()?.emit(liveEvents.unwatch, { hardware_id: id })
  }
}
