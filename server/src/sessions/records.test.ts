import { appendFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadRecords } from '@trunkline/radius/records'
import { createLog } from '../log.ts'
import { noRadius, until } from '../testing/radius-here.ts'
import { seedRadiusTenants, startTestRadius, testKey, type TestRadius } from '../testing/radius.ts'
import { radiusDatabase } from './start-radius.ts'

/** Interim updates and accepted logins: FreeRADIUS writes them to files, which are imported in batches. */
describe.skipIf(noRadius !== undefined)('records in files', () => {
  let on: TestRadius
  let of: Awaited<ReturnType<typeof seedRadiusTenants>>
  let service: number
  let databaseUrl: string

  beforeAll(async () => {
    on = await startTestRadius()
    of = await seedRadiusTenants(on)
    await of.nas('127.0.0.2')
    service = await of.service('anna')
    databaseUrl = await radiusDatabase({ key: testKey, radius: { databaseUrl: undefined } as never }, on.database.url)
  })
  afterAll(() => on?.stop())
  beforeEach(async () => {
    for (const table of ['session_live', 'session_closed', 'usage_by_day', 'acct_dead_letter', 'auth_log', 'nas_heard'])
      await on.query(`delete from ${table}`)
  })

  const acct = (type: string, id: string, seconds = 0, bytes = 0, more: Record<string, string | number> = {}) =>
    on.send('acct', {
      'Acct-Status-Type': type,
      'Acct-Session-Id': id,
      'User-Name': 'anna',
      'Acct-Session-Time': seconds,
      'Acct-Input-Octets': bytes,
      'Acct-Output-Octets': bytes,
      ...more,
    })
  const login = () => on.send('auth', { 'User-Name': 'anna', 'User-Password': 'pw-anna', 'Calling-Station-Id': 'aa' })
  /** Stored rows, without flushing the files first. */
  const rows = async <T = Record<string, unknown>>(statement: string): Promise<T[]> =>
    (await on.database.databases.appAll.query(statement)).rows as T[]
  const waiting = () => readdirSync(on.radius.records)

  test('are stored within seconds, without a trigger', async () => {
    await acct('Start', 's')
    await acct('Interim-Update', 's', 300, 1000)
    await login()
    await until(
      async () =>
        (await rows<{ in_octets: number }>('select in_octets from session_live'))[0]!.in_octets === 1000 &&
        (await rows('select 1 from auth_log where accepted')).length === 1,
      6000,
    )
    await until(() => waiting().length === 0)
    expect(await rows(`select service_id, in_octets from usage_by_day`)).toEqual([
      { service_id: service, in_octets: 1000 },
    ])
    expect(await rows('select username, service_id, calling, accepted from auth_log')).toEqual([
      { username: 'anna', service_id: service, calling: 'aa', accepted: true },
    ])
    expect(await rows(`select accept_at > now() - interval '1 minute' as is_recent from nas_heard`)).toEqual([
      { is_recent: true },
    ])
  })

  test('a file that is sent twice, or grows in between, is counted once', async () => {
    await acct('Start', 's')
    const uid = (await rows<{ uid: string; nas_id: number }>('select uid, nas_id from session_live'))[0]!
    const at = Math.floor(Date.now() / 1000)
    const line = (octets: number) =>
      `r|${uid.uid}|73|616e6e61|${uid.nas_id}|127.0.0.2||||||||||${at}|300|${octets}||${octets}||${at}|0\n`
    const entry = `a|${service}|${uid.nas_id}|6161|yes|${at}|0\n`
    const send = async (text: string) =>
      (
        await rows<{ octets: number; malformed: number }>(
          `select * from panel.radius_batch('test/report-1', '${text}')`,
        )
      )[0]!
    expect(await send(line(1000) + entry)).toEqual({ octets: line(1000).length + entry.length, malformed: 0 })
    expect(await send(line(1000) + entry)).toMatchObject({ malformed: 0 })
    // An incomplete line is left for later.
    await send(line(1000) + entry + entry + entry.slice(0, 5))
    expect(await rows('select in_octets from usage_by_day')).toEqual([{ in_octets: 1000 }])
    expect(await rows('select count(*)::int as n from auth_log')).toEqual([{ n: 2 }])
    // Another file of the same name.
    await send(entry)
    expect(await rows('select count(*)::int as n from auth_log')).toEqual([{ n: 3 }])
  })

  test('stay in their files until they are imported, and invalid records do not block others', async () => {
    const folder = on.radius.records
    const at = Math.floor(Date.now() / 1000)
    const nas = (await rows<{ id: number }>('select id from nas'))[0]!.id
    // Zeros, as after a crash of the machine; an incomplete line; one of a deleted service.
    writeFileSync(
      join(folder, `login-${at - 9}`),
      Buffer.from(`\0\0\0\na|999999999|${nas}||yes|${at}|0\na|${service}|${nas}||no|${at}|999999\na|12`),
    )
    await until(() => !existsSync(join(folder, `login-${at - 9}`)), 8000)
    expect(await rows('select service_id from auth_log')).toEqual([{ service_id: service }])
    expect(await rows(`select unsigned_at is not null as unsigned from nas_heard`)).toEqual([{ unsigned: true }])
  })

  test('two importers of the same folder store everything once', async () => {
    const other = loadRecords({ databaseUrl, folder: on.radius.records, log: createLog('silent') })
    try {
      await acct('Start', 's')
      const reports = Array.from({ length: 200 }, (_, i) => ({
        'Acct-Status-Type': 'Interim-Update',
        'Acct-Session-Id': 's',
        'User-Name': 'anna',
        'Acct-Session-Time': i,
        'Acct-Input-Octets': i * 10,
      }))
      const logins = Array.from({ length: 100 }, () => ({ 'User-Name': 'anna', 'User-Password': 'pw-anna' }))
      const flushing = Promise.all([other.flush(), on.query('select 1')])
      expect((await on.flood('acct', reports)).lost).toBe(0)
      expect((await on.flood('auth', logins)).answered).toBe(100)
      await flushing
      await Promise.all([other.flush(), on.query('select 1'), other.flush()])
      expect(await rows('select in_octets from session_live')).toEqual([{ in_octets: 1990 }])
      expect(await rows('select count(*)::int as n from auth_log')).toEqual([{ n: 100 }])
    } finally {
      await other.stop()
    }
  })

  test('a report from before a restart of its NAS is counted, and leaves no session open', async () => {
    await acct('Start', 's', 0, 0, { 'Acct-Delay-Time': 300 })
    await acct('Interim-Update', 's', 300, 1000)
    await acct('Accounting-On', '')
    await on.query('select 1')
    expect(await rows('select 1 from session_live')).toEqual([])
    expect(await rows('select closed_by, in_octets from session_closed')).toEqual([
      { closed_by: 'nas', in_octets: 1000 },
    ])
    expect(await rows('select sum(in_octets)::int as n from usage_by_day')).toEqual([{ n: 1000 }])
    await sleep(1100)
    await acct('Interim-Update', 'next', 0, 5)
    await on.query('select 1')
    expect((await rows('select acct_session_id from session_live')).length).toBe(1)
  })

  test('several prefixes, and the circuit of a session without a Class, are sent directly to the database', async () => {
    await acct('Start', 's')
    await on.sendText(
      'acct',
      'Acct-Status-Type = Interim-Update\nAcct-Session-Id = "s"\nUser-Name = "anna"\nAcct-Session-Time = 300\nAcct-Input-Octets = 7\nFramed-IPv6-Prefix = 2001:db8:1::/64\nFramed-IPv6-Prefix = 2001:db8:2::/64',
    )
    await acct('Interim-Update', 's', 400, 9, { 'ADSL-Agent-Circuit-Id': 'eth 1/1' })
    expect(waiting().filter((name) => name.startsWith('report'))).toEqual([])
    await on.query('select 1')
    expect(await rows('select in_octets, framed_ipv6 from session_live')).toEqual([
      { in_octets: 9, framed_ipv6: '2001:db8:1::/64,2001:db8:2::/64' },
    ])
  })

  test('no record is lost if FreeRADIUS cannot write to the folder', async () => {
    const folder = on.radius.records
    await acct('Start', 's')
    await on.query('select 1')
    // Blocks the name of the file of each second.
    const at = Math.floor(Date.now() / 1000)
    const { mkdirSync, rmdirSync } = await import('node:fs')
    const blocks = Array.from({ length: 6 }, (_, i) => [`report-${at + i}`, `login-${at + i}`]).flat()
    for (const name of blocks) mkdirSync(join(folder, name), { recursive: true })
    try {
      expect((await acct('Interim-Update', 's', 300, 1234)).code).toBe('Accounting-Response')
      expect((await login()).code).toBe('Access-Accept')
    } finally {
      for (const name of blocks) rmdirSync(join(folder, name))
    }
    await on.database.databases.appAll.query('select panel.process_reports(true)')
    expect(await rows('select in_octets from session_live')).toEqual([{ in_octets: 1234 }])
    expect(await rows('select accepted from auth_log')).toEqual([{ accepted: true }])
  })

  test('a new file with the name of an imported one is imported too', async () => {
    const folder = on.radius.records
    const at = Math.floor(Date.now() / 1000) - 5
    const nas = (await rows<{ id: number }>('select id from nas'))[0]!.id
    const line = (station: string) => `a|${service}|${nas}|${station}|yes|${at}|0\n`
    const path = join(folder, `login-${at}`)
    writeFileSync(path, line('61'))
    await until(() => !existsSync(path), 8000)
    appendFileSync(path, line('62') + line('63'))
    await until(() => !existsSync(path), 8000)
    await until(async () => (await rows('select 1 from auth_log')).length === 3, 8000)
  })
})
