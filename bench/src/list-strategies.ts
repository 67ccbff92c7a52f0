import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type SqlBool } from 'kysely'
import pg from 'pg'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { ListInput } from '@trunkline/contract/list'
import { audits } from '@trunkline/contract/resources/audit'
import { hardware } from '@trunkline/contract/resources/hardware'
import { radiusSessions } from '@trunkline/contract/resources/radius-session'
import { services } from '@trunkline/contract/resources/service'
import { sites } from '@trunkline/contract/resources/site'
import { tenantSettingsOf, type Actor } from '../../server/src/access/actor.ts'
import { openDatabases } from '../../server/src/db/databases.ts'
import { withTenant } from '../../server/src/db/tenant-transaction.ts'
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts'
import type { Databases } from '../../server/src/db/pool.ts'
import { auditSource } from '../../server/src/features/audit/audit.ts'
import {
  hardwareCondition,
  hardwareRows,
  hardwareSorts,
  hardwareWord,
} from '../../server/src/features/hardware/hardware-rows.ts'
import { sessionSources } from '../../server/src/features/radius-sessions/session-lists.ts'
import { serviceSources } from '../../server/src/features/services/service-rows.ts'
import { siteSource } from '../../server/src/features/sites/site-rows.ts'
import { findPage, strategies } from '../../server/src/http/list/list.ts'
import { afterKnownPage } from '../../server/src/http/list/strategies/after-known-page.ts'
import { fromEnd } from '../../server/src/http/list/strategies/from-end.ts'
import { fromStart } from '../../server/src/http/list/strategies/from-start.ts'
import { gatheredSearch } from '../../server/src/http/list/strategies/gathered-search.ts'
import { rememberedPage } from '../../server/src/http/list/strategies/remembered-page.ts'
import { createListMemory, type ListMemory } from '../../server/src/http/list/memory.ts'
import { parseListRequest } from '../../server/src/http/list/parse.ts'
import { listQuery, pageQuery } from '../../server/src/http/list/query.ts'
import type { ListSource } from '../../server/src/http/list/source.ts'
import type { Strategy } from '../../server/src/http/list/strategies/strategy.ts'
import { promisedColumns } from '../../server/src/http/standard-handlers.ts'
import { createLog } from '../../server/src/log.ts'
import { levels } from './seed-hierarchy.ts'
import { deviceSearchTerms, seedLists, siteSearchTerms, userSearchTerms } from './seed-lists.ts'

/**
 * The savings of each strategy of the list engine: pages of lists with all strategies and without each one in turn,
 * in one process, by the CPU time of the database backend. The variants of a query alternate within a round, and
 * return the same rows, which is checked. `ROUNDS`, default 5; `ONLY` selects queries, `VIEWS` the company types
 * of the callers, `SEEDED` the URL of a database that a previous run has seeded.
 */
const rounds = Number(process.env['ROUNDS'] ?? 5)
const only = process.env['ONLY']?.split(',')
const views = process.env['VIEWS']?.split(',')
const seeded = process.env['SEEDED']
const log = createLog('silent')

// oxlint-disable-next-line typescript/no-explicit-any -- sources of several lists
type Source = ListSource<any>

interface Question {
  name: string
  endpoint: Endpoint
  source: Source
  /** The query; `fromEnd` counts pages from the last one, which is 0. */
  input(i: number): ListInput & { fromEnd?: number }
  /** Number of requests that are measured together; each has a different `i`. */
  requests: number
  variants: readonly Variant[]
}

interface Variant {
  name: string
  strategies: readonly Strategy[]
  source?(source: Source): Source
  /** Shared memory for the requests of a round; undefined: each has its own. */
  memory?: () => ListMemory
}

const without = (...left: Strategy[]) => strategies.filter((strategy) => !left.includes(strategy))
const every: Variant = { name: 'all', strategies }
const remembering = () => createListMemory({ pages: true, expensive: 0 })

/** The same rows in one statement with all columns of the page, instead of by id. */
const inOneStatement = (source: Source): Source => ({
  ...source,
  softDelete: false,
  where: [sql<SqlBool>`r.deleted_at is null`],
})
const withoutColumnLists = ({ lean: _lean, ...source }: Source): Source => source

const firstPage: Variant[] = [
  every,
  { name: 'not by ids', strategies, source: inOneStatement },
  { name: 'all, again', strategies, memory: remembering },
  { name: 'again, no page', strategies: without(rememberedPage), memory: remembering },
  { name: 'again, no total', strategies: without(rememberedPage), memory: withoutTotals },
]
const searches: Variant[] = [
  every,
  { name: 'not gathered', strategies: without(gatheredSearch) },
  { name: 'all, again', strategies, memory: remembering },
  { name: 'again, no page', strategies: without(rememberedPage), memory: remembering },
]
const deepPages: Variant[] = [
  every,
  { name: 'no from-end', strategies: without(fromEnd) },
  { name: 'offset', strategies: without(afterKnownPage, fromEnd, fromStart) },
]
const nextPages: Variant[] = [
  { name: 'all', strategies, memory: remembering },
  { name: 'no after-known', strategies: without(afterKnownPage), memory: remembering },
]

