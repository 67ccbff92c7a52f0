import { Client } from 'pg'
import { watchUnanswered } from '@trunkline/radius/unanswered'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { noRadius, until } from '../testing/radius-here.ts'
import { seedRadiusTenants, startTestRadius, testKey, type SendOptions, type TestRadius } from '../testing/radius.ts'
import { radiusKey } from './seal.ts'
import { radiusDatabase } from './start-radius.ts'

interface UnansweredRow {
  address: string
  reason: string
  nas_id: number | null
  company_id: number | null
  packet: string
  count: number
  ancestor_ids: number[]
}

/** Packets that FreeRADIUS does not answer, and how they are recorded. */
describe.skipIf(noRadius !== undefined)('unanswered packets', { concurrent: false }, () => {
  let on: TestRadius
  let of: Awaited<ReturnType<typeof seedRadiusTenants>>
  let databaseUrl: string
  let watch: ReturnType<typeof watchUnanswered>

  beforeAll(async () => {
    on = await startTestRadius()
    of = await seedRadiusTenants(on)
    await of.service('anna')
    databaseUrl = await radiusDatabase({ key: testKey, radius: { databaseUrl: undefined } as never }, on.database.url)
    watch = watchUnanswered({ databaseUrl, control: on.radius.control, log: createLog('silent'), intervalMs: 200 })
  })
  afterAll(async () => {
    await watch?.stop()
    await on?.stop()
  })

  const login = (options: SendOptions, more: Record<string, string> = {}) =>
    on.send('auth', { 'User-Name': 'anna', 'User-Password': 'pw-anna', ...more }, { wait: 1, ...options })
  const signed = { 'Message-Authenticator': '0x00' }
  const noted = (address: string) =>
    on.query<UnansweredRow>('select * from radius_unanswered where address = $1 order by reason', [address])
  /** Records a packet as FreeRADIUS does; moves the time of the row back so that it is due again. */
  const age = (address: string) =>
    on.query(`update radius_unanswered set last_at = last_at - interval '11 seconds' where address = $1`, [address])
  /** The function that FreeRADIUS calls, with its key. */
  const asRadius = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client({
      connectionString: databaseUrl,
      options: `-c panel.radius_key=${radiusKey(testKey).toString('hex')}`,
    })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  test('an unknown sender is recorded with address and time, at most once in 10 seconds, visible only to the provider', async () => {
    for (let i = 0; i < 3; i++) expect((await login({ from: '127.0.0.9' })).code).toBe('')
    expect(await noted('127.0.0.9')).toMatchObject([{ reason: 'unknown', nas_id: null, count: 1, ancestor_ids: [] }])
    await age('127.0.0.9')
    await login({ from: '127.0.0.9' })
    expect(await noted('127.0.0.9')).toMatchObject([{ reason: 'unknown', count: 2 }])
  })

  test('one with an IPv6 address is recorded too', async () => {
    await login({ from: '::1' })
    expect(await noted('::1')).toMatchObject([{ reason: 'unknown', count: 1 }])
  })

  test('a disabled NAS is recorded for its company, and cleared when it is enabled', async () => {
    const nas = await of.nas('127.0.0.4', { is_active: false })
    expect((await login({ from: '127.0.0.4' })).code).toBe('')
    const [row, ...others] = await noted('127.0.0.4')
    expect(others).toEqual([])
    expect(row).toMatchObject({
      reason: 'disabled',
      nas_id: nas,
      company_id: of.reseller,
      ancestor_ids: [of.root, of.reseller],
    })
    await on.query('update nas set is_active = true where id = $1', [nas])
    expect(await noted('127.0.0.4')).toEqual([])
    expect((await login({ from: '127.0.0.4' })).code).toBe('Access-Accept')
  })

  test('an unknown sender is cleared when its NAS is created, and recorded again when that is trashed', async () => {
    await login({ from: '127.0.0.10' })
    expect(await noted('127.0.0.10')).toHaveLength(1)
    const nas = await of.nas('127.0.0.10')
    expect(await noted('127.0.0.10')).toEqual([])
    expect((await login({ from: '127.0.0.10' })).code).toBe('Access-Accept')
    await on.query('update nas set deleted_at = now() where id = $1', [nas])
    await until(async () => {
      await login({ from: '127.0.0.10' })
      return (await noted('127.0.0.10')).length > 0
    })
    expect(await noted('127.0.0.10')).toMatchObject([{ reason: 'unknown', nas_id: null }])
  })

  test('a wrong secret is counted for logins with a Message-Authenticator and for accounting, not for valid packets', async () => {
    const nas = await of.nas('127.0.0.5')
    expect((await login({ from: '127.0.0.5' }, signed)).code).toBe('Access-Accept')
    for (let i = 0; i < 2; i++) expect((await login({ from: '127.0.0.5', secret: 'wrong' }, signed)).code).toBe('')
    await until(async () => (await noted('127.0.0.5'))[0]?.count === 2)
    expect(await noted('127.0.0.5')).toMatchObject([{ reason: 'bad-authenticator', nas_id: nas, packet: 'auth' }])
    const start = { 'User-Name': 'anna', 'Acct-Status-Type': 1, 'Acct-Session-Id': 's-1' }
    await on.send('acct', start, { from: '127.0.0.5', secret: 'wrong', wait: 1 })
    await until(async () => (await noted('127.0.0.5'))[0]?.count === 3)
    expect(await noted('127.0.0.5')).toMatchObject([{ reason: 'bad-authenticator', packet: 'acct' }])
  })

  test('a missing Message-Authenticator is recorded if the NAS must send it', async () => {
    await of.nas('127.0.0.6', { require_message_authenticator: true })
    expect((await login({ from: '127.0.0.6' })).code).toBe('')
    await until(async () => (await noted('127.0.0.6')).length > 0)
    expect(await noted('127.0.0.6')).toMatchObject([{ reason: 'missing-authenticator', packet: 'auth', count: 1 }])
    expect((await login({ from: '127.0.0.6' }, signed)).code).toBe('Access-Accept')
  })

  test('packets counted before a watch starts are not reported by it', async () => {
    await of.nas('127.0.0.7')
    await login({ from: '127.0.0.7', secret: 'wrong' }, signed)
    await until(async () => (await noted('127.0.0.7')).length > 0)
    await on.query('delete from radius_unanswered where address = $1', ['127.0.0.7'])
    const second = watchUnanswered({
      databaseUrl,
      control: on.radius.control,
      log: createLog('silent'),
      intervalMs: 100,
    })
    await new Promise((done) => setTimeout(done, 500))
    await second.stop()
    expect(await noted('127.0.0.7')).toEqual([])
  })

  test('reasons that do not apply, unknown addresses and other invalid values are not recorded', async () => {
    await of.nas('127.0.0.8')
    const report = (...values: unknown[]) =>
      asRadius(
        async (client) => (await client.query('select panel.radius_unanswered($1, $2, $3) as noted', values)).rows,
      )
    expect(await report('127.0.0.8', 'missing-authenticator', 3)).toEqual([{ noted: 0 }])
    expect(await report('127.0.0.8', 'unknown', 3)).toEqual([{ noted: 0 }])
    expect(await report('127.0.0.8', 'bad-authenticator', 0)).toEqual([{ noted: 0 }])
    expect(await report('192.0.2.99', 'bad-authenticator', 3)).toEqual([{ noted: 0 }])
    expect(await report('no address', 'bad-authenticator', 3)).toEqual([{ noted: 0 }])
    expect(await noted('127.0.0.8')).toEqual([])
    expect(await report('127.0.0.8', 'bad-authenticator', 3)).toEqual([{ noted: 1 }])
    expect(await noted('127.0.0.8')).toMatchObject([{ count: 3 }])
  })

  test('an invalid address gives an empty result, never an error', async () => {
    await asRadius(async (client) => {
      for (const text of [
        '',
        'x',
        '192.0.2.0/24',
        '1.2.3.4.5',
        '::g',
        "'; drop table nas; --",
        '192.0.2.1\t',
        'fe80::1%eth0',
      ])
        expect((await client.query('select panel.radius_client($1) as client', [text])).rows, text).toEqual([
          { client: null },
        ])
    })
    expect(
      await on.query(`select from radius_unanswered where address <<= '192.0.2.0/24' and masklen(address) < 32`),
    ).toEqual([])
  })

  test('on a read-only database a known NAS gets replies, and an unknown sender causes no error', async () => {
    await of.nas('127.0.0.11')
    await asRadius(async (client) => {
      await client.query('set default_transaction_read_only = on')
      const reported = async (ip: string) =>
        (await client.query('select panel.radius_client($1) as client', [ip])).rows[0].client
      expect(await reported('127.0.0.11')).toMatch(/^\d+\tno\tnas-secret$/)
      expect(await reported('192.0.2.77')).toBeNull()
    })
    expect(await noted('192.0.2.77')).toEqual([])
  })

  test('a locked row is skipped', async () => {
    await asRadius(async (client) => {
      await client.query(`select panel.radius_client('192.0.2.78')`)
      await age('192.0.2.78')
      const holder = await on.database.databases.appAll.connect()
      try {
        await holder.query('begin')
        await holder.query(`update radius_unanswered set count = 7 where address = '192.0.2.78'`)
        const before = Date.now()
        await client.query(`select panel.radius_client('192.0.2.78')`)
        // The row stays locked until the end of this block: waiting for it would never end.
        expect(Date.now() - before).toBeLessThan(10_000)
      } finally {
        await holder.query('rollback')
        holder.release()
      }
    })
    expect(await noted('192.0.2.78')).toMatchObject([{ count: 1 }])
  })

  test('forged senders are limited to 20 new ones per second and 1,000 in total; the oldest are deleted and NAS devices are kept', async () => {
    await on.query(`insert into radius_unanswered (address, reason, first_at, last_at)
      select '198.18.0.0'::inet + i, 'unknown', now() - interval '1 day', now() - interval '1 day' + i * interval '1 second' from generate_series(1, 1200) i`)
    await asRadius(async (client) => {
      await client.query(
        `do $$ begin for i in 1..200 loop perform panel.radius_client('198.19.0.' || i); end loop; end $$`,
      )
    })
    const [count] = await on.query<{ fresh: number; all: number }>(`select
      count(*) filter (where address << '198.19.0.0/16')::int as fresh, count(*) filter (where nas_id is null)::int as all from radius_unanswered`)
    expect(count?.fresh).toBeGreaterThan(0)
    expect(count?.fresh).toBeLessThanOrEqual(20)
    expect(count?.all).toBeLessThanOrEqual(1000)
    expect(await noted('198.18.0.1')).toEqual([])
    expect(await noted('127.0.0.6')).toHaveLength(1)
  })

  test('companies see their own NAS devices and those of descendants, and no unknown senders', async () => {
    const seen = async (company: number) => {
      const client = await on.database.databases.app.connect()
      try {
        await client.query('begin')
        await client.query(`select set_config('app.company', $1, true)`, [String(company)])
        return (await client.query<UnansweredRow>('select host(address) as address, nas_id from radius_unanswered'))
          .rows
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    expect((await seen(of.reseller)).map((row) => row.address)).toContain('127.0.0.6')
    expect((await seen(of.reseller)).every((row) => row.nas_id !== null)).toBe(true)
    expect(await seen(of.other)).toEqual([])
    expect(await seen(of.client)).toEqual([])
  })
})
