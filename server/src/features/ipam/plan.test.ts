import { message } from '@trunkline/contract/errors'
import type { PlanRequest } from '@trunkline/contract/resources/subnet-shapes'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../db/pool.ts'
import { setupSubnetFixture } from '../../testing/ipam/subnet-fixture.ts'
import { taskContext } from '../../testing/task-context.ts'
import { allocateSubnets } from './allocate.ts'
import { planTasks } from './plan-tasks.ts'
import { applyPlan, coverTree, makePlan, resizeSubnet, showPlan } from './plan.ts'
import { verifyTree } from './verify.ts'

const { master, reseller, stranger, actor, system, as, allocate, createBlock, plan, lines, databases, drop } =
  await setupSubnetFixture()
afterAll(drop)

describe('a plan', () => {
  test('is rejected as stale after one of its rows has changed', async () => {
    const { id, at } = await createBlock()
    const net = await allocate(id, `${at}.1.0/24`)
    const split = await plan({ operation: 'split', id: net, length: 25 })
    await system((tx) => sql`update subnet set name = 'Renamed' where id = ${net}`.execute(tx))
    await expect(system((tx) => applyPlan(tx, actor, split.id))).rejects.toMatchObject({
      code: 'stale_version',
      reason: message('plan.outdated'),
    })
    const cover = await plan({ operation: 'cover', parent_id: id, net: `${at}.0.0/20` })
    await allocate(id, `${at}.2.0/24`)
    await expect(system((tx) => applyPlan(tx, actor, cover.id))).rejects.toMatchObject({ code: 'stale_version' })
    // Space allocated since then is reported with its current state.
    const grow = await plan({ operation: 'resize', id: net, net: `${at}.0.0/23` })
    await allocate(id, `${at}.0.0/24`)
    await expect(system((tx) => applyPlan(tx, actor, grow.id))).rejects.toMatchObject({
      code: 'conflict',
      reason: message('ip.taken', { net: `${at}.0.0/24` }),
    })
  })

  test('changes nothing when created, and is applied once', async () => {
    const { id, at } = await createBlock()
    await allocate(id, `${at}.1.0/24`)
    const cover = await plan({ operation: 'cover', parent_id: id, net: `${at}.0.0/20`, name: 'North' })
    expect(cover).toMatchObject({
      state: 'planned',
      changes_total: 2,
      conflicts: [],
      figures: { free_before: '65280', free_after: '61440' },
    })
    expect(await lines(id)).toEqual([`${at}.1.0/24 network`])
    expect(await system((tx) => applyPlan(tx, actor, cover.id))).toMatchObject({ state: 'done', failure: null })
    await expect(system((tx) => applyPlan(tx, actor, cover.id))).rejects.toMatchObject({
      code: 'conflict',
      reason: message('plan.applied'),
    })
  })

  test('is visible only within the branch', async () => {
    const { id, at } = await createBlock(master)
    const inner = await allocate(id, `${at}.0.0/20`, 'container', { company_id: reseller })
    const mine = await as(reseller, (tx) => makePlan(tx, actor, { operation: 'split', id: inner, length: 21 }))
    const works: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => showPlan(tx, mine.id),
      (tx) => applyPlan(tx, actor, mine.id),
      (tx) => coverTree(tx, { net: `${at}.0.0/21`, parent_id: inner }),
    ]
    for (const work of works)
      await expect(as(stranger, work)).rejects.toMatchObject({
        code: expect.stringMatching(/not_found|validation_failed/),
      })
    await expect(as(stranger, (tx) => makePlan(tx, actor, { operation: 'destroy', id: inner }))).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { id: message('row.missing', { kind: 'subnet' }) },
    })
    // A delegated block can be split, but not lifted or covered by the delegatee.
    const lift = await as(reseller, (tx) => makePlan(tx, actor, { operation: 'lift', id: inner }))
    expect(lift.conflicts).toMatchObject([message('subnet.delegated', { net: `${at}.0.0/20` })])
    await expect(
      as(reseller, (tx) => makePlan(tx, actor, { operation: 'cover', parent_id: id, net: `${at}.0.0/18` })),
    ).rejects.toMatchObject({ fields: { parent_id: message('row.missing', { kind: 'subnet' }) } })
    await expect(as(reseller, (tx) => coverTree(tx, { net: '11.0.0.0/8' }))).rejects.toMatchObject({
      fields: { net: message('space.provider_only') },
    })
    expect(await as(reseller, (tx) => applyPlan(tx, actor, mine.id))).toMatchObject({ state: 'done' })
    expect(await as(master, (tx) => showPlan(tx, mine.id))).toMatchObject({ state: 'done' })
    const log = await system((tx) =>
      sql`select distinct actor_name from audit_log where object_label = ${`${at}.0.0/21`} and action = 'create'`.execute(
        tx,
      ),
    )
    expect(log.rows).toEqual([{ actor_name: actor.label }])
  })

  test('does not reach into an exclusive subnet of a descendant', async () => {
    const { id, at } = await createBlock(master)
    const inner = await allocate(id, `${at}.0.0/20`, 'container', {
      company_id: reseller,
      attributes: { exclusive: true },
    })
    await expect(
      as(master, (tx) => makePlan(tx, actor, { operation: 'split', id: inner, length: 21 })),
    ).rejects.toMatchObject({
      code: 'conflict',
      fields: { id: message('subnet.exclusive', { net: `${at}.0.0/20`, company: 'Reseller' }) },
    })
  })
})

