import { message } from '@trunkline/contract/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { withTenant } from '../../db/tenant-transaction.ts'
import { withSystem } from '../../db/system-transaction.ts'
import type { Tx } from '../../db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { taskContext } from '../../testing/task-context.ts'
import { createCompany } from '../../testing/panel.ts'
import { allocateSubnets, type Allocation } from './allocate.ts'
import { assignAddress, assignAddresses, assignNetwork, ownerOfAddress, release } from './assign.ts'
import { changeAddress, changeSubnet } from './change.ts'
import { destroyAddress, destroySubnet, recoverAddress, recoverSubnet } from './remove.ts'
import { ipamTasks } from './tasks.ts'

/** The lifecycle of space: allocated, in use, released, in quarantine, free, allocated again. */
let database: TestDatabase
let root: number, one: number, two: number, all: number
beforeAll(async () => {
  database = await createTestDatabase()
  await run(async (tx) => {
    root = await createCompany(tx, { name: 'Northwind', type: 'simrush' })
    one = await createCompany(tx, { name: 'One', type: 'reseller', parent_id: root })
    two = await createCompany(tx, { name: 'Two', type: 'reseller', parent_id: root })
    all = await allocate(tx, { parent_id: null, net: '10.0.0.0/8', company_id: root })
    await allocate(tx, { parent_id: null, net: '2001:db8::/32', company_id: root })
  })
})
afterAll(() => database?.drop())

const run = <T>(work: (tx: Tx) => Promise<T>) => withSystem(database.databases, work, { actor_name: 'test' })
const as = <T>(company_id: number, work: (tx: Tx) => Promise<T>) =>
  withTenant(database.databases, { company_id, everything: false }, { write: true }, work)
const allocate = async (tx: Tx, of: Partial<Allocation>) =>
  (await allocateSubnets(tx, { parent_id: all, net: 'auto', attributes: { type: 'container' }, ...of }))[0]!.id!
const stateOf = (id: number) =>
  run((tx) =>
    tx.selectFrom('subnet').where('id', '=', id).select(['state', 'holds', 'parent_id']).executeTakeFirstOrThrow(),
  )
const context = () => taskContext(database.databases)
/** Simulates the end of the quarantine or reservation. */
const pass = async () => {
  await run(async (tx) => {
    await sql`update subnet set release_at = now() where state = 'quarantined'`.execute(tx)
    await sql`update address set release_at = now() where state = 'quarantined'`.execute(tx)
    await sql`update subnet set expires_at = now() where state = 'held'`.execute(tx)
    await sql`update address set expires_at = now() where state = 'held'`.execute(tx)
  })
  await ipamTasks['ipam-release'].run({}, context())
}

