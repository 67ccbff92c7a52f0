import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyTypes, typesBelow, type CompanyType } from '@trunkline/contract/abilities'
import { openTenantTransaction } from '../../db/tenant-transaction.ts'
import { withSystem } from '../../db/system-transaction.ts'
import type { Tx } from '../../db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createCompany, createUser } from '../../testing/panel.ts'
import { lockTree } from './company-rules.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

interface Place {
  type: CompanyType
  parent: number | null
}

/** The expected closure, computed from the parents. */
function closureOf(model: Map<number, Place>): Set<string> {
  const pairs = new Set<string>()
  for (const id of model.keys())
    for (let at: number | null = id, depth = 0; at !== null; at = model.get(at)?.parent ?? null, depth++)
      pairs.add(`${at} ${id} ${depth}`)
  return pairs
}

async function readClosure(tx: Tx): Promise<{ tree: Set<string>; ancestor_ids: Set<string>; people: number }> {
  const tree = await tx.selectFrom('company_tree').selectAll().execute()
  const companies = await tx.selectFrom('company').select(['id', 'ancestor_ids']).execute()
  const { rows } = await sql<{
    wrong: number
  }>`select count(*) as wrong from app_user u join company c on c.id = u.company_id where u.ancestor_ids <> c.ancestor_ids`.execute(
    tx,
  )
  return {
    tree: new Set(tree.map(({ ancestor_id, descendant_id, depth }) => `${ancestor_id} ${descendant_id} ${depth}`)),
    ancestor_ids: new Set(
      companies.flatMap(({ id, ancestor_ids: ancestorIds }) =>
        ancestorIds.map((ancestor, i) => `${ancestor} ${id} ${ancestorIds.length - 1 - i}`),
      ),
    ),
    people: rows[0]?.wrong ?? -1,
  }
}

const step = fc.record({
  move: fc.boolean(),
  which: fc.nat(),
  parent: fc.nat(),
  type: fc.constantFrom(...companyTypes.slice(1)),
})

test('after any inserts and moves the closure matches the parents, and each row has its ancestor_ids', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      // Rolled back at the end: each run starts without companies.
      const tenant = await openTenantTransaction(
        database.databases,
        { company_id: 0, everything: true },
        { write: true },
      )
      try {
        const { tx } = tenant
        const model = new Map<number, Place>()
        model.set(await createCompany(tx, { name: 'root', type: 'simrush' }), { type: 'simrush', parent: null })
        for (const { move, which, parent, type } of steps) {
          const ids = [...model.keys()]
          const target = ids[parent % ids.length] as number
          const above = (model.get(target) as Place).type
          const id = ids[which % ids.length] as number
          const own = model.get(id) as Place
          if (move && own.parent !== null && typesBelow(above).includes(own.type)) {
            await tx.updateTable('company').set({ parent_id: target }).where('id', '=', id).execute()
            own.parent = target
          } else if (!move && typesBelow(above).includes(type)) {
            const created = await createCompany(tx, { name: 'some', type, parent_id: target })
            await createUser(tx, { company_id: created, role: 'editor' })
            model.set(created, { type, parent: target })
          }
        }
        const expected = closureOf(model)
        expect(await readClosure(tx)).toEqual({ tree: expected, ancestor_ids: expected, people: 0 })
      } finally {
        await tenant.rollback()
      }
    }),
    { numRuns: 40 },
  )
}, 120_000)

describe('concurrent changes', () => {
  const begin = () => openTenantTransaction(database.databases, { company_id: 0, everything: true }, { write: true })
  const settled = async (work: Promise<unknown>) =>
    (await Promise.race([work.then(() => true), new Promise((done) => setTimeout(() => done(false), 150))])) as boolean
  const created = (type: CompanyType, parent_id: number | null) =>
    withSystem(database.databases, (tx) => createCompany(tx, { name: type, type, parent_id }))
  let root: number, from: number, to: number

  beforeAll(async () => {
    root = await created('simrush', null)
    from = await created('master-distributor', root)
    to = await created('master-distributor', root)
  })

  test('a company inserted into a part that moves gets the new ancestor_ids', async () => {
    const distributor = await created('distributor', from)
    const reseller = await created('reseller', distributor)
    const [planting, moving] = [await begin(), await begin()]
    const client = await createCompany(planting.tx, { name: 'late', type: 'client', parent_id: reseller })
    const move = lockTree(moving.tx)
      .then(() => moving.tx.updateTable('company').set({ parent_id: to }).where('id', '=', distributor).execute())
      .then(() => moving.commit())
    expect(await settled(move)).toBe(false)
    await planting.commit()
    await move
    const { ancestor_ids: ancestorIds } = await withSystem(database.databases, (tx) =>
      tx.selectFrom('company').select('ancestor_ids').where('id', '=', client).executeTakeFirstOrThrow(),
    )
    expect(ancestorIds).toEqual([root, to, distributor, reseller, client])
  })

  test('so does a user', async () => {
    const reseller = await created('reseller', from)
    const [making, moving] = [await begin(), await begin()]
    const user = await createUser(making.tx, { company_id: reseller, role: 'editor' })
    const move = moving.tx
      .updateTable('company')
      .set({ parent_id: to })
      .where('id', '=', reseller)
      .execute()
      .then(() => moving.commit())
    expect(await settled(move)).toBe(false)
    await making.commit()
    await move
    const { ancestor_ids: ancestorIds } = await withSystem(database.databases, (tx) =>
      tx.selectFrom('app_user').select('ancestor_ids').where('id', '=', user.id).executeTakeFirstOrThrow(),
    )
    expect(ancestorIds).toEqual([root, to, reseller])
  })

  test('no company is inserted under one that is deleted concurrently', async () => {
    const reseller = await created('reseller', from)
    const [planting, trashing] = [await begin(), await begin()]
    await trashing.tx.updateTable('company').set({ deleted_at: new Date() }).where('id', '=', reseller).execute()
    const seed = createCompany(planting.tx, { name: 'late', type: 'client', parent_id: reseller })
    seed.catch(() => {})
    expect(await settled(seed.catch(() => undefined))).toBe(false)
    await trashing.commit()
    await expect(seed).rejects.toMatchObject({
      code: 'TL409',
      column: 'parent_id',
      message: expect.stringContaining('row.in_trash') as string,
    })
    await planting.rollback()
  })
})
