import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { pathNames } from '@trunkline/contract/endpoint'
import type { ObjectKind } from '@trunkline/contract/object-kind'
import { withTenant } from '../../db/tenant-transaction.ts'
import { sampleBody } from '../sample.ts'
import { createMatrix, missing } from './requests.ts'
import { called, objectCalls, onlyResource, partCalls, protectedCalls } from './calls.ts'
import { expectedAnswer, matches, opens } from './expected.ts'
import { formatGolden, mergeGolden, type Cell } from './golden.ts'
import { objectKinds } from '../../http/object-kinds.ts'
import { isOwnedKind } from './owned-rows.ts'
import { bearerOf, relations, type FixtureUser } from './matrix-fixture.ts'

/**
 * The isolation matrix: every call × every role × own, descendant, sibling, ancestor, sibling's descendant, generated
 * from the contract and the ability table. A new call is covered without an entry in any list. `golden.txt` contains
 * the result of each cell, so that every change of rights is visible in review; `UPDATE_GOLDEN=1` rewrites it. `MATRIX=tariff` limits it to
 * the calls of one resource. This file tests calls on one row; `matrix-lists.test.ts` tests those on many, so that the two run in parallel.
 */

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const golden = new URL('golden.txt', import.meta.url)

const { panel, world: matrix, send, ownRefs, refsAt, partsOf, placeOf, renew, stop } = await createMatrix()
afterAll(stop)

describe('a row outside the subtree is not found, and one inside follows the ability table', () => {
  const cells: Cell[] = []

  for (const endpoint of objectCalls)
    test(endpoint.name, async () => {
      const deviations: string[] = []
      const name = pathNames(endpoint.path)[0] as string
      for (const actor of matrix.actors) {
        const refs = await ownRefs(endpoint, actor)
        const body = sampleBody(endpoint, refs)
        const absent = await send(endpoint, actor.bearer, { ids: { [name]: missing }, body })
        for (const relation of relations) {
          const at = placeOf(endpoint, actor, relation)
          if (at === undefined) continue
          const id = await matrix.make(endpoint.object as ObjectKind, at, relation, actor)
          const ids = { [name]: id, ...(await partsOf(endpoint, id)) }
          const expected = expectedAnswer(endpoint, actor, relation)
          const sent = expected === 404 ? body : sampleBody(endpoint, await refsAt(endpoint, id, refs))
          const reply = await send(endpoint, actor.bearer, { ids, body: sent })
          cells.push({
            call: `${endpoint.method} ${endpoint.path}`,
            type: actor.company.type,
            role: actor.role,
            relation,
            outcome: expected,
          })
          if (!matches(expected, reply.status))
            deviations.push(
              `${called(actor)} ${relation}: ${reply.status} instead of ${expected}: ${reply.body.slice(0, 200)}`,
            )
          if (expected === 404 && (reply.body !== absent.body || reply.status !== absent.status))
            deviations.push(`${called(actor)} ${relation}: distinguishable from a missing row: ${reply.body}`)
          await renew(endpoint)
        }
      }
      expect(deviations).toEqual([])
    })

  for (const endpoint of partCalls)
    test(`${endpoint.name}, requested for the part of another row`, async () => {
      const deviations: string[] = []
      const [name, ...parts] = pathNames(endpoint.path) as [string, ...string[]]
      const kind = endpoint.object as ObjectKind
      for (const actor of matrix.actors.filter((one) => opens(endpoint, one))) {
        const own = await matrix.make(kind, actor.company, 'own', actor)
        const ids = { [name]: own, ...(await partsOf(endpoint, own)) }
        const body = sampleBody(endpoint, await refsAt(endpoint, own, await ownRefs(endpoint, actor)))
        for (const relation of relations) {
          const at = placeOf(endpoint, actor, relation)
          if (at === undefined) continue
          const other = await partsOf(endpoint, await matrix.make(kind, at, relation, actor))
          for (const part of parts) {
            const reply = await send(endpoint, actor.bearer, { ids: { ...ids, [part]: other[part] as number }, body })
            const absent = await send(endpoint, actor.bearer, { ids: { ...ids, [part]: missing }, body })
            if (reply.status !== 404 || reply.body !== absent.body)
              deviations.push(`${called(actor)} ${relation} ${part}: ${reply.status} ${reply.body.slice(0, 200)}`)
          }
        }
      }
      expect(deviations).toEqual([])
    })

  test('the rights equal the committed table', () => {
    const stored = existsSync(golden) ? readFileSync(golden, 'utf8') : ''
    const tried = formatGolden(cells)
    const text = onlyResource === '' ? tried : mergeGolden(stored, tried)
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, text)
    else expect(text).toBe(stored)
  })
})