describe('quarantine', () => {
  test('lasts for the cool-down of the category', async () => {
    const category_id = await run((tx) =>
      tx
        .insertInto('subnet_category')
        .values({ company_id: root, name: 'Ten days', cool_down_days: 10 })
        .returning('id')
        .executeTakeFirstOrThrow()
        .then(({ id }) => id),
    )
    const id = await run((tx) => allocate(tx, { net: '10.0.0.0/24', attributes: { type: 'network', category_id } }))
    await run((tx) => destroySubnet(tx, id))
    const { rows } = await run((tx) =>
      sql<{
        days: number
      }>`select round(extract(epoch from release_at - now()) / 86400)::int as days from subnet where id = ${id}`.execute(
        tx,
      ),
    )
    expect(rows[0]!.days).toBe(10)
    await expect(run((tx) => allocate(tx, { net: '10.0.0.0/24' }))).rejects.toMatchObject({
      code: 'conflict',
      fields: {
        net: { reason: 'ip.quarantined', params: { net: '10.0.0.0/24', until: expect.stringMatching(/^20.* UTC$/) } },
      },
    })
    await pass()
    expect(await stateOf(id)).toEqual({ state: 'released', holds: false, parent_id: null })
    await expect(run((tx) => allocate(tx, { net: '10.0.0.0/24' }))).resolves.toBeTypeOf('number')
  })

  test('does not apply with a cool-down of 0 days, or with immediate release', async () => {
    const category_id = await run((tx) =>
      tx
        .insertInto('subnet_category')
        .values({ company_id: root, name: 'At once', cool_down_days: 0 })
        .returning('id')
        .executeTakeFirstOrThrow()
        .then(({ id }) => id),
    )
    const [id, other] = await run(async (tx) => [
      await allocate(tx, { net: '10.0.1.0/24', attributes: { type: 'network', category_id } }),
      await allocate(tx, { net: '10.0.2.0/24' }),
    ])
    await run((tx) => destroySubnet(tx, id))
    await run((tx) => release(tx, { subnet_id: other }, { now: true }))
    for (const gone of [id, other]) expect((await stateOf(gone)).state).toBe('released')
  })

  test('returns the same block and address to the same owner', async () => {
    const network = await run((tx) => allocate(tx, { net: '10.0.3.0/24', attributes: { type: 'network' } }))
    const used_by = { kind: 'service', id: 5, label: 'Line 5' } as const
    const first = await run((tx) => assignAddress(tx, { subnet_id: network, ip: '10.0.3.77', used_by }))
    await run((tx) => release(tx, { used_by }))
    const stranger = await run((tx) =>
      assignAddress(tx, { subnet_id: network, ip: 'auto', used_by: { ...used_by, id: 6 } }),
    )
    const again = await run((tx) => assignAddress(tx, { subnet_id: network, ip: 'auto', used_by }))
    expect([stranger.ip, again.ip]).toEqual(['10.0.3.1', first.ip])
    const block = await run((tx) =>
      allocateSubnets(tx, { parent_id: all, net: '10.200.0.0/24', company_id: one, attributes: { type: 'network' } }),
    )
    await as(one, (tx) => destroySubnet(tx, block[0]!.id!))
    const back = await run((tx) =>
      allocateSubnets(tx, {
        parent_id: all,
        net: 'auto',
        prefix: 24,
        company_id: one,
        attributes: { type: 'network' },
      }),
    )
    expect(back[0]!.net).toBe('10.200.0.0/24')
  })
})

