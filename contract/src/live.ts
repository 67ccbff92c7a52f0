import * as z from 'zod/mini'
import { subjects } from './abilities.ts'

/**
 * The live channel (socket.io at `/socket.io`, access token in the handshake's `auth.token`). A message names what
 * changed, not the new state: the client queries the API again, which checks permissions.
 */
export const liveEvents = {
  changed: 'changed',
  signedOut: 'signed-out',
  restarting: 'restarting',
  /** From the browser: a new access token that keeps the connection open. */
  token: 'token',
  /**
   * From the browser: `{ hardware_id }` of a device on screen, acknowledged by `{ ok }`. Repeated within
   * `watchSeconds`.
   */
  watch: 'watch',
  /** From the browser: `{ hardware_id }` of a device that is no longer on screen. */
  unwatch: 'unwatch',
  /** Watched devices that have just been read. */
  reading: 'reading',
} as const

/** Seconds after which a watched device expires unless the browser names it again. */
export const watchSeconds = 60

/** Maximum delay between two attempts to reconnect, in milliseconds. */
export const reconnectionDelayMax = 10_000

/** Changed rows of one subject; an empty `ids` means too many to list. */
export const changedMessage = z.object({
  changed: z.object({ subject: z.enum(subjects), ids: z.array(z.int()) }),
})
export type ChangedMessage = z.infer<typeof changedMessage>

/** Sent only to browsers that watch the devices. */
export const readingMessage = z.object({ ids: z.array(z.int()) })
export type ReadingMessage = z.infer<typeof readingMessage>

export const watchRequest = z.object({ hardware_id: z.int().check(z.minimum(1)) })
