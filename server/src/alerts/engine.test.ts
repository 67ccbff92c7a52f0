import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { saveOutcomes, type ReadOutcome } from '../devices/save-outcomes.ts'
import { setupDeviceFixture } from '../testing/devices/device-fixture.ts'
import { evaluateReadings } from './evaluate-readings.ts'
import { sources } from './sources.ts'
import { evaluateSource, sweepDue, sweepOpen } from './sweep.ts'

const { device, system, ids, end, drop } = await setupDeviceFixture()
afterEach(() =>
  system(async (tx) => {
    await sql`delete from alert`.execute(tx)
    await sql`delete from alert_rule`.execute(tx)
    await sql`update hardware set deleted_at = now()`.execute(tx)
  }),
)
afterAll(async () => {
  await end()
  await drop()
})

const minute = 60_000
const store = (outcomes: ReadOutcome[]) =>
  system(async (tx) => {
    await saveOutcomes(tx, outcomes)
    await evaluateReadings(tx, outcomes)
  })
const loaded = (hardware_id: number, at: number, cpu_load: number): ReadOutcome => ({
  hardware_id,
  at: new Date(at),
  error: null,
  state: { cpu_load },
})
const alerts = async () => {
  const { rows } = await system((tx) =>
    sql<{
      id: number
      cause: string
      condition: string
      parent: string | null
      notices: string[]
      hardware_id: number
      close_reason: string | null
    }>`
      select a.id, a.cause, a.condition, a.hardware_id, a.close_reason, (select p.cause from alert p where p.id = a.parent_id) as parent,
        array(select e.notify from alert_event e where e.alert_id = a.id and e.notify is not null order by e.seq) as notices
      from alert a order by a.id`.execute(tx),
  )
  return rows
}
const source = (rule: string) =>
  system((tx) =>
    evaluateSource(
      tx,
      sources.find((one) => one.rule === rule)!,
    ),
  )
/** Lets every due time pass. */
const pass = (interval: string) =>
  system(async (tx) => {
    await sql`update alert set due_at = due_at - ${interval}::interval, grace_until = grace_until - ${interval}::interval,
      release_at = release_at - ${interval}::interval, since = since - ${interval}::interval where due_at is not null`.execute(
      tx,
    )
    await sweepDue(tx)
  })

/** A device that has been under load for eleven minutes, with its firing alert. */
async function underLoad(): Promise<{ id: number; now: number }> {
  const id = await device({ address: '127.0.0.1' })
  const start = Date.now() - 30 * minute
  for (let i = 0; i <= 10; i++) await store([loaded(id, start + i * minute, 95)])
  return { id, now: start + 10 * minute }
}

test('readings open, hold and close an alert; a repeated or late batch has no effect', async () => {
  const { id, now } = await underLoad()
  expect(await alerts()).toMatchObject([{ cause: `cpu:device:${id}`, condition: 'firing', notices: ['firing'] }])
  await store([loaded(id, now, 10)])
  await store([loaded(id, now - minute, 10)])
  expect(await alerts()).toMatchObject([{ condition: 'firing' }])
  await store([loaded(id, now + minute, 85)])
  expect(await alerts()).toMatchObject([{ condition: 'firing' }])
  await store([loaded(id, now + 2 * minute, 10)])
  await store([loaded(id, now + 2 * minute, 95)])
  expect(await alerts()).toMatchObject([
    { condition: 'closed', close_reason: 'cleared', notices: ['firing', 'resolved'] },
  ])
})

test('a transaction that fails stores neither readings nor alerts', async () => {
  const id = await device({ address: '127.0.0.1' })
  const start = Date.now() - 30 * minute
  for (let i = 0; i <= 9; i++) await store([loaded(id, start + i * minute, 95)])
  const last = [loaded(id, start + 10 * minute, 95)]
  await expect(
    system(async (tx) => {
      await saveOutcomes(tx, last)
      await evaluateReadings(tx, last)
      throw new Error('the worker dies')
    }),
  ).rejects.toThrow('the worker dies')
  expect(await alerts()).toMatchObject([{ condition: 'pending', notices: [] }])
  await store(last)
  expect(await alerts()).toMatchObject([{ condition: 'firing', notices: ['firing'] }])
})

