import type { ErrorReply } from '@trunkline/contract/errors'
import type { Endpoint, Method } from '@trunkline/contract/endpoint'
import { loadMessages, textOf } from '../i18n/messages.ts'
import { storage } from './storage.ts'

export const apiBase = '/api'

/**
 * A reply that is not a success, or no reply (`status` 0, codes `network` and `aborted`). `code` is an error code of
 * the contract, `reason` one of its reasons; `message` and `fields` (by the path of the field) are texts in the user's
 * language.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  /** The code itself, where the reason is unknown. */
  readonly reason: string
  readonly params: Record<string, unknown>
  readonly fields: Record<string, string> | undefined
  readonly details: Record<string, unknown> | undefined
  readonly requestId: string | undefined
  /** Seconds that a 429 or 503 asks to wait. */
  readonly retryAfter: number | undefined

  constructor(of: {
    status: number
    code: string
    reason?: string | undefined
    params?: Record<string, unknown> | undefined
    message: string
    fields?: Record<string, string> | undefined
    details?: Record<string, unknown> | undefined
    requestId?: string | undefined
    retryAfter?: number | undefined
    cause?: unknown
  }) {
    super(of.message, { cause: of.cause })
    this.status = of.status
    this.code = of.code
    this.reason = of.reason ?? of.code
    this.params = of.params ?? {}
    this.fields = of.fields
    this.details = of.details
    this.requestId = of.requestId
    this.retryAfter = of.retryAfter
  }
}

/** Sends a request as `fetch` does. */
export type Transport = (address: string, request: RequestInit & { headers: Headers }) => Promise<Response>

export interface RawRequest {
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  /** Default: `fetch`, which does not report how much of a body is sent. */
  transport?: Transport | undefined
  /** Sent as the bearer; `null` sends none. Default: the stored access token. */
  token?: string | null | undefined
}

/**
 * The path of a call with its parameters and query, below the API base. Undefined and empty query values are omitted.
 */
export function addressOf(endpoint: Endpoint, input: Pick<RawRequest, 'params' | 'query'>): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name]
    if (value === undefined || value === '') throw new TypeError(`${endpoint.name} needs the path parameter ${name}.`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value))
  const text = query.toString()
  return apiBase + path + (text && `?${text}`)
}

/** 128 random bits in hex. `crypto.randomUUID` is missing on plain-HTTP addresses other than localhost. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function csrfToken(): string | undefined {
  const pair = document.cookie.split('; ').find((part) => part.startsWith('XSRF-TOKEN='))
  // An empty cookie was revoked.
  return (pair && decodeURIComponent(pair.slice('XSRF-TOKEN='.length))) || undefined
}

let cookieOnItsWay: Promise<void> | undefined

/** Fetches the XSRF-TOKEN cookie; concurrent callers share one request. */
async function fetchCsrfCookie(): Promise<void> {
  cookieOnItsWay ??= fetch('/sanctum/csrf-cookie', { credentials: 'include' })
    .then(() => undefined)
    .finally(() => {
      cookieOnItsWay = undefined
    })
  await cookieOnItsWay
}

const changes = (method: Method) => method !== 'GET'

async function send(endpoint: Endpoint, input: RawRequest): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  const token = input.token === undefined ? storage.get('accessToken') : input.token
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (document.documentElement.lang) headers.set('accept-language', document.documentElement.lang)
  if (changes(endpoint.method)) {
    const xsrf = csrfToken()
    if (xsrf) headers.set('x-xsrf-token', xsrf)
    // RFC 7240: device commands reply at once, and the live channel reports their progress.
    headers.set('prefer', 'respond-async')
  }
  if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey)
  let body: string | FormData | undefined
  // The browser sets the header of a form, which has the boundary of its parts.
  if (input.body instanceof FormData) body = input.body
  else if (input.body !== undefined) {
    headers.set('content-type', 'application/json')
    body = JSON.stringify(input.body)
  }
  try {
    const transport: Transport = input.transport ?? fetch
    return await transport(addressOf(endpoint, input), {
      method: endpoint.method,
      headers,
      credentials: 'include',
      ...(body !== undefined && { body }),
      ...(input.signal && { signal: input.signal }),
    })
  } catch (cause) {
    if (cause instanceof TypeError && /path parameter/.test(cause.message)) throw cause
    const code = input.signal?.aborted ? 'aborted' : 'network'
    throw new ApiError({
      status: 0,
      code,
      message: code === 'aborted' ? 'The request was cancelled.' : 'The server can’t be reached.',
      cause,
    })
  }
}

/** The error of a reply; replies of others (a proxy's page) become `unavailable` or `internal`. */
async function errorOf(reply: Response): Promise<ApiError> {
  const retryAfter = Number(reply.headers.get('retry-after')) || undefined
  const text = await reply.text().catch(() => '')
  try {
    const { error } = JSON.parse(text) as ErrorReply
    await loadMessages()
    return new ApiError({
      status: reply.status,
      code: error.code,
      reason: error.reason,
      params: error.params,
      message: textOf(error),
      fields:
        error.fields &&
        Object.fromEntries(Object.entries(error.fields).map(([path, message]) => [path, textOf(message)])),
      details: error.details,
      requestId: error.request_id,
      retryAfter,
    })
  } catch {
    const away = reply.status === 502 || reply.status === 503 || reply.status === 504
    return new ApiError({
      status: reply.status,
      code: away ? 'unavailable' : 'internal',
      message: `The server responded with status ${reply.status}.`,
      requestId: reply.headers.get('x-request-id') ?? undefined,
      retryAfter,
    })
  }
}

/**
 * One request with CSRF handling and without session handling, for `call`, refresh and logout. A changing call without
 * the XSRF cookie fetches it first; `csrf_mismatch` fetches it again and retries once.
 * @throws {ApiError} for every reply that is not a success
 */
export async function request(endpoint: Endpoint, input: RawRequest = {}): Promise<Response> {
  if (changes(endpoint.method) && csrfToken() === undefined) await fetchCsrfCookie().catch(() => undefined)
  const reply = await send(endpoint, input)
  if (reply.ok) return reply
  const error = await errorOf(reply)
  if (error.code !== 'csrf_mismatch') throw error
  await fetchCsrfCookie().catch(() => undefined)
  const again = await send(endpoint, input)
  if (again.ok) return again
  throw await errorOf(again)
}
