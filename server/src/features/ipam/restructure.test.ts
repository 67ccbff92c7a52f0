import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../access/actor.ts'
import { setupSubnetFixture } from '../../testing/ipam/subnet-fixture.ts'
import { allocateSubnets } from './allocate.ts'
import { assignAddress } from './assign.ts'
import { lookUpSubnets } from './lookups.ts'
import { coverTree, makePlan, resizeSubnet } from './plan.ts'
import { destroySubnet, storeRange } from './remove.ts'

const {
  provider,
  master,
  reseller,
  actor,
  system,
  as,
  allocate,
  createBlock,
  plan,
  apply,
  messages,
  lines,
  contents,
  drop,
} = await setupSubnetFixture()
afterAll(drop)

describe('split', () => {
  test('moves addresses, ranges and the gateway to the part that contains them', async () => {
    const { id, at } = await createBlock()
    const net = await allocate(id, `${at}.1.0/24`, 'network', { attributes: { gateway: `${at}.1.1` } })
    await system(async (tx) => {
      await assignAddress(tx, { subnet_id: net, ip: `${at}.1.200` })
      await storeRange(tx, { subnet_id: net, lo: `${at}.1.100`, hi: `${at}.1.150`, kind: 'reserved' })
    })
    const done = await apply({ operation: 'split', id: net, length: 25 })
    expect(done).toMatchObject({
      state: 'done',
      operation: 'split',
      as_job: false,
      result_ids: [expect.any(Number), expect.any(Number)],
    })
    expect(await lines(net)).toEqual([`${at}.1.0/25 network gateway ${at}.1.1`, `${at}.1.128/25 network`])
    const [low, high] = done.result_ids as [number, number]
    // A range across the cut is in both parts, and does not affect their edges.
    expect(await contents(low)).toEqual([
      `${at}.1.0-${at}.1.0 edge`,
      `${at}.1.1 gateway`,
      `${at}.1.100-${at}.1.126 reserved`,
      `${at}.1.127-${at}.1.127 edge`,
    ])
    expect(await contents(high)).toEqual([
      `${at}.1.128-${at}.1.128 edge`,
      `${at}.1.129-${at}.1.150 reserved`,
      `${at}.1.200`,
      `${at}.1.255-${at}.1.255 edge`,
    ])
    expect(await contents(net)).toEqual([])
  })

  test('names each address that would be a network or broadcast address, and changes nothing', async () => {
    const { id, at } = await createBlock()
    const net = await allocate(id, `${at}.1.0/24`)
    await system(async (tx) => {
      for (const last of [127, 128]) await assignAddress(tx, { subnet_id: net, ip: `${at}.1.${last}` })
    })
    expect(await messages({ operation: 'split', id: net, length: 25 })).toEqual([
      message('ip.would_be_edge', { address: `${at}.1.127`, net: `${at}.1.0/25` }),
      message('ip.would_be_edge', { address: `${at}.1.128`, net: `${at}.1.128/25` }),
    ])
    await expect(apply({ operation: 'split', id: net, length: 25 })).rejects.toMatchObject({
      code: 'conflict',
      details: { conflicts: { length: 2 } },
    })
    expect(await lines(net)).toEqual([])
    // A pool has no network and broadcast address.
    const pool = await allocate(id, `${at}.2.0/24`, 'pool')
    await system((tx) => assignAddress(tx, { subnet_id: pool, ip: `${at}.2.127` }))
    expect(await messages({ operation: 'split', id: pool, length: 25 })).toEqual([])
  })

  test('is rejected at the length, and for a subnet that is used as a whole', async () => {
    const { id, at } = await createBlock()
    const net = await allocate(id, `${at}.1.0/24`)
    for (const length of [24, 8, 33])
      await expect(plan({ operation: 'split', id: net, length })).rejects.toMatchObject({
        fields: { length: message('ip.length', { min: 25, max: 32 }) },
      })
    await expect(plan({ operation: 'split', id, length: 33 })).rejects.toMatchObject({
      fields: { length: message('ip.length', { min: 17, max: 32 }) },
    })
    await system((tx) =>
      sql`update subnet set used_by_kind = 'service', used_by_id = 7, used_by_label = 'Line 7' where id = ${net}`.execute(
        tx,
      ),
    )
    expect(await messages({ operation: 'split', id: net, length: 25 })).toEqual([
      message('subnet.assigned', { net: `${at}.1.0/24`, kind: 'service', name: 'Line 7' }),
    ])
  })

  test('distributes the children of a container to its parts, and names those that are too large', async () => {
    const { id, at } = await createBlock()
    await allocate(id, `${at}.0.0/17`, 'container')
    const small = await allocate(id, `${at}.200.0/24`)
    expect(await messages({ operation: 'split', id, length: 18 })).toEqual([
      message('split.larger_part', { net: `${at}.0.0/17`, length: 18 }),
    ])
    const { result_ids } = await apply({ operation: 'split', id, length: 17 })
    expect(await lines(id)).toEqual([`${at}.0.0/17 container`, `${at}.128.0/17 container`])
    expect(await lines(result_ids[0]!)).toEqual([`${at}.200.0/24 network`])
    expect(small).toBeGreaterThan(0)
    expect(await messages({ operation: 'split', id, length: 17 })).toEqual([
      message('split.already', { net: `${at}.0.0/16` }),
    ])
  })
})

