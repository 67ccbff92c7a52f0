import { liveEvents, readingMessage, watchSeconds } from '@trunkline/contract/live'
import type { Socket } from 'socket.io-client'
import { liveSocket } from './live.ts'

type Told = () => void

/** Devices that are looked at, each with those who want to be told of its readings. */
const watched = new Map<number, Set<Told>>()
/** Connections that are listened to already. */
const heard = new WeakSet<Socket>()
/** Often enough that one lost word, or a connection that was made anew, does not end the watch. */
const sayEvery = (watchSeconds / 4) * 1000

function listen(socket: Socket): void {
  if (heard.has(socket)) return
  heard.add(socket)
  socket.on(liveEvents.reading, (message: unknown) => {
    const read = readingMessage.safeParse(message)
    if (read.success) for (const id of read.data.ids) for (const tell of watched.get(id) ?? []) tell()
  })
  socket.on('connect', () => {
    for (const id of watched.keys()) say(id)
  })
}

function say(id: number): void {
  const socket = liveSocket()
  if (!socket) return
  listen(socket)
  if (socket.connected && !document.hidden) socket.emit(liveEvents.watch, { hardware_id: id })
}

/**
 * Says that somebody looks at a device, which is read every few seconds for as long. A hidden page does not look.
 * @param tell called when it was read
 * @returns ends it
 */
export function watchDevice(id: number, tell: Told): () => void {
  const told = watched.get(id) ?? new Set<Told>()
  watched.set(id, told.add(tell))
  say(id)
  const timer = setInterval(() => say(id), sayEvery)
  return () => {
    clearInterval(timer)
    told.delete(tell)
    if (told.size > 0) return
    watched.delete(id)
    liveSocket()?.emit(liveEvents.unwatch, { hardware_id: id })
  }
}
