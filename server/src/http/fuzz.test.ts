import { writeFileSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyEndpoint } from '@trunkline/contract/contract'
import { may } from '@trunkline/contract/abilities'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { randomOf } from '../testing/fuzz/random.ts'
import { replyError, type FuzzReply } from '../testing/fuzz/replies.ts'
import { createFuzzRows, storedViolations } from '../testing/fuzz/rows.ts'
import { makeRequest, type FuzzRequest } from '../testing/fuzz/requests.ts'
import { createMatrix } from '../testing/matrix/requests.ts'
import type { FixtureUser } from '../testing/matrix/matrix-fixture.ts'

/**
 * Invalid input, generated from the contract: every call as every role, each request valid except for one change.
 * `FUZZ` is the seed (default 1, so that a run is reproducible; `FUZZ=random` for another); `FUZZ=seed:number` sends
 * one request of that seed and prints it with its reply. `FUZZ_REQUESTS` is the number of requests, `FUZZ_ONLY=tariff`
 * limits them to one resource, `FUZZ_REPORT` is a file for all errors.
 */
const [seedText, onlyText] = (process.env['FUZZ'] ?? '').split(':')
const seed = seedText === 'random' ? randomInt(1, 2 ** 31) : Number(seedText || 1)
const only = onlyText === undefined ? undefined : Number(onlyText)
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 21_000)

/** Concurrent requests: the database works on one while the test reads another reply. */
const lanes = 4
/** After this many requests, rows that were deleted or changed are replaced. */
const renewEvery = 1000
const maxMs = 2000

type Matrix = Awaited<ReturnType<typeof createMatrix>>
let matrix: Matrix
beforeAll(async () => {
  matrix = await createMatrix()
})
afterAll(() => matrix?.stop())

// The only call without a handler in the contract: it sets a cookie.
const resource = process.env['FUZZ_ONLY']
const endpoints = everyEndpoint.filter(
  ({ name }) => name !== 'auth.csrf-cookie' && (resource === undefined || name.startsWith(`${resource}.`)),
)

/** The roles that may make a call by the ability table; all roles for public calls. */
function allowed(endpoint: Endpoint): FixtureUser[] {
  const { access, only: narrowed } = endpoint
  const users = matrix.world.actors.filter(
    ({ company, role }) =>
      (narrowed?.types?.includes(company.type) ?? true) &&
      (narrowed?.roles?.includes(role) ?? true) &&
      (typeof access === 'string' || may({ company_type: company.type, role }, access)),
  )
  return users.length > 0 ? users : matrix.world.actors
}

async function send(bearer: string | undefined, { method, url, headers, payload }: FuzzRequest) {
  const began = performance.now()
  const reply = await matrix.panel.app.inject({
    method,
    url,
    headers: {
      ...headers,
      ...(bearer === undefined
        ? { cookie: 'XSRF-TOKEN=fuzz', 'x-xsrf-token': 'fuzz' }
        : { authorization: `Bearer ${bearer}` }),
    },
    ...(payload !== undefined && { payload }),
  })
  return {
    status: reply.statusCode,
    type: String(reply.headers['content-type'] ?? ''),
    text: reply.body,
    ms: performance.now() - began,
  }
}

/** Ratio of elapsed time to CPU time of a longer task: other processes may use the machine. */
function slowness(): number {
  const began = performance.now()
  const usage = process.cpuUsage()
  while (process.cpuUsage(usage).user < 100_000);
  return Math.max(1, (performance.now() - began) / 100)
}

const shown = ({ method, url, headers, payload }: FuzzRequest) =>
  `${method} ${url.slice(0, 400)} ${JSON.stringify(headers)} ${JSON.stringify(payload?.toString('latin1').slice(0, 1500) ?? '')}`

interface SentRequest {
  index: number
  endpoint: Endpoint
  actor: FixtureUser
  bearer: string | undefined
  request: FuzzRequest
}

