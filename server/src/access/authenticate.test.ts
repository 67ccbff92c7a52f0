import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Databases } from '../db/pool.ts'
import { authenticate, onSessionChange, cacheMs, sessionChannel } from './authenticate.ts'
import {
  secondProcess,
  setupAccessFixture,
  visitFrom,
  type SignedInUser,
  type AccessFixture,
  type Person,
} from '../testing/access/access-fixture.ts'
import { signOut } from './own-sessions.ts'
import { endSessions } from './sessions.ts'
import { hashToken } from './token.ts'
import { touchesSettled } from './touch.ts'

let fixture: AccessFixture
let person: Person
/** A second process without a listener: the worst case. */
let deaf: Databases
beforeAll(async () => {
  fixture = await setupAccessFixture()
  person = await fixture.person({ company: 'client', role: 'editor' })
  deaf = await secondProcess(fixture)
})
afterAll(async () => {
  await deaf.close()
  await fixture.stop()
})

const who = (bearer: string | undefined, databases = fixture.context.databases) => authenticate(databases, { bearer })

test('a token resolves to its user, company, role and session', async () => {
  const entered = await fixture.enter(person)
  expect(await who(entered.bearer)).toEqual({
    user_id: person.id,
    label: `Pat Example <${person.email}>`,
    company_id: fixture.company.client,
    company_type: 'client',
    depth: 5,
    above: expect.any(Array),
    role: 'editor',
    locale: 'en',
    session_id: expect.any(Number),
    api_token_id: null,
    scopes: null,
    impersonator: null,
  })
})

test('nothing, garbage, an unknown token and a refresh token do not authenticate', async () => {
  const { refreshToken } = await fixture.enter(person)
  for (const bearer of [
    undefined,
    '',
    'tla_',
    `tla_${'A'.repeat(43)}`,
    'tla_'.padEnd(5000, 'x'),
    refreshToken,
    `tla_${refreshToken.slice(4)}`,
    'null',
    "' or 1=1 --",
  ])
    expect(await who(bearer)).toBeNull()
})

test('an expired token does not authenticate, even from the cache', async () => {
  const validMs = 300
  for (;;) {
    const { bearer } = await fixture.enter(person)
    const began = performance.now()
    await fixture.sql((tx) =>
      sql`update access_token set expires_at = now() + make_interval(secs => ${validMs} / 1000.0) where hash = ${hashToken(bearer)}`.execute(
        tx,
      ),
    )
    const answer = await who(bearer, deaf)
    // The machine stalled until the token had expired: that reply proves nothing, and the test needs another token.
    if (answer === null && performance.now() - began >= validMs) continue
    expect(answer).not.toBeNull()
    await new Promise((done) => setTimeout(done, validMs + 50))
    expect(await who(bearer, deaf)).toBeNull()
    return
  }
})

describe('the end of a session takes effect within a second in every process, even without a listener', () => {
  const inASecond = async (entered: SignedInUser, change: () => Promise<unknown>) => {
    expect(await who(entered.bearer, deaf)).not.toBeNull()
    await change()
    await new Promise((done) => setTimeout(done, 1000))
    return who(entered.bearer, deaf)
  }
  const set = (table: 'app_user' | 'company', id: number, columns: Record<string, unknown>) =>
    fixture.sql((tx) =>
      tx
        .updateTable(table)
        .set(columns as never)
        .where('id', '=', id)
        .execute(),
    )

  test('signing out', async () => {
    const entered = await fixture.enter(person)
    expect(await inASecond(entered, () => signOut(fixture.context, entered.actor, visitFrom('203.0.113.1')))).toBeNull()
  })

  test('a deactivated or deleted user', async () => {
    const other = await fixture.person({ company: 'client' })
    const entered = await fixture.enter(other)
    expect(await inASecond(entered, () => set('app_user', other.id, { is_active: false }))).toBeNull()
    await set('app_user', other.id, { is_active: true, deleted_at: new Date() })
    expect(await who(entered.bearer, fixture.context.databases)).toBeNull()
  })

  test('a deactivated or deleted company among the ancestors', async () => {
    const entered = await fixture.enter(person)
    expect(await inASecond(entered, () => set('company', fixture.company.distributor, { is_active: false }))).toBeNull()
    await set('company', fixture.company.distributor, { is_active: true, deleted_at: new Date() })
    await new Promise((done) => setTimeout(done, 1000))
    expect(await who(entered.bearer, deaf)).toBeNull()
    await set('company', fixture.company.distributor, { deleted_at: null })
  })

  test('a changed role', async () => {
    const other = await fixture.person({ company: 'client', role: 'admin' })
    const entered = await fixture.enter(other)
    expect(await inASecond(entered, () => set('app_user', other.id, { role: 'read-only' }))).toMatchObject({
      role: 'read-only',
    })
  })

  test('no actor is cached for a full second', () => expect(cacheMs).toBeLessThan(1000))
})

