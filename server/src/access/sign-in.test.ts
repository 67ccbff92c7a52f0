import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { abilitiesOf } from '@trunkline/contract/abilities'
import { session as sessionSchema } from '@trunkline/contract/resources/auth'
import { AppError } from '../errors.ts'
import {
  codeOf,
  setupAccessFixture,
  password,
  visitFrom,
  type AccessFixture,
  type Person,
} from '../testing/access/access-fixture.ts'
import { maxConcurrent, checkPassword, hashPassword, maxQueueLength } from './password-hash.ts'
import { signIn } from './sign-in.ts'
import { hashToken } from './token.ts'

let fixture: AccessFixture
let admin: Person
let client: Person
let network = 0
let visit = visitFrom('203.0.113.1')
beforeAll(async () => {
  fixture = await setupAccessFixture()
  admin = await fixture.person({ company: 'reseller', role: 'editor' })
  client = await fixture.person({ company: 'client', role: 'primary-admin' })
})
beforeEach(() => void (visit = visitFrom(`203.0.113.${++network}`)))
afterAll(() => fixture.stop())

const enter = (form: 'admin' | 'user', email: string, secret = password) =>
  signIn(fixture.context, form, { email, password: secret }, visit)

test('the reply matches the contract, with abilities, roles and both tokens', async () => {
  const { reply, binding } = await enter('admin', admin.email)
  expect(sessionSchema.parse({ data: reply })).toEqual({ data: reply })
  expect(reply.user).toMatchObject({
    id: admin.id,
    role: 'admin',
    user_role: 'editor',
    company: { type: 'reseller' },
    impersonator: null,
  })
  expect(reply.roles).toEqual(['reseller', 'editor'])
  expect(reply.abilities).toEqual(abilitiesOf({ company_type: 'reseller', role: 'editor' }))
  expect(reply.access.token).toMatch(/^tla_[\w-]{43}$/)
  expect(reply.refresh?.token).toMatch(/^tlr_[\w-]{43}$/)
  expect(Date.parse(reply.access.expires_at) - Date.now()).toBeLessThanOrEqual(10 * 60_000)
  expect(Date.parse(reply.refresh!.expires_at) - Date.now()).toBeLessThanOrEqual(24 * 3_600_000)
  expect(binding).toMatch(/^[\w-]{43}$/)
})

test('a client signs in through the form for clients and gets its home page', async () => {
  const { reply } = await enter('user', client.email)
  expect(reply.user.role).toBe('client')
  expect(reply.roles).toEqual(['client', 'primary-admin'])
})

test('the address is found in any case', async () => {
  await expect(enter('admin', admin.email.toUpperCase())).resolves.toBeDefined()
})

test('tokens are stored as hashes only', async () => {
  const { reply } = await enter('admin', admin.email)
  const { rows } = await fixture.sql((tx) =>
    sql<{ found: boolean }>`
    select exists (select from access_token where hash = ${hashToken(reply.access.token)}) and exists (select from refresh_token where hash = ${hashToken(reply.refresh!.token)}) as found`.execute(
      tx,
    ),
  )
  expect(rows[0]?.found).toBe(true)
})

