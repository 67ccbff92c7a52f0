import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AppError } from '../errors.ts'
import {
  secondProcess,
  codeOf,
  setupAccessFixture,
  password,
  accessContextOn,
  visitFrom,
  type AccessFixture,
  type Person,
} from '../testing/access/access-fixture.ts'
import { deviceCookie, maxDevices } from './known-devices.ts'
import { endOtherSessions, endOwnSession, signOut } from './own-sessions.ts'
import { changePassword, forgotPassword, resetPassword } from './passwords.ts'
import type { AccessContext, Visit } from './access-context.ts'
import { signIn } from './sign-in.ts'
import { rules } from './throttle.ts'
import { newToken } from './token.ts'
import { authenticate } from './authenticate.ts'

let fixture: AccessFixture
let owner: Person
let address = 0
beforeAll(async () => void (fixture = await setupAccessFixture()))
beforeEach(async () => void (owner = await fixture.person({ company: 'reseller' })))
afterAll(() => fixture.stop())

const nextAddress = () => `10.${address >> 16}.${(address >> 8) & 255}.${address++ & 255}`

/** A browser with its cookie, from a new address each time. */
class Browser {
  cookie: string | undefined
  visit(ip = nextAddress()): Visit {
    return { ...visitFrom(ip), cookie: (name) => (name === deviceCookie.name ? this.cookie : undefined) }
  }
  async signIn(
    person: Person,
    sent: { password?: string; code?: string; ip?: string } = {},
    context = fixture.context,
  ) {
    const { ip, ...rest } = sent
    const session = await signIn(context, person.form, { email: person.email, password, ...rest }, this.visit(ip))
    this.cookie = session.device
    return session
  }
  code(person: Person, sent = {}) {
    return codeOf(this.signIn(person, sent))
  }
}
const known = async (person = owner) => {
  const browser = new Browser()
  await browser.signIn(person)
  return browser
}
/** Passwords that were actually verified and found wrong. */
const checked = async (email: string) => {
  const failed = await fixture.audit('sign-in-failed')
  return failed.filter(({ object_label }) => object_label?.includes(email)).length
}

interface Rejection {
  code: string
  message: string
  retryAfter: number | undefined
  details: unknown
}
const guess = (context: AccessContext, email: string, ip: string): Promise<Rejection | undefined> =>
  signIn(context, 'admin', { email, password: 'not-the-password-1' }, visitFrom(ip)).then(
    () => undefined,
    ({ code, message, retryAfter, details }: AppError) => ({ code, message, retryAfter, details }),
  )

/** Two attempts from each of this many addresses, a few at a time. */
async function attack(email: string, addresses: number, context = fixture.context): Promise<Rejection[]> {
  const met: Rejection[] = []
  for (let at = 0; at < addresses; at += 10)
    met.push(
      ...((await Promise.all(
        Array.from({ length: 20 }, (_, i) => guess(context, email, `172.${16 + (at >> 8)}.${at & 255}.${i % 10}`)),
      )) as Rejection[]),
    )
  return met
}

/** An attack in progress: an unknown caller has to wait for another minute. */
async function besiege(email: string, context = fixture.context): Promise<void> {
  await attack(email, 20, context)
  const { rows } = await fixture.sql((tx) =>
    sql`update throttle set next_at = clock_timestamp() + interval '1 minute'
      where key like 'accountAnywhere:%' and failures > ${rules.accountAnywhere.free} returning key`.execute(tx),
  )
  expect(rows.length).toBeGreaterThan(0)
}