test('a process with a listener clears its cache immediately', async () => {
  const listener = new pg.Client({ connectionString: fixture.url })
  await listener.connect()
  listener.on('notification', ({ channel, payload }) =>
    onSessionChange(fixture.context.databases, channel, payload ?? ''),
  )
  await listener.query(`listen trunkline_changed; listen ${sessionChannel}`)
  try {
    const other = await fixture.person({ company: 'client', role: 'admin' })
    const entered = await fixture.enter(other)
    expect(await who(entered.bearer)).toMatchObject({ role: 'admin' })
    await fixture.sql((tx) => tx.updateTable('app_user').set({ role: 'editor' }).where('id', '=', other.id).execute())
    await expect
      .poll(() => who(entered.bearer).then((actor) => actor?.role), { timeout: 400, interval: 5 })
      .toBe('editor')
    await fixture.sql((tx) => endSessions(tx, { session_id: entered.actor.session_id as number }, 'signed-out'))
    await expect.poll(() => who(entered.bearer), { timeout: 400, interval: 5 }).toBeNull()
  } finally {
    await listener.end()
  }
})

describe('endSessions', () => {
  const open = (entered: SignedInUser) => who(entered.bearer, deaf).then((actor) => actor !== null)

  test('of a company ends those of all users of it and of its descendants, and no others', async () => {
    const people = {
      own: await fixture.enter(await fixture.person({ company: 'reseller' })),
      below: await fixture.enter(await fixture.person({ company: 'client' })),
      beside: await fixture.enter(await fixture.person({ company: 'otherReseller' })),
      above: await fixture.enter(await fixture.person({ company: 'distributor' })),
    }
    await fixture.sql((tx) => endSessions(tx, { company_id: fixture.company.reseller }, 'company-deactivated'))
    expect([
      await open(people.own),
      await open(people.below),
      await open(people.beside),
      await open(people.above),
    ]).toEqual([false, false, true, true])
  })

  test('of a user can except one session, and returns the number of ended ones', async () => {
    const other = await fixture.person({ company: 'client' })
    const sessions = [await fixture.enter(other), await fixture.enter(other), await fixture.enter(other)] as const
    expect(
      await fixture.sql((tx) =>
        endSessions(tx, { user_id: other.id, except: sessions[1].actor.session_id }, 'ended-by-user'),
      ),
    ).toBe(2)
    expect(await Promise.all(sessions.map(open))).toEqual([false, true, false])
    expect(await fixture.sql((tx) => endSessions(tx, { user_id: other.id }, 'deactivated'))).toBe(1)
    expect(await fixture.sql((tx) => endSessions(tx, { user_id: other.id }, 'deactivated'))).toBe(0)
  })
})

test('the last-seen time is updated after the request, at most once in five minutes, without a new version or an audit row', async () => {
  const other = await fixture.person({ company: 'client' })
  const entered = await fixture.enter(other)
  await touchesSettled()
  const read = () =>
    fixture.sql((tx) =>
      tx
        .selectFrom('app_user')
        .select(['last_seen_at', 'version'])
        .where('id', '=', other.id)
        .executeTakeFirstOrThrow(),
    )
  const first = await read()
  expect(first.last_seen_at).not.toBeNull()
  expect(first.version).toBe(1)
  for (let i = 0; i < 5; i++) await who(entered.bearer, deaf)
  await touchesSettled()
  expect(await read()).toEqual(first)
})

test('concurrent requests query the database once, and later ones use the cache', async () => {
  const { bearer } = await fixture.enter(person)
  let statements = 0
  deaf.appAll.on('acquire', () => void statements++)
  await Promise.all(Array.from({ length: 200 }, () => who(bearer, deaf)))
  await touchesSettled()
  const first = statements
  await Promise.all(Array.from({ length: 200 }, () => who(bearer, deaf)))
  // One for the actor, one for the last-seen time of the user.
  expect(first).toBeLessThanOrEqual(2)
  expect(statements).toBe(first)
})

test('an unavailable database is not cached: the next request queries again', async () => {
  const { bearer } = await fixture.enter(person)
  const gone = await secondProcess(fixture)
  await gone.close()
  await expect(who(bearer, gone)).rejects.toThrow()
  await expect(who(bearer, gone)).rejects.toThrow()
})
