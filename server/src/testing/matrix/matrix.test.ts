import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { everyEndpoint } from '@trunkline/contract/contract'
import { pathNames, type Endpoint } from '@trunkline/contract/endpoint'
import type { ObjectKind } from '@trunkline/contract/fields'
import { throughDoor } from '../../db/door.ts'
import { referencesOf } from '../../http/references.ts'
import { encodeForm, formOf } from '../multipart.ts'
import { sampleBody } from '../sample.ts'
import { startTestPanel, type TestPanel } from '../panel.ts'
import { catalogueKinds } from './inventory-world.ts'
import { expectedAnswer, matches, opens } from './expected.ts'
import {
  bearerOf,
  isOffered,
  isShared,
  makeWorld,
  relations,
  type TreeRelation,
  type World,
  type WorldUser,
} from './world.ts'

/**
 * The isolation matrix: every call × every role × own, descendant, sibling, ancestor, sibling's descendant, made from
 * the contract and the ability table. A new call is covered without anyone editing a list. `golden.txt` holds what
 * each cell answers, so that every change of rights shows in review; `UPDATE_GOLDEN=1` writes it anew.
 */

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const missing = 4_000_000_000
const requestId = 'isolation-matrix'
const golden = new URL('golden.txt', import.meta.url)

let panel: TestPanel
let app: FastifyInstance
let world: World
let cells = 0

beforeAll(async () => {
  panel = await startTestPanel()
  app = panel.app
  world = await makeWorld(panel.databases)
}, 60_000)

afterAll(async () => {
  await panel?.stop()
  process.stdout.write(`isolation matrix: ${cells} cells\n`)
})

interface Sent {
  status: number
  body: string
}

async function send(
  endpoint: Endpoint,
  bearer: string | undefined,
  of: { ids?: Record<string, number>; query?: string; body?: unknown } = {},
): Promise<Sent> {
  cells++
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => String(of.ids?.[name] ?? missing))
  const form =
    endpoint.upload === undefined || of.body === undefined
      ? undefined
      : await encodeForm(formOf(of.body as object, { name: 'sample.csv', bytes: 'name\nSample\n' }))
  const reply = await app.inject({
    method: endpoint.method,
    url: `/api${path}${of.query ? `?${of.query}` : ''}`,
    headers: { ...(bearer && { authorization: `Bearer ${bearer}` }), 'x-request-id': requestId, ...form?.headers },
    ...(of.body !== undefined && { payload: form?.payload ?? (of.body as object) }),
  })
  return { status: reply.statusCode, body: reply.body }
}

const called = (user: WorldUser) => `${user.company.type}/${user.role}`
const protectedCalls = everyEndpoint.filter((endpoint) => endpoint.access !== 'public')
const objectCalls = protectedCalls.filter(
  (endpoint) => endpoint.object !== undefined && pathNames(endpoint.path).length === 1,
)
const listCalls = protectedCalls.filter((endpoint) => endpoint.list !== undefined && endpoint.object !== undefined)
const lookups = protectedCalls.filter(
  (endpoint) =>
    endpoint.list === undefined &&
    endpoint.object !== undefined &&
    endpoint.method === 'GET' &&
    pathNames(endpoint.path).length === 0,
)
const bulkCalls = protectedCalls.filter((endpoint) => endpoint.bulk)

/** A row of the kind that the actor may refer to: of its own company, made when it is needed. */
async function ownRefs(endpoint: Endpoint, actor: WorldUser): Promise<(kind: ObjectKind) => number> {
  const kinds = new Set(referencesOf(endpoint).map(({ kind }) => kind))
  const made = new Map<ObjectKind, number>()
  for (const kind of kinds) made.set(kind, await world.make(kind, actor.company, 'own', actor))
  return (kind) => made.get(kind) ?? actor.company.id
}

/** What the list shows: ids with the company of each, from a separate reading of the tables. */
async function visibleIds(kind: ObjectKind, actor: WorldUser): Promise<Set<number>> {
  const rows = await world.rows(kind)
  return new Set(
    rows
      .filter(({ company, shared }) =>
        company === null
          ? actor.company.type === 'simrush'
          : world.sees(actor.company, company) || (shared === true && isAbove(company, actor)),
      )
      .map(({ id }) => id),
  )
}