describe('unknown address, wrong password, other form and deactivated account have the same reply', () => {
  const rejection = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: AppError) => ({ code: error.code, reason: error.reason, fields: error.fields, details: error.details }),
    )
  const expected = {
    code: 'wrong_credentials',
    reason: message('wrong_credentials'),
    fields: undefined,
    details: undefined,
  }

  test('wrong password', async () =>
    expect(await rejection(enter('admin', admin.email, 'wrong-password-1'))).toEqual(expected))
  test('unknown address', async () =>
    expect(await rejection(enter('admin', 'nobody@people.example'))).toEqual(expected))
  test('a client at the form for other companies', async () =>
    expect(await rejection(enter('admin', client.email))).toEqual(expected))
  test('an admin at the form for clients', async () =>
    expect(await rejection(enter('user', admin.email))).toEqual(expected))

  test('a deactivated user, a deleted one, and one below a deactivated company', async () => {
    const inactive = await fixture.person({ company: 'master' })
    const deleted = await fixture.person({ company: 'master' })
    const below = await fixture.person({ company: 'otherClient' })
    await fixture.sql(async (tx) => {
      await tx.updateTable('app_user').set({ is_active: false }).where('id', '=', inactive.id).execute()
      await tx.updateTable('app_user').set({ deleted_at: new Date() }).where('id', '=', deleted.id).execute()
      await tx
        .updateTable('company')
        .set({ is_active: false })
        .where('id', '=', fixture.company.otherReseller)
        .execute()
    })
    expect(await rejection(enter('admin', inactive.email))).toEqual(expected)
    expect(await rejection(enter('admin', deleted.email))).toEqual(expected)
    expect(await rejection(enter('user', below.email))).toEqual(expected)
    await fixture.sql((tx) =>
      tx.updateTable('company').set({ is_active: true }).where('id', '=', fixture.company.otherReseller).execute(),
    )
    expect(await rejection(enter('user', below.email))).toBeUndefined()
  })

  test('a user who has no password yet', async () => {
    const fresh = await fixture.person({ company: 'master' })
    await fixture.sql((tx) => tx.deleteFrom('user_credential').where('user_id', '=', fresh.id).execute())
    expect(await rejection(enter('admin', fresh.email))).toEqual(expected)
  })

  test('the decoy costs as much as a real hash', async () => {
    const cost = { memory: 16_384, passes: 2, lanes: 1 }
    const stored = await hashPassword(password, cost)
    const times = { real: [] as number[], decoy: [] as number[] }
    await checkPassword('x', null, cost)
    for (let i = 0; i < 25; i++)
      for (const kind of ['real', 'decoy'] as const) {
        // CPU time: elapsed time depends on the load of the machine. It includes other work of the process, so that
        // the smallest is the cost of the hash.
        const start = process.cpuUsage()
        expect(await checkPassword('wrong-password-1', kind === 'real' ? stored : null, cost)).toBe(false)
        // Both together are exact; how they divide is sampled.
        const { user, system } = process.cpuUsage(start)
        times[kind].push(user + system)
      }
    const ratio = Math.min(...times.decoy) / Math.min(...times.real)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })
})

test('the decoy matches no password', async () => {
  expect(await checkPassword('nobody has this password', null, fixture.context.config.passwordCost)).toBe(false)
})

test('wrong attempts are delayed, and the victim can still sign in from another network', async () => {
  const victim = await fixture.person({ company: 'distributor' })
  const attacker = visitFrom('192.0.2.66')
  const codes: (string | undefined)[] = []
  for (let i = 0; i < 15; i++)
    codes.push(
      await codeOf(signIn(fixture.context, 'admin', { email: victim.email, password: `guess-number-${i}` }, attacker)),
    )
  expect(codes.filter((code) => code === 'wrong_credentials').length).toBeLessThanOrEqual(10)
  expect(codes.at(-1)).toBe('rate_limited')
  expect(await codeOf(signIn(fixture.context, 'admin', { email: victim.email, password }, attacker))).toBe(
    'rate_limited',
  )
  expect(await codeOf(enter('admin', victim.email))).toBeUndefined()
})

test('an address without an account gets the same delay', async () => {
  const codes: (string | undefined)[] = []
  for (let i = 0; i < 8; i++) codes.push(await codeOf(enter('admin', 'ghost@people.example', `guess-number-${i}`)))
  expect(codes).toContain('wrong_credentials')
  expect(codes.at(-1)).toBe('rate_limited')
})

test('successful and failed sign-ins are in the audit log, without the password', async () => {
  await enter('admin', admin.email)
  await codeOf(enter('admin', admin.email, 'canary-password-77'))
  expect((await fixture.audit('sign-in'))[0]).toMatchObject({
    object_id: admin.id,
    ip: visit.ip,
    after: { user_agent: 'Test browser' },
  })
  const failed = (await fixture.audit('sign-in-failed'))[0]
  expect(failed).toMatchObject({ object_id: admin.id, actor_name: 'visitor', ip: visit.ip })
  expect(JSON.stringify(await fixture.audit('sign-in-failed'))).not.toContain('canary')
})

test('the number of concurrent and queued hashes is limited, and the next caller gets rate_limited', async () => {
  const slow = { memory: 8192, passes: 3, lanes: 1 }
  const results = await Promise.allSettled(
    Array.from({ length: maxConcurrent + maxQueueLength + 5 }, () => hashPassword(password, slow)),
  )
  const rejected = results.filter((result) => result.status === 'rejected')
  expect(rejected).toHaveLength(5)
  expect(
    rejected.every(
      ({ reason }) => reason instanceof AppError && reason.code === 'rate_limited' && reason.retryAfter !== undefined,
    ),
  ).toBe(true)
  await expect(hashPassword(password, slow)).resolves.toMatch(/^\$argon2id\$v=19\$m=8192,t=3,p=1\$/)
})

test('without a setting the cost is 64 MiB, three passes, one lane', async () => {
  await expect(hashPassword(password)).resolves.toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
})
