import { companies } from '@trunkline/contract/resources/company'
import { users } from '@trunkline/contract/resources/user'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginLoginAs } from '../access/login-as.ts'
import { settlePassword } from '../access/password-request.ts'
import { setNavigator } from '../access/navigate.ts'
import {
  clearSession,
  dropInMemorySession,
  renewalTime,
  storeSession,
  shownSession,
  storedSession,
} from '../access/session.ts'
import { reply, startApiServer, type ApiServer } from '../testing/api-server.ts'
import { sessionFor } from '../testing/sessions.ts'
import { call, type ApiError } from './call.ts'
import { refreshAccess } from './refresh.ts'
import { storage } from './storage.ts'
import { replied } from '../testing/messages.ts'

let api: ApiServer
let went: string[] = []

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  clearSession()
  for (const pair of document.cookie.split('; '))
    document.cookie = `${pair.split('=')[0]}=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/`
  api = await startApiServer()
  went = []
  setNavigator((to) => went.push(to))
})
afterEach(async () => {
  dropInMemorySession()
  await api.close()
})

const list = { data: [], meta: { pagination: { current_page: 1, last_page: 1, per_page: 25, total: 0 } } }

/** Answers the list only to this access token. */
const onlyFor = (token: string) =>
  api.on('GET /api/company/index', ({ headers }) =>
    headers.authorization === `Bearer ${token}` ? list : reply(401, 'unauthenticated'),
  )

const caught = async (promise: Promise<unknown>): Promise<ApiError> => {
  try {
    await promise
  } catch (error) {
    return error as ApiError
  }
  throw new Error('It was expected to fail.')
}

describe('a call that needs the password again', () => {
  const change = () => call(users.update, { params: { id: 5 }, body: { role: 'editor' } })
  let confirmed = false
  beforeEach(() => {
    confirmed = false
    storeSession(sessionFor())
    api.on('PUT /api/user/5/update', () =>
      confirmed ? { data: { id: 5 } } : reply(422, 'password_confirmation_required'),
    )
  })

  /** Answers the question, as soon as it is open. */
  async function answer<T>(result: Promise<T>, confirm: boolean): Promise<T> {
    let isSettled = false
    const ended = result.finally(() => (isSettled = true))
    await vi.waitFor(() => {
      settlePassword(confirm)
      expect(isSettled).toBe(true)
    })
    return ended
  }

  it('is repeated after the password was confirmed', async () => {
    const both = Promise.all([change(), change()])
    await vi.waitFor(() => expect(api.of('/api/user/5/update')).toHaveLength(2))
    confirmed = true
    expect(await answer(both, true)).toEqual([{ data: { id: 5 } }, { data: { id: 5 } }])
  })

  it('fails when the question is cancelled', async () => {
    expect((await answer(caught(change()), false)).code).toBe('password_confirmation_required')
    expect(api.of('/api/user/5/update')).toHaveLength(1)
  })
})

it('a required second factor replaces the panel', async () => {
  storeSession(sessionFor())
  api.on('GET /api/company/index', () =>
    reply(403, { error: { code: 'forbidden', reason: 'two_factor.setup_required', message: 'Set it up first.' } }),
  )
  expect((await caught(call(companies.index))).reason).toBe('two_factor.setup_required')
  expect(storedSession()?.user.two_factor_missing).toBe(true)
})

describe('a call', () => {
  it('writes parameters and query into the address and carries the access token', async () => {
    storeSession(sessionFor())
    onlyFor('access-token-one-000')
    await call(companies.index, { query: { page: 2, search: 'name:Höhe & Co', orderBy: undefined } })
    expect(api.of('/api/company/index')[0]?.path).toBe('/api/company/index?page=2&search=name%3AH%C3%B6he+%26+Co')
  })

  it('says what the error reply says', async () => {
    storeSession(sessionFor())
    api.on('PUT /api/company/5/update', () =>
      reply(422, {
        error: {
          code: 'validation_failed',
          message: 'No.',
          fields: { name: replied('text', { text: 'Too short.' }) },
          request_id: 'r-9',
        },
      }),
    )
    const error = await caught(call(companies.update, { params: { id: 5 }, body: { name: 'x' } }))
    expect(error).toMatchObject({
      status: 422,
      code: 'validation_failed',
      fields: { name: 'Too short.' },
      requestId: 'r-9',
    })
  })

  it('tells a reply that is no reply of ours by its status', async () => {
    api.on('GET /api/company/index', (_, response) => {
      response.writeHead(502, { 'content-type': 'text/html' })
      response.end('<h1>Bad gateway</h1>')
    })
    expect(await caught(call(companies.index))).toMatchObject({ status: 502, code: 'unavailable' })
  })

  it('tells a server that is not there as a fault of the network', async () => {
    await api.close()
    expect(await caught(call(companies.index))).toMatchObject({ status: 0, code: 'network' })
  })

  it('gives each POST a key of its own, and repeats the one that it is given', async () => {
    storeSession(sessionFor())
    api.on('POST /api/company/store', () => reply(201, { data: { id: 1 } }))
    await call(companies.store, { body: { name: 'A', type: 'client' } })
    await call(companies.store, { body: { name: 'A', type: 'client' } })
    await call(companies.store, { body: { name: 'A', type: 'client' }, idempotencyKey: 'mine' })
    const keys = api.of('/api/company/store').map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).not.toBe(keys[0])
    expect(keys[2]).toBe('mine')
  })
})

