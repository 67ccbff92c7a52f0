import type { BodyInput, Endpoint, Params, QueryInput, Reply } from '@trunkline/contract/endpoint'
import { shownSession, storedSession } from '../access/session.ts'
import { renewSession } from './renew.ts'
import { ApiError, newKey, request, type RawRequest } from './request.ts'
import { sessionCalls } from './session-calls.ts'
import { storage } from './storage.ts'

export { ApiError } from './request.ts'

/** What a call takes: only what its endpoint declares. */
export interface CallInput<E extends Endpoint> {
  params?: Params<E>
  query?: QueryInput<E>
  /** The form of an upload: its fields, and `file`. */
  body?: E['upload'] extends object ? FormData : BodyInput<E>
  /** Repeat it with a retry of the same intent. POST calls without one get a fresh one. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** A fresh token that is refused as well is the end, not a reason to go round in circles. */
const roundsBeforeTheEnd = 2

/**
 * One call with the session's care: a 401 refreshes the access token once for all callers of all tabs and repeats the
 * call; where that fails, the session ends (see `endSession`), and the call is repeated if the same user comes back.
 */
async function perform(endpoint: Endpoint, input: RawRequest): Promise<Response> {
  const open = endpoint.access === 'public'
  const sent = { ...input, idempotencyKey: input.idempotencyKey ?? (endpoint.method === 'POST' ? newKey() : undefined) }
  for (let round = 0; ; round++) {
    const token = open ? null : storage.get('accessToken')
    const user = shownSession()?.user.id
    try {
      return await request(endpoint, { ...sent, token })
    } catch (error) {
      const rejected = error instanceof ApiError && error.status === 401
      if (!rejected || open || endpoint.name === sessionCalls.logout.name) throw error
      const renewed = await renewSession(token, round >= roundsBeforeTheEnd)
      // Another tab may have left or taken on somebody's session meanwhile: what one user meant is never sent as another.
      if (!renewed || (user !== undefined && storedSession()?.user.id !== user)) throw error
    }
  }
}

/** In development and tests a reply that is not as the contract says is told on the console. */
async function compareWithContract(endpoint: Endpoint, reply: unknown): Promise<void> {
  if (!endpoint.reply) return
  await import('../schema/zod.ts')
  const result = endpoint.reply.safeParse(reply)
  if (!result.success)
    console.error(`The reply of ${endpoint.name} is not as the contract says`, result.error.issues, reply)
}

/**
 * Calls an endpoint of the contract and answers its whole reply body (`{ data, meta? }`), or undefined for a 204.
 * @throws {ApiError} for every failure, those of the network included
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<Reply<E>> {
  const reply = await perform(endpoint, input as RawRequest)
  if (reply.status === 204) return undefined as Reply<E>
  const body: unknown = await reply.json().catch((cause: unknown) => {
    throw new ApiError({ status: reply.status, code: 'internal', message: 'The reply could not be read.', cause })
  })
  if (import.meta.env.DEV) await compareWithContract(endpoint, body)
  return body as Reply<E>
}

/** Calls an endpoint that answers a file (a list with `export: 'csv'`, a stream) and hands it to the browser to keep. */
export async function download<E extends Endpoint>(endpoint: E, input: CallInput<E>, fileName: string): Promise<void> {
  const reply = await perform(endpoint, input as RawRequest)
  const address = URL.createObjectURL(await reply.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
