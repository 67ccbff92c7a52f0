import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApiToken } from './api-tokens.ts'
import { authenticate, forgetActors } from './authenticate.ts'
import { backgroundSettled } from './background.ts'
import { changeEmail, sendVerification, verifyEmail } from './email.ts'
import {
  codeOf,
  fieldsOf,
  setupAccessFixture,
  password,
  visitFrom,
  type AccessFixture,
  type Person,
} from '../testing/access/access-fixture.ts'
import { changePassword, forgotPassword, resetPassword, sendPasswordLink } from './passwords.ts'
import { signIn } from './sign-in.ts'
import { hashToken, newToken } from './token.ts'

let fixture: AccessFixture
let person: Person
let visit = visitFrom('203.0.113.1')
let network = 0
const other = 'amber-quarry-lantern-17'
beforeAll(async () => void (fixture = await setupAccessFixture()))
beforeEach(async () => {
  person = await fixture.person({ company: 'reseller' })
  visit = visitFrom(`192.0.2.${++network}`)
})
afterAll(() => fixture.stop())

const forgot = (email: string, from = visit) => forgotPassword(fixture.context, { email }, from)
const reset = async (link: { token: string; id: number }, secret = other): Promise<void> =>
  void (await resetPassword(fixture.context, { ...link, password: secret }, visit))
const opens = (email: string, secret: string) =>
  codeOf(signIn(fixture.context, 'admin', { email, password: secret }, visitFrom(`198.18.0.${++network}`)))
const works = async (bearer: string) => {
  forgetActors(fixture.context.databases)
  return (await authenticate(fixture.context.databases, { bearer })) !== null
}
/** A valid API token of a user. */
const tokenOf = async (of: Person) => {
  const { actor } = await fixture.enter(of)
  const expires_on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const sent = { name: 'Script', scopes: ['companies:view'], expires_on, password }
  return (await createApiToken(fixture.context, actor, sent, visit)).token
}
const expire = (token: string) =>
  fixture.sql((tx) => sql`update link_token set expires_at = now() where hash = ${hashToken(token)}`.execute(tx))

