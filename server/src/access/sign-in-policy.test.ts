import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestPanel, createCompany, createUser, type ApiCall, type TestPanel } from '../testing/panel.ts'
import { hashPassword } from './password-hash.ts'
import { storePassword } from './passwords.ts'
import { sweepAccess } from './sweep.ts'

const password = 'violet-tundra-oxide-42'
let panel: TestPanel
let master: number, reseller: number, shop: number
let chief: { id: number; company_id: number; email: string }
let dealer: typeof chief, keeper: typeof chief
let asMaster: ApiCall, asReseller: ApiCall

beforeAll(async () => {
  panel = await startTestPanel()
  const hash = await hashPassword(password, { memory: 64, passes: 1, lanes: 1 })
  await panel.sql(async (tx) => {
    const provider = await createCompany(tx, { name: 'Example Networks', type: 'simrush' })
    master = await createCompany(tx, { name: 'Master', type: 'master-distributor', parent_id: provider })
    reseller = await createCompany(tx, { name: 'Reseller', type: 'reseller', parent_id: master })
    shop = await createCompany(tx, { name: 'Shop', type: 'client', parent_id: reseller })
    chief = await createUser(tx, { company_id: master, role: 'primary-admin' })
    dealer = await createUser(tx, { company_id: reseller, role: 'admin' })
    keeper = await createUser(tx, { company_id: shop, role: 'editor' })
    for (const user of [chief, dealer, keeper]) await storePassword(tx, user.id, hash)
  })
})
afterAll(() => panel.stop())
beforeEach(async () => {
  await panel.sql(async (tx) => {
    await sql`delete from sign_in_policy`.execute(tx)
    await sql`update app_user set two_factor = false`.execute(tx)
  })
  asMaster = await panel.as(chief)
  asReseller = await panel.as(dealer)
})

const pathOf = (company: number) => `/company/${company}/sign-in-policy`
/** Cookie and header of a browser, which sign-in and refresh compare. */
async function openPage() {
  const { cookies } = await panel.app.inject({ method: 'GET', url: '/api/sanctum/csrf-cookie' })
  const { name, value } = cookies[0]!
  return { cookie: `${name}=${value}`, 'x-xsrf-token': value }
}
const signIn = async (user: { email: string }) =>
  panel.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: await openPage(),
    payload: { email: user.email, password },
  })

/** Hours and minutes until tokens of a new session expire. */
async function lifetimesOf(user: { email: string }) {
  const { data } = (await signIn(user)).json()
  const { rows } = await panel.sql((tx) =>
    sql<{ hours: number }>`
      select round(extract(epoch from expires_at - created_at) / 3600)::int as hours from session order by id desc limit 1`.execute(
      tx,
    ),
  )
  return {
    hours: rows[0]?.hours,
    minutes: Math.round((Date.parse(data.refresh.expires_at) - Date.now()) / 60_000),
  }
}