describe('the CSRF cookie', () => {
  it('is fetched once before the first changing call, also for several at a time, and sent back as a header', async () => {
    storeSession(sessionFor())
    api.on('PUT /api/company/5/recover', () => ({ data: {} }))
    await Promise.all([call(companies.recover, { params: { id: 5 } }), call(companies.recover, { params: { id: 5 } })])
    expect(api.of('/sanctum/csrf-cookie')).toHaveLength(1)
    expect(api.of('/api/company/5/recover').map(({ headers }) => headers['x-xsrf-token'])).toEqual(['x1', 'x1'])
  })

  it('is not asked for by calls that change nothing', async () => {
    storeSession(sessionFor())
    onlyFor('access-token-one-000')
    await call(companies.index)
    expect(api.of('/sanctum/csrf-cookie')).toHaveLength(0)
  })

  it('is fetched again when the server does not take it, and the call tried once more with the same key', async () => {
    storeSession(sessionFor())
    api.on('POST /api/company/store', ({ headers }) =>
      headers['x-xsrf-token'] === 'x2' ? reply(201, { data: { id: 3 } }) : reply(419, 'csrf_mismatch'),
    )
    expect(await call(companies.store, { body: { name: 'A', type: 'client' } })).toEqual({ data: { id: 3 } })
    const keys = api.of('/api/company/store').map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })

  it('is not fetched for ever: a second refusal is the answer', async () => {
    storeSession(sessionFor())
    api.on('POST /api/company/store', () => reply(419, 'csrf_mismatch'))
    expect(await caught(call(companies.store, { body: { name: 'A', type: 'client' } }))).toMatchObject({ status: 419 })
    expect(api.of('/api/company/store')).toHaveLength(2)
  })
})

describe('a 401', () => {
  it('refreshes once for fifty calls at a time and repeats them all', async () => {
    storeSession(sessionFor({ access: 'old-access-token-0000' }))
    onlyFor('new-access-token-0000')
    api.on('POST /api/auth/refresh-token', async ({ body }) => {
      await new Promise((resolve) => setTimeout(resolve, 30))
      expect(body).toEqual({ refreshToken: 'refresh-token-one-00' })
      return { data: sessionFor({ access: 'new-access-token-0000', refresh: 'refresh-token-two-00' }) }
    })
    const replies = await Promise.all(Array.from({ length: 50 }, () => call(companies.index)))
    expect(replies).toHaveLength(50)
    expect(api.of('/api/auth/refresh-token')).toHaveLength(1)
    expect(storage.get('refreshToken')).toBe('refresh-token-two-00')
    expect(went).toEqual([])
  })

  it('finds the token that another tab has refreshed meanwhile, without refreshing', async () => {
    storeSession(sessionFor({ access: 'old-access-token-0000' }))
    storage.set('accessToken', 'new-access-token-0000')
    expect(await refreshAccess('old-access-token-0000')).toBe(true)
    expect(api.received).toHaveLength(0)
  })

  it('that is final clears tokens and user and leads to the sign-in with the way back', async () => {
    ;(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
      `${location.origin}/user-management/list?page=3`,
    )
    storeSession(sessionFor())
    api.on('GET /api/company/index', () => reply(401, 'unauthenticated'))
    api.on('POST /api/auth/refresh-token', () => reply(401, 'unauthenticated'))
    expect(await caught(call(companies.index))).toMatchObject({ status: 401 })
    expect([storage.get('accessToken'), storage.get('refreshToken'), storage.get('userData')]).toEqual([
      null,
      null,
      null,
    ])
    expect(went).toEqual(['/login?to=%2Fuser-management%2Flist%3Fpage%3D3'])
  })

  it('on the sign-in page leads nowhere', async () => {
    ;(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`${location.origin}/login`)
    api.on('GET /api/company/index', () => reply(401, 'unauthenticated'))
    await caught(call(companies.index))
    expect(went).toEqual([])
  })

  it('does not end the session when the refresh could not be asked for', async () => {
    storeSession(sessionFor())
    api.on('GET /api/company/index', () => reply(401, 'unauthenticated'))
    api.on('POST /api/auth/refresh-token', () => reply(503, 'unavailable'))
    expect(await caught(call(companies.index))).toMatchObject({ status: 503 })
    expect(storedSession()?.user.id).toBe(7)
    expect(went).toEqual([])
  })

  it('does not go round in circles when fresh tokens are refused too', async () => {
    storeSession(sessionFor())
    let turn = 0
    api.on('GET /api/company/index', () => reply(401, 'unauthenticated'))
    api.on('POST /api/auth/refresh-token', () => ({
      data: sessionFor({ access: `access-token-${++turn}-0000000`, refresh: `refresh-token-${turn}-000000` }),
    }))
    await caught(call(companies.index))
    expect(api.of('/api/company/index')).toHaveLength(3)
    expect(went).toEqual(['/login'])
  })
})