describe('merge', () => {
  test('keeps the gateway, adopts the content and frees the inner network and broadcast addresses', async () => {
    const { id, at } = await createBlock()
    const high = await allocate(id, `${at}.1.128/25`, 'network', { attributes: { gateway: `${at}.1.129` } })
    const low = await allocate(id, `${at}.1.0/25`, 'network', { attributes: { name: 'Office' } })
    await system(async (tx) => {
      await assignAddress(tx, { subnet_id: low, ip: `${at}.1.5` })
      await assignAddress(tx, { subnet_id: high, ip: `${at}.1.200` })
    })
    const done = await apply({ operation: 'merge', ids: [high, low] })
    expect(done.result_ids).toEqual([low])
    expect(await lines(id)).toEqual([`${at}.1.0/24 network gateway ${at}.1.129`])
    expect(await contents(low)).toEqual([
      `${at}.1.0-${at}.1.0 edge`,
      `${at}.1.5`,
      `${at}.1.129 gateway`,
      `${at}.1.200`,
      `${at}.1.255-${at}.1.255 edge`,
    ])
    await system((tx) => assignAddress(tx, { subnet_id: low, ip: `${at}.1.127` }))
  })

  test('names the reason for each subnet that cannot be merged', async () => {
    const { id, at } = await createBlock()
    const first = await allocate(id, `${at}.1.0/25`)
    const pool = await allocate(id, `${at}.1.128/25`, 'pool')
    const other = await allocate(id, `${at}.2.0/25`, 'network', { company_id: master })
    expect(await messages({ operation: 'merge', ids: [first, pool] })).toEqual([
      message('merge.types_differ', { net: `${at}.1.128/25`, other: `${at}.1.0/25` }),
    ])
    expect(await messages({ operation: 'merge', ids: [first, other] })).toEqual([
      message('merge.companies_differ', { net: `${at}.2.0/25`, other: `${at}.1.0/25` }),
      message('merge.not_one_block', { net: `${at}.0.0/22`, missing: '768' }),
    ])
    const halves = [
      await allocate(pool === 0 ? id : id, `${at}.128.0/18`, 'container'),
      await allocate(id, `${at}.192.0/18`, 'container'),
    ]
    const { result_ids } = await apply({ operation: 'merge', ids: halves })
    await expect(plan({ operation: 'merge', ids: [result_ids[0]!, result_ids[0]!] })).rejects.toMatchObject({
      fields: { ids: message('field.min_entries', { min: 2 }) },
    })
  })

  test('of two single addresses respects the resulting network and broadcast addresses', async () => {
    const { id, at } = await createBlock()
    const pair = [await allocate(id, `${at}.1.0/31`), await allocate(id, `${at}.1.2/31`)]
    await system((tx) => assignAddress(tx, { subnet_id: pair[0]!, ip: `${at}.1.0` }))
    expect(await messages({ operation: 'merge', ids: pair })).toEqual([message('ip.taken', { net: `${at}.1.0` })])
  })
})

