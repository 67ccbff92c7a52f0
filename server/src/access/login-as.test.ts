import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userRoles } from '@trunkline/contract/abilities'
import { createApiToken, revokeApiToken } from './api-tokens.ts'
import type { Actor } from './actor.ts'
import { authenticate, forgetActors } from './authenticate.ts'
import { changeEmail } from './email.ts'
import {
  codeOf,
  setupAccessFixture,
  password,
  visitFrom,
  type AccessFixture,
} from '../testing/access/access-fixture.ts'
import { loginAs } from './login-as.ts'
import { endOtherSessions, endOwnSession, listSessions, signOut } from './own-sessions.ts'
import { changePassword, sendPasswordLink } from './passwords.ts'
import { updateProfile } from './profile.ts'
import { endSessions } from './sessions.ts'
import { beginTwoFactor, confirmTwoFactor, disableTwoFactor, renewRecoveryCodes, resetTwoFactor } from './two-factor.ts'

let fixture: AccessFixture
const visit = visitFrom('203.0.113.9')
beforeAll(async () => void (fixture = await setupAccessFixture()))
afterAll(() => fixture.stop())

type CompanyName = keyof AccessFixture['company']
const actorAt = async (company: CompanyName, role: (typeof userRoles)[number] = 'admin') =>
  (await fixture.enter(await fixture.person({ company, role }))).actor
const as = (actor: Actor, target: number) => loginAs(fixture.context, actor, target, 'Support case 4711', visit)
const who = async (bearer: string) => {
  forgetActors(fixture.context.databases)
  return authenticate(fixture.context.databases, { bearer })
}

test('is possible for users of descendant companies only', async () => {
  const places: CompanyName[] = [
    'provider',
    'master',
    'distributor',
    'reseller',
    'client',
    'otherReseller',
    'otherClient',
  ]
  const targets = Object.fromEntries(
    await Promise.all(places.map(async (place) => [place, (await fixture.person({ company: place })).id])),
  ) as Record<CompanyName, number>
  const expected: Record<string, Partial<Record<CompanyName, string | undefined>>> = {
    provider: { provider: 'forbidden' },
    distributor: { provider: 'not_found', master: 'not_found', distributor: 'forbidden' },
    reseller: {
      provider: 'not_found',
      master: 'not_found',
      distributor: 'not_found',
      reseller: 'forbidden',
      otherReseller: 'not_found',
      otherClient: 'not_found',
    },
    client: {
      provider: 'not_found',
      master: 'not_found',
      distributor: 'not_found',
      reseller: 'not_found',
      client: 'forbidden',
      otherReseller: 'not_found',
      otherClient: 'not_found',
    },
  }
  for (const [from, rejections] of Object.entries(expected)) {
    const actor = await actorAt(from as CompanyName)
    for (const place of places)
      expect([from, place, await codeOf(as(actor, targets[place]))]).toEqual([from, place, rejections[place]])
  }
  expect(await codeOf(as(await actorAt('provider'), 999_999_999))).toBe('not_found')
})

test('requires the role primary admin or admin', async () => {
  const target = await fixture.person({ company: 'client' })
  for (const role of userRoles) {
    const actor = await actorAt('otherReseller', role)
    const own = await fixture.person({ company: 'otherClient' })
    expect([role, await codeOf(as(actor, own.id))]).toEqual([
      role,
      role === 'primary-admin' || role === 'admin' ? undefined : 'forbidden',
    ])
    expect(await codeOf(as(actor, target.id))).toBe(
      role === 'primary-admin' || role === 'admin' ? 'not_found' : 'forbidden',
    )
  }
})

test('lasts thirty minutes without a refresh token, has the impersonator, and the audit log records both users', async () => {
  const target = await fixture.person({ company: 'client', role: 'editor' })
  const actor = await actorAt('reseller')
  const reply = await as(actor, target.id)
  expect(reply.refresh).toBeNull()
  const left = Date.parse(reply.access.expires_at) - Date.now()
  expect(left).toBeGreaterThan(29 * 60_000)
  expect(left).toBeLessThanOrEqual(30 * 60_000)
  expect(reply.user).toMatchObject({
    id: target.id,
    role: 'client',
    user_role: 'editor',
    impersonator: { id: actor.user_id, company: 'reseller', expires_at: reply.access.expires_at },
  })
  expect(await who(reply.access.token)).toMatchObject({
    user_id: target.id,
    role: 'editor',
    impersonator: { id: actor.user_id, label: actor.label, company_id: fixture.company.reseller },
  })
  expect((await fixture.audit('login-as'))[0]).toMatchObject({
    actor_name: actor.label,
    object_id: target.id,
    after: { reason: 'Support case 4711' },
  })
  await signOut(fixture.context, (await who(reply.access.token)) as Actor, visit)
  expect((await fixture.audit('login-as-ended'))[0]).toMatchObject({
    actor_name: `Pat Example <${target.email}>`,
    impersonator_name: actor.label,
  })
})

test('does not depend on deactivated companies elsewhere in the tree', async () => {
  const reply = await as(await actorAt('reseller'), (await fixture.person({ company: 'client' })).id)
  const close = (active: boolean) =>
    fixture.sql((tx) =>
      tx.updateTable('company').set({ is_active: active }).where('id', '=', fixture.company.otherClient).execute(),
    )
  await close(false)
  expect(await who(reply.access.token)).not.toBeNull()
  await close(true)
})