describe('recover', () => {
  test('during the quarantine restores the state, with everything deleted together', async () => {
    const [outer, inner, line] = await run(async (tx) => {
      const outer_ = await allocate(tx, { net: '10.1.0.0/16' })
      const inner_ = await allocate(tx, {
        parent_id: outer_,
        net: '10.1.1.0/24',
        state: 'assigned',
        attributes: { type: 'network' },
      })
      return [outer_, inner_, (await assignAddress(tx, { subnet_id: inner_, ip: 'auto' })).id] as const
    })
    await expect(run((tx) => destroySubnet(tx, outer))).rejects.toMatchObject({
      code: 'conflict',
      reason: message('subnet.not_empty', { net: '10.1.0.0/16', subnets: 1, addresses: 0 }),
      details: { count: 1, holders: [{ kind: 'subnet', id: inner, net: '10.1.1.0/24' }] },
    })
    expect(await run((tx) => destroySubnet(tx, outer, { children: 'destroy' }))).toEqual({ addresses: 1, subnets: 2 })
    await expect(run((tx) => recoverSubnet(tx, inner))).rejects.toMatchObject({
      code: 'conflict',
      reason: message('row.in_trash', { name: '10.1.0.0/16' }),
    })
    await expect(run((tx) => assignAddress(tx, { subnet_id: inner, ip: 'auto' }))).rejects.toMatchObject({
      code: 'conflict',
    })
    await run((tx) => recoverSubnet(tx, outer))
    expect([(await stateOf(outer)).state, (await stateOf(inner)).state]).toEqual(['reserved', 'assigned'])
    expect(
      await run((tx) =>
        tx.selectFrom('address').where('id', '=', line).select(['state', 'deleted_at']).executeTakeFirst(),
      ),
    ).toEqual({ state: 'assigned', deleted_at: null })
  })

  test('after the quarantine allocates the tree again, each row at its prefix', async () => {
    const [outer, inner] = await run(async (tx) => {
      const outer_ = await allocate(tx, { net: '10.2.0.0/16' })
      return [outer_, await allocate(tx, { parent_id: outer_, net: '10.2.1.0/24' })] as const
    })
    await run((tx) => destroySubnet(tx, outer, { children: 'destroy' }))
    await pass()
    await run((tx) => recoverSubnet(tx, outer))
    expect(await stateOf(outer)).toEqual({ state: 'reserved', holds: true, parent_id: all })
    expect(await stateOf(inner)).toEqual({ state: 'reserved', holds: true, parent_id: outer })
  })

  test('of a block in use is rejected, and names the row to users who may see it', async () => {
    const lost = await run((tx) => allocate(tx, { net: '10.3.0.0/24', company_id: one }))
    await as(one, (tx) => destroySubnet(tx, lost, { release_now: true }))
    const allocated = await run((tx) =>
      allocate(tx, { net: '10.3.0.128/25', company_id: two, attributes: { type: 'network', name: 'Two’s line' } }),
    )
    await expect(run((tx) => recoverSubnet(tx, lost))).rejects.toMatchObject({
      code: 'conflict',
      reason: message('ip.overlaps', { net: '10.3.0.0/24', other: '10.3.0.128/25 (Two’s line)' }),
      details: { id: allocated, net: '10.3.0.128/25' },
    })
    const blind = await as(one, (tx) => recoverSubnet(tx, lost)).catch((error: unknown) => error)
    expect(blind).toMatchObject({
      code: 'conflict',
      reason: message('ip.taken', { net: '10.3.0.0/24' }),
      details: undefined,
    })
    expect((await stateOf(lost)).state).toBe('released')
  })

  test('works for an address too', async () => {
    const network = await run((tx) => allocate(tx, { net: '10.4.0.0/24', attributes: { type: 'network' } }))
    const line = await run((tx) => assignAddress(tx, { subnet_id: network, ip: '10.4.0.9' }))
    await run((tx) => destroyAddress(tx, line.id))
    await run((tx) => recoverAddress(tx, line.id))
    await run((tx) => destroyAddress(tx, line.id))
    await expect(run((tx) => destroyAddress(tx, line.id))).rejects.toMatchObject({ code: 'conflict' })
    await pass()
    await run((tx) =>
      assignAddress(tx, { subnet_id: network, ip: '10.4.0.9', used_by: { kind: 'service', id: 9, label: 'Line 9' } }),
    )
    await expect(run((tx) => recoverAddress(tx, line.id))).rejects.toMatchObject({
      code: 'conflict',
      fields: { ip: message('ip.taken', { net: '10.4.0.9 (Line 9)' }) },
    })
  })
})

test('a reservation expires unless it is in use', async () => {
  const [idle, busy, network] = await run(async (tx) => [
    await allocate(tx, { net: '10.5.0.0/24', hold_seconds: 60 }),
    await allocate(tx, { net: '10.5.1.0/24', hold_seconds: 60 }),
    await allocate(tx, { net: '10.5.2.0/24', attributes: { type: 'network' } }),
  ])
  await run((tx) => allocate(tx, { parent_id: busy, net: '10.5.1.0/25' }))
  const line = await run((tx) => assignAddress(tx, { subnet_id: network, ip: 'auto', hold_seconds: 60 }))
  const stored = await run((tx) => assignAddress(tx, { subnet_id: network, ip: 'auto', hold_seconds: 60 }))
  await run((tx) => changeAddress(tx, stored.id, { state: 'assigned' }))
  await pass()
  expect([(await stateOf(idle)).state, (await stateOf(busy)).state]).toEqual(['released', 'reserved'])
  const rows = await run((tx) =>
    tx.selectFrom('address').where('id', 'in', [line.id, stored.id]).select('state').orderBy('id').execute(),
  )
  expect(rows.map(({ state }) => state)).toEqual(['released', 'assigned'])
})

