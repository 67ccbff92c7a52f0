import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { saveOutcomes, type ReadOutcome } from '../devices/save-outcomes.ts'
import { referenceModel } from '../testing/alerts/reference-model.ts'
import { setupDeviceFixture } from '../testing/devices/device-fixture.ts'
import { evaluateReadings } from './evaluate-readings.ts'
import { createOccurrences } from './maintenance.ts'
import { alertState } from './notify/notify-targets.ts'
import { applyInputs, lockAlerts } from './store.ts'
import { sweepDue, sweepOpen } from './sweep.ts'

const { device, system, ids, end, drop } = await setupDeviceFixture()
afterEach(() =>
  system(async (tx) => {
    await sql`delete from alert`.execute(tx)
    await sql`delete from notification_target`.execute(tx)
    await sql`delete from maintenance_window`.execute(tx)
    await sql`delete from rollout`.execute(tx)
    await sql`delete from device_uplink`.execute(tx)
    await sql`update hardware set deleted_at = now()`.execute(tx)
  }),
)
afterAll(async () => {
  await end()
  await drop()
})

const minute = 60_000
const loaded = (hardware_id: number, at: number, cpu_load: number): ReadOutcome => ({
  hardware_id,
  at: new Date(at),
  error: null,
  state: { cpu_load },
})
const store = (outcomes: ReadOutcome[]) =>
  system(async (tx) => {
    await saveOutcomes(tx, outcomes)
    await evaluateReadings(tx, outcomes)
  })
/** Eleven minutes of load. */
async function load(id: number, from = Date.now() - 30 * minute): Promise<number> {
  for (let i = 0; i <= 10; i++) await store([loaded(id, from + i * minute, 95)])
  return from + 10 * minute
}
async function underLoad(company = 'client', of: { site_id?: number } = {}): Promise<{ id: number; now: number }> {
  const id = await device({ address: '127.0.0.1', company_id: ids[company]!, ...of })
  return { id, now: await load(id) }
}
const alerts = async () => {
  const { rows } = await system((tx) =>
    sql<{ id: number; condition: string; in_maintenance: boolean; notices: string[]; since: string }>`
      select a.id, a.condition, a.in_maintenance, a.since,
        array(select e.notify from alert_event e where e.alert_id = a.id and e.notify is not null order by e.seq) as notices
      from alert a order by a.id`.execute(tx),
  )
  return rows
}

/** A one-off window that began ten minutes ago. */
const open = (
  of: { company?: string; scope?: string; site_id?: number; hardware_id?: number; rollout_id?: number } = {},
) =>
  system(async (tx) => {
    const { company = 'root', scope = 'company', site_id = null, hardware_id = null, rollout_id = null } = of
    const { rows } = await sql<{ id: number }>`
      insert into maintenance_window (company_id, name, scope, site_id, hardware_id, rollout_id, repeats, starts_on, starts_at, ends_on, ends_at, time_zone)
      select ${ids[company]!}, 'Core', ${scope}, ${site_id}, ${hardware_id}, ${rollout_id}, 'once', f::date, f::time, u::date, u::time, 'UTC'
        from (select now() at time zone 'UTC' - interval '10 minutes' as f, now() at time zone 'UTC' + interval '1 hour' as u) t returning id`.execute(
      tx,
    )
    await createOccurrences(tx, rows[0]!.id)
    return rows[0]!.id
  })
const close = (sweep = true) =>
  system(async (tx) => {
    await sql`update maintenance_window set ended_at = now()`.execute(tx)
    await createOccurrences(tx)
    if (sweep) await sweepOpen(tx)
  })
