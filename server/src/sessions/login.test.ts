import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedRadiusTenants, startTestRadius, testKey, type TestRadius } from '../testing/radius.ts'
import { noRadius, until } from '../testing/radius-here.ts'
import { radiusKey, radiusLogin, seal } from './seal.ts'

/** Logins with a real FreeRADIUS. A rejection takes a second, to slow down guessing. */
describe.skipIf(noRadius !== undefined)('logins', { concurrent: false }, () => {
  let on: TestRadius
  let of: Awaited<ReturnType<typeof seedRadiusTenants>>
  let nas: number

  beforeAll(async () => {
    on = await startTestRadius()
    of = await seedRadiusTenants(on)
    nas = await of.nas('127.0.0.2')
  })
  afterAll(() => on?.stop())

  const login = (user: string, more: Record<string, string | number> = {}, options = {}) =>
    on.send('auth', { 'User-Name': user, 'User-Password': `pw-${user}`, ...more }, options)
  const lastLogin = async (user: string) =>
    (
      await on.query<{ accepted: boolean; reason: string; service_id: number | null; company_id: number }>(
        'select accepted, reason, service_id, company_id from auth_log where username = $1 order by at desc limit 1',
        [user],
      )
    )[0]

  test('PAP, CHAP and MS-CHAP accept the right password only', async () => {
    await of.service('anna')
    for (const kind of ['User-Password', 'CHAP-Password', 'MS-CHAP-Password']) {
      const right = await on.send('auth', { 'User-Name': 'anna', [kind]: 'pw-anna' })
      expect(right.code, kind).toBe('Access-Accept')
      const wrong = await on.send('auth', { 'User-Name': 'anna', [kind]: 'pw-bert' })
      expect(wrong.code, kind).toBe('Access-Reject')
    }
    expect(await lastLogin('anna')).toMatchObject({ accepted: false, reason: 'bad-credentials', company_id: of.client })
  })

  test.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
    'the server runs without privileges, even if root started it',
    () => {
      const status = readFileSync(`/proc/${on.radius.pid()}/status`, 'utf8')
      expect(/^Uid:\t(\d+)/m.exec(status)?.[1]).not.toBe('0')
      expect(/^CapEff:\t0+$/m.test(status)).toBe(true)
    },
  )

  test('a password with special characters is taken literally, never as a command', async () => {
    for (const [i, password] of [
      '"quoted"',
      '`/bin/id`',
      "it's",
      '{sha}x',
      '%{User-Name}',
      'Пароль',
      'a b ',
      "'",
    ].entries()) {
      await of.service(`odd${i}`, { password })
      const reply = await on.send('auth', { 'User-Name': `odd${i}`, 'CHAP-Password': password })
      expect(reply.code, password).toBe('Access-Accept')
    }
  })

  test('names with quotes and other alphabets log in, and SQL in a name has no effect', async () => {
    for (const name of ["o'brien", 'Анна', 'a@b.c']) {
      await of.service(name)
      expect((await login(name)).code, name).toBe('Access-Accept')
    }
    const evil = "x'; drop table service; --"
    expect((await login(evil)).code).toBe('Access-Reject')
    expect(await lastLogin(evil)).toMatchObject({
      accepted: false,
      reason: 'unknown-user',
      service_id: null,
      company_id: of.reseller,
    })
  })

  test('Status-Server is answered, and signed like any reply', async () => {
    expect((await on.sendText('status', 'Message-Authenticator = 0x00')).code).toBe('Access-Accept')
  })

  test('the reason of each rejection is logged', async () => {
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    const elsewhere = await of.nas('127.0.0.3')
    const full = await of.tariff({ quota_bytes: 1000, quota_action: 'stop' })
    const cases: [string, Record<string, unknown>][] = [
      ['service-pending', { status: 'pending' }],
      ['service-suspended', { status: 'suspended' }],
      ['service-terminated', { status: 'terminated' }],
      ['not-started', { starts_on: day(1) }],
      ['expired', { ends_on: day(-1) }],
      ['wrong-nas', { nas_id: elsewhere }],
      ['wrong-station', { calling_station: 'AA:BB:CC:00:00:01' }],
      ['nas-not-allowed', { company_id: of.stranger }],
      ['quota-used', { tariff_id: full }],
    ]
    for (const [reason, values] of cases) {
      const id = await of.service(reason, values)
      if (reason === 'quota-used')
        await on.query(
          'insert into usage_by_day (service_id, day, in_octets) values ($1, (now() at time zone $2)::date, 1000)',
          [id, 'UTC'],
        )
    }
    const replies = await Promise.all(
      cases.map(([reason]) => login(reason, { 'Calling-Station-Id': 'aa-bb-cc-00-00-02' })),
    )
    for (const [i, [reason]] of cases.entries()) {
      expect(replies[i]!.code, reason).toBe('Access-Reject')
      expect(replies[i]!.attributes, reason).toEqual({})
      expect(await lastLogin(reason), reason).toMatchObject({ accepted: false, reason })
    }
    expect((await login('wrong-nas', {}, { from: '127.0.0.3' })).code).toBe('Access-Accept')
    expect((await login('wrong-station', { 'Calling-Station-Id': 'aabb.cc00.0001' })).code).toBe('Access-Accept')
  }, 60_000)

  test('passwords are in no log of the database or of FreeRADIUS', async () => {
    await of.service('secretive', { password: 'canary-4711' })
    await on.send('auth', { 'User-Name': 'secretive', 'User-Password': 'canary-4711' })
    await on.send('auth', { 'User-Name': 'secretive', 'User-Password': 'canary-4712' })
    const { readFileSync } = await import('node:fs')
    const log = readFileSync(`${on.folder}/log/radius.log`, 'utf8')
    for (const secret of ['canary', radiusKey(testKey).toString('hex'), radiusLogin(testKey), 'nas-secret'])
      expect(log).not.toContain(secret)
    const rows = await on.query(`select l::text as line from auth_log l`)
    expect(JSON.stringify(rows)).not.toContain('canary')
    expect(
      JSON.stringify(await on.query(`select before, after from audit_log where subject in ('services', 'nas')`)),
    ).not.toMatch(/canary|nas-secret|\\\\x/)
  })

  test('an unknown NAS, a wrong secret and a missing Message-Authenticator get no reply', async () => {
    await of.service('quiet')
    await of.nas('127.0.0.4', { require_message_authenticator: true })
    const [stranger, secret, unsigned, signed] = await Promise.all([
      login('quiet', {}, { from: '127.0.0.77', wait: 2 }),
      login('quiet', {}, { secret: 'other', wait: 2 }),
      login('quiet', {}, { from: '127.0.0.4', wait: 2 }),
      login('quiet', { 'Message-Authenticator': '0x00' }, { from: '127.0.0.4' }).catch(() => undefined),
    ])
    expect([stranger.code, unsigned.code]).toEqual(['', ''])
    expect(secret.code).not.toBe('Access-Accept')
    expect(signed?.code).toBe('Access-Accept')
  })

  test('a new secret, and disabling or enabling a NAS take effect immediately', async () => {
    await of.service('mover')
    const id = await of.nas('127.0.0.5')
    const from = { from: '127.0.0.5' }
    expect((await login('mover', {}, from)).code).toBe('Access-Accept')
    await on.query('update nas set secret = $2 where id = $1', [id, seal(testKey, 'second-secret')])
    await until(
      async () => (await login('mover', {}, { ...from, secret: 'second-secret', wait: 1 })).code === 'Access-Accept',
    )
    expect((await login('mover', {}, { ...from, wait: 1 })).code).not.toBe('Access-Accept')
    await on.query('update nas set is_active = false where id = $1', [id])
    await until(async () => (await login('mover', {}, { ...from, secret: 'second-secret', wait: 1 })).code === '')
    await on.query('update nas set is_active = true where id = $1', [id])
    await until(
      async () => (await login('mover', {}, { ...from, secret: 'second-secret', wait: 1 })).code === 'Access-Accept',
    )
  }, 60_000)

  test('a NAS with an IPv6 address gets replies, accounting and removal like any other', async () => {
    await of.service('sixer')
    const id = await of.nas('::1', { secret: seal(testKey, 'six-secret'), require_message_authenticator: true })
    const from = { from: '::1', secret: 'six-secret' }
    const signed = { 'Message-Authenticator': '0x00' }
    expect((await login('sixer', {}, { ...from, wait: 2 })).code).toBe('')
    expect((await login('sixer', signed, from)).code).toBe('Access-Accept')
    expect(await lastLogin('sixer')).toMatchObject({ accepted: true, service_id: expect.any(Number) as number })
    const record = { 'Acct-Session-Id': 'six', 'User-Name': 'sixer', 'Framed-IPv6-Prefix': '2001:db8:7::/64' }
    for (const [type, seconds] of [
      ['Start', 0],
      ['Interim-Update', 60],
    ] as const)
      expect(
        (await on.send('acct', { 'Acct-Status-Type': type, 'Acct-Session-Time': seconds, ...record }, from)).code,
      ).toBe('Accounting-Response')
    expect(
      await on.query(
        `select host(nas_ip) as nas_ip, nas_id, secs, framed_ipv6 from session_live where username = 'sixer'`,
      ),
    ).toEqual([{ nas_ip: '::1', nas_id: id, secs: 60, framed_ipv6: '2001:db8:7::/64' }])
    expect((await on.send('acct', { 'Acct-Status-Type': 'Stop', ...record }, from)).code).toBe('Accounting-Response')
    await on.query('update nas set secret = $2 where id = $1', [id, seal(testKey, 'seventh-secret')])
    const next = { from: '::1', secret: 'seventh-secret', wait: 2 }
    await until(async () => (await login('sixer', signed, next)).code === 'Access-Accept', 20_000)
    expect((await login('sixer', signed, { ...from, wait: 1 })).code).not.toBe('Access-Accept')
  }, 60_000)

  test('with a limit of one session another station is rejected, the same station may dial again', async () => {
    const id = await of.service('single', { simultaneous_use: 1 })
    expect((await login('single', { 'Calling-Station-Id': 'a' })).code).toBe('Access-Accept')
    await on.query(
      `insert into session_live (uid, acct_session_id, service_id, username, company_id, nas_id, calling, started_at, updated_at, ancestor_ids)
        values ('u1', 's1', $1, 'single', $2, $3, 'a', now(), now(), '{1}')`,
      [id, of.client, nas],
    )
    expect((await login('single', { 'Calling-Station-Id': 'b' })).code).toBe('Access-Reject')
    expect(await lastLogin('single')).toMatchObject({ reason: 'too-many-sessions' })
    expect((await login('single', { 'Calling-Station-Id': 'a' })).code).toBe('Access-Accept')
    expect((await login('single')).code).toBe('Access-Reject')
    // Without reports for three intervals: it has ended, even if the NAS sent no Stop.
    await on.query(`update session_live set updated_at = now() - interval '20 minutes' where uid = 'u1'`)
    expect((await login('single', { 'Calling-Station-Id': 'b' })).code).toBe('Access-Accept')
  })

  test('a database error causes no reply, never a rejection', async () => {
    await of.service('patient', { simultaneous_use: 1 })
    const owner = new (await import('pg')).Client({ connectionString: on.database.url })
    await owner.connect()
    const chap = () => on.send('auth', { 'User-Name': 'patient', 'CHAP-Password': 'pw-patient' }, { wait: 2 })
    for (const [name, attempt] of [
      ['radius_login', () => login('patient', {}, { wait: 2 })],
      ['reserve_session', () => login('patient', {}, { wait: 2 })],
      // FreeRADIUS compares a response itself and reserves the session in a second call.
      ['radius_reserve', chap],
    ] as const) {
      await owner.query(`alter function panel.${name} rename to away`)
      expect((await attempt()).code, name).toBe('')
      await owner.query(`alter function panel.away rename to ${name}`)
    }
    await owner.end()
    expect((await login('patient')).code).toBe('Access-Accept')
  })

  test('the role of FreeRADIUS may only call its functions, and read no table', async () => {
    const { radiusDatabase } = await import('./start-radius.ts')
    const url = await radiusDatabase({ key: testKey, radius: { databaseUrl: undefined } as never }, on.database.url)
    const client = new (await import('pg')).Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    for (const statement of [
      'select * from service',
      'select secret from nas',
      'select panel.opened(null)',
      `select panel.radius_preview(1, 1, '')`,
      'insert into auth_log (username, accepted) values (1, true)',
    ])
      await expect(client.query(statement), statement).rejects.toThrow(/permission denied/)
    // Without FreeRADIUS's key nothing can be decrypted.
    await expect(client.query(`select panel.radius_client('127.0.0.2')`)).rejects.toThrow(/radius_key/)
    await client.end()
  })
})
