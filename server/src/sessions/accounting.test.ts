import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedRadiusTenants, startTestRadius, type TestRadius } from '../testing/radius.ts'
import { noRadius } from '../testing/radius-here.ts'

interface Live {
  uid: string
  service_id: number | null
  company_id: number
  secs: number
  in_octets: number
  out_octets: number
  framed_ip: string | null
}
interface ClosedSession extends Live {
  cause: string
  closed_by: string
  stopped_at: string
  started_at: string
}

/** Accounting with a real FreeRADIUS: the effect of each packet, in any order. */
describe.skipIf(noRadius !== undefined)('accounting', () => {
  let on: TestRadius
  let of: Awaited<ReturnType<typeof seedRadiusTenants>>
  let nas: number
  let service: number

  beforeAll(async () => {
    on = await startTestRadius()
    of = await seedRadiusTenants(on)
    nas = await of.nas('127.0.0.2')
    service = await of.service('anna')
  })
  afterAll(() => on?.stop())
  beforeEach(async () => {
    for (const table of ['session_live', 'session_closed', 'usage_by_day', 'acct_dead_letter'])
      await on.query(`delete from ${table}`)
  })

  const acct = (type: string, id: string, more: Record<string, string | number> = {}, options = {}) =>
    on.send(
      'acct',
      { 'Acct-Status-Type': type, 'Acct-Session-Id': id, 'User-Name': 'anna', 'NAS-Identifier': 'x', ...more },
      options,
    )
  const live = () =>
    on.query<Live>(
      'select uid, service_id, company_id, secs, in_octets, out_octets, host(framed_ip) as framed_ip from session_live order by acct_session_id',
    )
  const closed = () => on.query<ClosedSession>('select * from session_closed order by stopped_at')
  const octets = (seconds: number, input: number, output: number) => ({
    'Acct-Session-Time': seconds,
    'Acct-Input-Octets': input,
    'Acct-Output-Octets': output,
  })
  const used = async () =>
    (
      await on.query<{ i: number; o: number }>(
        'select coalesce(sum(in_octets), 0)::bigint as i, coalesce(sum(out_octets), 0)::bigint as o from usage_by_day where service_id = $1',
        [service],
      )
    )[0]

  test('a session starts, sends interim updates and stops', async () => {
    expect((await acct('Start', 's1', { 'Framed-IP-Address': '100.64.0.9', 'Calling-Station-Id': 'aa' })).code).toBe(
      'Accounting-Response',
    )
    expect(await live()).toMatchObject([{ service_id: service, company_id: of.client, framed_ip: '100.64.0.9' }])
    await acct('Interim-Update', 's1', octets(300, 1000, 5000))
    expect(await live()).toMatchObject([{ secs: 300, in_octets: 1000, out_octets: 5000 }])
    await acct('Stop', 's1', { ...octets(400, 1500, 9000), 'Acct-Terminate-Cause': 'User-Request' })
    expect(await live()).toEqual([])
    expect(await closed()).toMatchObject([
      { secs: 400, in_octets: 1500, out_octets: 9000, cause: 'User-Request', closed_by: 'stop' },
    ])
    expect(await used()).toEqual({ i: 1500, o: 9000 })
  })

  test('duplicates, late packets and smaller counters are answered without effect', async () => {
    await acct('Start', 's2')
    await acct('Start', 's2')
    await acct('Interim-Update', 's2', octets(600, 2000, 2000))
    await acct('Interim-Update', 's2', { ...octets(300, 1000, 1000), 'Acct-Delay-Time': 300 })
    expect(await live()).toMatchObject([{ secs: 600, in_octets: 2000 }])
    await acct('Stop', 's2', octets(700, 3000, 3000))
    const end = await closed()
    for (const reply of [
      await acct('Stop', 's2', octets(0, 1, 1)),
      await acct('Interim-Update', 's2', octets(650, 2500, 2500)),
      await acct('Start', 's2', { 'Acct-Delay-Time': 700 }),
    ])
      expect(reply.code).toBe('Accounting-Response')
    expect(await closed()).toEqual(end)
    expect(await live()).toEqual([])
    expect(await used()).toEqual({ i: 3000, o: 3000 })
  })

  test('an Interim without a Start opens a session, a Stop without one is history, and a Start may come after the Stop', async () => {
    await acct('Interim-Update', 's3', octets(120, 10, 20))
    expect(await live()).toMatchObject([{ secs: 120, in_octets: 10 }])
    await acct('Stop', 's4', octets(60, 5, 5))
    await acct('Start', 's4', { 'Acct-Delay-Time': 60 })
    expect(await live()).toHaveLength(1)
    expect(await closed()).toMatchObject([{ secs: 60, closed_by: 'stop' }])
  })

  test('gigawords are counted, and directions are swapped for vendors that define input and output the other way round', async () => {
    await acct('Start', 's5')
    await acct('Interim-Update', 's5', { ...octets(10, 5, 7), 'Acct-Input-Gigawords': 2, 'Acct-Output-Gigawords': 1 })
    expect(await live()).toMatchObject([{ in_octets: 2 * 2 ** 32 + 5, out_octets: 2 ** 32 + 7 }])
    await of.nas('127.0.0.6', { input_is_download: true })
    await acct('Stop', 's6', octets(10, 1, 2), { from: '127.0.0.6' })
    expect((await closed()).at(-1)).toMatchObject({ in_octets: 2, out_octets: 1 })
  })

  test('a 32-bit counter that wraps without gigawords loses no bytes, and a late record is not counted twice', async () => {
    await acct('Start', 'w1')
    let seconds = 0
    const report = (input: number, output: number) =>
      acct('Interim-Update', 'w1', octets((seconds += 300), input, output))
    await report(4_000_000_000, 1_000)
    await report(100_000_000, 2_000)
    expect(await live()).toMatchObject([{ in_octets: 2 ** 32 + 100_000_000, out_octets: 2_000 }])
    // Sent before the wrap, received late.
    await acct('Interim-Update', 'w1', octets(300, 4_000_000_000, 1_000))
    await report(200_000_000, 3_000)
    await report(50_000_000, 4_000)
    expect(await live()).toMatchObject([{ in_octets: 2 * 2 ** 32 + 50_000_000, out_octets: 4_000 }])
    await acct('Stop', 'w1', octets(seconds + 10, 60_000_000, 5_000))
    expect(await closed()).toMatchObject([{ in_octets: 2 * 2 ** 32 + 60_000_000, out_octets: 5_000 }])
    expect(await used()).toEqual({ i: 2 * 2 ** 32 + 60_000_000, o: 5_000 })
  })

  test('all wraps within a batch of buffered reports are counted', async () => {
    await acct('Start', 'w2')
    for (const [i, input] of [4_000_000_000, 1_000_000_000, 3_000_000_000, 500_000_000].entries())
      await acct('Interim-Update', 'w2', octets(300 * (i + 1), input, 0))
    expect(await live()).toMatchObject([{ in_octets: 2 * 2 ** 32 + 500_000_000 }])
    expect(await used()).toEqual({ i: 2 * 2 ** 32 + 500_000_000, o: 0 })
  })

  test('a Stop without a session time ends its session with its counters', async () => {
    await acct('Start', 'w3')
    await acct('Interim-Update', 'w3', octets(300, 1000, 1000))
    await live()
    await acct('Stop', 'w3', octets(0, 1500, 1200))
    expect(await live()).toEqual([])
    expect(await closed()).toMatchObject([{ secs: 300, in_octets: 1500, out_octets: 1200 }])
  })

  test('a session id reused after its Stop, without a Class, is another session', async () => {
    await acct('Start', 'r1')
    await acct('Stop', 'r1', octets(600, 100, 100))
    await on.query(
      `update session_closed set started_at = started_at - interval '1 hour', updated_at = updated_at - interval '1 hour', stopped_at = stopped_at - interval '1 hour'`,
    )
    await acct('Start', 'r1')
    expect(await live()).toHaveLength(1)
    await acct('Interim-Update', 'r1', octets(1, 40, 40))
    await acct('Stop', 'r1', octets(2, 50, 50))
    expect(await closed()).toMatchObject([
      { in_octets: 100, secs: 600 },
      { in_octets: 50, secs: 2 },
    ])
    expect(await used()).toEqual({ i: 150, o: 150 })
  })

  test('a session id reused while its session is running ends that one, by a Start, an Interim or a Stop', async () => {
    let hours = 5
    const age = () =>
      on.query(
        `update session_live set started_at = started_at - make_interval(hours => $1), updated_at = updated_at - make_interval(hours => $1)`,
        [hours--],
      )
    await acct('Start', 'r2')
    await acct('Interim-Update', 'r2', octets(300, 100, 100))
    await live()
    await age()
    await acct('Start', 'r2')
    expect(await closed()).toMatchObject([{ closed_by: 'superseded', in_octets: 100 }])
    await acct('Interim-Update', 'r2', octets(1, 10, 10))
    expect(await live()).toMatchObject([{ in_octets: 10 }])
    await age()
    await acct('Interim-Update', 'r2', octets(5, 20, 20))
    expect(await live()).toMatchObject([{ in_octets: 20 }])
    await age()
    await acct('Stop', 'r2', octets(7, 30, 30))
    expect((await closed()).map((row) => row.in_octets).toSorted((a, b) => a - b)).toEqual([10, 20, 30, 100])
    expect(await used()).toEqual({ i: 160, o: 160 })
  })

  interface Held {
    kind: string
    address: string
    port_from: number | null
    ended: boolean
  }
  const held = () =>
    on.query<Held>(
      `select kind, abbrev(address) as address, port_from, until_at is not null as ended from session_address order by kind, from_at, address`,
    )

  test('every address of a session is stored, with its times', async () => {
    await on.query('delete from session_address')
    const first = { 'Framed-IP-Address': '100.64.0.9', 'Framed-IPv6-Prefix': '2001:db8:1::/64' }
    await acct('Start', 'a1', first)
    expect(await held()).toEqual([{ kind: 'ipv6-prefix', address: '2001:db8:1::/64', port_from: null, ended: false }])
    await acct('Interim-Update', 'a1', {
      ...octets(10, 1, 1),
      ...first,
      'Delegated-IPv6-Prefix': '2001:db8:2::/56',
      'Framed-IPv6-Address': '2001:db8:1::5',
    })
    await live()
    await acct('Interim-Update', 'a1', {
      ...octets(20, 2, 2),
      'Framed-IP-Address': '100.64.0.10',
      'Framed-IPv6-Prefix': '2001:db8:9::/64',
    })
    expect(await live()).toMatchObject([{ framed_ip: '100.64.0.10' }])
    expect(await held()).toEqual([
      { kind: 'delegated-prefix', address: '2001:db8:2::/56', port_from: null, ended: false },
      { kind: 'ipv4', address: '100.64.0.9', port_from: null, ended: true },
      { kind: 'ipv4', address: '100.64.0.10', port_from: null, ended: false },
      { kind: 'ipv6-address', address: '2001:db8:1::5', port_from: null, ended: false },
      { kind: 'ipv6-prefix', address: '2001:db8:1::/64', port_from: null, ended: true },
      { kind: 'ipv6-prefix', address: '2001:db8:9::/64', port_from: null, ended: false },
    ])
    await acct('Stop', 'a1', octets(30, 3, 3))
    expect((await held()).every(({ ended }) => ended)).toBe(true)
    expect(
      await on.query(
        `select count(*) as n from session_address a join session_closed c using (uid) where a.until_at > c.stopped_at or a.from_at < c.started_at - interval '1 second'`,
      ),
    ).toEqual([{ n: 0 }])
  })

  test('addresses that only the Stop contains, and port blocks of carrier-grade NAT, are stored', async () => {
    await on.query('delete from session_address')
    await acct('Stop', 'a2', { ...octets(30, 3, 3), 'Delegated-IPv6-Prefix': '2001:db8:7::/56' })
    await acct('Start', 'a3', { 'Alc-Nat-Port-Range': '198.51.100.7 1024-2047 router base' })
    await acct('Start', 'a4', {
      'Huawei-NAT-Public-Address': '198.51.100.8',
      'Huawei-NAT-Start-Port': 4096,
      'Huawei-NAT-End-Port': 5119,
    })
    await acct('Start', 'a5', { 'Alc-Nat-Port-Range': '198.51.100.999 1024-2047 nonsense' })
    expect(await held()).toEqual([
      { kind: 'cgn', address: '198.51.100.7', port_from: 1024, ended: false },
      { kind: 'cgn', address: '198.51.100.8', port_from: 4096, ended: false },
      { kind: 'delegated-prefix', address: '2001:db8:7::/56', port_from: null, ended: true },
    ])
    await on.query(`update session_live set updated_at = now() - interval '2 hours'`)
    await on.query('select panel.close_stale(100)')
    expect((await held()).every(({ ended }) => ended)).toBe(true)
  })

  test('a session without reports is closed as stale; a later report reopens it, and no byte is counted twice', async () => {
    await acct('Start', 's7')
    await acct('Interim-Update', 's7', octets(100, 100, 100))
    await on.query(`update session_live set updated_at = now() - interval '16 minutes'`)
    await on.query('select panel.close_stale(100)')
    expect(await closed()).toMatchObject([{ closed_by: 'stale', cause: 'Lost-Carrier' }])
    await acct('Interim-Update', 's7', octets(1060, 300, 300))
    expect(await closed()).toEqual([])
    expect(await live()).toMatchObject([{ secs: 1060, in_octets: 300 }])
    expect(await used()).toEqual({ i: 300, o: 300 })
  })

  test('a Stop after the stale close sets the real end; an Interim from before the close is ignored', async () => {
    await acct('Start', 's8')
    await on.query(
      `update session_live set started_at = now() - interval '2 hours', updated_at = now() - interval '16 minutes'`,
    )
    await on.query('select panel.close_stale(100)')
    await acct('Interim-Update', 's8', { ...octets(100, 1, 1), 'Acct-Delay-Time': 3000 })
    expect(await live()).toEqual([])
    await acct('Stop', 's8', { ...octets(7000, 50, 60), 'Acct-Terminate-Cause': 'Idle-Timeout' })
    expect(await closed()).toMatchObject([{ closed_by: 'stop', cause: 'Idle-Timeout', in_octets: 50 }])
  })

  test('a restart of a NAS ends its sessions; a late Accounting-On does not end newer ones', async () => {
    await acct('Start', 's9')
    await acct('Start', 's10')
    await acct('Accounting-On', 'boot', { 'Acct-Delay-Time': 30 })
    expect(await live()).toHaveLength(2)
    await on.query(`update session_live set updated_at = now() - interval '10 seconds' where acct_session_id = 's9'`)
    await acct('Accounting-On', 'boot', { 'Acct-Delay-Time': 5 })
    expect(await live()).toHaveLength(1)
    expect(await closed()).toMatchObject([{ closed_by: 'nas', cause: 'NAS-Reboot' }])
    await on.query(`update session_live set updated_at = now() - interval '10 seconds'`)
    await acct('Accounting-Off', 'down')
    expect(await live()).toHaveLength(0)
  })

  test('a new session of the same caller on the same NAS replaces the older one', async () => {
    await acct('Start', 's11', { 'Calling-Station-Id': 'aa' })
    await on.query(`update session_live set started_at = now() - interval '1 hour'`)
    await acct('Start', 's12', { 'Calling-Station-Id': 'aa' })
    expect(await live()).toHaveLength(1)
    expect(await closed()).toMatchObject([{ closed_by: 'superseded' }])
  })

  test('the Class of the login separates sessions whose ids a NAS reuses, and identifies a session whose NAS changes its name', async () => {
    const reply = await on.send('auth', { 'User-Name': 'anna', 'User-Password': 'pw-anna' })
    const first = reply.attributes['Class']![0] as string
    const second = (await on.send('auth', { 'User-Name': 'anna', 'User-Password': 'pw-anna' })).attributes[
      'Class'
    ]![0] as string
    await acct('Start', 's13', { Class: first })
    await acct('Stop', 's13', { Class: first, 'NAS-Identifier': 'renamed' })
    await acct('Start', 's13', { Class: second })
    expect(await closed()).toHaveLength(1)
    expect(await live()).toHaveLength(1)
  })

  test('accounting by a NAS of another company is not counted for the user', async () => {
    const foreign = await of.nas('127.0.0.7', { company_id: of.other })
    await acct('Start', 's14', octets(10, 1_000_000, 1), { from: '127.0.0.7' })
    expect(await live()).toMatchObject([{ service_id: null, company_id: of.other }])
    expect(await used()).toEqual({ i: 0, o: 0 })
    expect(foreign).toBeGreaterThan(nas)
  })

  test('bytes of a session across midnight are split between the days by time', async () => {
    await on.query(`select panel.add_usage($1, '2026-03-01 22:00Z', '2026-03-02 02:00Z', 1000, 401)`, [service])
    expect(await on.query('select day, in_octets, out_octets from usage_by_day order by day')).toEqual([
      { day: '2026-03-01', in_octets: 500, out_octets: 200 },
      { day: '2026-03-02', in_octets: 500, out_octets: 201 },
    ])
  })

  test('a report of a running session that began the day before counts on both days', async () => {
    const midnight = Math.floor(Date.now() / 86_400_000) * 86_400
    const notify = (type: string, at: number, seconds: number, bytes: number) =>
      on.query(
        `select panel.radius_acct($1, 'midnight', 's', 'anna', $2, '127.0.0.2', '', '', '', '', '', '', $3, $4, $5, '', $5, '', '')`,
        [type, String(nas), at, String(seconds), String(bytes)],
      )
    await notify('Start', midnight - 300, 0, 0)
    await notify('Interim-Update', midnight + 300, 600, 1000)
    await notify('Stop', midnight + 600, 900, 1500)
    expect(await on.query('select in_octets from usage_by_day order by day')).toEqual([
      { in_octets: 500 },
      { in_octets: 1000 },
    ])
  })

  test('an invalid record becomes a dead letter and does not block later ones', async () => {
    const rows = await on.query<{ n: number }>(
      `select panel.radius_acct('Start', 'k1', 's', 'anna', 'not a number', '127.0.0.2', '', '', '', 'no address', '', '', 1700000000, '', '', '', '', '', '') as n`,
    )
    expect(rows).toEqual([{ n: 1 }])
    expect(await on.query('select sqlstate, login, nas_id from acct_dead_letter')).toEqual([
      { sqlstate: '22P02', login: 'anna', nas_id: null },
    ])
    const unknown = await on.query(
      `select panel.radius_acct('Start', 'k2', 's', 'anna', '999999', '127.0.0.2', '', '', '', '', '', '', 1700000000, '', '', '', '', '', '') as n`,
    )
    expect(unknown).toEqual([{ n: 1 }])
    expect((await acct('Failed', 's15')).code).toBe('Accounting-Response')
  })

  test('parallel packets of one session result in one row', async () => {
    const packets = Array.from({ length: 40 }, (_, i) => ({
      'Acct-Status-Type': 'Stop',
      'Acct-Session-Id': 's16',
      'User-Name': 'anna',
      ...octets(100 + i, i, i),
    }))
    const reported = await on.flood('acct', packets)
    expect(reported.answered).toBe(40)
    expect(await closed()).toHaveLength(1)
  })

  test('a quota added while a session is running applies from its next report', async () => {
    const tariff = await of.tariff({ name: 'Open' })
    const id = await of.service('bert', { tariff_id: tariff })
    const report = (bytes: number) => acct('Interim-Update', 's18', { 'User-Name': 'bert', ...octets(1, bytes, 0) })
    const jobs = () =>
      on.query<{ key: string }>(`select key from graphile_worker.jobs where key = $1`, [`radius-quota-${id}`])
    await report(500)
    expect(await on.query('select watched from session_live')).toEqual([{ watched: false }])
    await on.query('update tariff set quota_bytes = 1000, quota_action = $2 where id = $1', [tariff, 'stop'])
    await report(900)
    expect(await jobs()).toEqual([])
    await report(1100)
    expect(await jobs()).toHaveLength(1)
  })

  test('moving a company moves its sessions, their history and its logins', async () => {
    await acct('Start', 's19')
    await acct('Stop', 's20', octets(1, 1, 1))
    await on.send('auth', { 'User-Name': 'anna', 'User-Password': 'pw-other' })
    const ancestors = () =>
      on.query(
        `select ancestor_ids from session_live union select ancestor_ids from session_closed union select ancestor_ids from auth_log where company_id = $1`,
        [of.client],
      )
    expect(await ancestors()).toEqual([{ ancestor_ids: [of.root, of.reseller, of.client] }])
    await on.query('update company set parent_id = $2 where id = $1', [of.client, of.other])
    expect(await ancestors()).toEqual([{ ancestor_ids: [of.root, of.other, of.client] }])
    await on.query('update company set parent_id = $2 where id = $1', [of.client, of.reseller])
  })

  test('parallel reports of one session count each byte once', async () => {
    await acct('Start', 's17')
    const packets = Array.from({ length: 40 }, (_, i) => ({
      'Acct-Status-Type': 'Interim-Update',
      'Acct-Session-Id': 's17',
      'User-Name': 'anna',
      'NAS-Identifier': 'x',
      ...octets(10, 100 * (i + 1), 10 * (40 - i)),
    }))
    expect((await on.flood('acct', packets)).answered).toBe(40)
    expect(await live()).toMatchObject([{ in_octets: 4000, out_octets: 400 }])
    expect(await used()).toEqual({ i: 4000, o: 400 })
  })

  test('monthly partitions are created in advance and dropped when they expire', async () => {
    const { maintainMonths } = await import('./tasks.ts')
    const { default: pg } = await import('pg')
    const owner = new pg.Client({ connectionString: on.database.url })
    await owner.connect()
    await owner.query(
      `create table session_closed_2020_01 partition of session_closed for values from ('2020-01-01Z') to ('2020-02-01Z')`,
    )
    await owner.query(`alter table session_closed detach partition session_closed_2020_01`)
    await owner.query(
      `alter table session_closed attach partition session_closed_2020_01 for values from ('2020-01-01Z') to ('2020-02-01Z')`,
    )
    const next = await owner.query(`select to_char(now() + interval '3 months', '"session_closed_"YYYY_MM') as name`)
    await owner.query(`drop table ${next.rows[0].name}`)
    // A record of a month without a partition is in the default partition, and moves when the partition is created.
    await owner.query('set role trunkline_app_all')
    await owner.query(
      `insert into session_closed (uid, acct_session_id, username, nas_id, started_at, updated_at, stopped_at, closed_by)
      values ('far', 's', 'u', $1, now(), now(), date_trunc('month', now() at time zone 'UTC') + interval '3 months 5 days', 'stop')`,
      [nas],
    )
    await owner.query('reset role')
    await maintainMonths(on.database.url, 13, { info: () => {} })
    const parts = await owner.query(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'session_closed'::regclass`,
    )
    const names = parts.rows.map((row: { name: string }) => row.name)
    expect(names).not.toContain('session_closed_2020_01')
    expect(names).toContain(next.rows[0].name)
    expect(await on.query(`select tableoid::regclass::text as part from session_closed where uid = 'far'`)).toEqual([
      { part: next.rows[0].name },
    ])
    await owner.end()
  })
})