const covers = async (hardware_id: number | null, site_id: number | null = null) => {
  const { rows } = await system((tx) =>
    sql<{ covered: boolean }>`
      select under_maintenance(coalesce((select ancestor_ids from hardware where id = ${hardware_id}), (select ancestor_ids from site where id = ${site_id})),
        coalesce((select site_id from hardware where id = ${hardware_id}), ${site_id}), ${hardware_id}) as covered`.execute(
      tx,
    ),
  )
  return rows[0]!.covered
}
const link = (hardware_id: number, upstream_id: number) =>
  system((tx) =>
    sql`insert into device_uplink (hardware_id, upstream_id, source) values (${hardware_id}, ${upstream_id}, 'manual')`.execute(
      tx,
    ),
  )
const target = (of: { after_minutes?: number } = {}) =>
  system((tx) =>
    sql`insert into notification_target (company_id, name, kind, recipients, after_minutes) values (${ids['client']!}, 'NOC', 'email', 'noc@example.net', ${of.after_minutes ?? 0})`.execute(
      tx,
    ),
  )
const deliveries = async () => {
  const { rows } = await system((tx) =>
    sql<{ event: string; wait: number | null; paused_seconds: number | null }>`
      select content ->> 'event' as event, paused_seconds,
        case when next_at <> 'infinity' then extract(epoch from next_at - now())::int end as wait from notification_delivery order by id`.execute(
      tx,
    ),
  )
  return rows
}

describe('during maintenance', () => {
  test('nothing is sent, and what still fires is sent at its end, with its true start', async () => {
    await target()
    await open()
    await underLoad()
    await system(sweepOpen)
    const before = await alerts()
    expect(before).toMatchObject([{ condition: 'firing', in_maintenance: true, notices: [] }])
    expect(await deliveries()).toEqual([])
    await close()
    await system(sweepOpen)
    expect(await alerts()).toMatchObject([{ condition: 'firing', notices: ['firing'], since: before[0]!.since }])
    expect(await deliveries()).toMatchObject([{ event: 'firing' }])
  })

  test('what has ended meanwhile sends nothing; its end goes to those who got its beginning before', async () => {
    await target()
    const known = await underLoad()
    await open()
    const unknown = await underLoad()
    for (const { id, now } of [known, unknown])
      for (const i of [1, 2, 3, 4, 5, 6]) await store([loaded(id, now + i * minute, 10)])
    expect(await alerts()).toMatchObject([
      { condition: 'closed', notices: ['firing'] },
      { condition: 'closed', notices: [] },
    ])
    await close()
    expect(await alerts()).toMatchObject([
      { condition: 'closed', notices: ['firing', 'resolved'] },
      { condition: 'closed', notices: [] },
    ])
    expect((await deliveries()).map(({ event }) => event)).toEqual(['firing', 'resolved'])
  })

  test('counts from the first moment, before a sweep has seen that the window has started or ended', async () => {
    const { id, now } = await underLoad()
    await open()
    const rise = (at: number, severity: 'critical' | 'warning') =>
      system(async (tx) => {
        await lockAlerts(tx)
        await applyInputs(tx, [
          {
            cause: `cpu:device:${id}`,
            timing: { fireAfter: 0, clearAfter: 0, maxGap: Infinity, expireAfter: null },
            input: { kind: 'observe', at, verdict: 'bad', severity, value: 99, grace: 0, parentId: null },
          },
        ])
      })
    await rise(now + minute, 'critical')
    expect(await alerts()).toMatchObject([{ in_maintenance: true, notices: ['firing'] }])
    await close(false)
    await rise(now + 2 * minute, 'critical')
    expect(await alerts()).toMatchObject([{ in_maintenance: false, notices: ['firing', 'firing'] }])
  })

  test('an escalation pauses, and goes on with the time that was left', async () => {
    await target({ after_minutes: 30 })
    const { id } = await underLoad()
    await system((tx) => sql`update notification_delivery set next_at = now() + interval '20 minutes'`.execute(tx))
    await open({ scope: 'device', hardware_id: id })
    await system(sweepOpen)
    const [paused] = await deliveries()
    expect(paused?.wait).toBeNull()
    expect(paused?.paused_seconds).toBeGreaterThan(1190)
    await close()
    const [resumed] = await deliveries()
    expect(resumed?.paused_seconds).toBeNull()
    expect(resumed?.wait).toBeGreaterThan(1190)
    expect(resumed?.wait).toBeLessThan(1201)
  })

  test('a message that is due waits', async () => {
    await underLoad()
    const [alert] = await alerts()
    expect(await system((tx) => alertState(tx, alert!.id))).toBe('open')
    await open()
    expect(await system((tx) => alertState(tx, alert!.id))).toBe('maintenance')
  })

  test('an acknowledgement that ends is notified after it', async () => {
    await underLoad()
    await system((tx) =>
      sql`update alert set acknowledged_by = 'Anna', acknowledged_at = now(), acknowledged_until = now() - interval '1 second', due_at = now() - interval '1 second'`.execute(
        tx,
      ),
    )
    await open()
    await system(sweepDue)
    expect(await alerts()).toMatchObject([{ notices: ['firing'] }])
    await close()
    expect(await alerts()).toMatchObject([{ notices: ['firing', 'firing'] }])
  })
})

