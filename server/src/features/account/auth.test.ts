import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyEndpoint } from '@trunkline/contract/contract'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { hashPassword } from '../../access/password-hash.ts'
import { storePassword } from '../../access/passwords.ts'
import { accessSettled } from '../../access/tasks.ts'
import { openBody } from '../../mail/encrypted-body.ts'
import { panelKey, createCompany, createUser, startTestPanel, type TestPanel } from '../../testing/panel.ts'

const password = 'violet-tundra-oxide-42'
let panel: TestPanel
let admin: { id: number; company_id: number; email: string }
let client: { id: number; company_id: number; email: string }
beforeAll(async () => {
  panel = await startTestPanel()
  const hash = await hashPassword(password, { memory: 64, passes: 1, lanes: 1 })
  await panel.sql(async (tx) => {
    const provider = await createCompany(tx, { name: 'Example Networks', type: 'simrush' })
    const reseller = await createCompany(tx, { name: 'Reseller', type: 'reseller', parent_id: provider })
    const shop = await createCompany(tx, { name: 'Shop', type: 'client', parent_id: reseller })
    admin = await createUser(tx, { company_id: reseller, role: 'admin' })
    client = await createUser(tx, { company_id: shop, role: 'editor' })
    for (const user of [admin, client]) await storePassword(tx, user.id, hash)
  })
})
afterAll(async () => {
  await accessSettled()
  await panel.stop()
})

