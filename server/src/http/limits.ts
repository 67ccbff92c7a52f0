import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { Actor } from '../access/actor.ts'
import { AppError } from '../errors.ts'

/** Most requests a minute; 0 switches a limit off. */
export interface LimitSettings {
  network: number
  user: number
  company: number
}

export interface Limits {
  /** @throws AppError rate_limited with the seconds until the window ends */
  check(request: Pick<FastifyRequest, 'ip'>, actor: Actor | null, endpoint: Endpoint): void
}

const windowMs = 60_000

/**
 * Counts requests in windows of a minute, by network for visitors, by user and company for the signed-in, and by
 * user and endpoint where an endpoint is narrower. Counted a process: a flood guard, not a quota. Guesses at
 * passwords are counted in the database by the access room.
 */
export function createLimits(settings: LimitSettings, now: () => number = Date.now): Limits {
  let windowStart = now()
  let counts = new Map<string, number>()

  const hit = (key: string, most: number) => {
    if (most <= 0) return
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count > most)
      throw new AppError('rate_limited', {
        retryAfter: Math.max(1, Math.ceil((windowStart + windowMs - now()) / 1000)),
      })
  }

  return {
    check(request, actor, endpoint) {
      if (now() - windowStart >= windowMs) {
        windowStart = now()
        counts = new Map()
      }
      const who = actor === null ? `network ${networkOf(request.ip)}` : `user ${actor.user_id}`
      if (actor === null) hit(who, settings.network)
      else {
        hit(who, settings.user)
        hit(`company ${actor.company_id}`, settings.company)
      }
      if (endpoint.perMinute !== undefined && settings.user > 0) hit(`${who} ${endpoint.name}`, endpoint.perMinute)
    },
  }
}

/** An IPv4 address, or the /64 of an IPv6 address: what one customer usually has. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  if (ip.startsWith('::ffff:') && ip.includes('.')) return ip.slice(7)
  const [head = '', tail] = ip.split('::')
  const left = head === '' ? [] : head.split(':')
  if (tail !== undefined) while (left.length < 4) left.push('0')
  return `${left.slice(0, 4).join(':')}::/64`
}