/** Whether the actor's company stands below it. */
const isAbove = (company: number, actor: WorldUser) => {
  const owner = world.companies.find(({ id }) => id === company)
  return owner !== undefined && world.sees(owner, actor.company.id)
}

const idsOf = (body: string): number[] => (JSON.parse(body) as { data: { id: number }[] }).data.map(({ id }) => id)
const totalOf = (body: string): number =>
  (JSON.parse(body) as { meta: { pagination: { total: number } } }).meta.pagination.total

/** Where a row of the endpoint's kind stands so, if there is such a place. */
const placeOf = (endpoint: Endpoint, actor: WorldUser, relation: TreeRelation) =>
  relation === 'offered' && !isOffered(endpoint.object as ObjectKind) ? undefined : world.place(actor.company, relation)

describe('lists hold what the tree says and nothing else', () => {
  for (const endpoint of listCalls)
    test(endpoint.name, async () => {
      const deviations: string[] = []
      for (const actor of world.actors) {
        const seen = await visibleIds(endpoint.object as ObjectKind, actor)
        // The top of a tree is told apart from all of it.
        const whole = endpoint.name === 'subnet.index' ? 'flat=true&' : ''
        const ask = (query: string) => send(endpoint, actor.bearer, { query: whole + query })
        const reply = await ask('perPage=200')
        if (!opens(endpoint, actor)) {
          if (reply.status !== 403) deviations.push(`${called(actor)}: ${reply.status} instead of 403`)
          continue
        }
        const foreign = (body: string) => idsOf(body).filter((id) => !seen.has(id))
        if (reply.status !== 200 || foreign(reply.body).length > 0)
          deviations.push(`${called(actor)}: ${reply.status} ${foreign(reply.body).join()}`)
        // The log grows by this very test's refusals between the two readings.
        else if (endpoint.object !== 'audit-entry' && totalOf(reply.body) !== seen.size)
          deviations.push(`${called(actor)}: total ${totalOf(reply.body)} of ${seen.size}`)
        const outside = world.companies.find((company) => !world.sees(actor.company, company.id))
        const sides = [
          `orderBy=${endpoint.list?.sort[0]}&sortedBy=desc&perPage=200`,
          'trashed=with&perPage=200',
          'search=e&perPage=200',
          ...(outside ? [`company=${outside.id}&perPage=200`, `search=id:${outside.id}`] : []),
        ]
        for (const side of sides) {
          const answer = await ask(side)
          if (answer.status !== 200 || foreign(answer.body).length > 0)
            deviations.push(
              `${called(actor)} ${side}: ${answer.status} ${answer.status === 200 ? foreign(answer.body).join() : answer.body}`,
            )
          if (side.startsWith('company=') && totalOf(answer.body) > 0)
            deviations.push(`${called(actor)} ${side}: rows of a company outside`)
        }
        const file = await ask('export=csv')
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
      for (const actor of world.actors)
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

describe('a row outside is not there, and one inside answers to the table', () => {
  const lines: string[] = []

  for (const endpoint of objectCalls)
    test(endpoint.name, async () => {
      const deviations: string[] = []
      const name = pathNames(endpoint.path)[0] as string
      for (const actor of world.actors) {
        const refs = await ownRefs(endpoint, actor)
        const body = sampleBody(endpoint, refs)
        const absent = await send(endpoint, actor.bearer, { ids: { [name]: missing }, body })
        const codes: string[] = []
        for (const relation of relations) {
          const at = placeOf(endpoint, actor, relation)
          if (at === undefined) continue
          const id = await world.make(endpoint.object as ObjectKind, at, relation, actor)
          const reply = await send(endpoint, actor.bearer, { ids: { [name]: id }, body })
          const expected = expectedAnswer(endpoint, actor, relation)
          codes.push(`${relation}=${expected}`)
          if (!matches(expected, reply.status))
            deviations.push(
              `${called(actor)} ${relation}: ${reply.status} instead of ${expected}: ${reply.body.slice(0, 200)}`,
            )
          if (expected === 404 && (reply.body !== absent.body || reply.status !== absent.status))
            deviations.push(`${called(actor)} ${relation}: told apart from a missing row: ${reply.body}`)
          await renew(endpoint)
        }
        lines.push(`${endpoint.method} ${endpoint.path} ${called(actor)} ${codes.join(' ')}`)
      }
      expect(deviations).toEqual([])
    })

  test('the rights are those of the committed table', () => {
    const text = `${[...lines].sort().join('\n')}\n`
    if (process.env['UPDATE_GOLDEN'] === '1' || !existsSync(golden)) writeFileSync(golden, text)
    expect(text).toBe(readFileSync(golden, 'utf8'))
  })
})

/** Some calls end a session or change an actor's row or company; the next cell starts from whole ones. */
async function renew(endpoint: Endpoint): Promise<void> {
  if (endpoint.method === 'GET') return
  const ended = await throughDoor(panel.databases, { company_id: 0, everything: true }, { write: true }, async (tx) => {
    await sql`update company set is_active = true, deleted_at = null where not is_active or deleted_at is not null`.execute(
      tx,
    )
    const ids = world.actors.map((one) => one.id)
    const roles = world.actors.map((one) => one.role)
    const changed = sql`from unnest(${ids}::bigint[], ${roles}::text[]) w(id, role) where u.id = w.id and (not u.is_active or u.deleted_at is not null or u.role <> w.role)`
    const { rows } =
      await sql`select u.id from app_user u, unnest(${ids}::bigint[], ${roles}::text[]) w(id, role) where u.id = w.id and (not u.is_active or u.deleted_at is not null or u.role <> w.role)`.execute(
        tx,
      )
    if (rows.length > 0) {
      // Whoever took the primary admin's place gives it back first.
      await sql`update app_user set role = 'admin' where role = 'primary-admin' and not id = any (${ids}::bigint[]) and company_id = any (${world.actors.map((one) => one.company.id)}::bigint[])`.execute(
        tx,
      )
      await sql`update app_user u set role = 'admin', is_active = true, deleted_at = null ${changed}`.execute(tx)
      await sql`update app_user u set role = w.role ${changed}`.execute(tx)
    }
    const hashes = world.actors.map((one) => createHash('sha256').update(one.bearer).digest())
    const open = await sql<{
      id: number
    }>`select s.user_id as id from session s join access_token t on t.session_id = s.id where s.ended_at is null and t.hash = any (${hashes}::bytea[])`.execute(
      tx,
    )
    return world.actors.filter((one) => !open.rows.some(({ id }) => id === one.id))
  })
  for (const one of ended) one.bearer = await bearerOf(panel.databases, one.id, one.company.id)
}

describe('rows in the trash keep to the same rule', () => {
  for (const endpoint of objectCalls.filter(
    ({ object, name }) => (object === 'company' || object === 'user') && /\.(show|update|destroy|recover)$/.test(name),
  ))
    test(endpoint.name, async () => {
      const deviations: string[] = []
      for (const actor of world.actors)
        for (const relation of relations) {
          const at = placeOf(endpoint, actor, relation)
          if (at === undefined || ((relation === 'own' || relation === 'ancestor') && endpoint.object === 'company'))
            continue
          const id = await world.make(endpoint.object as ObjectKind, at, relation, actor, { trashed: true })
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

describe('a foreign row is refused wherever it is named', () => {
  const naming = protectedCalls.filter((endpoint) => endpoint.bulk !== true && referencesOf(endpoint).length > 0)
  for (const endpoint of naming)
    test(endpoint.name, async () => {
      const deviations: string[] = []
      for (const actor of world.actors.filter((one) => opens(endpoint, one))) {
        const own = await ownRefs(endpoint, actor)
        const target =
          endpoint.object === undefined
            ? undefined
            : await world.make(
                endpoint.object,
                world.place(actor.company, 'descendant') ?? actor.company,
                'descendant',
                actor,
              )
        for (const relation of ['sibling', 'ancestor', 'sibling-descendant'] as TreeRelation[]) {
          const at = placeOf(endpoint, actor, relation)
          if (at === undefined) continue
          for (const { kind, path } of referencesOf(endpoint)) {
            // In sight from below: naming it is no fault.
            if (relation === 'ancestor' && isShared(kind)) continue
            // So is what the provider keeps for everybody.
            if (catalogueKinds.includes(kind)) continue
            const foreign = await world.make(kind, at, relation, actor)
            const answers = []
            for (const id of [foreign, missing])
              answers.push(
                await send(endpoint, actor.bearer, {
                  ids: { id: target ?? missing },
                  body: place(sampleBody(endpoint, own), path, id),
                }),
              )
            const [outside, absent] = answers as [Sent, Sent]
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
      for (const actor of world.actors)
        for (const relation of relations) {
          const at = placeOf(endpoint, actor, relation)
          if (at === undefined) continue
          const inside = await world.make(
            kind,
            world.place(actor.company, 'descendant') ?? actor.company,
            'descendant',
            actor,
          )
          const id = await world.make(kind, at, relation, actor)
          for (const ids of [[id], [inside, id]]) {
            if (new Set(ids).size !== ids.length) continue
            const before = await snapshot(kind, inside)
            const reply = await send(endpoint, actor.bearer, {
              body: { ...(sampleBody(endpoint, () => id) as object), ids },
            })
            const visible = actor.company.type === 'simrush' || relation === 'own' || relation === 'descendant'
            const expected = !opens(endpoint, actor) ? [403] : visible ? [200, 403, 409, 422] : [404]
            if (!expected.includes(reply.status))
              deviations.push(`${called(actor)} ${relation}: ${reply.status} ${reply.body.slice(0, 200)}`)
            if (reply.status >= 400 && (await snapshot(kind, inside)) !== before)
              deviations.push(`${called(actor)} ${relation}: refused, and yet a row changed`)
            await renew(endpoint)
          }
        }
      expect(deviations).toEqual([])
    })
})

const tables: Partial<Record<ObjectKind, string>> = { company: 'company', user: 'app_user' }
async function snapshot(kind: ObjectKind, id: number): Promise<string> {
  const table = tables[kind]
  if (table === undefined) return ''
  const rows = await throughDoor(panel.databases, { company_id: 0, everything: true }, { write: false }, (tx) =>
    sql`select * from ${sql.table(table)} where id = ${id}`.execute(tx),
  )
  return JSON.stringify(rows.rows)
}

function place(body: unknown, path: string[], id: number): unknown {
  const [head, ...rest] = path
  if (head === undefined) return id
  if (head === '*') return [place(undefined, rest, id)]
  return { ...(body as object), [head]: place((body as Record<string, unknown> | undefined)?.[head], rest, id) }
}

describe('no call answers without a live session', () => {
  test('nothing, garbage, an expired, an ended and a refresh token are all the same 401', async () => {
    const actor = world.actors[0] as WorldUser
    const ended = await bearerOf(panel.databases, actor.id, actor.company.id)
    await throughDoor(panel.databases, { company_id: 0, everything: true }, { write: true }, (tx) =>
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
        // Without any bearer a changing call looks like a foreign page's, which is told first.
        const expected = bearer === undefined && endpoint.method !== 'GET' ? 419 : 401
        if (reply.status !== expected) deviations.push(`${endpoint.name} ${bearer?.slice(0, 8)}: ${reply.status}`)
      }
    expect(deviations).toEqual([])
  })
})

describe('an ability that the role lacks opens nothing', () => {
  test('every call without an object', async () => {
    const deviations: string[] = []
    for (const endpoint of protectedCalls.filter((one) => one.object === undefined && one.access !== 'self'))
      for (const actor of world.actors.filter((one) => !opens(endpoint, one))) {
        const reply = await send(endpoint, actor.bearer, { body: sampleBody(endpoint, () => actor.company.id) })
        if (reply.status !== 403) deviations.push(`${endpoint.name} ${called(actor)}: ${reply.status}`)
      }
    expect(deviations).toEqual([])
  })
})