test('a node that cannot be released does not block the others', async () => {
  const [broken, other] = await run(async (tx) => [
    await allocate(tx, { net: '10.10.0.0/24', hold_seconds: 60 }),
    await allocate(tx, { net: '10.11.0.0/24', hold_seconds: 60 }),
    await allocate(tx, { net: '10.10.2.0/24' }),
  ])
  // Its adjacent block is already free because of a corrupted row.
  await run((tx) => sql`insert into free_block (parent_id, net, plen) values (${all}, '10.10.0.0/23', 23)`.execute(tx))
  await pass()
  expect([(await stateOf(broken)).state, (await stateOf(other)).state]).toEqual(['held', 'released'])
  await run((tx) => sql`select ip_free_rebuild(${all})`.execute(tx))
  await pass()
  expect((await stateOf(broken)).state).toBe('released')
})

test('a dry run reports the allocation and changes nothing', async () => {
  const reported = await run((tx) =>
    allocateSubnets(tx, {
      parent_id: all,
      net: 'auto',
      prefix: 20,
      count: 3,
      contiguous: true,
      attributes: { type: 'container' },
      dry_run: true,
    }),
  )
  expect(reported.map(({ id }) => id)).toEqual([null, null, null])
  const allocated = await run((tx) =>
    allocateSubnets(tx, {
      parent_id: all,
      net: 'auto',
      prefix: 20,
      count: 3,
      contiguous: true,
      attributes: { type: 'container' },
    }),
  )
  expect(allocated.map(({ net }) => net)).toEqual(reported.map(({ net }) => net))
})

test("a rejection leaves the caller's transaction usable", async () => {
  const [full, other] = await run(async (tx) => [
    await allocate(tx, { net: '10.6.0.0/32', attributes: { type: 'pool' } }),
    await allocate(tx, { net: '10.6.0.2/31', attributes: { type: 'pool' } }),
  ])
  const got = await run(async (tx) => {
    await assignAddress(tx, { subnet_id: full, ip: 'auto' })
    await expect(assignAddress(tx, { subnet_id: full, ip: 'auto' })).rejects.toMatchObject({ code: 'conflict' })
    return assignAddress(tx, { subnet_id: other, ip: 'auto' })
  })
  expect(got.ip).toBe('10.6.0.2')
  await expect(run((tx) => assignAddresses(tx, { subnet_id: other, ip: 'auto', count: 3 }))).rejects.toMatchObject({
    fields: { ip: message('subnet.too_few_addresses', { net: '10.6.0.2/31', free: 1, wanted: 3 }) },
  })
  expect(
    await run((tx) => tx.selectFrom('address').where('subnet_id', '=', other).select('ip').execute()),
  ).toHaveLength(1)
})

test('a service allocates prefixes of both families, and all are released with the service', async () => {
  const used_by = { kind: 'service', id: 40, label: 'Line 40' } as const
  const six = await run((tx) =>
    tx
      .selectFrom('subnet')
      .where(sql`net::text`, '=', '2001:db8::/32')
      .select('id')
      .executeTakeFirstOrThrow(),
  )
  const [four, delegated] = await run(async (tx) => [
    await assignNetwork(tx, { subnet_id: all, net: 'auto', prefix: 29, company_id: one, used_by }),
    await assignNetwork(tx, { subnet_id: six.id, net: 'auto', company_id: one, used_by }),
  ])
  expect(delegated!.net).toBe('2001:db8::/56')
  const rows = await run((tx) =>
    tx
      .selectFrom('subnet')
      .where('id', 'in', [four!.id, delegated!.id])
      .select(['type', 'state', 'hosts'])
      .orderBy('id')
      .execute(),
  )
  expect(rows).toEqual([
    { type: 'network', state: 'assigned', hosts: true },
    { type: 'container', state: 'assigned', hosts: false },
  ])
  expect(await as(one, (tx) => ownerOfAddress(tx, '2001:db8::5'))).toEqual({
    subnet_id: delegated!.id,
    net: '2001:db8::/56',
    address_id: null,
    company_id: one,
    used_by,
  })
  expect(await as(two, (tx) => ownerOfAddress(tx, '2001:db8::5'))).toBeNull()
  expect(await run((tx) => release(tx, { used_by }))).toEqual({ addresses: 0, subnets: 2 })
})

