import { may } from '@trunkline/contract/abilities'
import { liveEvents, watchRequest, watchSeconds, type ReadingMessage } from '@trunkline/contract/live'
import { sql } from 'kysely'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import { withTenant } from '../db/tenant-transaction.ts'
import type { Databases } from '../db/pool.ts'
import type { Logger } from '../log.ts'
import type { LiveCaller } from './caller.ts'

type Client = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, { caller: LiveCaller }>

interface WatchSettings {
  io: Server
  databases: Databases
  /** Queries as the panel itself, which stores the polling times of devices. */
  query(text: string, values: unknown[]): Promise<unknown>
  log: Logger
}

export interface Watching {
  /** Lets a connected client subscribe to devices. */
  serve(client: Client): void
  /** Notifies the clients that watch these devices of new readings. */
  notify(ids: readonly number[]): void
  end(): void
}

/** Maximum devices that one client may watch at the same time: a page shows one, a site's page those of the site. */
const maxWatched = 25
const renewMs = 15_000
const roomOf = (hardware_id: number) => `watching:${hardware_id}`

/**
 * Parses the ids of polled devices.
 * @throws Error if it is not such an announcement
 */
export function readReading(payload: string): number[] {
  const ids: unknown = JSON.parse(payload)
  if (!Array.isArray(ids)) throw new Error('not an announcement of readings')
  return ids.filter((id) => typeof id === 'number')
}

/**
 * Tracks which clients watch which devices. A watched device is polled every few seconds, so that only clients whose
 * tenant transaction sees the device's row may watch it, and only while they keep renewing the subscription.
 */
export function createWatching({ io, databases, query, log }: WatchSettings): Watching {
  const until = new Map<Client, Map<number, number>>()

  async function isVisible({ company_id, company_type, user_id }: LiveCaller, hardware_id: number): Promise<boolean> {
    const settings = { company_id, everything: company_type === 'simrush', actor_id: user_id }
    const { rows } = await withTenant(databases, settings, { write: false }, (tx) =>
      sql`select from hardware where id = ${hardware_id} and deleted_at is null`.execute(tx),
    )
    return rows.length > 0
  }

  const renew = (ids: readonly number[]) =>
    query(
      `update hardware_poll set watched_until = now() + make_interval(secs => $2), next_at = least(next_at, now() + interval '3 seconds')
        where hardware_id = any ($1)`,
      [ids, (renewMs / 1000) * 2],
    ).catch((error: unknown) => log.debug({ error }, 'a watch could not be renewed'))

  async function watch(client: Client, hardware_id: number): Promise<boolean> {
    const { caller } = client.data
    const mine = until.get(client)
    if (mine === undefined || !may(caller, { action: 'view', subject: 'hardware' })) return false
    if (!mine.has(hardware_id) && mine.size >= maxWatched) return false
    const visible = await isVisible(caller, hardware_id)
    // The client may have disconnected, or changed its user, in the meantime.
    const is = client.data.caller
    if (is.company_id !== caller.company_id || is.role !== caller.role || !until.has(client)) return false
    if (!visible) {
      unwatch(client, hardware_id)
      return false
    }
    const isNew = !mine.has(hardware_id)
    mine.set(hardware_id, Date.now() + watchSeconds * 1000)
    await client.join(roomOf(hardware_id))
    if (isNew)
      await query(
        `update hardware_poll set watched_until = now() + make_interval(secs => $2), next_at = least(next_at, now()) where hardware_id = $1`,
        [hardware_id, (renewMs / 1000) * 2],
      )
    return true
  }

  function unwatch(client: Client, hardware_id: number): void {
    until.get(client)?.delete(hardware_id)
    void client.leave(roomOf(hardware_id))
  }

  const timer = setInterval(() => {
    const now = Date.now()
    const ids = new Set<number>()
    for (const [client, mine] of until)
      for (const [id, end] of mine)
        // A client with another user has left all rooms.
        if (end < now || !client.rooms.has(roomOf(id))) unwatch(client, id)
        else ids.add(id)
    if (ids.size > 0) void renew([...ids])
  }, renewMs)
  timer.unref()

  return {
    serve(client) {
      until.set(client, new Map())
      client.on('disconnect', () => until.delete(client))
      let busy = 0
      client.on(liveEvents.watch, (request: unknown, answer: unknown) => {
        const sent = watchRequest.safeParse(request)
        const reply = (ok: boolean) => {
          if (typeof answer === 'function') answer({ ok })
        }
        if (!sent.success || busy >= maxWatched) return reply(false)
        busy++
        watch(client, sent.data.hardware_id)
          .then(reply, (error: unknown) => {
            log.debug({ error }, 'a watch could not be granted')
            reply(false)
          })
          .finally(() => busy--)
      })
      client.on(liveEvents.unwatch, (request: unknown) => {
        const sent = watchRequest.safeParse(request)
        if (sent.success) unwatch(client, sent.data.hardware_id)
      })
    },
    notify(ids) {
      for (const id of ids) io.to(roomOf(id)).emit(liveEvents.reading, { ids: [id] } satisfies ReadingMessage)
    },
    end: () => clearInterval(timer),
  }
}