const word = (list: readonly string[], i: number) => list[i % list.length] as string
const service = { endpoint: services.index, source: { ...serviceSources.service, softDelete: true } }
const device = {
  endpoint: hardware.index,
  source: {
    rows: hardwareRows,
    owner: 'company_id',
    ancestor_ids: 'ancestor_ids',
    searchText: 'search_text',
    word: hardwareWord,
    condition: hardwareCondition,
    sortBy: hardwareSorts,
    softDelete: true,
  },
} as const
const site = { endpoint: sites.index, source: { ...siteSource, softDelete: true } }
const ended = { endpoint: radiusSessions.history, source: sessionSources.closed }
const event = { endpoint: audits.index, source: auditSource }
/** The log of changes has few indexes: lean rows avoid the joins of counts and walks. */
const leanVariants: Variant[] = [...deepPages, { name: 'not lean', strategies, source: withoutColumnLists }]

const questions: Question[] = [
  { ...service, name: 'services', input: () => ({}), requests: 10, variants: firstPage },
  { ...device, name: 'devices', input: () => ({}), requests: 10, variants: firstPage },
  { ...site, name: 'sites', input: () => ({}), requests: 10, variants: firstPage },
  {
    ...ended,
    name: 'ended sessions',
    input: () => ({}),
    requests: 4,
    variants: [every, { name: 'not lean', strategies, source: withoutColumnLists }],
  },
  {
    ...event,
    name: 'log',
    input: () => ({}),
    requests: 4,
    variants: [every, { name: 'not lean', strategies, source: withoutColumnLists }],
  },
  {
    ...service,
    name: 'services: search',
    input: (i) => ({ search: word(userSearchTerms, i) }),
    requests: 10,
    variants: searches,
  },
  {
    ...device,
    name: 'devices: search',
    input: (i) => ({ search: word(deviceSearchTerms, i) }),
    requests: 10,
    variants: searches,
  },
  {
    ...site,
    name: 'sites: search',
    input: (i) => ({ search: word(siteSearchTerms, i) }),
    requests: 10,
    variants: searches,
  },
  {
    ...ended,
    name: 'ended: search',
    input: (i) => ({ search: word(userSearchTerms, i) }),
    requests: 10,
    variants: [every, { name: 'not gathered', strategies: without(gatheredSearch) }],
  },
  {
    ...service,
    name: 'services: deep',
    input: (i) => ({ page: 40 + 100 * (i % 4), perPage: 25 }),
    requests: 4,
    variants: deepPages,
  },
  {
    ...service,
    name: 'services: end',
    input: (i) => ({ orderBy: 'name', fromEnd: 1 + (i % 4), perPage: 25 }),
    requests: 4,
    variants: deepPages,
  },
  {
    ...device,
    name: 'devices: end',
    input: (i) => ({ fromEnd: 1 + (i % 4), perPage: 25 }),
    requests: 4,
    variants: deepPages,
  },
  {
    ...ended,
    name: 'ended: deep',
    input: (i) => ({ page: 40 + 100 * (i % 4), perPage: 25 }),
    requests: 4,
    variants: leanVariants,
  },
  {
    ...event,
    name: 'log: deep',
    input: (i) => ({ page: 40 + 100 * (i % 4), perPage: 25 }),
    requests: 4,
    variants: leanVariants,
  },
  {
    ...device,
    name: 'devices: paging',
    input: (i) => ({ page: 100 + i, perPage: 25 }),
    requests: 10,
    variants: nextPages,
  },
  {
    ...ended,
    name: 'ended: paging',
    input: (i) => ({ page: 100 + i, perPage: 25 }),
    requests: 10,
    variants: nextPages,
  },
]

/** A memory that recounts each time. */
function withoutTotals(): ListMemory {
  const memory = remembering()
  return { ...memory, known: () => undefined, total: (_actor, _statement, count) => count() }
}

/** CPU time of a process in milliseconds (Linux; the first field is in nanoseconds). */
const cpuMs = (pid: number): number => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

interface Measurement {
  /** CPU milliseconds of the backend per request. */
  cpu: number
  /** The rows of the pages, to compare. */
  rows: string
}

