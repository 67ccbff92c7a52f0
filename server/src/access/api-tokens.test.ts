import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorMay, type Actor } from './actor.ts'
import { createApiToken, listApiTokens, revokeApiToken } from './api-tokens.ts'
import { authenticate, forgetActors } from './authenticate.ts'
import { changeEmail } from './email.ts'
import {
  codeOf,
  fieldsOf,
  setupAccessFixture,
  password,
  visitFrom,
  type SignedInUser,
  type AccessFixture,
  type Person,
} from '../testing/access/access-fixture.ts'
import { loginAs } from './login-as.ts'
import { endOtherSessions, endOwnSession, listSessions, signOut } from './own-sessions.ts'
import { changePassword } from './passwords.ts'
import { updateProfile } from './profile.ts'
import { abilitiesOfActor } from './session-reply.ts'
import { beginTwoFactor } from './two-factor.ts'

let fixture: AccessFixture
let person: Person
let entered: SignedInUser
const visit = visitFrom('203.0.113.9')
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
beforeAll(async () => {
  fixture = await setupAccessFixture()
  person = await fixture.person({ company: 'reseller', role: 'editor' })
  entered = await fixture.enter(person)
})
afterAll(() => fixture.stop())

const make = (
  of: { scopes?: string[]; expires_on?: string; password?: string; name?: string } = {},
  actor: Actor = entered.actor,
) =>
  createApiToken(
    fixture.context,
    actor,
    { name: 'Script', scopes: ['companies:view-list'], expires_on: day(30), password, ...of },
    visit,
  )
const who = (bearer: string) => {
  forgetActors(fixture.context.databases)
  return authenticate(fixture.context.databases, { bearer })
}

test('is shown once, works as its user within its scopes, and is stored as a hash', async () => {
  const { token, ...row } = await make({ scopes: ['companies:view-list', 'users:*'] })
  expect(token).toMatch(/^tlp_[\w-]{43}$/)
  expect(row.prefix).toBe(token.slice(0, 10))
  const actor = (await who(token)) as Actor
  expect(actor).toMatchObject({ user_id: person.id, session_id: null, api_token_id: row.id, role: 'editor' })
  expect(actorMay(actor, { action: 'view-list', subject: 'companies' })).toBe(true)
  expect(actorMay(actor, { action: 'create', subject: 'companies' })).toBe(false)
  expect(actorMay(actor, { action: 'view', subject: 'users' })).toBe(true)
  // An editor may not manage users, regardless of the scope.
  expect(actorMay(actor, { action: 'manage', subject: 'users' })).toBe(false)
  expect(abilitiesOfActor(actor)).not.toContainEqual({ action: 'create', subject: 'companies' })
  const listed = await listApiTokens(fixture.context, entered.actor)
  expect(listed[0]).toEqual({ ...row, last_used_at: listed[0]!.last_used_at })
  expect(JSON.stringify(listed)).not.toContain(token)
  const { rows } = await fixture.sql((tx) =>
    sql<{
      all: string
    }>`select (select json_agg(t)::text from api_token t) || (select json_agg(a)::text from audit_log a) as all`.execute(
      tx,
    ),
  )
  expect(rows[0]!.all).not.toContain(token.slice(12))
  expect((await fixture.audit('token-created'))[0]).toMatchObject({
    actor_name: entered.actor.label,
    after: { name: 'Script', prefix: row.prefix },
  })
})

test('requires the password, a scope that the user has, and an expiry within a year', async () => {
  expect(await fieldsOf(make({ password: 'not-my-password-1' }))).toHaveProperty('password')
  expect(await fieldsOf(make({ scopes: ['companies:view', 'users:manage'] }))).toEqual({
    'scopes.1': message('token.scope_exceeds_own'),
  })
  expect(await fieldsOf(make({ scopes: ['installation:view'] }))).toHaveProperty('scopes.0')
  expect(await fieldsOf(make({ expires_on: day(-1) }))).toEqual({ expires_on: message('field.date_past') })
  for (const expires_on of [day(366), '9999-12-31'])
    expect(await fieldsOf(make({ expires_on }))).toEqual({ expires_on: message('token.expiry', { days: 365 }) })
  await expect(make({ expires_on: day(365) })).resolves.toBeDefined()
  expect(Date.parse((await make({ expires_on: day(0) })).expires_at)).toBe(Date.parse(`${day(1)}T00:00:00Z`))
})

test('is invalid once revoked or expired, or when its user or company is deactivated', async () => {
  const one = await make()
  expect(await who(one.token)).not.toBeNull()
  await revokeApiToken(fixture.context, entered.actor, one.id, visit)
  expect(await who(one.token)).toBeNull()
  expect(await codeOf(revokeApiToken(fixture.context, entered.actor, one.id, visit))).toBe('not_found')

  const two = await make()
  await fixture.sql((tx) =>
    tx.updateTable('api_token').set({ expires_at: new Date() }).where('id', '=', two.id).execute(),
  )
  expect(await who(two.token)).toBeNull()

  const three = await make()
  const set = (is_active: boolean) =>
    fixture.sql((tx) => tx.updateTable('company').set({ is_active }).where('id', '=', fixture.company.master).execute())
  await set(false)
  expect(await who(three.token)).toBeNull()
  await set(true)
  expect(await who(three.token)).not.toBeNull()
})

test('the token of another user is not found', async () => {
  const other = await fixture.enter(await fixture.person({ company: 'reseller', role: 'admin' }))
  const { id } = await make()
  expect(await codeOf(revokeApiToken(fixture.context, other.actor, id, visit))).toBe('not_found')
  expect(await listApiTokens(fixture.context, other.actor)).toEqual([])
})

test('never gives access to credentials', async () => {
  const admin = await fixture.enter(await fixture.person({ company: 'distributor' }))
  const { token, id } = await make({ scopes: ['*:*'] }, admin.actor)
  const actor = (await who(token)) as Actor
  const { context } = fixture
  const rejected: Record<string, () => Promise<unknown>> = {
    password: () => changePassword(context, actor, { password, new_password: 'amber-quarry-lantern-17' }, visit),
    email: () => changeEmail(context, actor, { email: 'new@people.example', password }, visit),
    'two-factor': () => beginTwoFactor(context, actor, password, visit),
    profile: () => fixture.sql((tx) => updateProfile(tx, actor, { first_name: 'Eve' })),
    tokens: () => listApiTokens(context, actor),
    'new token': () => make({}, actor),
    revoke: () => revokeApiToken(context, actor, id, visit),
    sessions: () => listSessions(context, actor),
    'end one': () => endOwnSession(context, actor, admin.actor.session_id as number, visit),
    'end others': () => endOtherSessions(context, actor, visit),
    'sign out': () => signOut(context, actor, visit),
    'log in as': () => loginAs(context, actor, person.id, 'Because', visit),
  }
  for (const [name, work] of Object.entries(rejected)) expect([name, await codeOf(work())]).toEqual([name, 'forbidden'])
})
