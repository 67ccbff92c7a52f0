import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedRadiusTenants, startTestRadius, type TestRadius } from '../testing/radius.ts'
import { withSystem } from '../db/system-transaction.ts'
import { noRadius } from '../testing/radius-here.ts'
import { deletePending } from './tasks.ts'

/** The session limit of a service: running sessions, plus accepted logins that have not started yet. */
describe.skipIf(noRadius !== undefined)('simultaneous sessions', { concurrent: false }, () => {
  let on: TestRadius
  let of: Awaited<ReturnType<typeof seedRadiusTenants>>

  beforeAll(async () => {
    on = await startTestRadius()
    of = await seedRadiusTenants(on)
    await of.nas('127.0.0.2')
    await of.nas('127.0.0.3')
  })
  afterAll(() => on?.stop())

  // Retransmits like a NAS: on a busy machine a request may wait longer for its lock than FreeRADIUS waits for SQL.
  const login = (user: string, station: string, from = '127.0.0.2') =>
    on
      .send(
        'auth',
        { 'User-Name': user, 'User-Password': `pw-${user}`, 'Calling-Station-Id': station },
        // Other tests load the machine: what counts is the reply, not its time.
        { from, tries: 6, wait: 3 },
      )
      .then(({ code }) => code)
  const acct = (type: string, user: string, station: string, seconds = 0) =>
    on.send('acct', {
      'Acct-Status-Type': type,
      'Acct-Session-Id': `${user}-${station}`,
      'User-Name': user,
      'Calling-Station-Id': station,
      'Acct-Session-Time': seconds,
    })

  test('of twenty concurrent logins from twenty stations only as many are accepted as the limit allows', async () => {
    for (const [user, limit] of [
      ['one', 1],
      ['three', 3],
    ] as const) {
      await of.service(user, { simultaneous_use: limit })
      const codes = await Promise.all(
        Array.from({ length: 20 }, (_, i) => login(user, `station-${i}`, i % 2 === 0 ? '127.0.0.2' : '127.0.0.3')),
      )
      expect(codes.filter((code) => code === 'Access-Accept')).toHaveLength(limit)
      expect(codes.filter((code) => code === 'Access-Reject')).toHaveLength(20 - limit)
      expect(
        await on.query(`select distinct reason from auth_log where username = $1 and not accepted`, [user]),
      ).toEqual([{ reason: 'too-many-sessions' }])
    }
    // A request without a connection gets no reply, nor do its retransmits.
    expect(readFileSync(join(on.folder, 'log', 'radius.log'), 'utf8')).not.toContain('already at max')
  }, 60_000)

  test('the second of two logins before the first Start is rejected, the same station may log in again', async () => {
    await of.service('pair', { simultaneous_use: 1 })
    expect(await login('pair', 'a')).toBe('Access-Accept')
    expect(await login('pair', 'b')).toBe('Access-Reject')
    expect(await login('pair', 'a')).toBe('Access-Accept')
  })

  test('wrong passwords, also at the same time, never take the only session', async () => {
    await of.service('guessed', { simultaneous_use: 1 })
    const guess = (i: number, kind: 'User-Password' | 'CHAP-Password') =>
      on.send(
        'auth',
        { 'User-Name': 'guessed', [kind]: `guess-${i}`, 'Calling-Station-Id': `guesser-${i}` },
        { tries: 6, wait: 3 },
      )
    const guesses = Array.from({ length: 12 }, (_, i) => guess(i, i % 2 === 0 ? 'User-Password' : 'CHAP-Password'))
    expect(await login('guessed', 'owner')).toBe('Access-Accept')
    for (const { code } of await Promise.all(guesses)) expect(code).toBe('Access-Reject')
    expect(
      await on.query(
        `select p.calling from login_pending p join service s on s.id = p.service_id where s.username = 'guessed'`,
      ),
    ).toEqual([{ calling: 'owner' }])
    expect(await on.query(`select distinct reason from auth_log where username = 'guessed' and not accepted`)).toEqual([
      { reason: 'bad-credentials' },
    ])
  }, 30_000)

  test('one session counts for each way to send the password', async () => {
    await of.service('ways', { simultaneous_use: 1 })
    const ways = ['User-Password', 'CHAP-Password', 'MS-CHAP-Password'] as const
    for (const first of ways) {
      await on.query('delete from login_pending')
      for (const [i, kind] of [first, ...ways].entries())
        expect(
          (
            await on.send('auth', {
              'User-Name': 'ways',
              [kind]: 'pw-ways',
              'Calling-Station-Id': `station-${i}`,
            })
          ).code,
          `${first}, then ${kind}`,
        ).toBe(i === 0 ? 'Access-Accept' : 'Access-Reject')
    }
  }, 30_000)

  test('an accepted login counts as a session until its Stop', async () => {
    await of.service('short', { simultaneous_use: 1 })
    expect(await login('short', 'a')).toBe('Access-Accept')
    await acct('Start', 'short', 'a')
    expect(await login('short', 'b')).toBe('Access-Reject')
    await acct('Stop', 'short', 'a', 1)
    expect(await login('short', 'b')).toBe('Access-Accept')
  })

  test('a login and its Start count as one session', async () => {
    await of.service('double', { simultaneous_use: 2 })
    expect(await login('double', 'a')).toBe('Access-Accept')
    await acct('Start', 'double', 'a')
    expect(await login('double', 'b')).toBe('Access-Accept')
    expect(await login('double', 'c')).toBe('Access-Reject')
  })

  test('an accepted login that never starts counts for a minute', async () => {
    await of.service('lost', { simultaneous_use: 1 })
    expect(await login('lost', 'a')).toBe('Access-Accept')
    expect(await login('lost', 'b')).toBe('Access-Reject')
    await on.query(`update login_pending set until = now() - interval '1 second'`)
    expect(await login('lost', 'b')).toBe('Access-Accept')
  })

  test('a service without a limit can have any number of sessions', async () => {
    await of.service('open', { simultaneous_use: null })
    const codes = await Promise.all(Array.from({ length: 10 }, (_, i) => login('open', `station-${i}`)))
    expect(new Set(codes)).toEqual(new Set(['Access-Accept']))
    expect(
      await on.query(`select p.* from login_pending p join service s on s.id = p.service_id where s.username = 'open'`),
    ).toEqual([])
  })

  test('two logins without a calling station count as two', async () => {
    await of.service('nameless', { simultaneous_use: 1 })
    const bare = () =>
      on.send('auth', { 'User-Name': 'nameless', 'User-Password': 'pw-nameless' }).then(({ code }) => code)
    expect(await bare()).toBe('Access-Accept')
    expect(await bare()).toBe('Access-Reject')
  })

  test('rows of logins that no longer count are deleted, and no others', async () => {
    await on.query("update login_pending set until = now() - interval '1 second'")
    await of.service('fresh', { simultaneous_use: 1 })
    expect(await login('fresh', 'a')).toBe('Access-Accept')
    await deletePending({ system: (work) => withSystem(on.database.databases, work) })
    expect(await on.query('select calling from login_pending')).toEqual([{ calling: 'a' }])
  })
})