test('ends alone at its own sign-out, and together with the session that started it', async () => {
  const target = await fixture.person({ company: 'client' })
  const entered = await fixture.enter(await fixture.person({ company: 'reseller' }))
  const first = await as(entered.actor, target.id)
  await signOut(fixture.context, (await who(first.access.token)) as Actor, visit)
  expect(await who(first.access.token)).toBeNull()
  expect(await who(entered.bearer)).not.toBeNull()
  const second = await as(entered.actor, target.id)
  await signOut(fixture.context, entered.actor, visit)
  expect(await who(second.access.token)).toBeNull()
  // Its row has ended too, so that no list shows it as open.
  const open = await fixture.sql((tx) =>
    tx.selectFrom('session').select('id').where('user_id', '=', target.id).where('ended_at', 'is', null).execute(),
  )
  expect(open).toEqual([])
})

describe('ends when the impersonator', () => {
  const begin = async () => {
    const person = await fixture.person({ company: 'reseller' })
    const entered = await fixture.enter(person)
    const reply = await as(entered.actor, (await fixture.person({ company: 'client' })).id)
    expect(await who(reply.access.token)).not.toBeNull()
    return { person, entered, bearer: reply.access.token }
  }
  const change = (id: number, columns: object) =>
    fixture.sql((tx) => tx.updateTable('app_user').set(columns).where('id', '=', id).execute())

  test('is deactivated', async () => {
    const { person, bearer } = await begin()
    await change(person.id, { is_active: false })
    expect(await who(bearer)).toBeNull()
  })
  test('is no longer an admin', async () => {
    const { person, bearer } = await begin()
    await change(person.id, { role: 'editor' })
    expect(await who(bearer)).toBeNull()
  })
  test('loses the sessions of its company', async () => {
    const { bearer } = await begin()
    await fixture.sql((tx) => endSessions(tx, { company_id: fixture.company.reseller }, 'company-deactivated'))
    expect(await who(bearer)).toBeNull()
  })
  test('no longer belongs to an ancestor company, because the tree has changed', async () => {
    const { bearer } = await begin()
    const move = (parent_id: number) =>
      fixture.sql((tx) =>
        tx.updateTable('company').set({ parent_id }).where('id', '=', fixture.company.client).execute(),
      )
    await move(fixture.company.otherReseller)
    expect(await who(bearer)).toBeNull()
    await move(fixture.company.reseller)
    expect(await who(bearer)).not.toBeNull()
  })
})

test('cannot change credentials, e-mail address or phone, end other sessions, or log in as a third user', async () => {
  const target = await fixture.person({ company: 'reseller', role: 'admin' })
  const own = await fixture.enter(target)
  const below = await fixture.person({ company: 'client' })
  const reply = await as(await actorAt('distributor'), target.id)
  const actor = (await who(reply.access.token)) as Actor
  const { context } = fixture
  const token = await createApiToken(
    context,
    own.actor,
    { name: 'Own', scopes: ['users:view'], expires_on: new Date().toISOString().slice(0, 10), password },
    visit,
  )
  const rejected: Record<string, () => Promise<unknown>> = {
    nested: () => as(actor, below.id),
    password: () => changePassword(context, actor, { password, new_password: 'amber-quarry-lantern-17' }, visit),
    email: () => changeEmail(context, actor, { email: 'new@people.example', password }, visit),
    telephone: () => fixture.sql((tx) => updateProfile(tx, actor, { telephone: '+49 30 901820' })),
    begin: () => beginTwoFactor(context, actor, password, visit),
    confirm: () => confirmTwoFactor(context, actor, '123456', visit),
    renew: () => renewRecoveryCodes(context, actor, password, visit),
    disable: () => disableTwoFactor(context, actor, { password, code: '123456' }, visit),
    token: () =>
      createApiToken(
        context,
        actor,
        { name: 'Mine', scopes: ['users:view'], expires_on: new Date().toISOString().slice(0, 10), password },
        visit,
      ),
    revoke: () => revokeApiToken(context, actor, token.id, visit),
    'end one': () => endOwnSession(context, actor, own.actor.session_id as number, visit),
    'end others': () => endOtherSessions(context, actor, visit),
    'send link': () => sendPasswordLink(context, actor, below.id, visit),
    'reset two-factor': () => resetTwoFactor(context, actor, below.id, visit),
  }
  for (const [name, work] of Object.entries(rejected)) expect([name, await codeOf(work())]).toEqual([name, 'forbidden'])
  expect(await fixture.sql((tx) => updateProfile(tx, actor, { time_zone: 'Europe/Berlin' }))).toMatchObject({
    time_zone: 'Europe/Berlin',
  })
  expect((await listSessions(context, own.actor)).map((session) => session.impersonator)).toContain('Pat Example')
})

test('is rejected for a user who cannot sign in', async () => {
  const target = await fixture.person({ company: 'client' })
  await fixture.sql((tx) => tx.updateTable('app_user').set({ is_active: false }).where('id', '=', target.id).execute())
  expect(await codeOf(as(await actorAt('reseller'), target.id))).toBe('conflict')
  await fixture.sql((tx) =>
    tx.updateTable('app_user').set({ deleted_at: new Date() }).where('id', '=', target.id).execute(),
  )
  expect(await codeOf(as(await actorAt('reseller'), target.id))).toBe('not_found')
})
