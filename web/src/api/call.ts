import type { BodyInput, Endpoint, Params, QueryInput, Reply } from '@trunkline/contract/endpoint'
import { requestPassword } from '../access/password-request.ts'
import { amendUser, shownSession, storedSession } from '../access/session.ts'
import { startOwnChange } from './own-changes.ts'
import { rememberRequest } from './own-requests.ts'
import { freshToken, renewSession } from './renew.ts'
import { ApiError, newKey, request, type RawRequest, type Transport } from './request.ts'
import { sessionCalls } from './session-calls.ts'

export { ApiError } from './request.ts'

/** The input of a call, as its endpoint declares it. */
export interface CallInput<E extends Endpoint> {
  params?: Params<E>
  query?: QueryInput<E>
  /** The form data of an upload: its fields, and `file`. */
  body?: E['upload'] extends object ? FormData : BodyInput<E>
  /** Reuse it when retrying the same intent. POST calls without one get a new one. */
  idempotencyKey?: string
  signal?: AbortSignal
  /** `withProgress` of `upload-progress.ts` for uploads. */
  transport?: Transport
}

/** A fresh token that is rejected too ends the session. */
const roundsBeforeTheEnd = 2

/**
 * A call with session handling: a 401 refreshes the access token once for all callers in all tabs and repeats the call;
 * where that fails, the session ends (see `endSession`), and the call is repeated if the same user signs in again. A 422
 * `password_confirmation_required` asks for the password and repeats the call.
 */
async function perform(endpoint: Endpoint, input: RawRequest): Promise<Response> {
  const open = endpoint.access === 'public'
  const sent = { ...input, idempotencyKey: input.idempotencyKey ?? (endpoint.method === 'POST' ? newKey() : undefined) }
  for (let round = 0; ; round++) {
    const token = open ? null : await freshToken()
    const user = shownSession()?.user.id
    try {
      return await request(endpoint, { ...sent, token })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'password_confirmation_required' && (await requestPassword()))
        continue
      // The company has required a second factor since the session began: the page for it replaces the panel.
      if (error instanceof ApiError && error.reason === 'two_factor.setup_required')
        amendUser({ two_factor_missing: true })
      const rejected = error instanceof ApiError && error.status === 401
      if (!rejected || open || endpoint.name === sessionCalls.logout.name) throw error
      const renewed = await renewSession(token, round >= roundsBeforeTheEnd)
      // Another tab may have changed the session: a call of one user is never sent as another.
      if (!renewed || (user !== undefined && storedSession()?.user.id !== user)) throw error
    }
  }
}

/** In development and tests, logs a reply that does not match the contract. */
async function compareWithContract(endpoint: Endpoint, reply: unknown): Promise<void> {
  if (!endpoint.reply) return
  await import('../schema/zod.ts')
  const result = endpoint.reply.safeParse(reply)
  if (!result.success)
    console.error(`The reply of ${endpoint.name} is not as the contract says`, result.error.issues, reply)
}

/**
 * Calls an endpoint of the contract and returns its whole reply body (`{ data, meta? }`), or undefined for a 204.
 * @throws {ApiError} for every failure, including network errors
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<Reply<E>> {
  // Preferences and the session of the user are in no list.
  if (endpoint.method === 'GET' || typeof endpoint.access === 'string') return read(endpoint, input)
  const end = startOwnChange()
  try {
    const reply = await read(endpoint, input)
    end()
    return reply
  } catch (error) {
    // Without a reply, the change may have been made all the same.
    end(error instanceof ApiError && error.status >= 400 && error.status < 500)
    throw error
  }
}

async function read<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Reply<E>> {
  const reply = await perform(endpoint, input as RawRequest)
  if (endpoint.method !== 'GET' && typeof endpoint.access === 'object') rememberRequest(reply, endpoint.name)
  if (reply.status === 204) return undefined as Reply<E>
  const body: unknown = await reply.json().catch((cause: unknown) => {
    throw new ApiError({ status: reply.status, code: 'internal', message: 'The reply could not be read.', cause })
  })
  if (import.meta.env.DEV) await compareWithContract(endpoint, body)
  return body as Reply<E>
}

/** Calls an endpoint that replies with a file (a list with `export: 'csv'`, a stream) and saves it. */
export async function download<E extends Endpoint>(endpoint: E, input: CallInput<E>, fileName: string): Promise<void> {
  const reply = await perform(endpoint, input as RawRequest)
  const address = URL.createObjectURL(await reply.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads the URL after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