test(
  'an attack from 1,000 addresses gets 30 passwords checked; meanwhile the owner can sign in from a known device',
  { timeout: 120_000 },
  async () => {
    const browser = await known()
    const running = attack(owner.email, 1000)
    let during = 0
    let over = false
    void running.finally(() => (over = true))
    while (!over) {
      expect(await browser.code(owner)).toBeUndefined()
      during++
      await new Promise((done) => setTimeout(done, 100))
    }
    const met = await running
    expect(met).toHaveLength(2000)
    expect(during).toBeGreaterThan(3)
    const wrong = met.filter(({ code }) => code === 'wrong_credentials').length
    expect(wrong).toBe(await checked(owner.email))
    expect(wrong).toBeGreaterThanOrEqual(rules.accountAnywhere.free)
    expect(wrong).toBeLessThanOrEqual(rules.accountAnywhere.max)
    // A mistake of the owner does not count for the attack, nor the other way round.
    expect(await browser.code(owner, { password: 'my-mistake-number-1' })).toBe('wrong_credentials')
    expect(await browser.code(owner)).toBeUndefined()

    await besiege(owner.email)
    // From a new browser even the right password is delayed, and the message says what helps.
    const fresh = new Browser()
    const rejection = (await fresh.signIn(owner).catch((error: unknown) => error)) as AppError
    expect(rejection).toMatchObject({
      code: 'rate_limited',
      reason: { reason: 'sign_in.new_browser_blocked' },
    })
    expect(rejection.message).toContain('reset your password')
    expect(rejection.retryAfter).toBeGreaterThan(0)
    expect(rejection.retryAfter).toBeLessThanOrEqual(rules.accountAnywhere.window)

    // The mailed link is the way to sign in: it makes its browser known.
    await forgotPassword(fixture.context, { email: owner.email }, fresh.visit())
    const other = 'amber-quarry-lantern-17'
    const link = await fixture.linkTo(owner.email, 'password-reset')
    fresh.cookie = (await resetPassword(fixture.context, { ...link, password: other }, fresh.visit())).device
    expect(await fresh.code(owner, { password: other })).toBeUndefined()
  },
)

test('in any fifteen minutes at most 30 passwords are checked, however long the attack lasts', async () => {
  const times: number[] = []
  for (let minute = 0; minute < 40; minute++) {
    for (let i = 0; i < 6; i++)
      if ((await guess(fixture.context, owner.email, nextAddress()))?.code === 'wrong_credentials') times.push(minute)
    await fixture.sql((tx) =>
      sql`update throttle set next_at = next_at - interval '1 minute', window_start = window_start - interval '1 minute'`.execute(
        tx,
      ),
    )
  }
  for (const from of times)
    expect(times.filter((time) => time >= from && time < from + 15).length).toBeLessThanOrEqual(30)
})

test('an address without an account gets the same replies in the same order', async () => {
  const ghost = `ghost-${owner.email}`
  const [real, unknown] = [[], []] as [(Rejection | undefined)[], (Rejection | undefined)[]]
  for (let i = 0; i < 60; i++) {
    const ip = nextAddress()
    for (const [email, list] of [
      [owner.email, real],
      [ghost, unknown],
    ] as const)
      list.push(await guess(fixture.context, email, ip))
    if (i % 3 === 0)
      await fixture.sql((tx) => sql`update throttle set next_at = next_at - interval '40 seconds'`.execute(tx))
  }
  // The seconds of the delay differ between the two.
  const rounded = (list: (Rejection | undefined)[]) =>
    list.map((rejection) => ({ ...rejection, retryAfter: rejection?.retryAfter === undefined ? undefined : 'seconds' }))
  expect(rounded(unknown)).toEqual(rounded(real))
  real.forEach((rejection, i) =>
    expect(Math.abs((rejection?.retryAfter ?? 0) - (unknown[i]?.retryAfter ?? 0))).toBeLessThanOrEqual(2),
  )
  expect(real.some((rejection) => rejection?.code === 'rate_limited')).toBe(true)
})

test('all processes share the counters', async () => {
  const other = await secondProcess(fixture)
  try {
    const met = await Promise.all([attack(owner.email, 20), attack(owner.email, 20, accessContextOn(other))])
    expect(met.flat().filter(({ code }) => code === 'wrong_credentials').length).toBeLessThanOrEqual(30)
    expect(await codeOf((await knownAt(owner, other)).signIn(owner, {}, accessContextOn(other)))).toBeUndefined()
  } finally {
    await other.close()
  }
})

