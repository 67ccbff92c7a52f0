import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
import { signIn } from './sign-in.ts'
import { beginTwoFactor, confirmTwoFactor, disableTwoFactor, renewRecoveryCodes, resetTwoFactor } from './two-factor.ts'

let fixture: AccessFixture
let person: Person
let entered: SignedInUser
let network = 0
const newVisit = () => visitFrom(`192.0.2.${++network}`)
let visit = newVisit()
beforeAll(async () => void (fixture = await setupAccessFixture()))
beforeEach(async () => {
  visit = newVisit()
  person = await fixture.person({ company: 'reseller' })
  entered = await fixture.enter(person)
})
afterAll(() => fixture.stop())

/** The code of a secret, `steps` of 30 seconds from now. */
const codeAt = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
const enter = (code?: string, from = visit) =>
  signIn(fixture.context, 'admin', { email: person.email, password, code }, from)
/** Clears the last used step, as if time had passed. */
const nextStep = () =>
  fixture.sql((tx) => sql`update user_credential set totp_last_step = null where user_id = ${person.id}`.execute(tx))

async function switchOn() {
  const { secret } = await beginTwoFactor(fixture.context, entered.actor, password, visit)
  const recovery = await confirmTwoFactor(fixture.context, entered.actor, codeAt(secret), visit)
  await nextStep()
  return { secret, recovery }
}

test('setup requires the password, is enabled by the first code, and returns ten recovery codes', async () => {
  expect(await fieldsOf(beginTwoFactor(fixture.context, entered.actor, 'not-my-password-1', visit))).toHaveProperty(
    'password',
  )
  const { secret, uri } = await beginTwoFactor(fixture.context, entered.actor, password, visit)
  expect(uri).toContain('otpauth://totp/Trunkline:')
  expect(uri).toContain(`secret=${secret}`)
  expect(await codeOf(enter())).toBeUndefined()
  expect(await fieldsOf(confirmTwoFactor(fixture.context, entered.actor, '000000', visit))).toHaveProperty('code')
  const codes = await confirmTwoFactor(fixture.context, entered.actor, codeAt(secret), visit)
  expect(new Set(codes).size).toBe(10)
  expect(codes.every((code) => /^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/.test(code))).toBe(true)
  expect(await codeOf(enter())).toBe('two_factor_required')
  expect(await codeOf(beginTwoFactor(fixture.context, entered.actor, password, visit))).toBe('conflict')
  expect((await fixture.audit('two-factor-on'))[0]).toMatchObject({ object_id: person.id })
})

test('the reply to a wrong password does not reveal whether a code is required', async () => {
  await switchOn()
  expect(
    await codeOf(signIn(fixture.context, 'admin', { email: person.email, password: 'not-my-password-1' }, visit)),
  ).toBe('wrong_credentials')
  expect(
    await codeOf(
      signIn(fixture.context, 'admin', { email: person.email, password: 'not-my-password-1', code: '123456' }, visit),
    ),
  ).toBe('wrong_credentials')
})

test('the code that confirmed the setup cannot be used to sign in', async () => {
  const { secret } = await beginTwoFactor(fixture.context, entered.actor, password, visit)
  const code = codeAt(secret)
  await confirmTwoFactor(fixture.context, entered.actor, code, visit)
  expect(await codeOf(enter(code))).toBe('two_factor_invalid')
})

test('a code is accepted once, even if it is sent twice concurrently', async () => {
  const { secret } = await switchOn()
  const code = codeAt(secret)
  const codes = await Promise.all(
    [enter(code, newVisit()), enter(code, newVisit()), enter(code, newVisit())].map((work) => codeOf(work)),
  )
  expect(codes.sort()).toEqual(['two_factor_invalid', 'two_factor_invalid', undefined])
  expect(await codeOf(enter(code, newVisit()))).toBe('two_factor_invalid')
})

test('after a code was used, codes of earlier steps are rejected', async () => {
  const { secret } = await switchOn()
  expect(await codeOf(enter(codeAt(secret, 1), newVisit()))).toBeUndefined()
  expect(await codeOf(enter(codeAt(secret, 0), newVisit()))).toBe('two_factor_invalid')
})

test('codes of the previous and next step are accepted, others are not', async () => {
  const { secret } = await switchOn()
  for (const [steps, expected] of [
    [-1, undefined],
    [1, undefined],
    [-2, 'two_factor_invalid'],
    [2, 'two_factor_invalid'],
  ] as const) {
    await nextStep()
    expect(await codeOf(enter(codeAt(secret, steps), newVisit()))).toBe(expected)
    await fixture.sql((tx) => sql`delete from throttle`.execute(tx))
  }
})