describe('resize', () => {
  test('grows into adjacent free space and releases the space that it leaves', async () => {
    const { id, at } = await createBlock()
    const net = await allocate(id, `${at}.1.0/26`)
    await system((tx) => assignAddress(tx, { subnet_id: net, ip: `${at}.1.5` }))
    await system((tx) => resizeSubnet(tx, net, `${at}.1.0/24`))
    await system((tx) => assignAddress(tx, { subnet_id: net, ip: `${at}.1.63` }))
    await system((tx) => resizeSubnet(tx, net, `${at}.1.0/25`))
    expect(await contents(net)).toEqual([
      `${at}.1.0-${at}.1.0 edge`,
      `${at}.1.5`,
      `${at}.1.63`,
      `${at}.1.127-${at}.1.127 edge`,
    ])
    await allocate(id, `${at}.1.128/25`)
  })

  test('names the obstacle to users who may see it', async () => {
    const { id, at } = await createBlock(master)
    const net = await allocate(id, `${at}.1.0/25`, 'network', { company_id: reseller })
    await allocate(id, `${at}.1.128/26`, 'network', { attributes: { name: 'Hall' } })
    const gone = await allocate(id, `${at}.1.192/26`)
    await system((tx) => destroySubnet(tx, gone))
    expect(await messages({ operation: 'resize', id: net, net: `${at}.1.0/24` })).toEqual([
      message('ip.taken', { net: `${at}.1.128/26 (Hall)` }),
      { reason: 'ip.quarantined', params: { net: `${at}.1.192/26`, until: expect.stringMatching(/^\d{4}-/) } },
    ])
    // The reseller owns nothing around it.
    const own = await as(reseller, (tx) => makePlan(tx, actor, { operation: 'resize', id: net, net: `${at}.1.0/24` }))
    expect(own.conflicts).toEqual([
      {
        ...message('resize.no_room_around', { net: `${at}.1.0/25` }),
        net: null,
        id: null,
      },
    ])
    await expect(system((tx) => resizeSubnet(tx, net, `${at}.1.0/24`))).rejects.toMatchObject({
      code: 'conflict',
      fields: { net: message('ip.taken', { net: `${at}.1.128/26 (Hall)` }) },
    })
  })

  test('does not exclude an address or gateway, or make one a network or broadcast address', async () => {
    const { id, at } = await createBlock()
    const net = await allocate(id, `${at}.1.0/24`, 'network', { attributes: { gateway: `${at}.1.254` } })
    await system(async (tx) => {
      await assignAddress(tx, {
        subnet_id: net,
        ip: `${at}.1.127`,
        used_by: { kind: 'hardware', id: 1, label: 'Router 1' },
      })
    })
    expect(await messages({ operation: 'resize', id: net, net: `${at}.1.0/25` })).toEqual([
      message('ip.taken', { net: `${at}.1.254` }),
      message('gateway.unusable', { gateway: `${at}.1.254`, net: `${at}.1.0/25` }),
      message('ip.taken', { net: `${at}.1.127 (Router 1)` }),
    ])
    expect(await messages({ operation: 'resize', id: net, net: `${at}.0.0/16` })).toEqual([
      message('subnet.exists', { net: `${at}.0.0/16` }),
    ])
    for (const [to, error] of [
      ['10.0.0.0/9', message('ip.outside', { net: '10.0.0.0/9', parent: `${at}.0.0/16` })],
      ['2001:db8::/32', message('ip.wrong_version', { net: `${at}.1.0/24`, version: 4 })],
      [`${at}.1.0/24`, message('resize.same')],
      [`${at}.2.0/24`, message('resize.neither', { net: `${at}.1.0/24` })],
    ] as const) {
      const [found] = await messages({ operation: 'resize', id: net, net: to }).catch((thrown) => [thrown.fields.net])
      expect(found).toEqual(error)
    }
  })
})

