import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { noRadius, until } from '../testing/radius-here.ts'
import { seedRadiusTenants, startTestRadius, type TestRadius } from '../testing/radius.ts'
import { startReportProcessing } from './process-reports.ts'

/**
 * Interim updates that go directly to the database, such as those with an access node but without a Class: queued
 * immediately, processed in batches.
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

  /** Rows in the table, without processing queued reports first. */
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
  /** Sets the time of the last processing: long ago, or just now. */
  const rest = (seconds: number) => query(`update acct_taken set at = now() - make_interval(secs => ${seconds})`)
  const live = () => query<{ acct_session_id: string; in_octets: number }>('select * from session_live order by 2')

  test('a report is queued, and processed with the next one a second later, without the panel', async () => {
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

  test('hundreds of reports are processed in a batch, those of one session as one', async () => {
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

  test('the panel processes them within two seconds', async () => {
    const taking = startReportProcessing(on.database.databases, createLog('silent'))
    try {
      await acct('Start', 's')
      await acct('Interim-Update', 's', 300, 1000)
      await until(async () => (await live())[0]!.in_octets === 1000, 5000)
    } finally {
      await taking.stop()
    }
  })

  test('a queued report does not reopen a session that has ended since', async () => {
    await acct('Start', 's')
    await acct('Interim-Update', 's', 300, 1000)
    await acct('Stop', 's', 400, 1500)
    await query('select panel.process_reports(true)')
    expect([await count('session_live'), await count('session_closed')]).toEqual([0, 1])
    expect(await query(`select in_octets from usage_by_day`)).toEqual([{ in_octets: 1500 }])
  })

  test('nor one of a NAS that has restarted', async () => {
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

  test('a session whose first packet is a report exists once it is processed', async () => {
    await acct('Interim-Update', 'late', 300, 1000)
    await query('select panel.process_reports(true)')
    expect((await live()).map((row) => row.acct_session_id)).toEqual(['late'])
  })

  test('invalid reports become dead letters, and the others are processed', async () => {
    await acct('Start', 's')
    await acct('Interim-Update', 's', 300, 1000)
    await query(
      `insert into acct_report (uid, session_id, login, nas, at, in_octets) select 'u', 'bad', 'anna', nas, at, 'many' from acct_report`,
    )
    await query('select panel.process_reports(true)')
    expect((await live())[0]!.in_octets).toBe(1000)
    expect([await count('acct_report'), await count('acct_dead_letter')]).toEqual([0, 1])
  })

  test('of two concurrent runs one processes the reports, the other does not wait, and nothing is counted twice', async () => {
    await acct('Start', 's')
    await acct('Interim-Update', 's', 300, 1000)
    await Promise.all(Array.from({ length: 5 }, () => query('select panel.process_reports()')))
    expect(await query(`select in_octets from usage_by_day`)).toEqual([{ in_octets: 1000 }])
  })

  test('the role of FreeRADIUS may not read the queued reports', async () => {
    const { rows } = await on.database.databases.appAll.query(
      `select has_table_privilege('trunkline_radius', 'acct_report', 'select') as reads, has_function_privilege('trunkline_radius', 'panel.process_reports(boolean)', 'execute') as takes`,
    )
    expect(rows).toEqual([{ reads: false, takes: false }])
  })
})
