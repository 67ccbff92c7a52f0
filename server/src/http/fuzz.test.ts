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
 * Bad input, made from the contract: every call as every role, each request valid but for one change. `FUZZ` is the
 * seed (1, so that a run says something about what changed; `FUZZ=random` for another); `FUZZ=seed:number` sends one request of that seed and prints it with its reply. `FUZZ_REQUESTS` says how many
 * are sent, `FUZZ_ONLY=tariff` to which resource alone, `FUZZ_REPORT` which file all faults are written to.
 */
const [seedText, onlyText] = (process.env['FUZZ'] ?? '').split(':')
const seed = seedText === 'random' ? randomInt(1, 2 ** 31) : Number(seedText || 1)
const only = onlyText === undefined ? undefined : Number(onlyText)
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 21_000)

/** Requests that are under way at one time; the database works on one while another is read. */
const lanes = 4
/** After so many requests, rows that were destroyed or changed are replaced. */
const renewEvery = 1000
const maxMs = 2000

type Matrix = Awaited<ReturnType<typeof createMatrix>>
let matrix: Matrix
beforeAll(async () => {
  matrix = await createMatrix()
})
afterAll(() => matrix?.stop())

// The one call that no handler of the contract serves: it sets a cookie alone.
const resource = process.env['FUZZ_ONLY']
const endpoints = everyEndpoint.filter(
  ({ name }) => name !== 'auth.csrf-cookie' && (resource === undefined || name.startsWith(`${resource}.`)),
)

/** Who may make a call, as far as the ability table says; all of them where anybody may. */
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

/** How many times longer work takes now than its CPU time: other processes may have the machine. */
function slowness(): number {
  const began = performance.now()
  const usage = process.cpuUsage()
  while (process.cpuUsage(usage).user < 100_000);
  return Math.max(1, (performance.now() - began) / 100)
}

const shown = ({ method, url, headers, payload }: FuzzRequest) =>
  `${method} ${url.slice(0, 400)} ${JSON.stringify(headers)} ${JSON.stringify(payload?.toString('latin1').slice(0, 1500) ?? '')}`

interface Sent {
  index: number
  endpoint: Endpoint
  actor: FixtureUser
  bearer: string | undefined
  request: FuzzRequest
}

/** Sends the requests and finds what is wrong with their replies, the first line of each saying how to repeat it. */
async function run(first: number, end: number) {
  const rows = await createFuzzRows(matrix.panel, matrix.world)
  const errors: string[] = []
  const statuses = new Map<number, number>()
  const slow: Sent[] = []
  let next = first
  let pause: Promise<void> = Promise.resolve()
  let signingIn: Promise<void> | undefined
  // Other requests go on meanwhile, and may take a role that is given back: the next 401 tries again.
  const signInAgain = () =>
    (signingIn ??= matrix
      .renew({ ...(endpoints[0] as Endpoint), method: 'PUT' })
      .catch(() => undefined)
      .finally(() => (signingIn = undefined)))

  const report = ({ index, endpoint, actor, request }: Sent, error: string, reply: FuzzReply) =>
    errors.push(
      `FUZZ=${seed}:${index} ${endpoint.name} as ${actor.company.type}/${actor.role}, ${request.change}: ${error}\n  ${shown(request)}\n  ${reply.status} ${reply.text.slice(0, 300)}`,
    )

  async function one(index: number): Promise<void> {
    const random = randomOf(seed, index)
    // Every call as every role first; then calls as those who may make them, which is where bodies are read.
    const { actors } = matrix.world
    const every = index < endpoints.length * actors.length
    const endpoint = every ? (endpoints[Math.floor(index / actors.length)] as Endpoint) : random.pick(endpoints)
    const actor = every ? (actors[index % actors.length] as FixtureUser) : random.pick(allowed(endpoint))
    const request = await makeRequest(random, endpoint, index, rows.rowsOf(random, actor))
    const bearer = endpoint.access === 'public' || random.chance(0.01) ? undefined : actor.bearer
    const sent = { index, endpoint, actor, bearer, request }
    let reply = await send(bearer, request)
    // A request before this one has ended the session or changed the user.
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

test('the search for broken text finds it in every form', async () => {
  for (const name of ['a\u202eb', 'a\ufffdb', 'a\u0007b'])
    await matrix.panel.sql((tx) =>
      tx.insertInto('company').values({ type: 'client', parent_id: matrix.world.companies[0]!.id, name }).execute(),
    )
  const found = await storedViolations(matrix.panel)
  expect(found.join('\n')).toContain('company.name')
})