describe('a forgotten password', () => {
  test('is replaced with a link at the configured origin; every session ends and no new one starts', async () => {
    const { bearer } = await fixture.enter(person)
    await forgot(person.email.toUpperCase())
    expect((await fixture.mailTo(person.email))?.body_text).toContain('https://panel.example/reset-password/')
    const link = await fixture.linkTo(person.email)
    expect(link.id).toBe(person.id)
    expect(await reset(link)).toBeUndefined()
    expect(await works(bearer)).toBe(false)
    expect(await opens(person.email, password)).toBe('wrong_credentials')
    expect(await opens(person.email, other)).toBeUndefined()
    expect((await fixture.audit('password-changed'))[0]).toMatchObject({ object_id: person.id, after: { by: 'link' } })
  })

  test('of an unknown, a deleted or a deactivated account gets the same reply and sends nothing', async () => {
    const inactive = await fixture.person({ company: 'reseller' })
    await fixture.sql((tx) =>
      tx.updateTable('app_user').set({ is_active: false }).where('id', '=', inactive.id).execute(),
    )
    const replies = [await forgot('nobody@people.example'), await forgot(inactive.email), await forgot(person.email)]
    expect(replies).toEqual([undefined, undefined, undefined])
    await backgroundSettled()
    expect(await fixture.mailTo('nobody@people.example')).toBeUndefined()
    expect(await fixture.mailTo(inactive.email)).toBeUndefined()
  })

  test('can be requested five times an hour from one network, known or not, and at most five links are open', async () => {
    for (const email of [person.email, 'nobody-else@people.example']) {
      const codes: (string | undefined)[] = []
      for (let i = 0; i < 7; i++) codes.push(await codeOf(forgot(email)))
      expect(codes).toEqual([undefined, undefined, undefined, undefined, undefined, 'rate_limited', 'rate_limited'])
    }
    for (let i = 0; i < 20; i++) await forgot(person.email, visitFrom(`198.19.${i}.1`))
    await backgroundSettled()
    const { rows } = await fixture.sql((tx) => sql`select id from mail where to_address = ${person.email}`.execute(tx))
    expect(rows).toHaveLength(5)
  })

  test('a link works once, before its expiry, for its own user, and not after the address has changed', async () => {
    await forgot(person.email)
    const link = await fixture.linkTo(person.email)
    for (const wrong of [
      { ...link, id: link.id + 1 },
      { ...link, id: 0 },
      { ...link, token: newToken() },
    ])
      expect(await codeOf(reset(wrong))).toBe('link_invalid')
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(reset(link))))
    expect(codes.sort()).toEqual(['link_invalid', 'link_invalid', 'link_invalid', 'link_invalid', undefined])

    await forgot(person.email)
    const late = await fixture.linkTo(person.email)
    await expire(late.token)
    expect(await codeOf(reset(late))).toBe('link_invalid')

    await forgot(person.email)
    const stale = await fixture.linkTo(person.email)
    await fixture.sql((tx) =>
      tx
        .updateTable('app_user')
        .set({ email: `moved-${person.email}` })
        .where('id', '=', person.id)
        .execute(),
    )
    expect(await codeOf(reset(stale))).toBe('link_invalid')
  })

  test('all other links of the user are invalid once one was used, and a link of another kind is never accepted', async () => {
    await forgot(person.email)
    const first = await fixture.linkTo(person.email)
    await forgot(person.email)
    const second = await fixture.linkTo(person.email)
    await reset(second)
    expect(await codeOf(reset(first))).toBe('link_invalid')
    await forgot(person.email)
    expect(await codeOf(verifyEmail(fixture.context, await fixture.linkTo(person.email), visit))).toBe('link_invalid')
  })

  test('a weak password is rejected and the link stays valid', async () => {
    await forgot(person.email)
    const link = await fixture.linkTo(person.email)
    expect(await fieldsOf(reset(link, 'Password2024!'))).toHaveProperty('password')
    expect(await codeOf(reset(link))).toBeUndefined()
  })

  test('with two-factor sign-in enabled the code is still required', async () => {
    await fixture.sql((tx) =>
      tx.updateTable('app_user').set({ two_factor: true }).where('id', '=', person.id).execute(),
    )
    await forgot(person.email)
    await reset(await fixture.linkTo(person.email))
    expect(await opens(person.email, other)).toBe('two_factor_required')
  })

  test("revokes the user's API tokens unless the request keeps them, each with an audit entry", async () => {
    const token = await tokenOf(person)
    const foreign = await tokenOf(await fixture.person({ company: 'reseller' }))
    await forgot(person.email)
    const stored = await fixture.linkTo(person.email)
    await resetPassword(fixture.context, { ...stored, password: other, revoke_tokens: false }, visit)
    expect([await works(token), await works(foreign)]).toEqual([true, true])
    await forgot(person.email)
    await resetPassword(fixture.context, { ...(await fixture.linkTo(person.email)), password }, visit)
    expect([await works(token), await works(foreign)]).toEqual([false, true])
    expect((await fixture.audit('token-revoked'))[0]).toMatchObject({
      object_id: person.id,
      actor_name: `Pat Example <${person.email}>`,
      after: { name: 'Script' },
    })
  })

  test('an admin sends a link and never sees it', async () => {
    const { actor } = await fixture.enter(await fixture.person({ company: 'distributor' }))
    expect(await sendPasswordLink(fixture.context, actor, person.id, visit)).toEqual({ sent_to: person.email })
    await expect(reset(await fixture.linkTo(person.email))).resolves.toBeUndefined()
    expect((await fixture.audit('send'))[0]).toMatchObject({ object_id: person.id, actor_name: actor.label })
  })
})

