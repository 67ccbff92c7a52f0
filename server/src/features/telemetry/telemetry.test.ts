import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveReadings } from '../../telemetry/save-readings.ts'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { makeInventoryRow } from '../../testing/matrix/inventory-fixture.ts'
import { makeRadiusRow } from '../../testing/matrix/radius-fixture.ts'
import type { ApiCall } from '../../testing/panel.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, sibling: ApiCall
let device: number, dialup: number

/** Two hours up to the next full hour. */
let range: string

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  sibling = await fixture.as('sibling')
  await fixture.panel.sql(async (tx) => {
    device = await makeInventoryRow(tx, 'hardware', fixture.companies.client)
    dialup = await makeRadiusRow(tx, 'vpn-dialup', fixture.companies.client)
    const { rows } = await sql<{ now: string }>`select now() as now`.execute(tx)
    const now = Date.parse(rows[0]!.now)
    const values = (n: number) => [
      { metric: 'port_rx' as const, part: 'ether1', value: 1000 * n },
      { metric: 'port_tx' as const, part: 'ether1', value: 10 },
      { metric: 'port_rx' as const, part: 'ether2', value: 5 },
    ]
    await saveReadings(
      tx,
      [1, 2, 3].map((n) => ({
        subject: { kind: 'device' as const, id: device },
        at: new Date(now - n * 60_000),
        values: values(n),
      })),
    )
    const end = Math.ceil(now / 3_600_000) * 3_600_000
    range = `from=${new Date(end - 7_200_000).toISOString()}&to=${new Date(end).toISOString()}`
  })
})
afterAll(() => fixture?.panel.stop())

const readings = (call: ApiCall, query: string, path = `/hardware/control/${device}`) =>
  call('GET', `${path}/readings/show?${query}`)

test('companies above see the readings of a device, and others get the reply of a missing one', async () => {
  for (const call of [provider, master]) {
    const { status, body } = await readings(call, `plot=port-traffic&part=ether1&points=120&${range}`)
    expect(status).toBe(200)
    expect(body.data.seconds).toBe(60)
    expect(
      body.data.series.map(
        ({ metric, part, unit, mean }: { metric: string; part: string; unit: string; mean: (number | null)[] }) => [
          metric,
          part,
          unit,
          mean.filter((value) => value !== null),
        ],
      ),
    ).toEqual([
      ['port_rx', 'ether1', 'bps', [3000, 2000, 1000]],
      ['port_tx', 'ether1', 'bps', [10, 10, 10]],
    ])
  }
  const hidden = await readings(sibling, `plot=port-traffic&${range}`)
  const missing = await readings(sibling, `plot=port-traffic&${range}`, '/hardware/control/999999')
  expect([hidden.status, missing.status]).toEqual([404, 404])
})

test('a subject without readings has no series, and a dial-up is no service', async () => {
  const other = await fixture.panel.sql((tx) => makeInventoryRow(tx, 'hardware', fixture.companies.client))
  const { body } = await readings(master, `plot=load&${range}`, `/hardware/control/${other}`)
  expect(body.data.series).toEqual([])
  expect((await readings(master, `plot=traffic&${range}`, `/network/service/${dialup}`)).status).toBe(404)
})

test('a period that ends before it begins and an unknown zone are rejected at their fields', async () => {
  const backwards = await readings(master, 'plot=load&from=2026-02-02T00:00:00Z&to=2026-02-01T00:00:00Z')
  expect([backwards.status, Object.keys(backwards.body.error.fields), backwards.body.error.messages.to.reason]).toEqual(
    [422, ['to'], 'field.invalid'],
  )
  const zone = await readings(master, `plot=load&compare=week&zone=Mars/Olympus&${range}`)
  expect([zone.status, zone.body.error.messages.zone.reason]).toEqual([422, 'field.time_zone'])
  const points = await readings(master, `plot=load&points=5&${range}`)
  expect([points.status, Object.keys(points.body.error.fields)]).toEqual([422, ['points']])
})

test('requests of the provider do not wait for each other’s connections', async () => {
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, n) => readings(provider, `plot=load&points=${100 + n}&${range}`)),
  )
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
})
