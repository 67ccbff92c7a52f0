import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticate } from './authenticate.ts'
import {
  secondProcess,
  codeOf,
  setupAccessFixture,
  accessContextOn,
  visitFrom,
  type SignedInUser,
  type AccessFixture,
  type Person,
} from '../testing/access/access-fixture.ts'
import { refreshSession } from './refresh.ts'
import { hashToken } from './token.ts'

let fixture: AccessFixture
let person: Person
beforeAll(async () => {
  fixture = await setupAccessFixture()
  person = await fixture.person({ company: 'reseller' })
})
afterAll(() => fixture.stop())

const visit = visitFrom('203.0.113.5')
const refresh = (of: { refreshToken: string; binding: string | undefined }, context = fixture.context) =>
  refreshSession(context, of, visit)
/** Moves the token's first use into the past. */
const usedLongAgo = (token: string, seconds = 11) =>
  fixture.sql((tx) =>
    sql`update refresh_token set used_at = used_at - make_interval(secs => ${seconds}) where hash = ${hashToken(token)}`.execute(
      tx,
    ),
  )
const sessionOf = (entered: SignedInUser) =>
  fixture.sql((tx) =>
    tx
      .selectFrom('session')
      .selectAll()
      .where('id', '=', entered.actor.session_id as number)
      .executeTakeFirstOrThrow(),
  )

test('each refresh gives new tokens of the same session, and the access token works', async () => {
  const entered = await fixture.enter(person)
  let token = entered.refreshToken
  for (let i = 0; i < 5; i++) {
    const reply = await refresh({ refreshToken: token, binding: entered.binding })
    expect(reply.refresh!.token).not.toBe(token)
    expect(await authenticate(fixture.context.databases, { bearer: reply.access.token })).toMatchObject({
      session_id: entered.actor.session_id,
    })
    token = reply.refresh!.token
  }
})

test('the token without its cookie, or with that of another session, is rejected and ends no session', async () => {
  const entered = await fixture.enter(person)
  const other = await fixture.enter(person)
  expect(await codeOf(refresh({ refreshToken: entered.refreshToken, binding: undefined }))).toBe('unauthenticated')
  expect(await codeOf(refresh({ refreshToken: entered.refreshToken, binding: other.binding }))).toBe('unauthenticated')
  expect(await codeOf(refresh({ refreshToken: entered.refreshToken, binding: '' }))).toBe('unauthenticated')
  await expect(refresh(entered)).resolves.toBeDefined()
})

test('fifty refreshes at once, over two processes, sign nobody out', async () => {
  const entered = await fixture.enter(person)
  const second = await secondProcess(fixture)
  try {
    const contexts = [fixture.context, accessContextOn(second)]
    const replies = await Promise.all(Array.from({ length: 50 }, (_, i) => refresh(entered, contexts[i % 2])))
    expect(new Set(replies.map((reply) => reply.refresh!.token)).size).toBe(50)
    // Every tab continues with the tokens that it got.
    const next = await Promise.all(
      replies.slice(0, 20).map((reply) => refresh({ refreshToken: reply.refresh!.token, binding: entered.binding })),
    )
    for (const reply of next)
      expect(await authenticate(fixture.context.databases, { bearer: reply.access.token })).not.toBeNull()
    expect((await sessionOf(entered)).ended_at).toBeNull()
  } finally {
    await second.close()
  }
})

test('reuse of a token after the grace period ends the whole family in that request, and notifies the user', async () => {
  const entered = await fixture.enter(person)
  const first = await refresh(entered)
  const second = await refresh({ refreshToken: first.refresh!.token, binding: entered.binding })
  await usedLongAgo(entered.refreshToken)
  expect(await codeOf(refresh(entered))).toBe('unauthenticated')
  expect(await sessionOf(entered)).toMatchObject({ ended_because: 'refresh-reuse' })
  for (const token of [first.refresh!.token, second.refresh!.token])
    expect(await codeOf(refresh({ refreshToken: token, binding: entered.binding }))).toBe('unauthenticated')
  const second_process = await secondProcess(fixture)
  for (const bearer of [entered.bearer, first.access.token, second.access.token])
    expect(await authenticate(second_process, { bearer })).toBeNull()
  await second_process.close()
  expect((await fixture.audit('refresh-reuse'))[0]).toMatchObject({ object_id: person.id, ip: '203.0.113.5' })
  expect((await fixture.mailTo(person.email))?.kind).toBe('refresh-reuse')
})

