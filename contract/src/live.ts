import * as z from 'zod/mini'
import { subjects } from './abilities.ts'

/**
 * The live channel (socket.io at `/socket.io`, access token in the handshake's `auth.token`). Messages say what
 * changed, never the new state: who gets one asks again through the API, which decides what may be seen.
 */
export const liveEvents = {
  changed: 'changed',
  signedOut: 'signed-out',
  restarting: 'restarting',
  /** From the browser: a fresh access token, by which the connection stays open. */
  token: 'token',
  /** From the browser: `{ hardware_id }` of a device that is looked at, answered by `{ ok }`. Said again within `watchSeconds`. */
  watch: 'watch',
  /** From the browser: `{ hardware_id }` of one that is not looked at any more. */
  unwatch: 'unwatch',
  /** Devices that are watched and were read just now. */
  reading: 'reading',
} as const

/** How long a device counts as looked at without being named again, in seconds. */
export const watchSeconds = 60

/** Longest wait between two attempts to reconnect, in milliseconds. */
export const reconnectionDelayMax = 10_000

/** Rows of one subject that changed; an empty `ids` means too many to name. */
export const changedMessage = z.object({
  changed: z.object({ subject: z.enum(subjects), ids: z.array(z.int()) }),
})
export type ChangedMessage = z.infer<typeof changedMessage>

/** To those who watch the devices, and to nobody else. */
export const readingMessage = z.object({ ids: z.array(z.int()) })
export type ReadingMessage = z.infer<typeof readingMessage>

export const watchRequest = z.object({ hardware_id: z.int().check(z.minimum(1)) })