describe('cover, lift, move and destroy', () => {
  test('a container is created around existing subnets and removed again', async () => {
    const { id, at } = await createBlock()
    const one = await allocate(id, `${at}.1.0/24`)
    await allocate(id, `${at}.3.0/24`, 'container')
    const { id: created, moved } = await system((tx) =>
      coverTree(tx, { net: `${at}.0.0/22`, parent_id: id, attributes: { name: 'East', usage_type: 'customer' } }),
    )
    expect(moved).toBe(2)
    expect(await lines(id)).toEqual([`${at}.0.0/22 container`])
    expect(await lines(created)).toEqual([`${at}.1.0/24 network`, `${at}.3.0/24 container`])
    expect(await messages({ operation: 'lift', id: one })).toEqual([
      message('subnet.holds_addresses', { net: `${at}.1.0/24` }),
    ])
    const lifted = await plan({ operation: 'lift', id: created })
    expect(lifted.changes.map(({ before, after, note }) => [before, after, note])).toEqual([
      [`${at}.0.0/22`, null, message('change.removed')],
      [`${at}.1.0/24`, `${at}.1.0/24`, message('change.moved', { parent: `${at}.0.0/16` })],
      [`${at}.3.0/24`, `${at}.3.0/24`, message('change.moved', { parent: `${at}.0.0/16` })],
    ])
    await apply({ operation: 'lift', id: created })
    expect(await lines(id)).toEqual([`${at}.1.0/24 network`, `${at}.3.0/24 container`])
  })

  test('subnets that contain or overlap the container are named', async () => {
    const { id, at } = await createBlock()
    await allocate(id, `${at}.0.0/20`, 'container')
    await system((tx) => storeRange(tx, { subnet_id: id, lo: `${at}.31.0`, hi: `${at}.32.255`, kind: 'reserved' }))
    await allocate(id, `${at}.64.0/24`, 'container', { company_id: master })
    expect(await messages({ operation: 'cover', parent_id: id, net: `${at}.0.0/20` })).toEqual([
      message('subnet.exists', { net: `${at}.0.0/20` }),
    ])
    expect(await messages({ operation: 'cover', parent_id: id, net: `${at}.1.0/24` })).toEqual([
      message('ip.overlaps', { net: `${at}.1.0/24`, other: `${at}.0.0/20` }),
    ])
    expect(await messages({ operation: 'cover', net: `${at}.1.0/24` })).toEqual([])
    expect(await messages({ operation: 'cover', parent_id: id, net: `${at}.0.0/19` })).toEqual([
      message('ip.reserved_across', { range: `${at}.31.0–${at}.32.255`, net: `${at}.0.0/19` }),
    ])
    await expect(
      system((tx) => coverTree(tx, { net: `${at}.64.0/20`, parent_id: id, company_id: reseller })),
    ).rejects.toMatchObject({
      fields: {
        net: message('subnet.company_not_below_parent', { net: `${at}.64.0/24`, parent: `${at}.64.0/20` }),
      },
    })
  })

  test('a subnet cannot move within its space; it moves to another space with its content', async () => {
    const { id, at } = await createBlock()
    const inner = await allocate(id, `${at}.1.0/24`, 'container')
    const leaf = await allocate(inner, `${at}.1.0/26`)
    await system((tx) => assignAddress(tx, { subnet_id: leaf, ip: `${at}.1.9` }))
    expect(await messages({ operation: 'move', id: leaf, parent_id: id })).toEqual([
      message('move.same_space', { net: `${at}.1.0/26` }),
    ])
    expect(await messages({ operation: 'move', id: leaf, parent_id: inner })).toEqual([
      message('move.already_there', { net: `${at}.1.0/26`, parent: `${at}.1.0/24` }),
    ])
    const [space, target] = await system(async (tx) => {
      const lab = await tx
        .insertInto('ip_space')
        .values({ company_id: provider, kind: 'private', name: `Lab ${at}` })
        .returning('id')
        .executeTakeFirstOrThrow()
      return [
        lab.id,
        (
          await allocateSubnets(tx, {
            parent_id: null,
            space_id: lab.id,
            net: '10.0.0.0/8',
            attributes: { type: 'container' },
          })
        )[0]!.id!,
      ]
    })
    const choices = await system((tx) =>
      lookUpSubnets(
        tx,
        { company_id: provider, company_type: 'simrush', depth: 1 } as Actor,
        { takes: inner } as object,
      ),
    )
    expect(choices.map(({ id: choice }) => choice)).toContain(target)
    expect(choices.map(({ id: choice }) => choice)).not.toContain(id)
    await apply({ operation: 'move', id: inner, parent_id: target! })
    expect(await lines(target!)).toEqual([`${at}.1.0/24 container`])
    expect(await lines(id)).toEqual([])
    const { rows } = await system((tx) =>
      sql`
      select (select array_agg(distinct space_id) from subnet where id in (${inner}, ${leaf})) as subnets, (select space_id from address where ip = ${`${at}.1.9`}::inet) as address,
        (select array_agg(space_id order by id) from ip_holding where net = ${`${at}.1.9/32`}::cidr) as history`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([{ subnets: [space], address: space, history: [1, space] }])
  })

  test('a subtree is deleted together', async () => {
    const { id, at } = await createBlock()
    const leaf = await allocate(await allocate(id, `${at}.1.0/24`, 'container'), `${at}.1.0/26`)
    await system((tx) => assignAddress(tx, { subnet_id: leaf, ip: 'auto' }))
    const reported = await plan({ operation: 'destroy', id })
    expect(reported.changes.map(({ before, note }) => [before, note])).toEqual([
      [`${at}.0.0/16`, message('change.trashed')],
      [`${at}.1.0/24`, message('change.trashed')],
      [`${at}.1.0/26`, message('change.trashed_with', { addresses: 1 })],
    ])
    await apply({ operation: 'destroy', id })
    const { rows } = await system((tx) =>
      sql`select distinct state, deletion_id from subnet where net <<= ${`${at}.0.0/16`}::cidr and space_id = 1`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([{ state: 'quarantined', deletion_id: id }])
    await expect(plan({ operation: 'split', id, length: 17 })).rejects.toMatchObject({
      code: 'conflict',
      fields: { id: message('row.in_trash', { name: `${at}.0.0/16` }) },
    })
  })
})