const silent = (hardware_id: number, at = new Date()): ReadOutcome => ({
  hardware_id,
  at,
  error: 'unreachable' as NonNullable<ReadOutcome['error']>,
})
const online = (hardware_id: number): ReadOutcome => loaded(hardware_id, Date.now() - 10 * minute, 5)

async function createSite(name: string): Promise<number> {
  const { rows } = await system((tx) =>
    sql<{ id: number }>`insert into site (company_id, name) values (${ids['client']!}, ${name}) returning id`.execute(
      tx,
    ),
  )
  return rows[0]!.id
}

test('devices of a site that is unreachable as a whole wait, and open silently under the alert of the site', async () => {
  const site_id = await createSite('Tower')
  const both = [
    await device({ address: '127.0.0.1', site_id, company_id: ids['client']!, name: 'North' }),
    await device({ address: '127.0.0.1', site_id, company_id: ids['client']!, name: 'South' }),
  ]
  await store(both.map(online))
  await system((tx) => sql`update hardware_poll set failures = 3`.execute(tx))
  await store(both.map((id) => silent(id)))
  expect(await alerts()).toMatchObject([{ condition: 'pending' }, { condition: 'pending' }])
  await source('site-unreachable')
  await pass('2 minutes')
  const site = `site-unreachable:site:${site_id}`
  expect(await alerts()).toMatchObject([
    { condition: 'firing', parent: site, notices: [] },
    { condition: 'firing', parent: site, notices: [] },
    { cause: site, condition: 'firing', notices: ['firing'] },
  ])
  // One of them answers: the site is partly reachable, and the other one is notified after two polls.
  await store([loaded(both[0]!, Date.now(), 5)])
  await system((tx) =>
    sql`update alert set clearing_since = now() - interval '2 minutes' where condition = 'clearing'`.execute(tx),
  )
  await source('site-unreachable')
  await system((tx) =>
    sql`update alert set clearing_since = clearing_since - interval '2 minutes' where condition = 'clearing'`.execute(
      tx,
    ),
  )
  await source('site-unreachable')
  expect((await alerts())[2]).toMatchObject({ condition: 'closed', notices: ['firing', 'resolved'] })
  await pass('3 minutes')
  expect((await alerts())[1]).toMatchObject({ condition: 'firing', parent: null, notices: ['firing'] })
})

test('a device alone at its site is reported at once', async () => {
  const id = await device({ address: '127.0.0.1', company_id: ids['client']!, site_id: await createSite('Hut') })
  await store([online(id)])
  await system((tx) => sql`update hardware_poll set failures = 3`.execute(tx))
  await store([silent(id)])
  await source('site-unreachable')
  expect(await alerts()).toMatchObject([
    { cause: `device-unreachable:device:${id}`, condition: 'firing', notices: ['firing'] },
  ])
})

test('a restart that the panel did not request is reported, and closes after an hour', async () => {
  const id = await device({ address: '127.0.0.1' })
  const start = Date.now() - 10 * minute
  const up = (at: number, uptime_seconds: number): ReadOutcome => ({
    ...loaded(id, at, 5),
    state: { cpu_load: 5, uptime_seconds },
  })
  await store([up(start, 90_000)])
  await store([up(start + minute, 90_060)])
  expect(await alerts()).toEqual([])
  await store([up(start + 2 * minute, 30)])
  await store([up(start + 3 * minute, 90)])
  expect(await alerts()).toMatchObject([{ cause: `device-restarted:device:${id}`, condition: 'firing' }])
  await system(async (tx) => {
    await sql`update alert set due_at = now(), expires_at = now()`.execute(tx)
    await sweepDue(tx)
  })
  expect(await alerts()).toMatchObject([{ condition: 'closed', close_reason: 'expired' }])
})