/** @param length number of rows in the list: pages below 1 are counted from its end, 0 is the last one */
async function measure(
  databases: Databases,
  actor: Actor,
  question: Question,
  variant: Variant,
  length: number,
): Promise<Measurement> {
  const { endpoint, requests } = question
  const definition = endpoint.list as NonNullable<Endpoint['list']>
  const columns = promisedColumns(endpoint)
  const source = variant.source?.(question.source) ?? question.source
  const shared = variant.memory?.()
  const pages: unknown[] = []
  const pool = actor.company_type === 'simrush' ? databases.appAll : databases.app
  const page = (i: number) =>
    withTenant(databases, tenantSettingsOf(actor, {}), { write: false }, async (tx) => {
      const { fromEnd: back, ...input } = question.input(i)
      const request = parseListRequest(definition, input)
      if (back !== undefined) request.page = Math.max(1, Math.ceil(length / request.perPage) - back)
      const query = pageQuery(await listQuery(tx, actor, definition, source, request, columns), shared ?? remembering())
      const { data, found } = await findPage(query, variant.strategies)
      pages[i] = [found, data.map((row) => (row as { id: unknown }).id)]
    })
  // The first requests of a connection create plans; a shared memory has seen each query before.
  for (let i = 0; i < requests; i++) await page(i)
  const { rows: backend } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = (backend[0] as { pid: number }).pid
  const before = cpuMs(pid)
  for (let i = 0; i < requests; i++) await page(i)
  return { cpu: (cpuMs(pid) - before) / requests, rows: JSON.stringify(pages) }
}

/** The first primary admin of a company of each type. */
async function readActors(client: pg.Client): Promise<Actor[]> {
  const actors: Actor[] = []
  for (const { type } of levels) {
    const { rows } = await client.query<{ user_id: string; id: string; ancestor_ids: string[] }>(
      `select u.id as user_id, c.id, c.ancestor_ids as ancestor_ids from app_user u join company c on c.id = u.company_id
        where c.type = $1 and u.role = 'primary-admin' order by c.id limit 1`,
      [type],
    )
    const { user_id, id, ancestor_ids } = rows[0]!
    actors.push({
      user_id: Number(user_id),
      label: type,
      company_id: Number(id),
      company_type: type,
      depth: ancestor_ids.length,
      above: ancestor_ids.slice(0, -1).map(Number),
      role: 'primary-admin',
      locale: 'en',
      session_id: null,
      api_token_id: null,
      scopes: null,
      impersonator: null,
    })
  }
  return actors
}

/** Changes of a year, spread over all companies. */
const seedLog = (client: pg.Client) =>
  client.query(
    `insert into audit_log (at, action, subject, object_id, object_label, company_id, actor_name, after)
      select now() - i * interval '30 seconds', 'update', 'sites', i, 'Site ' || i, c.id, 'bench', '{"name": "other"}'
      from generate_series(1000000, 1, -1) i join (select id, row_number() over (order by id) - 1 as at, count(*) over () as n from company) c on c.at = i % c.n`,
  )

const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] as number

const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-'))
const embedded = seeded === undefined ? await startEmbedded({ dataDir: folder, log }) : undefined
const url = seeded ?? (embedded as { url: string }).url
const client = new pg.Client({ connectionString: url })
try {
  if (seeded === undefined) await seedLists(url, folder, log)
  await client.connect()
  await client.query('set statement_timeout = 0')
  if (seeded === undefined) {
    await seedLog(client)
    await client.query('vacuum analyze audit_log')
    console.log(`SEEDED=${url} repeats the run without seeding, as long as this one runs`)
  }
  // CPU time of the backend does not include parallel workers.
  await client.query(
    `do $$ begin execute format('alter database %I set max_parallel_workers_per_gather = 0', current_database()); end $$`,
  )
  const databases = await openDatabases({ ownerUrl: url, pool: { app: 1, appAll: 1 } })
  const actors = (await readActors(client)).filter(({ company_type }) => views?.includes(company_type) ?? true)
  await client.end()
  console.log(`\n${rounds} rounds; CPU milliseconds of the backend per request, median (min, max)\n`)
  for (const question of questions) {
    if (only !== undefined && !only.some((name) => question.name.includes(name))) continue
    for (const actor of actors) {
      const { rows: first } = await measure(databases, actor, { ...question, requests: 1, input: () => ({}) }, every, 0)
      const length = (JSON.parse(first) as [[number]])[0][0]
      const times = question.variants.map((): number[] => [])
      let expected: string | undefined
      for (let round = 0; round < rounds; round++)
        for (let turn = 0; turn < question.variants.length; turn++) {
          const at = (round + turn) % question.variants.length
          const variant = question.variants[at] as Variant
          const { cpu, rows } = await measure(databases, actor, question, variant, length)
          times[at]?.push(cpu)
          if ((expected ??= rows) !== rows) console.log(`!! ${question.name}, ${variant.name}: other rows`)
        }
      const base = median(times[0] as number[])
      for (const [at, { name }] of question.variants.entries()) {
        const list = times[at] as number[]
        const cells = [median(list), Math.min(...list), Math.max(...list)].map((n) => n.toFixed(2).padStart(9))
        const share = at === 0 ? '' : `${((median(list) / base - 1) * 100).toFixed(0)} %`
        console.log(
          [actor.company_type.padEnd(19), question.name.padEnd(18), name.padEnd(18), ...cells, share.padStart(9)].join(
            ' ',
          ),
        )
      }
    }
  }
  await databases.close()
} finally {
  await embedded?.stop()
  rmSync(folder, { recursive: true, force: true })
}