test('one query returns the owner of an address at a time', async () => {
  const network = await run((tx) => allocate(tx, { net: '10.7.0.0/24', attributes: { type: 'network' } }))
  const line = await run((tx) =>
    assignAddress(tx, {
      subnet_id: network,
      ip: '10.7.0.7',
      company_id: one,
      used_by: { kind: 'service', id: 1, label: 'First' },
    }),
  )
  // Database time with the microseconds of the history.
  const moment = () =>
    run(async (tx) => (await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(tx)).rows[0]!.at)
  const during = await moment()
  await run((tx) => destroyAddress(tx, line.id, { release_now: true }))
  const between = await moment()
  await run((tx) =>
    assignAddress(tx, {
      subnet_id: network,
      ip: '10.7.0.7',
      company_id: two,
      used_by: { kind: 'service', id: 2, label: 'Second' },
    }),
  )
  const query = (at?: string) => run((tx) => ownerOfAddress(tx, '10.7.0.7', { at }))
  expect(await query(during)).toMatchObject({ company_id: one, used_by: { label: 'First' } })
  expect(await query(between)).toMatchObject({ company_id: root, address_id: null, subnet_id: network })
  expect(await query()).toMatchObject({ company_id: two, used_by: { label: 'Second' } })
  const now = await moment()
  expect(await as(one, (tx) => ownerOfAddress(tx, '10.7.0.7', { at: now }))).toBeNull()
})

test('assigned space is summed up to the root, and not counted twice below a node that is assigned as a whole', async () => {
  const outer = await run((tx) => allocate(tx, { net: '10.8.0.0/16' }))
  const network = await run((tx) =>
    allocate(tx, { parent_id: outer, net: '10.8.1.0/24', attributes: { type: 'network' } }),
  )
  await run((tx) => assignAddresses(tx, { subnet_id: network, ip: 'auto', count: 5 }))
  const figure = async () => {
    await ipamTasks['ipam-fold'].run({}, context())
    return (
      await run((tx) => tx.selectFrom('subnet').where('id', '=', outer).select('assigned').executeTakeFirstOrThrow())
    ).assigned
  }
  expect(await figure()).toBe('5')
  await run((tx) => changeSubnet(tx, network, { state: 'assigned' }))
  await run((tx) => assignAddresses(tx, { subnet_id: network, ip: 'auto', count: 5 }))
  expect(await figure()).toBe('256')
  await run((tx) => changeSubnet(tx, network, { state: 'reserved' }))
  expect(await figure()).toBe('10')
  await run((tx) => destroySubnet(tx, network, { children: 'destroy', release_now: true }))
  expect(await figure()).toBe('0')
  // It has enqueued its own next run.
  const { rows } = await run((tx) =>
    sql`select 1 from graphile_worker.jobs where task_identifier = 'ipam-fold'`.execute(tx),
  )
  expect(rows).toHaveLength(1)
})

test('counters are not audited', async () => {
  const network = await run((tx) => allocate(tx, { net: '10.9.0.0/24', attributes: { type: 'network' } }))
  await run((tx) => assignAddresses(tx, { subnet_id: network, ip: 'auto', count: 3 }))
  const { rows } = await run((tx) =>
    sql<{
      action: string
      object_label: string
    }>`select action, object_label from audit_log where subject = 'subnets' and action = 'update' and object_label like '10.9.%'`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([])
})