test('an alert closes when its device is deleted or its rule is switched off, and follows a device that moves', async () => {
  const { id } = await underLoad()
  await system(async (tx) => {
    await sql`update hardware set company_id = ${ids['client']!}, site_id = null where id = ${id}`.execute(tx)
    await sweepOpen(tx)
  })
  const { rows } = await system((tx) =>
    sql`select company_id, ancestor_ids[cardinality(ancestor_ids)] as last from alert`.execute(tx),
  )
  expect(rows).toEqual([{ company_id: ids['client']!, last: ids['client']! }])
  await system(async (tx) => {
    await sql`update hardware set deleted_at = now() where id = ${id}`.execute(tx)
    await sweepOpen(tx)
  })
  expect(await alerts()).toMatchObject([{ close_reason: 'subject_gone' }])
  await underLoad()
  await system(async (tx) => {
    await sql`insert into alert_rule (company_id, rule, enabled) values (${ids['root']!}, 'cpu', false)`.execute(tx)
    await sweepOpen(tx)
  })
  expect((await alerts()).at(-1)).toMatchObject({ close_reason: 'rule_off', notices: ['firing', 'resolved'] })
})

test('each source runs against the schema, and reports nothing in an empty panel', async () => {
  for (const one of sources.filter(({ rule }) => !['new-device', 'certificate-expiring'].includes(rule)))
    await source(one.rule)
  expect(await alerts()).toEqual([])
})

test('a warranty that ends soon is one alert that rises', async () => {
  const id = await device({ address: '127.0.0.1' })
  for (const [days, severity] of [
    [30, 'info'],
    [7, 'warning'],
  ] as const) {
    await system((tx) =>
      sql`update hardware set warranty_expiry_at = current_date + ${days}::int where id = ${id}`.execute(tx),
    )
    await source('warranty-expiring')
    const { rows } = await system((tx) => sql`select severity, condition from alert`.execute(tx))
    expect(rows).toEqual([{ severity, condition: 'firing' }])
  }
})

test('a device behind one that failed opens silently under its alert, and only the cause is sent to the targets', async () => {
  const router = await device({ address: '127.0.0.1', company_id: ids['client']!, name: 'Core' })
  const leaf = await device({ address: '127.0.0.1', company_id: ids['client']!, name: 'Leaf' })
  await system(async (tx) => {
    await sql`insert into device_uplink (hardware_id, upstream_id, source) values (${leaf}, ${router}, 'manual')`.execute(
      tx,
    )
    await sql`insert into notification_target (company_id, name, kind, recipients) values (${ids['client']!}, 'NOC', 'email', 'noc@example.net')`.execute(
      tx,
    )
  })
  await store([online(router), online(leaf)])
  await system((tx) => sql`update hardware_poll set failures = 3`.execute(tx))
  await store([silent(router), silent(leaf)])
  await pass('2 minutes')
  await pass('2 minutes')
  const found = await alerts()
  const cause = found.find(({ parent }) => parent === null)!
  expect(found.find(({ parent }) => parent !== null)).toMatchObject({
    condition: 'firing',
    parent: cause.cause,
    notices: [],
  })
  expect(cause).toMatchObject({ condition: 'firing', notices: ['firing'] })
  const { rows } = await system((tx) =>
    sql<{ key: string; reason: string; recipient: string }>`
      select key, content -> 'summary' ->> 'reason' as reason, recipient from notification_delivery`.execute(tx),
  )
  expect(rows).toMatchObject([{ reason: 'alert.summary', recipient: 'noc@example.net' }])
  expect(rows[0]!.key).toMatch(new RegExp(`^${cause.id}:`))
})
