import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticate, forgetActors } from './authenticate.ts'
import {
  codeOf,
  fieldsOf,
  setupAccessFixture,
  visitFrom,
  type SignedInUser,
  type AccessFixture,
} from '../testing/access/access-fixture.ts'
import { endOtherSessions, endOwnSession, listSessions } from './own-sessions.ts'
import { showProfile, updateProfile } from './profile.ts'
import { refreshSession } from './refresh.ts'
import { sweepAccess } from './sweep.ts'

let fixture: AccessFixture
const visit = visitFrom('203.0.113.9')
beforeAll(async () => void (fixture = await setupAccessFixture()))
afterAll(() => fixture.stop())

const works = async ({ bearer }: SignedInUser) => {
  forgetActors(fixture.context.databases)
  return (await authenticate(fixture.context.databases, { bearer })) !== null
}

test("the list has the caller's open sessions and marks the current one", async () => {
  const person = await fixture.person({ company: 'client' })
  const [first, second] = [
    await fixture.enter(person, visitFrom('198.51.100.1')),
    await fixture.enter(person, visitFrom('198.51.100.2')),
  ]
  await fixture.enter(await fixture.person({ company: 'client' }))
  const list = await listSessions(fixture.context, second.actor)
  expect(list.map(({ id, current, ip, user_agent }) => ({ id, current, ip, user_agent }))).toEqual([
    { id: second.actor.session_id, current: true, ip: '198.51.100.2', user_agent: 'Test browser' },
    { id: first.actor.session_id, current: false, ip: '198.51.100.1', user_agent: 'Test browser' },
  ])
})

test('only its owner can end a session', async () => {
  const person = await fixture.person({ company: 'client' })
  const [first, second] = [await fixture.enter(person), await fixture.enter(person)]
  const stranger = await fixture.enter(await fixture.person({ company: 'client', role: 'primary-admin' }))
  expect(await codeOf(endOwnSession(fixture.context, stranger.actor, first.actor.session_id as number, visit))).toBe(
    'not_found',
  )
  await endOwnSession(fixture.context, second.actor, first.actor.session_id as number, visit)
  expect([await works(first), await works(second)]).toEqual([false, true])
  expect(await codeOf(refreshSession(fixture.context, first, visit))).toBe('unauthenticated')
  expect(await codeOf(endOwnSession(fixture.context, second.actor, first.actor.session_id as number, visit))).toBe(
    'not_found',
  )
})

test('the other sessions end and the current one stays open', async () => {
  const person = await fixture.person({ company: 'client' })
  const all = [await fixture.enter(person), await fixture.enter(person), await fixture.enter(person)] as const
  expect(await endOtherSessions(fixture.context, all[1].actor, visit)).toBe(2)
  expect(await Promise.all(all.map(works))).toEqual([false, true, false])
})

test("the profile has the caller's row, with options in the caller's language", async () => {
  const person = await fixture.person({ company: 'client' })
  const { actor } = await fixture.enter(person)
  await fixture.sql((tx) => tx.updateTable('app_user').set({ locale: 'de' }).where('id', '=', person.id).execute())
  await fixture.sql((tx) =>
    tx.updateTable('company').set({ county_iso_code: 'DE' }).where('id', '=', fixture.company.client).execute(),
  )
  const { data, options } = await showProfile(fixture.context, actor)
  expect(data).toMatchObject({
    id: person.id,
    countyIsoCode: 'DE',
    company_name: 'client',
    path: [{ id: fixture.company.client }],
    session: { id: person.id, role: 'client' },
  })
  expect(options.countries.find(({ id }) => id === 'DE')?.name).toBe('Deutschland')
  expect(data.abilities).toContainEqual({ action: 'view', subject: 'companies' })
})

test('an update changes and validates its fields, and rejects a stale version', async () => {
  const person = await fixture.person({ company: 'client' })
  const { actor } = await fixture.enter(person)
  const update = (body: Parameters<typeof updateProfile>[2]) => fixture.sql((tx) => updateProfile(tx, actor, body))
  expect(await update({ first_name: 'Kim', telephone: '+44 20 7946 0958', version: 1 })).toMatchObject({
    name: 'Kim Example',
    telephone: '+442079460958',
    version: 2,
  })
  expect(await codeOf(update({ first_name: 'Lee', version: 1 }))).toBe('stale_version')
  expect(await fieldsOf(update({ telephone: '+44 1', time_zone: 'Mars/Base' }))).toEqual({
    telephone: message('field.telephone_country'),
    time_zone: message('field.time_zone'),
  })
  expect(await update({ telephone: null })).toMatchObject({ telephone: null, name: 'Kim Example' })
  expect(await update({})).toMatchObject({ version: 3 })
})

test('the sweep removes expired rows only', async () => {
  const person = await fixture.person({ company: 'client' })
  const [open, idle, over] = [await fixture.enter(person), await fixture.enter(person), await fixture.enter(person)]
  await fixture.sql(async (tx) => {
    await sql`update session set last_used_at = now() - interval '25 hours' where id = ${idle.actor.session_id}`.execute(
      tx,
    )
    await sql`update session set ended_at = now() - interval '2 hours' where id = ${over.actor.session_id}`.execute(tx)
    await sql`update access_token set expires_at = now() - interval '2 hours' where session_id = ${over.actor.session_id}`.execute(
      tx,
    )
    await sql`insert into throttle (key, failures, window_start, next_at) values ('old', 3, now() - interval '2 hours', now() - interval '2 hours'), ('new', 3, now(), now())`.execute(
      tx,
    )
    await sql`insert into link_token (hash, kind, expires_at) values ('\\x01', 'sign-up', now() - interval '2 days'), ('\\x02', 'sign-up', now() + interval '1 hour')`.execute(
      tx,
    )
  })
  expect(await fixture.sql(sweepAccess)).toMatchObject({
    idle: 1,
    access_tokens: 1,
    refresh_tokens: 1,
    links: 1,
    throttle: 1,
    known_devices: 0,
    sessions: 0,
  })
  expect([await works(open), await works(idle)]).toEqual([true, false])
  await expect(refreshSession(fixture.context, open, visit)).resolves.toBeDefined()
  expect(Object.values(await fixture.sql(sweepAccess)).every((count) => count === 0)).toBe(true)
})
