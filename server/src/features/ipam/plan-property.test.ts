import {
  bitsOf,
  contains,
  formatPrefix,
  networkOf,
  parseAddress,
  parsePrefix,
  type Prefix,
} from '@trunkline/contract/net'
import type { PlanRequest } from '@trunkline/contract/resources/subnet-shapes'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../db/pool.ts'
import { withSystem } from '../../db/system-transaction.ts'
import { AppError } from '../../errors.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createCompany } from '../../testing/panel.ts'
import {
  below,
  childrenOf,
  gives,
  hasFree,
  isFree,
  linesOf,
  mayBe,
  partsOf,
  hasFreeAddress,
  within,
  type Model,
  type ModelNode,
} from '../../testing/tree-model.ts'
import { allocateSubnets } from './allocate.ts'
import { assignAddress } from './assign.ts'
import { applyPlan, makePlan } from './plan.ts'
import { destroyAddress, destroySubnet, recoverAddress, recoverSubnet } from './remove.ts'
import { verifyTree } from './verify.ts'

let database: TestDatabase
const system = <T>(work: (tx: Tx) => Promise<T>) => withSystem(database.databases, work)
let provider: number
let worlds = 0

beforeAll(async () => {
  database = await createTestDatabase()
  provider = await system((tx) => createCompany(tx, { name: 'Provider', type: 'simrush' }))
})
afterAll(() => database.drop())

const operations = [
  'allocate',
  'allocate',
  'allocate',
  'claim',
  'assign',
  'assign',
  'assign',
  'release',
  'recover address',
  'split',
  'merge',
  'merge',
  'resize',
  'resize',
  'move',
  'cover',
  'cover',
  'lift',
  'destroy',
  'destroy at once',
  'recover',
] as const
const step = fc.record({ does: fc.constantFrom(...operations), a: fc.nat(), b: fc.nat(), c: fc.nat() })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Why the last change was rejected. */
let rejection = ''

/** Whether it was done; false if it was rejected as a caller's error. */
async function tries(work: (tx: Tx) => Promise<unknown>): Promise<boolean> {
  try {
    await system(work)
    return true
  } catch (error) {
    if (error instanceof AppError && ['conflict', 'validation_failed'].includes(error.code)) {
      rejection = `${error.message} ${JSON.stringify(error.fields)}`
      return false
    }
    throw error
  }
}

/** Plans and applies, and compares the result with the plan. */
async function plan(tx: Tx, request: PlanRequest): Promise<number[]> {
  const above = 'id' in request ? await parentOf(tx, request.id) : []
  const created = await makePlan(tx, { label: 'Test' }, request)
  const { result_ids } = await applyPlan(tx, { label: 'Test' }, created.id)
  const where =
    request.operation === 'move' || request.operation === 'cover'
      ? [request.parent_id!]
      : ['lift', 'destroy'].includes(request.operation)
        ? above
        : result_ids
  const { rows } = await sql<{ free: string }>`
    select coalesce(sum(ip_size(net) - used), 0) as free from subnet where id = any (${where}::bigint[])`.execute(tx)
  expect(rows[0]!.free, `${request.operation} predicted the free space`).toBe(created.figures.free_after)
  return result_ids
}

async function parentOf(tx: Tx, id: number): Promise<number[]> {
  const row = await tx.selectFrom('subnet').select('parent_id').where('id', '=', id).executeTakeFirst()
  return row?.parent_id ? [row.parent_id] : []
}

/** Two private spaces with a root each, for both families. */
async function newTree(): Promise<{ model: Model; spaces: number[] }> {
  const model: Model = new Map()
  const spaces: number[] = []
  const tree = ++worlds
  for (const name of ['one', 'two'])
    await system(async (tx) => {
      const { id } = await tx
        .insertInto('ip_space')
        .values({ company_id: provider, kind: 'private', name: `${name} ${tree}` })
        .returning('id')
        .executeTakeFirstOrThrow()
      spaces.push(id)
      for (const net of ['10.0.0.0/22', 'fd00::/116']) {
        const [created] = await allocateSubnets(tx, {
          parent_id: null,
          space_id: id,
          net,
          attributes: { type: 'container' },
        })
        model.set(created!.id!, node(created!.id!, id, parsePrefix(net), 'container', null, false))
      }
    })
  return { model, spaces }
}

const node = (
  id: number,
  space: number,
  net: Prefix,
  type: ModelNode['type'],
  parent: ModelNode | null,
  assigned: boolean,
): ModelNode => ({
  id,
  space,
  net,
  type,
  assigned,
  parent,
  trashed: null,
  edgesCut: false,
  addresses: new Map(),
})

const pick = <T>(from: T[], n: number): T | undefined => from[n % from.length]