describe('while acting as somebody', () => {
  it('keeps the own refresh token, and a 401 leads back to the own session without repeating the call', async () => {
    ;(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
      `${location.origin}/user-management/list?page=2`,
    )
    storeSession(sessionFor({ id: 1, refresh: 'own-refresh-token-00' }))
    beginLoginAs(
      sessionFor({ id: 9, access: 'acting-access-token0', refresh: null, actingFor: 'Own Admin', type: 'client' }),
    )
    expect(storage.get('refreshToken')).toBe('own-refresh-token-00')
    expect(went).toEqual(['/access-control'])

    api.on('DELETE /api/user/3/destroy', () => reply(401, 'unauthenticated'))
    api.on('POST /api/auth/logout', () => reply(401, 'unauthenticated'))
    api.on('POST /api/auth/refresh-token', ({ body }) => {
      expect(body).toEqual({ refreshToken: 'own-refresh-token-00' })
      return { data: sessionFor({ id: 1, access: 'own-access-token-000', refresh: 'own-refresh-token-01' }) }
    })
    expect(await caught(call(users.destroy, { params: { id: 3 } }))).toMatchObject({ status: 401 })
    expect(api.of('/api/user/3/destroy')).toHaveLength(1)
    expect(shownSession()?.user.id).toBe(1)
    expect(went.at(-1)).toBe('/user-management/list?page=2')
  })
})

describe('an access token that is about to expire', () => {
  const expiring = (token: string, inMs: number) => {
    const session = sessionFor({ access: token })
    return { ...session, access: { ...session.access, expires_at: new Date(Date.now() + inMs).toISOString() } }
  }
  /** Puts the time of renewal in the past, as after a night with the page open. */
  const isDue = () => {
    const stored = JSON.parse(storage.get('userData') ?? '{}') as object
    storage.set('userData', JSON.stringify({ ...stored, renew_at: Date.now() - 1 }))
  }

  it('is renewed once before the calls that need it, so that none is rejected', async () => {
    storeSession(sessionFor())
    isDue()
    api.on('POST /api/auth/refresh-token', () => ({ data: sessionFor({ access: 'access-token-two-000' }) }))
    onlyFor('access-token-two-000')
    await Promise.all([call(companies.index), call(companies.index, { query: { page: 2 } })])
    expect(api.of('/api/auth/refresh-token')).toHaveLength(1)
    expect(api.of('/api/company/index')).toHaveLength(2)
    await call(companies.index)
    expect(api.of('/api/auth/refresh-token')).toHaveLength(1)
  })

  it('is used as it is where the renewal fails, and the call reports that', async () => {
    storeSession(sessionFor())
    isDue()
    api.on('POST /api/auth/refresh-token', () => reply(503, 'unavailable'))
    onlyFor('access-token-one-000')
    await Promise.all([call(companies.index), call(companies.index, { query: { page: 2 } })])
    await call(companies.index)
    expect(api.of('/api/company/index')).toHaveLength(3)
    // Once for all of them: a server that does not answer delays no call by more than one timeout.
    expect(api.of('/api/auth/refresh-token')).toHaveLength(1)
  })

  it('is not renewed in a session as another user', () => {
    storeSession({ ...expiring('acting-token-0000000', 600_000), refresh: null })
    expect(storedSession()?.renew_at).toBeUndefined()
  })

  it('is due after four fifths of its lifetime, also where the clocks differ', () => {
    const now = Date.parse('2026-05-01T10:00:00Z')
    const after = (expires: string) => (renewalTime(expires, now) - now) / 1000
    expect(after('2026-05-01T10:10:00Z')).toBe(480)
    expect(after('2026-05-01T10:05:00Z')).toBe(240)
    // The browser is an hour late, or early.
    expect(after('2026-05-01T11:10:00Z')).toBe(480)
    expect(after('2026-05-01T09:10:00Z')).toBe(480)
  })
})
