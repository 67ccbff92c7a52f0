import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveReadings } from '../../telemetry/save-readings.ts'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { makeInventoryRow } from '../../testing/matrix/inventory-fixture.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { expositionOf } from './exposition.ts'

let fixture: Fixture
let master: ApiCall, sibling: ApiCall, client: ApiCall
/** Of the client, and of the sibling. */
let device: number, foreign: number

beforeAll(async () => {
  fixture = await setupFixture()
  ;[master, sibling, client] = await Promise.all([fixture.as('master'), fixture.as('sibling'), fixture.as('client')])
  await fixture.panel.sql(async (tx) => {
    device = await makeInventoryRow(tx, 'hardware', fixture.companies.client)
    foreign = await makeInventoryRow(tx, 'hardware', fixture.companies.sibling)
    await sql`update hardware set name = ${'Roof "A"\\B'}, management_address = '2001:db8::7' where id = ${device}`.execute(
      tx,
    )
    const now = Date.parse((await sql<{ now: string }>`select now() as now`.execute(tx)).rows[0]!.now)
    const at = (minutes: number) => new Date(now - minutes * 60_000)
    const of = (id: number) => ({ kind: 'device' as const, id })
    await saveReadings(tx, [
      { subject: of(device), at: at(2), values: [{ metric: 'cpu_load', part: '', value: 90 }] },
      {
        subject: of(device),
        at: at(1),
        values: [
          { metric: 'cpu_load', part: '', value: 12.5 },
          { metric: 'port_rx', part: 'ether1', value: 3000 },
          { metric: 'port_rx', part: 'sfp"1', value: 7 },
          { metric: 'wifi_clients', part: '', value: 9 },
          { metric: 'wifi_clients', part: 'wifi1', value: 4 },
        ],
      },
      { subject: of(foreign), at: at(20), values: [{ metric: 'cpu_load', part: '', value: 1 }] },
    ])
  })
})
afterAll(() => fixture?.panel.stop())

const linesOf = async (call: ApiCall, path = '/hardware/prometheus') => {
  const { status, text, headers } = await call('GET', path)
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  return text.trimEnd().split('\n')
}

test('the latest readings of the own part of the tree are samples, the parts of a total under a name of their own', async () => {
  for (const call of [master, client]) {
    const lines = await linesOf(call)
    const labels = `id="${device}",name="Roof \\"A\\"\\\\B",company="Client"`
    expect(lines.map((line) => line.replace(/,site="[^"]*"/, ''))).toEqual([
      '# TYPE trunkline_device_cpu_load_percent gauge',
      `trunkline_device_cpu_load_percent{${labels}} 12.5`,
      '# TYPE trunkline_device_port_rx_bits_per_second gauge',
      `trunkline_device_port_rx_bits_per_second{${labels},port="ether1"} 3000`,
      `trunkline_device_port_rx_bits_per_second{${labels},port="sfp\\"1"} 7`,
      '# TYPE trunkline_device_wifi_clients gauge',
      `trunkline_device_wifi_clients{${labels}} 9`,
      '# TYPE trunkline_device_wifi_clients_by_radio gauge',
      `trunkline_device_wifi_clients_by_radio{${labels},radio="wifi1"} 4`,
    ])
  }
})

test('requests of the provider do not wait for each other’s connections', async () => {
  const provider = await fixture.as('provider')
  const replies = await Promise.all(Array.from({ length: 20 }, () => provider('GET', '/hardware/prometheus')))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
})

test('a device that was not read for ten minutes has no sample, and its series go stale', async () => {
  expect(await linesOf(sibling)).toEqual([''])
})

test('each kind has its call', async () => {
  for (const path of ['/site', '/network/nas', '/network/service', '/network/subnet', '/company'])
    expect(await linesOf(master, `${path}/prometheus`)).toEqual([''])
})

test('devices with an address are targets, an IPv6 address in brackets', async () => {
  const { text, headers } = await client('GET', '/hardware/prometheus-targets')
  expect(headers['content-type']).toBe('application/json')
  const targets = JSON.parse(text) as { targets: string[]; labels: Record<string, string> }[]
  expect(targets.find(({ labels }) => labels['__meta_trunkline_id'] === String(device))).toMatchObject({
    targets: ['[2001:db8::7]'],
    labels: { __meta_trunkline_name: 'Roof "A"\\B', __meta_trunkline_company: 'Client' },
  })
  const all = JSON.parse((await sibling('GET', '/hardware/prometheus-targets')).text) as typeof targets
  expect(all.map(({ labels }) => labels['__meta_trunkline_id'])).not.toContain(String(device))
})

test('samples of a metric stay together when the text is sent in pieces', async () => {
  const subjects = Array.from({ length: 3000 }, (_, id) => ({ id, labels: { id, name: `Device ${id}` } }))
  const readings = new Map(
    subjects.map(({ id }) => [
      id,
      [
        { metric: 'rx' as const, part: '', value: id },
        { metric: 'online' as const, part: '', value: 1 },
      ],
    ]),
  )
  let text = ''
  let pieces = 0
  for await (const piece of expositionOf('device', subjects, readings)) {
    pieces++
    text += piece
  }
  expect(pieces).toBeGreaterThan(2)
  const names = text
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^# TYPE |[ {].*$/g, ''))
  expect(names.filter((name, at) => name !== names[at - 1])).toEqual([
    'trunkline_device_online',
    'trunkline_device_rx_bits_per_second',
  ])
  expect(names).toHaveLength(6002)
})