describe('a window covers', () => {
  let sites = 0
  const createSite = async (company = 'client') => {
    const { rows } = await system((tx) =>
      sql<{
        id: number
      }>`insert into site (company_id, name) values (${ids[company]!}, ${`Tower ${++sites}`}) returning id`.execute(tx),
    )
    return rows[0]!.id
  }
  const at = (site_id?: number, company = 'client') =>
    device({ address: '127.0.0.1', company_id: ids[company]!, ...(site_id !== undefined && { site_id }) })

  test('its company with those below it, and no company beside or above', async () => {
    const [client, north, south] = [await at(), await at(undefined, 'north'), await at(undefined, 'south')]
    await open({ company: 'north' })
    expect([await covers(client), await covers(north), await covers(south)]).toEqual([true, true, false])
  })

  test('the devices of its site, and a site all of whose devices are covered', async () => {
    const [tower, other] = [await createSite(), await createSite()]
    const [one, two, elsewhere] = [await at(tower), await at(tower), await at(other)]
    await system((tx) => sql`update hardware set is_online = true`.execute(tx))
    const id = await open({ company: 'client', scope: 'site', site_id: tower })
    expect([await covers(one), await covers(two), await covers(elsewhere)]).toEqual([true, true, false])
    expect([await covers(null, tower), await covers(null, other)]).toEqual([true, false])
    await system((tx) => sql`delete from maintenance_window where id = ${id}`.execute(tx))
    await open({ company: 'client', scope: 'device', hardware_id: one })
    expect([await covers(one), await covers(two), await covers(null, tower)]).toEqual([true, false, false])
    await link(two, one)
    expect([await covers(two), await covers(null, tower)]).toEqual([true, true])
  })

  test('what lies behind a device, unless another way leads past it; a loop of devices explains nothing', async () => {
    const [core, relay, leaf, second] = [await at(undefined, 'north'), await at(), await at(), await at()]
    await link(relay, core)
    await link(leaf, relay)
    const all = async () => Promise.all([core, relay, leaf, second].map((id) => covers(id)))
    await open({ company: 'north', scope: 'device', hardware_id: core })
    expect(await all()).toEqual([true, true, true, false])
    await link(leaf, second)
    expect(await all()).toEqual([true, true, false, false])
    await link(second, leaf)
    expect(await all()).toEqual([true, true, true, true])
    await system((tx) => sql`delete from device_uplink where upstream_id = ${core}`.execute(tx))
    expect(await all()).toEqual([true, false, false, false])
  })

  test('nothing of another company, even if it lies behind or the device has moved', async () => {
    const [relay, beside] = [await at(undefined, 'north'), await at(undefined, 'south')]
    await link(beside, relay)
    await open({ company: 'north', scope: 'device', hardware_id: relay })
    expect([await covers(relay), await covers(beside)]).toEqual([true, false])
    await system((tx) => sql`update hardware set company_id = ${ids['south']!} where id = ${relay}`.execute(tx))
    expect(await covers(relay)).toBe(false)
  })

  test('the devices of its rollout; a rollout that writes to a device needs no window', async () => {
    const [one, two, behind] = [await at(), await at(), await at()]
    await link(behind, two)
    const rollout_id = await system(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        insert into rollout (company_id, name, channel, state) values (${ids['client']!}, 'Upgrade', 'stable', 'running') returning id`.execute(
        tx,
      )
      await sql`insert into rollout_device (rollout_id, company_id, hardware_id, position, state)
        values (${rows[0]!.id}, ${ids['client']!}, ${one}, 1, 'planned'), (${rows[0]!.id}, ${ids['client']!}, ${two}, 2, 'rebooting')`.execute(
        tx,
      )
      return rows[0]!.id
    })
    const all = async () => Promise.all([one, two, behind].map((id) => covers(id)))
    expect(await all()).toEqual([false, true, true])
    const state = (name: string, age = '0') =>
      system((tx) =>
        sql`update rollout_device set state = ${name}, state_at = now() - ${age}::interval where hardware_id = ${two}`.execute(
          tx,
        ),
      )
    for (const [name, silent] of [
      ['verifying', true],
      ['firmware', true],
      ['applying', true],
      ['lost', false],
      ['upgraded', false],
      ['downloading', false],
    ] as const) {
      await state(name)
      expect([name, await covers(two)]).toEqual([name, silent])
    }
    // Its worker died.
    await state('rebooting', '2 hours')
    expect(await covers(two)).toBe(false)
    await open({ company: 'client', scope: 'rollout', rollout_id })
    expect(await all()).toEqual([true, true, true])
  })
})

describe('occurrences', () => {
  const occurrences = async (from: string, of: string) => {
    const { rows } = await system((tx) =>
      sql<{ at: string; minutes: number }>`
        select lower(o) as at, (extract(epoch from upper(o) - lower(o)) / 60)::int as minutes
        from maintenance_occurrences(${of}::jsonb, ${from}::timestamptz) o order by 1 limit 2`.execute(tx),
    )
    return rows.map(({ at, minutes }) => [new Date(at).toISOString(), minutes])
  }
  const weekly = (of: object) =>
    JSON.stringify({
      repeats: 'weekly',
      starts_on: '2027-01-01',
      weekdays: [7],
      starts_at: '02:30',
      minutes: 60,
      time_zone: 'Europe/Berlin',
      ...of,
    })

  test('on the nights on which the clock changes: a missing 02:30 is 03:30, a double one the second', async () => {
    // 28 March 2027: from 02:00 to 03:00. 31 October 2027: from 03:00 back to 02:00.
    expect(await occurrences('2027-03-24T00:00:00Z', weekly({}))).toEqual([
      ['2027-03-28T01:30:00.000Z', 60],
      ['2027-04-04T00:30:00.000Z', 60],
    ])
    expect(await occurrences('2027-10-27T00:00:00Z', weekly({}))).toEqual([
      ['2027-10-31T01:30:00.000Z', 60],
      ['2027-11-07T01:30:00.000Z', 60],
    ])
  })

  test('a window over midnight belongs to the day of its start, also in the week after a long one', async () => {
    const night = weekly({ starts_at: '23:00', minutes: 180, time_zone: 'UTC' })
    // Sunday, 24 January 2027, until Monday 02:00.
    expect(await occurrences('2027-01-25T01:00:00Z', night)).toEqual([
      ['2027-01-24T23:00:00.000Z', 180],
      ['2027-01-31T23:00:00.000Z', 180],
    ])
    expect((await occurrences('2027-01-25T02:00:00Z', night))[0]).toEqual(['2027-01-31T23:00:00.000Z', 180])
    expect((await occurrences('2027-01-31T12:00:00Z', weekly({ minutes: 10_080 })))[0]?.[0]).toBe(
      '2027-01-31T01:30:00.000Z',
    )
  })

  test('start on the first day and end with the last one, however far away', async () => {
    expect(await occurrences('2027-01-05T00:00:00Z', weekly({ starts_on: '2029-01-01', until: '2029-01-07' }))).toEqual(
      [['2029-01-07T01:30:00.000Z', 60]],
    )
    expect(await occurrences('2027-01-05T00:00:00Z', weekly({ until: '2027-01-02' }))).toEqual([])
  })

  test('are made again without losing those that are over', async () => {
    const id = await open()
    await system(async (tx) => {
      await sql`insert into maintenance_occurrence values (${id}, tstzrange(now() - interval '2 days', now() - interval '1 day'))`.execute(
        tx,
      )
      await createOccurrences(tx)
      await createOccurrences(tx, id)
    })
    await close()
    const { rows } = await system((tx) =>
      sql<{ over: boolean }>`select upper(during) <= now() as over from maintenance_occurrence order by during`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([{ over: true }, { over: true }])
  })
})

test('windows that open and close between readings: the outbox is as the model says, and nothing is sent meanwhile', async () => {
  await target()
  await system((tx) =>
    // The times of the reference model.
    sql`insert into alert_rule (company_id, rule, fire_seconds, clear_seconds) values (${ids['root']!}, 'cpu', 120, 60)`.execute(
      tx,
    ),
  )
  const command = fc.oneof(
    { weight: 6, arbitrary: fc.constant('bad' as const) },
    { weight: 4, arbitrary: fc.constant('good' as const) },
    { weight: 1, arbitrary: fc.constant('hold' as const) },
    { weight: 2, arbitrary: fc.constant('maintenance_on' as const) },
    { weight: 2, arbitrary: fc.constant('maintenance_off' as const) },
  )
  const loads = { bad: 95, hold: 85, good: 10 }
  let sends = 0
  // At most 16 steps: a cause fires less than four times, and does not flap.
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(command, fc.boolean()), { minLength: 8, maxLength: 16 }), async (commands) => {
      const id = await device({ address: '127.0.0.1' })
      const model = referenceModel(0)
      let maintenance = false
      let now = Date.now() - 60 * minute
      const outbox = async () => {
        const { rows } = await system((tx) =>
          sql<{ event: string; at: string }>`
            select d.content ->> 'event' as event, d.content ->> 'at' as at from notification_delivery d join alert a on a.id = split_part(d.key, ':', 1)::bigint
            where a.hardware_id = ${id} order by d.id`.execute(tx),
        )
        return rows
      }
      for (const [what, sweep] of commands) {
        const before = (await outbox()).length
        now += minute
        if (what === 'maintenance_on') {
          if (!maintenance) await open({ scope: 'device', hardware_id: id })
          maintenance = true
          // Whether or not a sweep has seen it.
          if (sweep) await system(sweepOpen)
        } else if (what === 'maintenance_off') {
          maintenance = false
          await close()
        } else await store([loaded(id, now, loads[what])])
        model.step({ wait: minute, what })
        const sent = await outbox()
        expect(sent.map(({ event }) => event)).toEqual(model.expected)
        if (maintenance) expect(sent).toHaveLength(before)
      }
      // At rest each alert that fires and is not suppressed has its message, and each that has ended as many ends as beginnings.
      const { rows } = await system((tx) =>
        sql`select from alert a where a.hardware_id = ${id} and a.condition = 'firing' and a.parent_id is null and not a.in_maintenance
          and not exists (select from notification_delivery d where d.key like a.id || ':%' and d.content ->> 'event' = 'firing')`.execute(
          tx,
        ),
      )
      expect(rows).toEqual([])
      await close()
      sends += (await outbox()).length
    }),
    { numRuns: 40, seed: 20_261 },
  )
  expect(sends).toBeGreaterThan(20)
}, 120_000)