describe('as a job', () => {
  const run = (plan_id: number) => planTasks['run-ip-plan'].run({ plan_id }, taskContext(databases))
  /** Simulates a plan with too many rows for a request. */
  async function queued(company: number, request: PlanRequest): Promise<number> {
    const { id } = await as(company, (tx) => makePlan(tx, actor, request))
    await system((tx) => sql`update ip_plan set state = 'queued' where id = ${id}`.execute(tx))
    return id
  }

  test('is applied once, with the permissions of the user who planned it', async () => {
    const { id, at } = await createBlock(master)
    const planned = await queued(master, { operation: 'split', id, length: 17 })
    await Promise.all([run(planned), run(planned)])
    await run(planned)
    expect(await lines(id)).toEqual([`${at}.0.0/17 container`, `${at}.128.0/17 container`])
    expect(await system((tx) => showPlan(tx, planned))).toMatchObject({
      state: 'done',
      result_ids: [expect.any(Number), expect.any(Number)],
    })
    const log = await system((tx) =>
      sql`select distinct actor_name from audit_log where object_label = ${`${at}.0.0/17`}`.execute(tx),
    )
    expect(log.rows).toEqual([{ actor_name: actor.label }])
  })

  test('fails with the reason if the tree has changed, and changes nothing', async () => {
    const { id } = await createBlock(master)
    const planned = await queued(master, { operation: 'split', id, length: 17 })
    await system((tx) => sql`update subnet set name = 'Renamed' where id = ${id}`.execute(tx))
    await run(planned)
    expect(await system((tx) => showPlan(tx, planned))).toMatchObject({
      state: 'failed',
      failure: message('plan.outdated'),
    })
    expect(await lines(id)).toEqual([])
  })

  test('sees only what the company that planned sees', async () => {
    const { id } = await createBlock(master)
    const planned = await queued(master, { operation: 'split', id, length: 17 })
    // Withdrawn since, without a new version of the row.
    await system((tx) => sql`update ip_plan set company_id = ${stranger} where id = ${planned}`.execute(tx))
    await run(planned)
    expect(await system((tx) => showPlan(tx, planned))).toMatchObject({
      state: 'failed',
      failure: message('row.missing', { kind: 'subnet' }),
    })
    expect(await lines(id)).toEqual([])
  })
})

test('concurrent structural changes and allocations leave a consistent tree', async () => {
  const { id, at } = await createBlock()
  const nets = await Promise.all([1, 2, 3, 4].map((n) => allocate(id, `${at}.${n * 16}.0/20`, 'container')))
  const tries = async (work: (tx: Tx) => Promise<unknown>) => {
    await system(work).catch((error) => {
      if (!['conflict', 'stale_version', 'validation_failed'].includes(error.code)) throw error
    })
  }
  await Promise.all(
    Array.from({ length: 80 }, (_, i) => {
      const net = nets[i % 4]!
      if (i % 5 === 0)
        return tries((tx) => coverTree(tx, { net: `${at}.${16 * ((i % 4) + 1)}.0/${21 + (i % 3)}`, parent_id: net }))
      if (i % 7 === 0)
        return tries((tx) => resizeSubnet(tx, net, `${at}.${16 * ((i % 4) + 1)}.0/${i % 2 === 0 ? 20 : 19}`))
      return tries((tx) =>
        allocateSubnets(tx, { parent_id: net, net: 'auto', prefix: 25 + (i % 4), attributes: { type: 'network' } }),
      )
    }),
  )
  expect((await system((tx) => verifyTree(tx))).errors).toEqual([])
})