const trashCalls = objectCalls.filter(
  ({ object, name }) =>
    (object === 'company' ||
      object === 'user' ||
      (isOwnedKind(object as ObjectKind) && objectKinds[object as ObjectKind].softDelete)) &&
    // Calls of the record itself, not of what belongs to it.
    ['show', 'update', 'destroy', 'recover'].some((call) => name === `${object}.${call}`),
)
describe.skipIf(trashCalls.length === 0)('rows in the trash follow the same rules', () => {
  for (const endpoint of trashCalls)
    test(endpoint.name, async () => {
      const deviations: string[] = []
      for (const actor of matrix.actors)
        for (const relation of relations) {
          const at = placeOf(endpoint, actor, relation)
          if (at === undefined || ((relation === 'own' || relation === 'ancestor') && endpoint.object === 'company'))
            continue
          const id = await matrix.make(endpoint.object as ObjectKind, at, relation, actor, { trashed: true })
          const reply = await send(endpoint, actor.bearer, {
            ids: { id },
            body: sampleBody(endpoint, await ownRefs(endpoint, actor)),
          })
          const expected = expectedAnswer(endpoint, actor, relation)
          if (!matches(expected, reply.status))
            deviations.push(`${called(actor)} ${relation}: ${reply.status} instead of ${expected}`)
        }
      expect(deviations).toEqual([])
    })
})

describe('no call succeeds without a valid session', () => {
  test('nothing, garbage, an expired, an ended and a refresh token are all the same 401', async () => {
    const actor = matrix.actors[0] as FixtureUser
    const ended = await bearerOf(panel.databases, actor.id, actor.company.id)
    await withTenant(panel.databases, { company_id: 0, everything: true }, { write: true }, (tx) =>
      sql`update session set ended_at = now() where id = (select session_id from access_token order by session_id desc limit 1)`.execute(
        tx,
      ),
    )
    const bad = [
      undefined,
      'garbage',
      await bearerOf(panel.databases, actor.id, actor.company.id, { expired: true }),
      ended,
      `tlr_${'x'.repeat(43)}`,
    ]
    const deviations: string[] = []
    for (const endpoint of protectedCalls)
      for (const bearer of bad) {
        const reply = await send(endpoint, bearer, { ids: { id: 1 }, body: sampleBody(endpoint, () => 1) })
        // Without a bearer token a write looks like one of a foreign page, which is rejected first.
        const expected = bearer === undefined && endpoint.method !== 'GET' ? 419 : 401
        if (reply.status !== expected) deviations.push(`${endpoint.name} ${bearer?.slice(0, 8)}: ${reply.status}`)
      }
    expect(deviations).toEqual([])
  })
})

describe('an ability that the role lacks permits no call', () => {
  test('every call without an object', async () => {
    const deviations: string[] = []
    for (const endpoint of protectedCalls.filter((one) => one.object === undefined && one.access !== 'self'))
      for (const actor of matrix.actors.filter((one) => !opens(endpoint, one))) {
        const reply = await send(endpoint, actor.bearer, { body: sampleBody(endpoint, () => actor.company.id) })
        if (reply.status !== 403) deviations.push(`${endpoint.name} ${called(actor)}: ${reply.status}`)
      }
    expect(deviations).toEqual([])
  })
})