describe('the policy of a company', () => {
  test('is that of the panel without any', async () => {
    const { body } = await asReseller('GET', pathOf(reseller))
    const rules = { idle_minutes: 1440, absolute_hours: 336, require_two_factor: false }
    expect(body.data).toEqual({
      idle_minutes: null,
      absolute_hours: null,
      require_two_factor: false,
      version: 0,
      inherited: rules,
      effective: rules,
    })
    expect(await lifetimesOf(dealer)).toEqual({ hours: 336, minutes: 1440 })
  })

  test('applies to its own sessions and to those of all companies below it, the strictest value of each', async () => {
    expect((await asMaster('PUT', pathOf(master), { idle_minutes: 60, absolute_hours: 12 })).status).toBe(200)
    expect((await asReseller('PUT', pathOf(reseller), { idle_minutes: 30 })).body.data).toMatchObject({
      idle_minutes: 30,
      absolute_hours: null,
      inherited: { idle_minutes: 60, absolute_hours: 12 },
      effective: { idle_minutes: 30, absolute_hours: 12 },
    })
    expect(await lifetimesOf(chief)).toEqual({ hours: 12, minutes: 60 })
    expect(await lifetimesOf(dealer)).toEqual({ hours: 12, minutes: 30 })
  })

  test('can only be stricter than those above it, also if one above becomes stricter later', async () => {
    await asReseller('PUT', pathOf(reseller), { absolute_hours: 100 })
    await asMaster('PUT', pathOf(master), { absolute_hours: 24, idle_minutes: 60 })
    const { status, body } = await asReseller('PUT', pathOf(reseller), { absolute_hours: 25, idle_minutes: 61 })
    expect(status).toBe(422)
    expect(body.error.messages).toMatchObject({
      absolute_hours: { reason: 'sign_in_policy.above_inherited', params: { max: 24 } },
      idle_minutes: { reason: 'sign_in_policy.above_inherited', params: { max: 60 } },
    })
    expect((await asReseller('GET', pathOf(reseller))).body.data).toMatchObject({
      absolute_hours: 100,
      idle_minutes: null,
      effective: { absolute_hours: 24, idle_minutes: 60 },
    })
  })

  test.each([
    [{ idle_minutes: 14 }, 'idle_minutes', 'field.min'],
    [{ idle_minutes: 1441 }, 'idle_minutes', 'field.max'],
    [{ absolute_hours: 0 }, 'absolute_hours', 'field.min'],
    [{ absolute_hours: 337 }, 'absolute_hours', 'field.max'],
    [{ absolute_hours: 1.5 }, 'absolute_hours', 'field.type'],
    [{ require_two_factor: 'yes' }, 'require_two_factor', 'field.type'],
    [{ idle_minutes: 20, colour: 'red' }, 'colour', 'field.unknown'],
  ])('with %j is rejected at %s, and nothing is stored', async (body, field, reason) => {
    const reply = await asReseller('PUT', pathOf(reseller), body)
    expect(reply.status).toBe(422)
    expect(reply.body.error.messages[field].reason).toBe(reason)
    expect((await asReseller('GET', pathOf(reseller))).body.data.version).toBe(0)
  })

  test('is changed by admins only, for their own company and those below it, and is audited', async () => {
    const editor = await panel.sql((tx) => createUser(tx, { company_id: reseller, role: 'editor' }))
    const asEditor = await panel.as(editor)
    expect((await asEditor('GET', pathOf(reseller))).status).toBe(200)
    expect((await asEditor('PUT', pathOf(reseller), { idle_minutes: 30 })).status).toBe(403)
    expect((await asReseller('PUT', pathOf(master), { idle_minutes: 30 })).status).toBe(404)
    expect((await asReseller('PUT', pathOf(shop), { idle_minutes: 30 })).status).toBe(200)
    const { rows } = await panel.sql((tx) =>
      sql<{ object_id: number; after: unknown }>`
        select object_id, after from audit_log where subject = 'companies' and action = 'create' order by id desc limit 1`.execute(
        tx,
      ),
    )
    expect(rows[0]).toEqual({ object_id: shop, after: { idle_minutes: 30, require_two_factor: false } })
  })

  test('rejects a stale version, and removes a rule with null', async () => {
    const { body } = await asReseller('PUT', pathOf(reseller), { idle_minutes: 30, version: 0 })
    expect(body.data.version).toBe(1)
    expect((await asReseller('PUT', pathOf(reseller), { idle_minutes: 45, version: 0 })).body.error.code).toBe(
      'stale_version',
    )
    const removed = await asReseller('PUT', pathOf(reseller), { idle_minutes: null, version: 1 })
    expect(removed.body.data).toMatchObject({ idle_minutes: null, effective: { idle_minutes: 1440 }, version: 2 })
  })
})

describe('running sessions', () => {
  /** Signs in and returns a function that refreshes the session. */
  async function start() {
    const reply = await signIn(dealer)
    const cookie = reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    let token = reply.json().data.refresh.token as string
    return async () => {
      const page = await openPage()
      const refreshed = await panel.app.inject({
        method: 'POST',
        url: '/api/auth/refresh-token',
        headers: { ...page, cookie: `${cookie}; ${page.cookie}` },
        payload: { refreshToken: token },
      })
      if (refreshed.statusCode === 200) token = refreshed.json().data.refresh.token
      return refreshed
    }
  }
  const age = (minutes: number) =>
    panel.sql(async (tx) => {
      await sql`update session set created_at = created_at - make_interval(mins => ${minutes}), last_used_at = last_used_at - make_interval(mins => ${minutes}) where ended_at is null`.execute(
        tx,
      )
      await sql`update refresh_token set created_at = created_at - make_interval(mins => ${minutes}) where used_at is null`.execute(
        tx,
      )
    })

  test('follow a rule that is set later: an idle one is not continued', async () => {
    const refresh = await start()
    await age(40)
    await asMaster('PUT', pathOf(master), { idle_minutes: 45 })
    const reply = await refresh()
    expect(reply.statusCode).toBe(200)
    expect(Date.parse(reply.json().data.refresh.expires_at) - Date.now()).toBeLessThan(46 * 60_000)
    await age(46)
    expect((await refresh()).statusCode).toBe(401)
  })

  test('end at the absolute time, however often they are used', async () => {
    const refresh = await start()
    await asMaster('PUT', pathOf(master), { absolute_hours: 1 })
    await age(30)
    expect((await refresh()).statusCode).toBe(200)
    await age(31)
    expect((await refresh()).statusCode).toBe(401)
  })

  test('that are too old are ended by the nightly sweep, others stay', async () => {
    await start()
    await age(20)
    await asReseller('PUT', pathOf(reseller), { idle_minutes: 15 })
    const open = () =>
      panel.sql((tx) =>
        sql<{
          n: number
        }>`select count(*)::int as n from session where user_id = ${dealer.id} and ended_at is null and last_used_at < now() - interval '15 minutes'`.execute(
          tx,
        ),
      )
    expect((await open()).rows[0]?.n).toBeGreaterThan(0)
    await panel.sql((tx) => sweepAccess(tx))
    expect((await open()).rows[0]?.n).toBe(0)
    expect((await asMaster('GET', '/auth/show')).status).toBe(200)
  })
})