/** Runs one step in the database and in the model. Returns whether both agreed that it is allowed. */
async function allocate(model: Model, { does, a, b, c }: Step): Promise<void> {
  const all = [...model.values()]
  const live = all.filter((one) => one.trashed === null)
  const one = pick(live, a)
  if (one === undefined) return
  const bits = bitsOf(one.net.family)
  const length = Math.min(bits, one.net.length + 1 + (b % 4))
  const agree = (done: boolean, may: boolean) =>
    expect(done, `${does} ${formatPrefix(one.net)} ${b} ${c}: ${done ? 'done' : rejection}`).toBe(may)

  if (does === 'allocate' || does === 'claim') {
    if (length === one.net.length) return
    const type = (['container', 'network', 'pool', 'network'] as const)[c % 4]!
    const assigned = c % 3 === 0
    const wanted = does === 'claim' ? pick([...partsOf(one.net, length)], c) : undefined
    const may = !gives(one) && (wanted ? isFree(model, one, wanted) : hasFree(model, one, length))
    let created: { id: number | null; net: string } | undefined
    const done = await tries(async (tx) => {
      ;[created] = await allocateSubnets(tx, {
        parent_id: one.id,
        net: wanted ? formatPrefix(wanted) : 'auto',
        prefix: length,
        state: assigned ? 'assigned' : 'reserved',
        attributes: { type },
      })
    })
    agree(done, may)
    if (!done) return
    const net = parsePrefix(created!.net)
    expect(isFree(model, one, net), `${created!.net} was free`).toBe(true)
    model.set(created!.id!, node(created!.id!, one.space, net, type, one, assigned))
  } else if (does === 'assign') {
    const giver = pick(live.filter(gives), a)
    if (giver === undefined) return
    let created: { id: number; ip: string } | undefined
    const done = await tries(async (tx) => (created = await assignAddress(tx, { subnet_id: giver.id, ip: 'auto' })))
    expect(done, `assign in ${formatPrefix(giver.net)}`).toBe(hasFreeAddress(model, giver))
    // The failed attempt cut its edges out and merged them again.
    if (!done) return
    giver.edgesCut = giver.type === 'network'
    giver.addresses.set(created!.id, { address: parseAddress(created!.ip), trashed: false })
  } else if (does === 'release' || does === 'recover address') {
    const holder = pick(
      live.filter(({ addresses }) => addresses.size > 0),
      a,
    )
    const [id, held] = (holder && pick([...holder.addresses], b)) ?? []
    if (held === undefined || held.trashed !== (does !== 'release')) return
    if (does === 'recover address') {
      await system((tx) => recoverAddress(tx, id!))
      held.trashed = false
    } else {
      await system((tx) => destroyAddress(tx, id!, { release_now: c % 2 === 0 }))
      if (c % 2 === 0) holder!.addresses.delete(id!)
      else held.trashed = true
    }
  } else if (does === 'split') {
    if (length === one.net.length) return
    const may = mayBe.split(model, one, length)
    let ids: number[] = []
    const done = await tries(async (tx) => (ids = await plan(tx, { operation: 'split', id: one.id, length })))
    agree(done, may)
    if (!done) return
    const children = childrenOf(model, one)
    const parts = [...partsOf(one.net, length)].filter(
      (part) => !children.some(({ net }) => net.value === part.value && net.length === length),
    )
    expect(ids.length).toBe(parts.length)
    parts.forEach((net, i) => {
      const part = node(ids[i]!, one.space, net, one.type, one, one.assigned)
      for (const child of children) if (within(net, child.net)) child.parent = part
      for (const [id, held] of one.addresses)
        if (networkOf(held.address, length).value === net.value) part.addresses.set(id, held)
      part.edgesCut = part.type === 'network' && part.addresses.size > 0
      model.set(part.id, part)
    })
    Object.assign(one, { type: 'container', addresses: new Map(), edgesCut: false, assigned: false })
  } else if (does === 'merge') {
    if (one.net.length === 0) return
    const around = networkOf(one.net, Math.max(0, one.net.length - 1 - (b % 2)))
    const beside = childrenOf(model, one.parent, one.space)
      .filter(({ net, trashed }) => trashed === null && within(around, net))
      .toSorted((x, y) => (x.net.value < y.net.value ? -1 : 1))
    if (beside.length < 2) return
    // The smallest prefix that contains all of them.
    let merged = around
    for (
      let length = around.length + 1;
      contains(networkOf(one.net, length), beside[0]!.net) && contains(networkOf(one.net, length), beside.at(-1)!.net);
      length++
    )
      merged = networkOf(one.net, length)
    const done = await tries((tx) => plan(tx, { operation: 'merge', ids: beside.map(({ id }) => id) }))
    agree(done, mayBe.merge(model, beside, merged))
    if (!done) return
    const [first, ...others] = beside as [ModelNode, ...ModelNode[]]
    first.net = merged
    first.edgesCut = beside.some(({ edgesCut }) => edgesCut)
    for (const other of others) {
      for (const child of childrenOf(model, other)) child.parent = first
      for (const [id, held] of other.addresses) first.addresses.set(id, held)
      model.delete(other.id)
    }
  } else if (does === 'resize') {
    const grows = c % 2 === 0
    const to = grows
      ? networkOf(one.net, Math.max(0, one.net.length - 1 - (b % 2)))
      : pick([...partsOf(one.net, length)], c)!
    if (to.length === one.net.length) return
    const done = await tries((tx) => plan(tx, { operation: 'resize', id: one.id, net: formatPrefix(to) }))
    agree(done, mayBe.resize(model, one, to))
    if (done) one.net = to
  } else if (does === 'move') {
    const target = pick(
      live.filter(({ net, space }) => within(net, one.net) && (space !== one.space || b % 4 === 0)),
      c,
    )
    if (target === undefined) return
    const done = await tries((tx) => plan(tx, { operation: 'move', id: one.id, parent_id: target.id }))
    agree(done, mayBe.move(model, one, target))
    if (!done) return
    one.parent = target
    for (const moved of below(model, one)) moved.space = target.space
  } else if (does === 'cover') {
    if (length === one.net.length) return
    const net = pick([...partsOf(one.net, length)], c)!
    let ids: number[] = []
    const done = await tries(
      async (tx) => (ids = await plan(tx, { operation: 'cover', parent_id: one.id, net: formatPrefix(net) })),
    )
    agree(done, mayBe.cover(model, one, net))
    if (!done) return
    const created = node(ids[0]!, one.space, net, 'container', one, false)
    for (const child of childrenOf(model, one)) if (within(net, child.net)) child.parent = created
    model.set(created.id, created)
  } else if (does === 'lift') {
    const done = await tries((tx) => plan(tx, { operation: 'lift', id: one.id }))
    agree(done, mayBe.lift(model, one))
    if (!done) return
    for (const child of childrenOf(model, one)) child.parent = one.parent
    model.delete(one.id)
  } else if (does === 'destroy') {
    await system((tx) => plan(tx, { operation: 'destroy', id: one.id }))
    for (const gone of below(model, one)) {
      if (gone.trashed === null) gone.trashed = one.id
      for (const held of gone.addresses.values()) held.trashed = true
    }
  } else if (does === 'destroy at once') {
    if (one.parent === null) return
    await system((tx) => destroySubnet(tx, one.id, { children: 'destroy', release_now: true }))
    for (const gone of below(model, one)) model.delete(gone.id)
  } else {
    const top = pick(
      all.filter(({ id, trashed, parent }) => trashed === id && (parent === null || parent.trashed === null)),
      a,
    )
    if (top === undefined) return
    const before = await held(top.id)
    await system((tx) => recoverSubnet(tx, top.id))
    for (const back of below(model, top)) {
      if (back.trashed === top.id) back.trashed = null
      for (const [id, address] of back.addresses) if (back.trashed === null && before.has(id)) address.trashed = false
    }
  }
}

