import { expect, test } from 'vitest'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { Actor } from '../access/actor.ts'
import { createLimits, networkOf } from './limits.ts'

const endpoint = { name: 'x', method: 'GET', path: '/x', access: 'self', summary: '' } as Endpoint
const actor = (user_id: number, company_id = 1) => ({ user_id, company_id }) as Actor

test('a user over the limit waits for the next minute, and others go on', () => {
  let now = 0
  const limits = createLimits({ user: 2, company: 100, network: 0 }, () => now)
  limits.check({ ip: '192.0.2.1' }, actor(1), endpoint)
  limits.check({ ip: '192.0.2.1' }, actor(1), endpoint)
  expect(() => limits.check({ ip: '192.0.2.1' }, actor(1), endpoint)).toThrowError(
    expect.objectContaining({ code: 'rate_limited', retryAfter: 60 }),
  )
  limits.check({ ip: '192.0.2.1' }, actor(2), endpoint)
  now = 60_000
  limits.check({ ip: '192.0.2.1' }, actor(1), endpoint)
})

test('a company has a limit over all its users, and an endpoint one of its own', () => {
  const limits = createLimits({ user: 10, company: 3, network: 0 }, () => 0)
  for (const user of [1, 2, 3]) limits.check({ ip: '' }, actor(user), endpoint)
  expect(() => limits.check({ ip: '' }, actor(4), endpoint)).toThrow()
  limits.check({ ip: '' }, actor(5, 2), { ...endpoint, name: 'narrow', perMinute: 1 })
  expect(() => limits.check({ ip: '' }, actor(5, 2), { ...endpoint, name: 'narrow', perMinute: 1 })).toThrow()
})

test('an IPv6 customer counts as its /64', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
})