test('a recovery code is accepted once, in any spelling, and only for its user', async () => {
  const { recovery } = await switchOn()
  expect(await codeOf(enter(recovery[0]!.toUpperCase().replaceAll('-', ' ')))).toBeUndefined()
  expect(await codeOf(enter(recovery[0]))).toBe('two_factor_invalid')
  const other = await fixture.person({ company: 'reseller' })
  await fixture.sql((tx) => tx.updateTable('app_user').set({ two_factor: true }).where('id', '=', other.id).execute())
  expect(
    await codeOf(signIn(fixture.context, 'admin', { email: other.email, password, code: recovery[1] }, newVisit())),
  ).toBe('two_factor_invalid')
})

test('codes and the secret are not stored in plain text', async () => {
  const { secret, recovery } = await switchOn()
  const { rows } = await fixture.sql((tx) =>
    sql<{ all: string }>`
    select (select json_agg(c)::text from user_credential c) || coalesce((select json_agg(r)::text from recovery_code r), '') || coalesce((select json_agg(a)::text from audit_log a), '') as all`.execute(
      tx,
    ),
  )
  for (const canary of [secret, Buffer.from(secret).toString('hex'), recovery[0]!, recovery[0]!.replaceAll('-', '')])
    expect(rows[0]!.all).not.toContain(canary)
})

test('wrong codes are delayed, after five from one network and after twenty from all networks', async () => {
  await switchOn()
  const from = newVisit()
  const guess = async (at = from) => {
    const code = await codeOf(enter('000000', at))
    await fixture.sql((tx) =>
      sql`update throttle set next_at = least(next_at, clock_timestamp()) where next_at < now() + interval '2 minutes'`.execute(
        tx,
      ),
    )
    return code
  }
  const one: (string | undefined)[] = []
  for (let i = 0; i < 8; i++) one.push(await guess())
  expect(one).toEqual([...Array(5).fill('two_factor_invalid'), ...Array(3).fill('rate_limited')])
  const anywhere: (string | undefined)[] = []
  for (let i = 0; i < 20; i++) anywhere.push(await guess(newVisit()))
  expect(anywhere.filter((code) => code === 'two_factor_invalid')).toHaveLength(15)
})

test('the password alone does not reset the counter of wrong codes', async () => {
  await switchOn()
  const from = newVisit()
  await fixture.sql((tx) => sql`delete from throttle`.execute(tx))
  let guesses = 0
  for (let i = 0; i < 12; i++) {
    if ((await codeOf(enter('000000', from))) === 'two_factor_invalid') guesses++
    await codeOf(enter(undefined, from))
  }
  expect(guesses).toBeLessThanOrEqual(5)
  // Each wrong code also counts as a failed attempt for the account, and the password alone has not reset that.
  const { rows } = await fixture.sql((tx) =>
    sql<{ failures: number }>`select max(failures) as failures from throttle where key like 'account:%'`.execute(tx),
  )
  expect(rows[0]?.failures).toBe(guesses)
})

test('new recovery codes invalidate the old ones', async () => {
  const { recovery } = await switchOn()
  const fresh = await renewRecoveryCodes(fixture.context, entered.actor, password, visit)
  expect(await codeOf(enter(recovery[0], newVisit()))).toBe('two_factor_invalid')
  expect(await codeOf(enter(fresh[0], newVisit()))).toBeUndefined()
})

test('disabling requires both password and code', async () => {
  const { secret } = await switchOn()
  expect(
    await fieldsOf(
      disableTwoFactor(fixture.context, entered.actor, { password: 'not-my-password-1', code: codeAt(secret) }, visit),
    ),
  ).toHaveProperty('password')
  expect(await codeOf(disableTwoFactor(fixture.context, entered.actor, { password, code: '000000' }, visit))).toBe(
    'two_factor_invalid',
  )
  await disableTwoFactor(fixture.context, entered.actor, { password, code: codeAt(secret) }, visit)
  expect(await codeOf(enter())).toBeUndefined()
  expect(await codeOf(renewRecoveryCodes(fixture.context, entered.actor, password, visit))).toBe('conflict')
})

test('an admin disables it for a user who lost the device; sessions end and the user is notified', async () => {
  const { recovery } = await switchOn()
  const admin = await fixture.enter(await fixture.person({ company: 'distributor' }))
  await resetTwoFactor(fixture.context, admin.actor, person.id, visit)
  expect(await codeOf(enter())).toBeUndefined()
  const open = await fixture.sql((tx) =>
    tx
      .selectFrom('session')
      .select('ended_because')
      .where('id', '=', entered.actor.session_id as number)
      .executeTakeFirstOrThrow(),
  )
  expect(open.ended_because).toBe('two-factor-changed')
  expect((await fixture.audit('two-factor-off'))[0]).toMatchObject({
    object_id: person.id,
    actor_name: admin.actor.label,
  })
  expect((await fixture.mailTo(person.email))?.kind).toBe('two-factor-reset')
  const left = await fixture.sql((tx) =>
    tx.selectFrom('recovery_code').select('hash').where('user_id', '=', person.id).execute(),
  )
  expect([left.length, recovery.length]).toEqual([0, 10])
})
