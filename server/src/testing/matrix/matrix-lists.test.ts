import { afterAll, describe, expect, test, vi } from 'vitest'
import type { ObjectKind } from '@trunkline/contract/object-kind'
import { referencesOf } from '../../http/references.ts'
import { sampleBody } from '../sample.ts'
import { createMatrix, missing, type MatrixRequest } from './requests.ts'
import { bulkCalls, called, idsOf, listCalls, lookups, place, protectedCalls, totalOf } from './calls.ts'
import { expectedAnswer, opens } from './expected.ts'
import { catalogueKinds } from './inventory-fixture.ts'
import { isShared, relations, type TreeRelation } from './matrix-fixture.ts'

/** The part of the isolation matrix about many rows: lists, lookups, references and bulk calls. */

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const { world: matrix, send, ownRefs, visibleIds, placeOf, renew, snapshot, runJob, stop } = await createMatrix()
afterAll(stop)

describe.skipIf(listCalls.length + lookups.length === 0)('lists contain exactly the rows that the tree permits', () => {
  for (const endpoint of listCalls)
    test(endpoint.name, async () => {
      const deviations: string[] = []
      for (const actor of matrix.actors) {
        const seen = await visibleIds(endpoint.object as ObjectKind, actor)
        // The top of a tree, as opposed to the whole tree.
        const whole = endpoint.name === 'subnet.index' ? 'flat=true&' : ''
        const request = (query: string) => send(endpoint, actor.bearer, { query: whole + query })
        const reply = await request('perPage=200')
        if (!opens(endpoint, actor)) {
          if (reply.status !== 403) deviations.push(`${called(actor)}: ${reply.status} instead of 403`)
          continue
        }
        const foreign = (body: string) => idsOf(body).filter((id) => !seen.has(id))
        if (reply.status !== 200 || foreign(reply.body).length > 0)
          deviations.push(`${called(actor)}: ${reply.status} ${foreign(reply.body).join()}`)
        // The rejections of this test add rows to the log between the two readings.
        else if (endpoint.object !== 'audit-entry' && totalOf(reply.body) !== seen.size)
          deviations.push(`${called(actor)}: total ${totalOf(reply.body)} of ${seen.size}`)
        const outside = matrix.companies.find((company) => !matrix.sees(actor.company, company.id))
        const sides = [
          `orderBy=${endpoint.list?.sort[0]}&sortedBy=desc&perPage=200`,
          'trashed=with&perPage=200',
          'search=e&perPage=200',
          ...(outside ? [`company=${outside.id}&perPage=200`, `search=id:${outside.id}`] : []),
        ]
        for (const side of sides) {
          const answer = await request(side)
          if (answer.status !== 200 || foreign(answer.body).length > 0)
            deviations.push(
              `${called(actor)} ${side}: ${answer.status} ${answer.status === 200 ? foreign(answer.body).join() : answer.body}`,
            )
          if (side.startsWith('company=') && totalOf(answer.body) > 0)
            deviations.push(`${called(actor)} ${side}: rows of a company outside`)
        }
        const file = await request('export=csv')
        const exported = file.body
          .split('\r\n')
          .slice(1)
          .flatMap((line) => /^"(\d+)"/.exec(line)?.slice(1).map(Number) ?? [])
        if (file.status !== 200 || exported.some((id) => !seen.has(id) && endpoint.object !== 'audit-entry'))
          deviations.push(`${called(actor)} export: ${file.status}`)
      }
      expect(deviations).toEqual([])
    })

  for (const endpoint of lookups)
    test(endpoint.name, async () => {
      const deviations: string[] = []
      for (const actor of matrix.actors)
        for (const query of ['', 'query=e', 'page=2']) {
          const seen = await visibleIds(endpoint.object as ObjectKind, actor)
          const reply = await send(endpoint, actor.bearer, { query })
          const expected = opens(endpoint, actor) ? 200 : 403
          if (reply.status !== expected || (expected === 200 && idsOf(reply.body).some((id) => !seen.has(id))))
            deviations.push(`${called(actor)} ${query}: ${reply.status} ${reply.body}`)
        }
      expect(deviations).toEqual([])
    })
})