/** Sends the requests and collects the errors in their replies; the first line of each has the command to repeat it. */
async function run(first: number, end: number) {
  const rows = await createFuzzRows(matrix.panel, matrix.world)
  const errors: string[] = []
  const statuses = new Map<number, number>()
  const slow: SentRequest[] = []
  let next = first
  let pause: Promise<void> = Promise.resolve()
  let signingIn: Promise<void> | undefined
  // A concurrent request may end this role's session: the next 401 signs in again.
  const signInAgain = () =>
    (signingIn ??= matrix
      .renew({ ...(endpoints[0] as Endpoint), method: 'PUT' })
      .catch(() => undefined)
      .finally(() => (signingIn = undefined)))

  const report = ({ index, endpoint, actor, request }: SentRequest, error: string, reply: FuzzReply) =>
    errors.push(
      `FUZZ=${seed}:${index} ${endpoint.name} as ${actor.company.type}/${actor.role}, ${request.change}: ${error}\n  ${shown(request)}\n  ${reply.status} ${reply.text.slice(0, 300)}`,
    )

  async function one(index: number): Promise<void> {
    const random = randomOf(seed, index)
    // First every call as every role; then calls as roles that may make them, which is when bodies are parsed.
    const { actors } = matrix.world
    const every = index < endpoints.length * actors.length
    const endpoint = every ? (endpoints[Math.floor(index / actors.length)] as Endpoint) : random.pick(endpoints)
    const actor = every ? (actors[index % actors.length] as FixtureUser) : random.pick(allowed(endpoint))
    const request = await makeRequest(random, endpoint, index, rows.rowsOf(random, actor))
    const bearer = endpoint.access === 'public' || random.chance(0.01) ? undefined : actor.bearer
    const sent = { index, endpoint, actor, bearer, request }
    let reply = await send(bearer, request)
    // An earlier request has ended the session or changed the user.
    if (reply.status === 401 && bearer !== undefined) {
      await signInAgain()
      reply = await send(actor.bearer, request)
    }
    if (reply.ms > maxMs) slow.push(sent)
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    const error = replyError(endpoint, reply)
    if (error !== undefined) report(sent, error, reply)
    if (only !== undefined)
      process.stdout.write(
        `${endpoint.name}, ${request.change}\n${shown(request)}\n${reply.status} ${reply.text.slice(0, 2000)}\n`,
      )
  }

  async function lane(): Promise<void> {
    for (;;) {
      await pause
      const index = next++
      if (index >= end) return
      if (index > 0 && index % renewEvery === 0) {
        pause = rows.renew()
        await pause
      }
      await one(index)
    }
  }
  await Promise.all(Array.from({ length: only === undefined ? lanes : 1 }, lane))

  for (const sent of slow) {
    let shortest = Infinity
    let reply: Awaited<ReturnType<typeof send>> | undefined
    for (let attempt = 0; attempt < 3 && shortest > maxMs; attempt++) {
      reply = await send(sent.bearer, sent.request)
      shortest = Math.min(shortest, reply.ms / slowness())
    }
    if (reply !== undefined && shortest > maxMs) report(sent, `takes ${Math.round(shortest)} ms`, reply)
  }
  return { errors: errors, statuses }
}

test(
  `${only === undefined ? requests : 1} requests get the answers that the contract declares, and store no broken text`,
  { timeout: 900_000 },
  async () => {
    process.stdout.write(`fuzz: FUZZ=${seed}\n`)
    const usage = process.cpuUsage()
    const { errors, statuses } = await run(only ?? 0, only === undefined ? requests : only + 1)
    const { user, system } = process.cpuUsage(usage)
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
    process.stdout.write(`fuzz: ${Math.round((user + system) / 1e6)} s of CPU time, ${counts.join(', ')}\n`)
    if (process.env['FUZZ_REPORT']) writeFileSync(process.env['FUZZ_REPORT'], errors.join('\n\n'))
    expect(errors.length === 0 ? [] : [`${errors.length} of FUZZ=${seed}`, ...errors.slice(0, 20)]).toEqual([])
    expect(await storedViolations(matrix.panel)).toEqual([])
  },
)

test('the check for broken text finds it in every form', async () => {
  for (const name of ['a\u202eb', 'a\ufffdb', 'a\u0007b'])
    await matrix.panel.sql((tx) =>
      tx.insertInto('company').values({ type: 'client', parent_id: matrix.world.companies[0]!.id, name }).execute(),
    )
  const found = await storedViolations(matrix.panel)
  expect(found.join('\n')).toContain('company.name')
})