describe('a required second factor', () => {
  const call = (bearer: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    panel.app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${bearer}` },
      ...(body !== undefined && { payload: body }),
    })

  test('must be set up before anything else, then everything is open, and cannot be disabled', async () => {
    await asMaster('PUT', pathOf(master), { require_two_factor: true })
    const { data } = (await signIn(dealer)).json()
    expect(data.user).toMatchObject({ two_factor: false, two_factor_missing: true })
    const bearer = data.access.token as string
    for (const [method, path, body] of [
      ['GET', '/user/index'],
      ['GET', '/dashboard/summary'],
      ['GET', '/auth/token/index'],
      ['PUT', '/auth/update', { first_name: 'Other' }],
      ['PUT', pathOf(reseller), { idle_minutes: 30 }],
      ['POST', '/auth/token/store', { name: 'x', scopes: ['*:*'], expires_on: '2030-01-01', password }],
    ] as const) {
      const reply = await call(bearer, method, path, body)
      expect([path, reply.statusCode, reply.json().error.reason]).toEqual([path, 403, 'two_factor.setup_required'])
    }
    expect((await call(bearer, 'GET', '/auth/show')).statusCode).toBe(200)
    const { secret } = (await call(bearer, 'POST', '/auth/two-factor/begin', { password })).json().data
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    expect((await call(bearer, 'POST', '/auth/two-factor/confirm', { code })).statusCode).toBe(200)
    expect((await call(bearer, 'GET', '/user/index')).statusCode).toBe(200)
    expect((await call(bearer, 'GET', '/auth/show')).json().data.session.two_factor_missing).toBe(false)
    const disabled = await call(bearer, 'POST', '/auth/two-factor/disable', { password, code: '000000' })
    expect(disabled.json().error.reason).toBe('two_factor.required_by_company')
  })

  test('restricts sessions that are already open, of companies below too, and no others', async () => {
    const asKeeper = await panel.as(keeper)
    expect((await asKeeper('GET', '/site/index')).status).toBe(200)
    expect((await asReseller('PUT', pathOf(reseller), { require_two_factor: true })).status).toBe(200)
    expect((await asKeeper('GET', '/site/index')).body.error.reason).toBe('two_factor.setup_required')
    expect((await asReseller('GET', '/user/index')).body.error.reason).toBe('two_factor.setup_required')
    expect((await asMaster('GET', '/user/index')).status).toBe(200)
  })

  test('does not restrict support that is signed in as such a user', async () => {
    await asMaster('PUT', pathOf(reseller), { require_two_factor: true })
    const { body } = await asMaster('POST', `/user/${dealer.id}/login`, { reason: 'Ticket 7' })
    expect(body.data.user.two_factor_missing).toBe(false)
    expect((await call(body.data.access.token, 'GET', '/user/index')).statusCode).toBe(200)
    const changed = await call(body.data.access.token, 'PUT', pathOf(reseller), { require_two_factor: false })
    expect(changed.json().error.reason).toBe('impersonation.not_allowed')
  })
})

describe('a password that was entered long ago', () => {
  const expire = () =>
    panel.sql((tx) => sql`update session set confirmed_at = now() - interval '11 minutes'`.execute(tx))

  test('is asked for again before a change of role, of the policy, of the primary admin, or of a second factor', async () => {
    const editor = await panel.sql((tx) => createUser(tx, { company_id: reseller, role: 'editor' }))
    const admin = await panel.sql((tx) => createUser(tx, { company_id: master, role: 'admin' }))
    await expire()
    const changes = [
      () => asReseller('PUT', `/user/${editor.id}/update`, { role: 'admin' }),
      () => asReseller('PUT', pathOf(reseller), { idle_minutes: 30 }),
      () => asReseller('PUT', `/user/${editor.id}/reset-two-factor`),
      () => asMaster('PUT', `/user/${admin.id}/make-primary`),
    ]
    for (const change of changes) {
      const { status, body } = await change()
      expect([status, body.error.code]).toEqual([422, 'password_confirmation_required'])
    }
    expect((await asReseller('PUT', `/user/${editor.id}/update`, { role: 'editor', first_name: 'Kim' })).status).toBe(
      200,
    )

    const wrong = await asReseller('POST', '/auth/confirm-password', { password: 'not-my-password-1' })
    expect(wrong.body.error.messages.password.reason).toBe('password.wrong')
    expect((await changes[0]!()).body.error.code).toBe('password_confirmation_required')
    for (const as of [asReseller, asMaster])
      expect((await as('POST', '/auth/confirm-password', { password })).status).toBe(204)
    for (const change of changes) expect((await change()).status).toBe(200)
  })

  test('is confirmed for its own session only', async () => {
    await expire()
    const other = await panel.as(dealer)
    await other('POST', '/auth/confirm-password', { password })
    expect((await asReseller('PUT', pathOf(reseller), { idle_minutes: 30 })).body.error.code).toBe(
      'password_confirmation_required',
    )
  })
})