/** A device known before the attack, as if its user had signed in then. */
async function knownAt(person: Person, databases: AccessContext['databases']): Promise<Browser> {
  await fixture.sql((tx) => sql`delete from throttle where key like 'accountAnywhere:%'`.execute(tx))
  const browser = await known(person)
  await besiege(person.email, accessContextOn(databases))
  return browser
}

test('guesses from one network alone do not delay other networks', async () => {
  for (let i = 0; i < 40; i++) {
    await guess(fixture.context, owner.email, '203.0.113.5')
    await fixture.sql((tx) =>
      sql`update throttle set next_at = next_at - interval '64 seconds' where failures < 10`.execute(tx),
    )
  }
  expect(await checked(owner.email)).toBe(rules.account.max)
  expect(await new Browser().code(owner)).toBeUndefined()
})

describe('a known device', () => {
  test('has no other privilege: wrong passwords are rejected, ten of them are the limit, and the code is required', async () => {
    const browser = await known()
    const codes: (string | undefined)[] = []
    for (let i = 0; i < 15; i++) {
      codes.push(await browser.code(owner, { password: `my-mistake-number-${i}` }))
      await fixture.sql((tx) =>
        sql`update throttle set next_at = least(next_at, clock_timestamp()) where failures < 10`.execute(tx),
      )
    }
    expect(codes.filter((code) => code === 'wrong_credentials')).toHaveLength(rules.device.max)
    expect(await browser.code(owner)).toBe('rate_limited')
    expect(await new Browser().code(owner), 'elsewhere the owner still gets in').toBeUndefined()

    const careful = await fixture.person({ company: 'reseller' })
    const phone = await known(careful)
    await fixture.sql((tx) =>
      tx.updateTable('app_user').set({ two_factor: true }).where('id', '=', careful.id).execute(),
    )
    expect(await phone.code(careful)).toBe('two_factor_required')
    expect(await phone.code(careful, { code: '000000' })).toBe('two_factor_invalid')
  })

  test('has its own attempts for the second factor, even while an attacker with the password guesses codes', async () => {
    const browser = await known()
    await fixture.sql((tx) => tx.updateTable('app_user').set({ two_factor: true }).where('id', '=', owner.id).execute())
    const thief = () => codeOf(new Browser().signIn(owner, { code: '000000' }))
    const codes: (string | undefined)[] = []
    for (let i = 0; i < 40; i++) codes.push(await thief())
    expect(codes.filter((code) => code === 'two_factor_invalid').length).toBeLessThanOrEqual(rules.codeAnywhere.max)
    expect(codes.at(-1)).toBe('rate_limited')
    expect(await browser.code(owner, { code: '000000' })).toBe('two_factor_invalid')
  })

  test.each([
    ['a made-up token', () => newToken()],
    ['no token at all', () => 'x'.repeat(5000)],
    ['many made-up tokens', () => Array.from({ length: 50 }, () => newToken()).join('.')],
  ])('is not forged with %s', async (_, forged) => {
    await besiege(owner.email)
    const browser = new Browser()
    browser.cookie = forged()
    expect(await browser.code(owner)).toBe('rate_limited')
  })

  test('of another user, or after its lifetime, is not known', async () => {
    const neighbour = await fixture.person({ company: 'reseller' })
    const foreign = await known(neighbour)
    const old = await known()
    await fixture.sql((tx) => sql`update known_device set expires_at = now() where user_id = ${owner.id}`.execute(tx))
    await besiege(owner.email)
    expect(await foreign.code(owner)).toBe('rate_limited')
    expect(await old.code(owner)).toBe('rate_limited')
  })

  test('keeps its token at the next sign-in, and a planted token is never adopted', async () => {
    const browser = await known()
    const before = browser.cookie
    await browser.signIn(owner)
    expect(browser.cookie).toBe(before)
    const seeded = new Browser()
    seeded.cookie = newToken()
    const chosen = seeded.cookie
    await seeded.signIn(owner)
    expect(seeded.cookie).not.toContain(chosen)
  })

  test('is known for several users of one browser, the latest five', async () => {
    const browser = await known()
    const others: Person[] = []
    for (let i = 0; i < 5; i++) {
      others.push(await fixture.person({ company: 'reseller' }))
      await browser.signIn(others[i]!)
    }
    expect(browser.cookie!.split('.')).toHaveLength(5)
    for (const person of [others[0]!, others[4]!]) {
      await besiege(person.email)
      expect(await browser.code(person)).toBeUndefined()
    }
  })

  test('is one of at most twenty; a new one replaces the least recently used', async () => {
    const first = await known()
    for (let i = 0; i < maxDevices; i++) await known()
    const { rows } = await fixture.sql((tx) =>
      sql`select hash from known_device where user_id = ${owner.id}`.execute(tx),
    )
    expect(rows).toHaveLength(maxDevices)
    await besiege(owner.email)
    expect(await first.code(owner)).toBe('rate_limited')
  })

  test('is stored as a hash', async () => {
    const browser = await known()
    const { rows } = await fixture.sql((tx) =>
      sql<{ text: string }>`select d::text as text from known_device d`.execute(tx),
    )
    const sent = browser.cookie as string
    expect(rows.map(({ text }) => text).join()).not.toContain(sent)
    expect(rows.map(({ text }) => text).join()).not.toContain(Buffer.from(sent).toString('hex'))
  })
})

