import { randomBytes, timingSafeEqual } from 'node:crypto'
import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/**
 * Cookie and header names of Laravel Sanctum, which existing clients use
 * (https://laravel.com/docs/sanctum#csrf-protection).
 */
export const csrfCookie = 'XSRF-TOKEN'
export const csrfHeader = 'x-xsrf-token'

/** Sets the cookie whose value the browser's script sends back in the header. */
export function setCsrfCookie(reply: FastifyReply, { secure }: { secure: boolean }): void {
  reply.setCookie(csrfCookie, randomBytes(24).toString('base64url'), {
    path: '/',
    sameSite: 'strict',
    secure,
    httpOnly: false,
    maxAge: 86_400,
  })
}

const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Rejects writes that a page of another origin could have sent: a request with cookies or without a bearer token must
 * repeat the cookie's value in the header. A personal API token without cookies needs no header, because browsers never
 * add it automatically.
 * @throws AppError csrf_mismatch, origin_refused
 */
export function checkCsrf(request: FastifyRequest, allowedOrigins: readonly string[]): void {
  if (!changing.has(request.method)) return
  const origin = request.headers.origin
  if (origin !== undefined && !allowedOrigins.includes(origin) && hostOf(origin) !== request.headers.host)
    throw new AppError('origin_refused')
  const hasCookies = Object.keys(request.cookies).length > 0
  const hasBearer = request.headers.authorization?.startsWith('Bearer ') === true
  if (!hasCookies && hasBearer) return
  const cookie = request.cookies[csrfCookie]
  const header = request.headers[csrfHeader]
  if (cookie === undefined || typeof header !== 'string') throw new AppError('csrf_mismatch')
  const a = Buffer.from(cookie)
  const b = Buffer.from(safeDecode(header))
  if (a.length !== b.length || !timingSafeEqual(a, b)) throw new AppError('csrf_mismatch')
}

/**
 * HTTP libraries of browsers send the cookie's value either decoded or not; our values contain only characters that
 * need no encoding.
 */
function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const hostOf = (origin: string): string | undefined => {
  try {
    return new URL(origin).host
  } catch {
    return undefined
  }
}