/** A browser: stores cookies, sends the XSRF header and its bearer token. */
function browser(ip = '198.51.100.7') {
  const cookies = new Map<string, string>()
  let bearer: string | undefined
  return {
    cookies,
    use(token: string | undefined) {
      bearer = token
    },
    async call(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) {
      const reply = await panel.app.inject({
        method,
        url: `/api${path}`,
        remoteAddress: ip,
        headers: {
          ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
          ...(cookies.has('XSRF-TOKEN') && { 'x-xsrf-token': cookies.get('XSRF-TOKEN') as string }),
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
      for (const cookie of reply.cookies) {
        if (cookie.value === '') cookies.delete(cookie.name)
        else cookies.set(cookie.name, cookie.value)
      }
      return {
        status: reply.statusCode,
        headers: reply.headers,
        cookies: reply.cookies,
        text: reply.body,
        body: reply.body.startsWith('{') ? JSON.parse(reply.body) : undefined,
      }
    },
    async open() {
      await this.call('GET', '/sanctum/csrf-cookie')
      return this
    },
    async signIn(who: { email: string } = admin, path = '/auth/login') {
      const reply = await this.call('POST', path, { email: who.email, password })
      bearer = reply.body?.data?.access.token
      return reply
    },
  }
}

test('signing in sets an HttpOnly cookie that is sent only to the API', async () => {
  const page = await browser().open()
  const { status, cookies, body, headers } = await page.signIn()
  expect(status).toBe(200)
  expect(cookies.find(({ name }) => name === 'tl_binding')).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
    path: '/api',
    maxAge: 14 * 86_400,
  })
  expect(headers['cache-control']).toBe('no-store')
  expect(body.data.user).toMatchObject({ id: admin.id, role: 'admin' })
  expect((await page.call('GET', '/auth/show')).body.data.session.id).toBe(admin.id)
})

test('a browser that has signed in is recognised by a separate cookie, and can sign in while the account is attacked', async () => {
  const mine = await browser().open()
  const { cookies } = await mine.signIn(client, '/auth/user/login')
  expect(cookies.find(({ name }) => name === 'tl_device')).toMatchObject({
    httpOnly: true,
    sameSite: 'Strict',
    path: '/api/auth',
    maxAge: 180 * 86_400,
  })
  const attackers = await Promise.all(Array.from({ length: 40 }, (_, i) => browser(`127.9.${i}.1`).open()))
  const statuses: number[] = []
  for (const attacker of attackers) {
    const sent = { email: client.email, password: 'not-my-password-1' }
    statuses.push((await attacker.call('POST', '/auth/user/login', sent)).status)
  }
  expect(statuses.filter((status) => status === 422).length).toBeLessThanOrEqual(30)
  const rejected = await attackers[39]!.call('POST', '/auth/user/login', { email: client.email, password })
  expect(rejected.status).toBe(429)
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
  expect(rejected.body.error.reason).toBe('sign_in.new_browser_blocked')
  expect((await mine.signIn(client, '/auth/user/login')).status).toBe(200)
  mine.cookies.set('tl_device', 'x'.repeat(43))
  expect((await mine.signIn(client, '/auth/user/login')).status).toBe(429)
  // Other tests of this file sign in as the same user.
  await panel.sql((tx) => tx.deleteFrom('throttle').execute())
})

test('signing in, refreshing and signing out need the XSRF header', async () => {
  const page = await browser().open()
  const { body } = await page.signIn()
  for (const [path, sent] of [
    ['/auth/login', { email: admin.email, password }],
    ['/auth/refresh-token', { refreshToken: body.data.refresh.token }],
    ['/auth/logout', undefined],
  ] as const)
    expect([path, (await page.call('POST', path, sent, { 'x-xsrf-token': 'wrong' })).status]).toEqual([path, 419])
  expect(
    (await page.call('POST', '/auth/login', { email: admin.email, password }, { origin: 'https://evil.example' })).body
      .error.code,
  ).toBe('origin_refused')
  expect((await browser().call('POST', '/auth/login', { email: admin.email, password })).status).toBe(419)
})

test('a wrong password, an unknown address and the other form get identical responses', async () => {
  const strip = (text: string) => text.replace(/"request_id":"[^"]*"/, '')
  const page = await browser('198.51.100.8').open()
  const answers = await Promise.all([
    page.call('POST', '/auth/login', { email: admin.email, password: 'not-my-password-1' }),
    page.call('POST', '/auth/login', { email: 'nobody@panel.example', password }),
    page.call('POST', '/auth/login', { email: client.email, password }),
    page.call('POST', '/auth/user/login', { email: admin.email, password }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  expect(new Set(answers.map(({ text }) => strip(text))).size).toBe(1)
})

test('too many attempts get 429 with Retry-After, whatever client address the request claims', async () => {
  const victim = await panel.sql((tx) => createUser(tx, { company_id: admin.company_id, role: 'editor' }))
  const page = await browser('198.51.100.9').open()
  let rejected
  for (let i = 0; i < 12; i++) {
    const reply = await page.call(
      'POST',
      '/auth/login',
      { email: victim.email, password: `guess-number-${i}` },
      { 'x-forwarded-for': `10.0.0.${i}` },
    )
    if (reply.status === 429) rejected = reply
  }
  expect(rejected?.body.error.code).toBe('rate_limited')
  expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(0)
})

test('refreshing requires token and cookie, and each rejection is a 401', async () => {
  const page = await browser().open()
  const { body } = await page.signIn()
  const binding = page.cookies.get('tl_binding') as string
  page.cookies.delete('tl_binding')
  expect((await page.call('POST', '/auth/refresh-token', { refreshToken: body.data.refresh.token })).status).toBe(401)
  page.cookies.set('tl_binding', binding)
  const next = await page.call('POST', '/auth/refresh-token', { refreshToken: body.data.refresh.token })
  expect(next.status).toBe(200)
  page.use(next.body.data.access.token)
  expect((await page.call('GET', '/auth/show')).status).toBe(200)
  expect((await page.call('POST', '/auth/refresh-token', { refreshToken: 'tlr_'.padEnd(47, 'x') })).status).toBe(401)
})

test('fifty tabs that refresh concurrently stay signed in', async () => {
  const page = await browser().open()
  const { body } = await page.signIn()
  const replies = await Promise.all(
    Array.from({ length: 50 }, () =>
      page.call('POST', '/auth/refresh-token', { refreshToken: body.data.refresh.token }),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(50)
})

test('signing out invalidates the tokens and deletes the cookie', async () => {
  const page = await browser().open()
  const { body } = await page.signIn()
  const binding = page.cookies.get('tl_binding') as string
  expect((await page.call('POST', '/auth/logout')).status).toBe(204)
  expect(page.cookies.has('tl_binding')).toBe(false)
  await new Promise((done) => setTimeout(done, 1000))
  expect((await page.call('GET', '/auth/show')).status).toBe(401)
  page.cookies.set('tl_binding', binding)
  expect((await page.call('POST', '/auth/refresh-token', { refreshToken: body.data.refresh.token })).status).toBe(401)
})

describe('impersonation', () => {
  test('signing out returns to the own session, whose cookie remains valid', async () => {
    const page = await browser().open()
    const own = await page.signIn()
    const as = await page.call('POST', `/user/${client.id}/login`, { reason: 'Asked for help' })
    expect(as.body.data).toMatchObject({
      user: { id: client.id, role: 'client', impersonator: { id: admin.id } },
      refresh: null,
    })
    page.use(as.body.data.access.token)
    expect(
      (await page.call('PUT', '/auth/change-password', { password, new_password: 'amber-quarry-lantern-17' })).status,
    ).toBe(403)
    expect(
      (await page.call('POST', '/auth/token/store', { name: 'x', scopes: ['*:*'], expires_on: '2030-01-01', password }))
        .status,
    ).toBe(403)
    expect((await page.call('POST', '/auth/logout')).status).toBe(204)
    expect(page.cookies.has('tl_binding')).toBe(true)
    page.use(own.body.data.access.token)
    expect((await page.call('GET', '/auth/show')).status).toBe(200)
    expect((await page.call('POST', '/auth/refresh-token', { refreshToken: own.body.data.refresh.token })).status).toBe(
      200,
    )
  })

  test('actions are audited with both names', async () => {
    const page = await browser().open()
    await page.signIn()
    const as = await page.call('POST', `/user/${client.id}/login`, { reason: 'Asked for help' })
    page.use(as.body.data.access.token)
    expect((await page.call('PUT', '/auth/update', { first_name: 'Changed' })).status).toBe(200)
    const entry = await panel.sql((tx) =>
      tx
        .selectFrom('audit_log')
        .selectAll()
        .where('action', '=', 'update')
        .where('object_id', '=', client.id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    )
    expect(entry).toMatchObject({ actor_id: client.id, impersonator_id: admin.id, ip: '198.51.100.7' })
    expect(entry.impersonator_name).toContain(admin.email)
  })
})

test('a personal API token needs no XSRF header and is limited to its scopes', async () => {
  const page = await browser().open()
  await page.signIn()
  const created = await page.call('POST', '/auth/token/store', {
    name: 'Script',
    scopes: ['companies:view-list'],
    expires_on: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    password,
  })
  expect(created.status).toBe(201)
  const script = browser()
  script.use(created.body.data.token)
  expect((await script.call('GET', '/company/index')).status).toBe(200)
  expect((await script.call('GET', '/user/index')).status).toBe(403)
  expect(
    (await script.call('PUT', '/auth/change-password', { password, new_password: 'amber-quarry-lantern-17' })).status,
  ).toBe(403)
  expect((await script.call('POST', '/auth/logout')).status).toBe(403)
  expect((await page.call('DELETE', `/auth/token/${created.body.data.id}/destroy`)).status).toBe(204)
})

test('links use the configured address, whatever the Host header says', async () => {
  const page = await browser('198.51.100.30').open()
  expect(
    (
      await page.call(
        'POST',
        '/auth/forgot-password',
        { email: client.email },
        { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      )
    ).status,
  ).toBe(204)
  await accessSettled()
  const mail = await panel.sql((tx) =>
    tx
      .selectFrom('mail')
      .select(['sealed_body', 'message_id'])
      .where('to_address', '=', client.email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  )
  const body = openBody(panelKey, mail.sealed_body as Buffer, mail.message_id)
  expect(body.text + body.html).not.toContain('evil.example')
  expect(body.text).toMatch(/http:\/\/localhost:\d+\/reset-password\/[\w-]{43}\/\d+/)
})

test('a repeated Idempotency-Key never returns a secret again', async () => {
  const page = await browser().open()
  await page.signIn()
  const send = () =>
    page.call(
      'POST',
      '/auth/token/store',
      {
        name: 'Once',
        scopes: ['companies:view'],
        expires_on: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
        password,
      },
      { 'idempotency-key': 'once-1' },
    )
  expect((await send()).status).toBe(201)
  const again = await send()
  expect(again.status).toBe(409)
  expect(again.text).not.toContain('tlp_')
  const tokens = (await page.call('GET', '/auth/token/index')).body.data.filter(
    ({ name }: { name: string }) => name === 'Once',
  )
  expect(tokens).toHaveLength(1)
})

test('each kind of invalid credentials gets a 401 at each endpoint that requires a session', async () => {
  const page = await browser().open()
  const { body } = await page.signIn()
  const fill = (endpoint: Endpoint) => endpoint.path.replaceAll(/\{\w+\}/g, '1')
  for (const bearer of [undefined, 'tla_'.padEnd(47, 'x'), body.data.refresh.token])
    for (const endpoint of everyEndpoint.filter(({ access }) => access !== 'public')) {
      page.use(bearer)
      const { status } = await page.call(endpoint.method as 'GET', fill(endpoint))
      expect([endpoint.name, status]).toEqual([endpoint.name, 401])
    }
})