describe('devices are removed', () => {
  const both = async () => {
    const [here, there] = [new Browser(), new Browser()]
    const { reply } = await here.signIn(owner)
    const elsewhere = await there.signIn(owner)
    const actor = (await authenticate(fixture.context.databases, { bearer: reply.access.token }))!
    const other = (await authenticate(fixture.context.databases, { bearer: elsewhere.reply.access.token }))!
    return { here, there, actor, other }
  }
  const codes = async (...browsers: Browser[]) => {
    await besiege(owner.email)
    return Promise.all(browsers.map((browser) => browser.code(owner)))
  }

  test('by ending all other sessions, except the current browser', async () => {
    const { here, there, actor } = await both()
    await endOtherSessions(fixture.context, actor, here.visit())
    expect(await codes(here, there)).toEqual([undefined, 'rate_limited'])
  })

  test('by a new password that ends the other sessions, except the current browser', async () => {
    const { here, there, actor } = await both()
    await changePassword(
      fixture.context,
      actor,
      { password, new_password: 'amber-quarry-lantern-17', end_others: true },
      here.visit(),
    )
    await besiege(owner.email)
    expect(await here.code(owner, { password: 'amber-quarry-lantern-17' })).toBeUndefined()
    expect(await there.code(owner, { password: 'amber-quarry-lantern-17' })).toBe('rate_limited')
  })

  test('by a new password with the mailed link, except the browser that chose it', async () => {
    const { here, there } = await both()
    const fresh = new Browser()
    const other = 'amber-quarry-lantern-17'
    await forgotPassword(fixture.context, { email: owner.email }, fresh.visit())
    const link = await fixture.linkTo(owner.email, 'password-reset')
    fresh.cookie = (await resetPassword(fixture.context, { ...link, password: other }, fresh.visit())).device
    await besiege(owner.email)
    for (const [browser, code] of [
      [fresh, undefined],
      [here, 'rate_limited'],
      [there, 'rate_limited'],
    ] as const)
      expect(await browser.code(owner, { password: other })).toBe(code)
  })

  test('by ending the session that they started, but not by signing out', async () => {
    const { here, there, actor, other } = await both()
    await endOwnSession(fixture.context, actor, other.session_id as number, here.visit())
    await signOut(fixture.context, actor, here.visit())
    expect(await codes(here, there)).toEqual([undefined, 'rate_limited'])
  })
})
