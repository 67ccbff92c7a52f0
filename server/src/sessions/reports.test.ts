import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { noRadius, until } from '../testing/radius-here.ts'
import { seedRadiusTenants, startTestRadius, type TestRadius } from '../testing/radius.ts'
import { startReportProcessing } from './process-reports.ts'

/**
 * Reports of running sessions that go straight to the database, as those do that name an access node without a Class:
 * written down at once, taken in together.
 */
describe.skipIf(noRadius !== undefined)('reports', () => {
  let on: TestRadius
  let of: Awaited<ReturnType<typeof seedRadiusTenants>>
  let service: number

  beforeAll(async () => {
    on = await startTestRadius()
    of = await seedRadiusTenants(on)
    await of.nas('127.0.0.2')
    service = await of.service('anna')
  })
  afterAll(() => on?.stop())
  beforeEach(async () => {
    for (const table of [
      'acct_report',
      'session_live',
      'session_closed',
      'usage_by_day',
      'acct_dead_letter',
      'nas_heard',
    ])
      await query(`delete from ${table}`)
    await rest(0)
  })

  /** Rows as they stand, with nothing taken in on the way. */
  const query = async <T = Record<string, unknown>>(statement: string): Promise<T[]> =>
    (await on.database.databases.appAll.query(statement)).rows as T[]
  const count = async (table: string) => (await query<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n
  const acct = (type: string, id: string, seconds = 0, bytes = 0, from = '127.0.0.2') =>
    on.send(
      'acct',
      {
        'Acct-Status-Type': type,
        'Acct-Session-Id': id,
        'User-Name': 'anna',
        'NAS-Identifier': 'x',
        'ADSL-Agent-Circuit-Id': 'x',
        'Acct-Session-Time': seconds,
        'Acct-Input-Octets': bytes,
        'Acct-Output-Octets': bytes,
      },
      { from },
    )
  /** As if nothing was taken in for a while, or as if something just was. */
  const rest = (seconds: number) => query(`update acct_taken set at = now() - make_interval(secs => ${seconds})`)
  const live = () => query<{ acct_session_id: string; in_octets: number }>('select * from session_live order by 2')

  test('one waits, and is taken in with the next that comes a second later, without the panel', async () => {
    await acct('Start', 's')
    await acct('Interim-Update', 's', 300, 1000)
    expect([await count('acct_report'), (await live())[0]!.in_octets]).toEqual([1, 0])
    await rest(2)
    await acct('Interim-Update', 's', 600, 3000)
    expect(await count('acct_report')).toBe(0)
    expect((await live())[0]!.in_octets).toBe(3000)
    expect(await query(`select service_id, in_octets from usage_by_day`)).toEqual([
      { service_id: service, in_octets: 3000 },
    ])
  })

  test('some hundreds are taken in at once, those of one session as one', async () => {
    for (const id of ['a', 'b']) await acct('Start', id)
    const reports = Array.from({ length: 300 }, (_, i) => ({
      'Acct-Status-Type': 'Interim-Update',
      'Acct-Session-Id': i % 2 === 0 ? 'a' : 'b',
      'User-Name': 'anna',
      'NAS-Identifier': 'x',
      'ADSL-Agent-Circuit-Id': 'x',
      'Acct-Session-Time': i,
      'Acct-Input-Octets': i * 10,
    }))
    expect((await on.flood('acct', reports)).lost).toBe(0)
    expect(await count('acct_report')).toBeLessThan(250)
    await query('select panel.process_reports(true)')
    expect((await live()).map(({ acct_session_id, in_octets }) => [acct_session_id, in_octets])).toEqual([
      ['a', 2980],
      ['b', 2990],
    ])
    expect(await query(`select sum(in_octets)::int as all from usage_by_day`)).toEqual([{ all: 5970 }])
  })

  test('the panel takes them in within a second or two', async () => {
    const taking = startReportProcessing(on.database.databases, createLog('silent'))
    try {
      await acct('Start', 's')
      await acct('Interim-Update', 's', 300, 1000)
      await until(async () => (await live())[0]!.in_octets === 1000, 5000)
    } finally {
      await taking.stop()
    }
  })

  test('a report that waits does not bring back a session that has ended meanwhile', async () => {
    await acct('Start', 's')
    await acct('Interim-Update', 's', 300, 1000)
    await acct('Stop', 's', 400, 1500)
    await query('select panel.process_reports(true)')
    expect([await count('session_live'), await count('session_closed')]).toEqual([0, 1])
    expect(await query(`select in_octets from usage_by_day`)).toEqual([{ in_octets: 1500 }])
  })

  test('nor one of a NAS that has started anew', async () => {
    await acct('Start', 's')
    await acct('Interim-Update', 's', 300, 1000)
    await acct('Accounting-On', '')
    expect(await count('acct_report')).toBe(0)
    expect(await query('select closed_by, in_octets from session_closed')).toEqual([
      { closed_by: 'nas', in_octets: 1000 },
    ])
    await query('select panel.process_reports(true)')
    expect(await count('session_live')).toBe(0)
  })

  test('a session that begins with a report is there when it is taken in', async () => {
    await acct('Interim-Update', 'late', 300, 1000)
    await query('select panel.process_reports(true)')
    expect((await live()).map((row) => row.acct_session_id)).toEqual(['late'])
  })

  test('what can’t be understood is kept aside, and those beside it are taken in', async () => {
    await acct('Start', 's')
    await acct('Interim-Update', 's', 300, 1000)
    await query(
      `insert into acct_report (uid, session_id, login, nas, at, in_octets) select 'u', 'bad', 'anna', nas, at, 'many' from acct_report`,
    )
    await query('select panel.process_reports(true)')
    expect((await live())[0]!.in_octets).toBe(1000)
    expect([await count('acct_report'), await count('acct_dead_letter')]).toEqual([0, 1])
  })

  test('two at once: one takes, nobody waits, nothing counts twice', async () => {
    await acct('Start', 's')
    await acct('Interim-Update', 's', 300, 1000)
    await Promise.all(Array.from({ length: 5 }, () => query('select panel.process_reports()')))
    expect(await query(`select in_octets from usage_by_day`)).toEqual([{ in_octets: 1000 }])
  })

  test('the role of FreeRADIUS may not read what is written down', async () => {
    const { rows } = await on.database.databases.appAll.query(
      `select has_table_privilege('trunkline_radius', 'acct_report', 'select') as reads, has_function_privilege('trunkline_radius', 'panel.process_reports(boolean)', 'execute') as takes`,
    )
    expect(rows).toEqual([{ reads: false, takes: false }])
  })
})
