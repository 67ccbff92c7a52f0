import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts'
import { queryOnce } from '../../server/src/db/embedded/postmaster.ts'
import { prepareDatabase } from '../../server/src/db/prepare.ts'
import { createLog } from '../../server/src/log.ts'
import { measure, residentMb, type LoadStats } from './load.ts'
import { endProcesses, start, startPanel } from './processes.ts'
import { operations } from './queries.ts'
import { openSessions, seedHierarchy, userCount } from './seed-hierarchy.ts'

/**
 * The company hierarchy under load: 10,111 companies, 200,000 users; the user list at every depth of view, through the
 * panel and, in the same run, through a bare Fastify route with the same SQL, and that SQL alone. Needs a build
 * (`npm run build`). `CELL_SECONDS` per cell, default 4; `CONNECTIONS`, default 64; `ONLY` selects the operations to
 * measure; `BENCH_DATABASE` is the URL of a seeded database to reuse.
 */
const seconds = Number(process.env['CELL_SECONDS'] ?? 4)
const connections = Number(process.env['CONNECTIONS'] ?? 64)
const only = process.env['ONLY']?.split(',')
const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-'))
const log = createLog('silent')

const row = (cells: (string | number)[]) =>
  cells.map((cell, i) => (i < 3 ? String(cell).padEnd(i === 0 ? 20 : 12) : String(cell).padStart(9))).join(' ')
const fixed = (n: number, digits = 1) => (Number.isFinite(n) ? n.toFixed(digits) : '-')
const cells = (f: LoadStats) => [
  fixed(f.p50),
  fixed(f.p95),
  fixed(f.p99),
  fixed(f.perSecond, 0),
  fixed(f.cpu, 2),
  f.failed,
]

const again = process.env['BENCH_DATABASE']
const embedded = again ? undefined : await startEmbedded({ dataDir: folder, log })
try {
  const url = again ?? (embedded as { url: string }).url
  if (!again) {
    await prepareDatabase(url, log)
    console.log('seeding …')
    const seeded = Date.now()
    await seedHierarchy(url)
    // Triggers were off.
    await queryOnce(url, 'select recompute_tally()')
    console.log(
      `seeded 10,111 companies and ${userCount.toLocaleString('en')} users in ${((Date.now() - seeded) / 1000).toFixed(1)} s`,
    )
  }
  const sessions = await openSessions(url, (token) => createHash('sha256').update(token).digest())

  const [panelPort, barePort] = [18080, 18081]
  const panel = await startPanel(url, folder, panelPort)
  const bare = await start(
    fileURLToPath(new URL('bare.ts', import.meta.url)),
    [],
    { BENCH_DATABASE: url, BENCH_PORT: String(barePort) },
    (child) => new Promise((done) => child.once('message', () => done())),
  )

  const database = new pg.Pool({ connectionString: url, max: 1 })
  // It ends with the database, also if a measurement failed.
  database.on('error', () => {})
  console.log(
    `\n${connections} connections, ${seconds} s per cell; times in ms; cpu is that of the Node process only, ms per request\n`,
  )
  console.log(row(['view', 'operation', 'way', 'p50', 'p95', 'p99', 'req/s', 'cpu', 'failed', 'ratio', 'single', 'MB']))
  for (const { type, company, bearer } of sessions) {
    const headers = { authorization: `Bearer ${bearer}` }
    const queryOnce = async (path: string) =>
      (await fetch(`http://127.0.0.1:${panelPort}${path}`, { headers })).json() as Promise<{
        data: { id: number }[]
        meta: { pagination: { total: number } }
      }>
    const first = await queryOnce('/api/user/index')
    const of = { company, total: first.meta.pagination.total, ids: first.data.map((user) => user.id) }
    for (const operation of operations) {
      if (only && !only.includes(operation.name)) continue
      const way = (path: (i: number) => string, port: number, child: ChildProcess) =>
        measure({ port, pid: child.pid as number, connections, seconds, headers, path })
      const panelPath = (i: number) => operation.path(i, of)
      const barePath = (i: number) =>
        `/${operation.name.replace(' ', '-')}?i=${i}&company=${company}&total=${of.total}&ids=${of.ids.join(',')}`
      // Warm up both, then measure them concurrently.
      for (let i = 0; i < 12; i++)
        await Promise.all([queryOnce(panelPath(i)), fetch(`http://127.0.0.1:${barePort}${barePath(i)}`)])
      const single: number[] = []
      for (let i = 0; i < 40; i++) {
        const from = performance.now()
        await queryOnce(panelPath(i))
        single.push(performance.now() - from)
      }
      const sqlTimes: number[] = []
      for (let i = 0; i < 20; i++) {
        const values = operation.values(i, of)
        const from = performance.now()
        await database.query(operation.sql.page, values.page)
        if (operation.sql.count) await database.query(operation.sql.count, values.count)
        sqlTimes.push(performance.now() - from)
      }
      const ours = await way(panelPath, panelPort, panel)
      const theirs = await way(barePath, barePort, bare)
      const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] as number
      console.log(
        row([
          type,
          operation.name,
          'panel',
          ...cells(ours),
          fixed(ours.perSecond / theirs.perSecond, 2),
          fixed(median(single)),
          residentMb(panel.pid as number).toFixed(0),
        ]),
      )
      console.log(row(['', '', 'bare route', ...cells(theirs), '1.00', '']))
      console.log(row(['', '', 'bare SQL', '', '', '', '', '', '', '', fixed(median(sqlTimes))]))
    }
  }
  console.log(`\nserver process after the run: ${residentMb(panel.pid as number).toFixed(0)} MB`)
  await database.end()
} finally {
  await endProcesses()
  await embedded?.stop()
  rmSync(folder, { recursive: true, force: true })
}