const naming = protectedCalls.filter((endpoint) => endpoint.bulk !== true && referencesOf(endpoint).length > 0)
describe.skipIf(naming.length + bulkCalls.length === 0)(
  'a row of another company is rejected in every reference',
  () => {
    for (const endpoint of naming)
      test(endpoint.name, async () => {
        const deviations: string[] = []
        for (const actor of matrix.actors.filter((one) => opens(endpoint, one))) {
          const own = await ownRefs(endpoint, actor)
          const target =
            endpoint.object === undefined
              ? undefined
              : await matrix.make(
                  endpoint.object,
                  matrix.place(actor.company, 'descendant') ?? actor.company,
                  'descendant',
                  actor,
                )
          for (const relation of ['sibling', 'ancestor', 'sibling-descendant'] as TreeRelation[]) {
            const at = placeOf(endpoint, actor, relation)
            if (at === undefined) continue
            for (const { kind, path } of referencesOf(endpoint)) {
              // Visible to descendants: a reference to it is valid.
              if (relation === 'ancestor' && isShared(kind)) continue
              // As are rows that the provider maintains for all.
              if (catalogueKinds.includes(kind)) continue
              const foreign = await matrix.make(kind, at, relation, actor)
              const answers = []
              for (const id of [foreign, missing])
                answers.push(
                  await send(endpoint, actor.bearer, {
                    ids: { id: target ?? missing },
                    body: place(sampleBody(endpoint, own), path, id),
                  }),
                )
              const [outside, absent] = answers as [MatrixRequest, MatrixRequest]
              if (outside.status < 400 || outside.body !== absent.body)
                deviations.push(
                  `${called(actor)} ${relation} ${path.join('.')}: ${outside.status} ${outside.body} / ${absent.status} ${absent.body}`,
                )
            }
          }
        }
        expect(deviations).toEqual([])
      })

    for (const endpoint of bulkCalls)
      test(`${endpoint.name} in bulk`, async () => {
        const deviations: string[] = []
        const kind = endpoint.object as ObjectKind
        for (const actor of matrix.actors)
          for (const relation of relations) {
            const at = placeOf(endpoint, actor, relation)
            if (at === undefined) continue
            // A company without one below it has its own row inside, which for the kind `company` is itself.
            const below = matrix.place(actor.company, 'descendant')
            const inside = await matrix.make(
              kind,
              below ?? actor.company,
              below || kind !== 'company' ? 'descendant' : 'own',
              actor,
            )
            const id = await matrix.make(kind, at, relation, actor)
            for (const ids of [[id], [inside, id]]) {
              if (new Set(ids).size !== ids.length) continue
              const before = await snapshot(kind, inside)
              const reply = await send(endpoint, actor.bearer, {
                body: { ...(sampleBody(endpoint, () => id) as object), ids },
              })
              const answer = expectedAnswer(endpoint, actor, relation)
              const expected = !opens(endpoint, actor)
                ? [403]
                : answer === 404
                  ? [404]
                  : [endpoint.status ?? 200, 403, 409, 422]
              if (!expected.includes(reply.status))
                deviations.push(`${called(actor)} ${relation}: ${reply.status} ${reply.body.slice(0, 200)}`)
              if (reply.status >= 400 && (await snapshot(kind, inside)) !== before)
                deviations.push(`${called(actor)} ${relation}: rejected, but a row changed`)
              // A job starts for every visible row, and rejects those that its call would reject.
              if (endpoint.job !== undefined && reply.status === 202 && answer === 403) {
                const state = await runJob(JSON.parse(reply.body).data.id, id)
                if (state !== 'failed') deviations.push(`${called(actor)} ${relation}: the job left the row ${state}`)
              }
              await renew(endpoint)
            }
          }
        expect(deviations).toEqual([])
      })
  },
)
