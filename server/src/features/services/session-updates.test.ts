import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { taskContext } from '../../testing/task-context.ts'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { createSession } from '../../testing/sessions/create-session.ts'
import { createSubnet } from '../../testing/ipam/create-subnet.ts'
import { tariffTasks } from '../tariffs/update-sessions.ts'

let fixture: Fixture
let master: ApiCall
let nas: number, tariff: number, other: number

const created = async (path: string, body: object): Promise<number> => {
  const reply = await master('POST', `/network/${path}/store`, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
let serial = 0
/** A service that is online. */
async function online(tariff_id = tariff): Promise<{ id: number; uid: string }> {
  const id = await created('service', {
    company_id: fixture.companies.client,
    username: `line-${++serial}`,
    password: 'correct horse',
    tariff_id,
  })
  const uid = await fixture.panel.sql((tx) =>
    createSession(tx, { service_id: id, nas_id: nas, started_at: new Date() }),
  )
  return { id, uid }
}
const requested = async (id: number) =>
  (await master('GET', `/network/coa/index?search=service_id:${id}`)).body.data.map(
    ({ session_id, reason, state }: { session_id: string; reason: string; state: string }) => [
      session_id,
      reason,
      state,
    ],
  )
const jobs = async (task: string) =>
  (
    await fixture.panel.sql((tx) =>
      sql<{ payload: Record<string, unknown> }>`
        select p.payload from graphile_worker._private_jobs p join graphile_worker._private_tasks t on t.id = p.task_id where t.identifier = ${task} order by p.id`.execute(
        tx,
      ),
    )
  ).rows.map(({ payload }) => payload)

beforeAll(async () => {
  fixture = await setupFixture()
  master = await fixture.as('master')
  nas = await created('nas', { name: 'Tower', address: '192.0.2.1', vendor: 'mikrotik' })
  tariff = await created('tariff', { name: 'Home', download_rate: 50_000, upload_rate: 10_000 })
  other = await created('tariff', { name: 'Office', download_rate: 90_000, upload_rate: 20_000 })
})
afterAll(() => fixture?.panel.stop())

describe('a running session gets CoA requests', () => {
  test('for each relevant change, with its reason, in the transaction of the change', async () => {
    const subnet_id = await fixture.panel.sql(async (tx) => {
      await createSubnet(tx, { net: '198.51.100.0/24', company_id: fixture.companies.master })
      return createSubnet(tx, { net: '198.51.100.0/26', attributes: { type: 'network' } })
    })
    for (const [body, reason] of [
      [{ tariff_id: other }, 'tariff'],
      [{ password: 'another horse' }, 'password'],
      [{ calling_station: 'AA:BB:CC:DD:EE:FF' }, 'password'],
      [{ status: 'suspended', tariff_id: other }, 'status'],
      [{ ends_on: '2999-12-31' }, 'status'],
      [{ ipv4_method: 'static-address', subnet_id }, 'address'],
      [{ nas_id: nas }, 'address'],
    ] as const) {
      const { id, uid } = await online()
      const { status, text } = await master('PUT', `/network/service/${id}/update`, body)
      expect(status, text).toBe(200)
      expect(await requested(id), JSON.stringify(body)).toEqual([[uid, reason, 'queued']])
    }
    const open = await jobs('radius-coa')
    expect(open).toHaveLength(7)
  })

  test('but not for other fields and unchanged values', async () => {
    const { id } = await online()
    for (const body of [
      { name: 'Renamed' },
      { notes: 'x' },
      { tariff_id: tariff },
      { status: 'active' },
      { simultaneous_use: 3 },
    ])
      expect((await master('PUT', `/network/service/${id}/update`, body)).status).toBe(200)
    expect(await requested(id)).toEqual([])
  })

  test('but not for a rejected change', async () => {
    const { id } = await online()
    expect(
      (await master('PUT', `/network/service/${id}/update`, { password: 'new', tariff_id: 4_000_000_000 })).status,
    ).toBe(422)
    expect((await master('PUT', `/network/service/${id}/update`, { password: 'new', version: 99 })).status).toBe(409)
    expect(await requested(id)).toEqual([])
  })

  test('and for deletion and bulk changes', async () => {
    const [gone, suspended] = [await online(), await online()]
    await master('DELETE', `/network/service/${gone.id}/destroy`)
    await master('PUT', '/network/service/change-status', { ids: [suspended.id], status: 'suspended' })
    for (const { id, uid } of [gone, suspended]) expect(await requested(id)).toEqual([[uid, 'status', 'queued']])
  })
})

describe('a tariff with new rates', () => {
  const run = (payload: Record<string, unknown>) =>
    tariffTasks['tell-tariff'].run(
      payload as { tariff_id: number; requested_by: string },
      taskContext(fixture.panel.databases),
    )

  test('sends them to each of its running sessions in one job, and to no other', async () => {
    const own = await created('tariff', { name: 'Sold a lot', download_rate: 10_000, upload_rate: 1_000 })
    const sessions = [await online(own), await online(own)]
    const bystander = await online()
    await master('PUT', `/network/tariff/${own}/update`, { name: 'Sold still', price: '9.00' })
    expect(await jobs('tell-tariff')).toEqual([])
    await master('PUT', `/network/tariff/${own}/update`, { download_rate: 20_000 })
    await master('PUT', `/network/tariff/${own}/update`, { download_rate: 30_000 })
    const waiting = await jobs('tell-tariff')
    expect(waiting).toEqual([{ tariff_id: own, requested_by: expect.stringContaining('@') }])
    await run(waiting[0] as Record<string, unknown>)
    for (const { id, uid } of sessions) expect(await requested(id)).toEqual([[uid, 'tariff', 'queued']])
    expect(await requested(bystander.id)).toEqual([])
  })
})
