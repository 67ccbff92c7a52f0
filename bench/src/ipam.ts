import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts'
import { prepareDatabase } from '../../server/src/db/prepare.ts'
import { createLog } from '../../server/src/log.ts'
import { contendedPools } from './ipam-crowd.ts'
import { questions } from './ipam-questions.ts'
import { measure } from './load.ts'
import { endProcesses, startPanel } from './processes.ts'
import { openSessions, seedHierarchy } from './seed-hierarchy.ts'
import { seedNaive, seedSpace } from './seed-ipam.ts'

/**
 * Address management with about a million subnets and addresses: each query beside the usual approach of other tools, on
 * the same rows in the same run. Medians of the database's execution time (`explain analyze`), then many clients
 * on one pool, then the tree page through the panel if it is built (`npm run build`). `BENCH_DATABASE` is the URL of a
 * seeded database to reuse; `SKIP_API=1` skips the panel.
 */
const times = Number(process.env['TIMES'] ?? 200)
const seconds = Number(process.env['CELL_SECONDS'] ?? 5)
const log = createLog('silent')

const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] as number
const fixed = (n: number) => (n < 10 ? n.toFixed(3) : n.toFixed(1))
const line = (cells: string[]) =>
  console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(58) : cell.padStart(14))).join(' '))

/** Execution time of one query in milliseconds. */
async function executed(client: pg.Client, question: string): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ 'Execution Time': number }] }>(
    `explain (analyze, timing off, summary on, format json) ${question}`,
  )
  return rows[0]!['QUERY PLAN'][0]['Execution Time']
}

async function queryAll(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c role=trunkline_app_all -c app.company=1 -c jit=off -c statement_timeout=0',
  })
  await client.connect()
  line(['median in the database, ms', 'ours', 'the other way', 'times'])
  for (const { name, ours, naive, few } of questions) {
    const timed = async (question: (i: number) => string, count: number) => {
      const list: number[] = []
      for (let i = 0; i < count + 3; i++) {
        const took = await executed(client, question(i))
        // The first executions fill the caches and create the plans.
        if (i >= 3) list.push(took)
      }
      return median(list)
    }
    const own = await timed(ours, times)
    const other = await timed(naive, few ?? Math.min(times, 30))
    line([name, fixed(own), fixed(other), `${(other / own).toFixed(0)} ×`])
  }
  await client.end()
}

const index = '/api/network/subnet/index?ip_version=ipv4'

async function treePage(url: string, folder: string): Promise<void> {
  const sessions = await openSessions(url, (token) => createHash('sha256').update(token).digest())
  const panel = await startPanel(url, folder, 18080)
  line([`\ntree page through the panel, 64 connections`, 'p50 ms', 'p95 ms', 'req/s'])
  for (const [view, path] of [
    // As the browser does: the children of a row are loaded when it is expanded.
    ['simrush', () => `${index}&ends=0`],
    ['simrush', (i: number) => `/api/network/subnet/${500 + (i % 32)}/children/list?limit=25`],
    ['distributor', () => `${index}&ends=0`],
    ['reseller', () => `${index}&ends=0`],
    // As a client that loads everything in one request: 25 children with each of 25 rows.
    ['simrush', (i: number) => `${index}&parent_id=${500 + (i % 32)}`],
  ] as [string, (i: number) => string][]) {
    const { bearer } = sessions.find(({ type }) => type === view)!
    const headers = { authorization: `Bearer ${bearer}` }
    const figures = await measure({ port: 18080, pid: panel.pid as number, connections: 64, seconds, headers, path })
    line([`${view} ${path(0)}`, fixed(figures.p50), fixed(figures.p95), figures.perSecond.toFixed(0)])
    if (figures.failed > 0) throw new Error(`${figures.failed} requests failed`)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-'))
const seeded = process.env['BENCH_DATABASE']
const embedded = seeded ? undefined : await startEmbedded({ dataDir: folder, log })
try {
  const url = seeded ?? embedded!.url
  if (embedded) {
    await prepareDatabase(url, log)
    console.log('seeding …')
    const from = Date.now()
    await seedHierarchy(url)
    const { subnets, addresses, free } = await seedSpace(url)
    await seedNaive(url)
    console.log(
      `${subnets.toLocaleString('en')} subnets, ${addresses.toLocaleString('en')} addresses, ${free.toLocaleString('en')} free blocks in ${((Date.now() - from) / 1000).toFixed(0)} s\n`,
    )
  }
  await queryAll(url)
  await contendedPools(url, seconds, line)
  if (!process.env['SKIP_API']) await treePage(url, folder)
} finally {
  await endProcesses()
  await embedded?.stop()
  rmSync(folder, { recursive: true, force: true })
}