/** Addresses deleted together with the node. */
async function held(top: number): Promise<Set<number>> {
  const { rows } = await system((tx) =>
    sql<{ id: number }>`
      with recursive b as (select id, deleted_at from subnet where id = ${top} union all select s.id, b.deleted_at from b join subnet s on s.parent_id = b.id)
      select a.id from address a join b on b.id = a.subnet_id where a.deleted_at = b.deleted_at`.execute(tx),
  )
  return new Set(rows.map(({ id }) => id))
}

async function databaseLines(spaces: number[]): Promise<string[]> {
  const { rows } = await system((tx) =>
    sql<{ line: string; whole: boolean }>`
      select s.space_id || ' ' || s.net || ' in ' || coalesce(p.net::text, '-') || ' ' || s.type || ' used ' || s.used || ' ' || case when s.deleted_at is null then 'live' else 'trashed' end || ' ' ||
          coalesce((select string_agg(host(ip) || case when a.deleted_at is not null then '†' else '' end, ',' order by ip) from address a where a.subnet_id = s.id and a.holds), '') as line,
        s.used + coalesce((select sum(ip_size(net)) from free_block where parent_id = s.id), 0) = ip_size(s.net) as whole
      from subnet s left join subnet p on p.id = s.parent_id where s.space_id = any (${spaces}::bigint[]) and s.holds`.execute(
      tx,
    ),
  )
  expect(rows.filter(({ whole }) => !whole)).toEqual([])
  return rows.map(({ line }) => line).toSorted()
}

test('any sequence of structural changes and allocations results in the tree of a simple model, with free and used adding up to each size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), async (steps) => {
      const { model, spaces } = await newTree()
      for (const [i, one] of steps.entries()) {
        await allocate(model, one)
        if (i % 6 === 5 || i === steps.length - 1) {
          expect(await databaseLines(spaces)).toEqual(linesOf(model))
          if (i % 12 === 5) await system((tx) => sql`select ip_fold()`.execute(tx))
          const { errors } = await system((tx) => verifyTree(tx))
          expect(errors).toEqual([])
        }
      }
    }),
    { numRuns: 25, endOnFailure: true },
  )
}, 300_000)