describe('changing the own password', () => {
  const change = async (sent: object, entered = fixture.enter(person)) =>
    changePassword(fixture.context, (await entered).actor, { password, new_password: other, ...sent }, visit)

  test('requires the current one', async () => {
    expect(await fieldsOf(change({ password: 'not-my-password-1' }))).toHaveProperty('password')
    expect(await opens(person.email, password)).toBeUndefined()
  })

  test('rejects a weak one, one made of names, and the current one', async () => {
    for (const new_password of ['qwertyuiop12', 'Pat-Example-2024', 'reseller2024!!', 'Trunkline-2025', password])
      expect(await fieldsOf(change({ new_password }))).toHaveProperty('new_password')
  })

  test('keeps or ends the other sessions as requested, and its own stays open', async () => {
    const [own, others] = [await fixture.enter(person), await fixture.enter(person)]
    await change({}, Promise.resolve(own))
    expect([await works(own.bearer), await works(others.bearer)]).toEqual([true, true])
    expect((await fixture.mailTo(person.email))?.kind, 'the owner is notified').toBe('password-changed')
    await changePassword(
      fixture.context,
      own.actor,
      { password: other, new_password: password, end_others: true },
      visit,
    )
    expect([await works(own.bearer), await works(others.bearer)]).toEqual([true, false])
  })

  test('revokes API tokens only if requested', async () => {
    const token = await tokenOf(person)
    const own = await fixture.enter(person)
    await change({}, Promise.resolve(own))
    expect(await works(token)).toBe(true)
    await changePassword(
      fixture.context,
      own.actor,
      { password: other, new_password: password, revoke_tokens: true },
      visit,
    )
    expect([await works(token), await works(own.bearer)]).toEqual([false, true])
  })

  test('invalidates links that were sent for the old one', async () => {
    await forgot(person.email)
    const link = await fixture.linkTo(person.email)
    await change({})
    expect(await codeOf(reset(link))).toBe('link_invalid')
  })

  test('wrong attempts for the current one are delayed', async () => {
    const entered = fixture.enter(person)
    const codes: (string | undefined)[] = []
    for (let i = 0; i < 8; i++) codes.push(await codeOf(change({ password: `guess-number-${i}` }, entered)))
    expect(codes.at(-1)).toBe('rate_limited')
  })
})

describe('the e-mail address', () => {
  const request = async (email: string, secret = password) =>
    changeEmail(fixture.context, (await fixture.enter(person)).actor, { email, password: secret }, visit)
  const emailOf = () =>
    fixture
      .sql((tx) => tx.selectFrom('app_user').select('email').where('id', '=', person.id).executeTakeFirstOrThrow())
      .then(({ email }) => email)

  test('changes only when the link sent to the new one is opened', async () => {
    const next = `next-${person.email}`
    expect(await request(next.toUpperCase())).toEqual({ sent_to: next })
    expect(await emailOf()).toBe(person.email)
    expect((await fixture.mailTo(next))?.kind).toBe('email-change')
    const link = await fixture.linkTo(next)
    // The id of another user must not move that account to the address.
    const neighbour = await fixture.person({ company: 'client' })
    expect(await codeOf(verifyEmail(fixture.context, { ...link, id: neighbour.id }, visit))).toBe('link_invalid')
    expect(await verifyEmail(fixture.context, link, visit)).toEqual({ email: next })
    expect(await emailOf()).toBe(next)
    expect((await fixture.mailTo(person.email))?.kind, 'the old mailbox is notified').toBe('email-changed')
    expect(await opens(next, password)).toBeUndefined()
    expect(await codeOf(verifyEmail(fixture.context, link, visit))).toBe('link_invalid')
  })

  test('of another account gets the same reply and no mail, and a link fails if the address was claimed in the meantime', async () => {
    const neighbour = await fixture.person({ company: 'client' })
    expect(await request(neighbour.email)).toEqual({ sent_to: neighbour.email })
    expect(await fixture.mailTo(neighbour.email)).toBeUndefined()
    const next = `race-${person.email}`
    await request(next)
    const link = await fixture.linkTo(next)
    await fixture.person({ company: 'client', email: next })
    expect(await codeOf(verifyEmail(fixture.context, link, visit))).toBe('link_invalid')
  })

  test('requires the password and a different address', async () => {
    expect(await fieldsOf(request('new@people.example', 'not-my-password-1'))).toHaveProperty('password')
    expect(await fieldsOf(request(person.email))).toHaveProperty('email')
  })

  test('is confirmed with a link that was sent again; the older link is invalid', async () => {
    const { actor } = await fixture.enter(person)
    await sendVerification(fixture.context, actor, person.id, visit)
    expect(await fixture.mailTo(person.email)).toBeUndefined()
    await fixture.sql((tx) =>
      tx.updateTable('app_user').set({ email_verified_at: null }).where('id', '=', person.id).execute(),
    )
    await sendVerification(fixture.context, actor, person.id, visit)
    const first = await fixture.linkTo(person.email)
    await sendVerification(fixture.context, actor, person.id, visit)
    expect(await codeOf(verifyEmail(fixture.context, first, visit))).toBe('link_invalid')
    const link = await fixture.linkTo(person.email)
    expect(await codeOf(verifyEmail(fixture.context, { ...link, id: link.id + 1 }, visit))).toBe('link_invalid')
    expect(await verifyEmail(fixture.context, link, visit)).toEqual({ email: person.email })
  })
})