test('reuse without the cookie is detected too, and notified once', async () => {
  const entered = await fixture.enter(person)
  await refresh(entered)
  await usedLongAgo(entered.refreshToken)
  const before = (await fixture.audit('refresh-reuse')).length
  await Promise.all(
    Array.from({ length: 10 }, () => codeOf(refresh({ refreshToken: entered.refreshToken, binding: undefined }))),
  )
  expect((await sessionOf(entered)).ended_because).toBe('refresh-reuse')
  expect(await fixture.audit('refresh-reuse')).toHaveLength(before + 1)
})

test('a reuse does not end other sessions', async () => {
  const [one, two] = [await fixture.enter(person), await fixture.enter(person)]
  await refresh(one)
  await usedLongAgo(one.refreshToken)
  await codeOf(refresh(one))
  await expect(refresh(two)).resolves.toBeDefined()
})

test('idle for a day, or open for fourteen, a session has ended', async () => {
  const idle = await fixture.enter(person)
  await fixture.sql((tx) =>
    sql`update refresh_token set expires_at = now() where hash = ${hashToken(idle.refreshToken)}`.execute(tx),
  )
  expect(await codeOf(refresh(idle))).toBe('unauthenticated')

  const old = await fixture.enter(person)
  const { expires_at, created_at } = await sessionOf(old)
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(14 * 86_400_000)
  await fixture.sql((tx) =>
    tx
      .updateTable('session')
      .set({ expires_at: new Date(Date.now() + 60_000) })
      .where('id', '=', old.actor.session_id as number)
      .execute(),
  )
  const reply = await refresh(old)
  expect(Date.parse(reply.refresh!.expires_at) - Date.now()).toBeLessThanOrEqual(60_000)
  expect(Date.parse(reply.access.expires_at) - Date.now()).toBeLessThanOrEqual(60_000)
  await fixture.sql((tx) =>
    tx
      .updateTable('session')
      .set({ expires_at: new Date() })
      .where('id', '=', old.actor.session_id as number)
      .execute(),
  )
  expect(await codeOf(refresh({ refreshToken: reply.refresh!.token, binding: old.binding }))).toBe('unauthenticated')
})

test('a deactivated user or company gets no new tokens', async () => {
  const gone = await fixture.person({ company: 'client' })
  const entered = await fixture.enter(gone)
  await fixture.sql((tx) =>
    tx.updateTable('company').set({ is_active: false }).where('id', '=', fixture.company.distributor).execute(),
  )
  expect(await codeOf(refresh(entered))).toBe('unauthenticated')
  await fixture.sql((tx) =>
    tx.updateTable('company').set({ is_active: true }).where('id', '=', fixture.company.distributor).execute(),
  )
  await fixture.sql((tx) => tx.updateTable('app_user').set({ is_active: false }).where('id', '=', gone.id).execute())
  expect(await codeOf(refresh(entered))).toBe('unauthenticated')
})

test('garbage, an access token and an unknown token get the same rejection', async () => {
  const { bearer, binding } = await fixture.enter(person)
  for (const refreshToken of ['', 'x'.repeat(40), bearer, `tlr_${'A'.repeat(43)}`, `tlr_${bearer.slice(4)}`])
    expect(await codeOf(refresh({ refreshToken, binding }))).toBe('unauthenticated')
})

test("the reply has the user's current role", async () => {
  const changing = await fixture.person({ company: 'reseller', role: 'admin' })
  const entered = await fixture.enter(changing)
  await fixture.sql((tx) =>
    tx.updateTable('app_user').set({ role: 'read-only' }).where('id', '=', changing.id).execute(),
  )
  expect((await refresh(entered)).roles).toEqual(['reseller', 'read-only'])
})
