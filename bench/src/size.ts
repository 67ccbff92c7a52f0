import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '../../contract/src/contract.ts'
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts'
import { openDatabases } from '../../server/src/db/databases.ts'
import { prepareDatabase } from '../../server/src/db/prepare.ts'
import { syncCatalogue } from '../../server/src/features/hardware/catalogue.ts'
import { createLog } from '../../server/src/log.ts'
import { createInstallationKey } from './installation-key.ts'
import { endProcesses, startPanel } from './processes.ts'
import { businessSize, seedBusiness } from './seed-business.ts'
import { levels, seedHierarchy } from './seed-hierarchy.ts'
import { historySize, seedHistory } from './seed-history.ts'
import { measureBulk } from './size-bulk.ts'
import { createMeter, percentile, type Cost } from './size-meter.ts'
import { openManySessions, questionsOf, type Question, type Session } from './size-questions.ts'

/**
 * Every page at size: 10,111 companies, 200,000 users, 200,000 devices, 100,000 services, 300,000 closed sessions and
 * a year of history. Requests the dashboard, every list of the contract (first page, last page, each order, a filter,
 * a search), the global search, the map and the lookups at each company level, first distinct and uncached, then
 * repeated; then moves a distributor and changes 1,000 rows in one request. Prints results without failing: `!` marks
 * those above their target. Needs a build (`npm run build`).
 *
 * "ms" is the time until the reply is read. "cpu" is CPU time of the panel's process and of all database processes
 * together, which other work on the machine does not change.
 *
 * `SIZE_DATA` is a folder that stores the seeded database for the next run. `ONLY` selects queries (parts of their
 * names, comma-separated), `LEVELS` company types, `BULK=off` skips the changes, `ALL=on` prints all rows instead of
 * those above target. `CLOSED` sets the number of closed sessions.
 */
const only = process.env['ONLY']?.split(',')
const wantedLevels = process.env['LEVELS']?.split(',')
const printAll = process.env['ALL'] === 'on'
const repeats = 3
const log = createLog('silent')
const stored = process.env['SIZE_DATA']
const folder = stored ?? mkdtempSync(join(tmpdir(), 'trunkline-bench-'))
const port = 18090

const cells = (values: (string | number)[]) =>
  values.map((value, i) => (i < 2 ? String(value).padEnd([20, 52][i] as number) : String(value).padStart(8))).join(' ')
const fixed = (n: number) => n.toFixed(1)
const load = () => `load average ${loadavg().map(fixed).join(' ')}`

/** A cell of the table: p50 and p95 of time and CPU. */
function printed(costs: readonly Cost[]): string[] {
  const ms = costs.map((cost) => cost.ms)
  const cpu = costs.map((cost) => cost.cpu)
  return [percentile(ms, 0.5), percentile(ms, 0.95), percentile(cpu, 0.5), percentile(cpu, 0.95)].map(fixed)
}

const embedded = await startEmbedded({ dataDir: folder, log })
try {
  const { url } = embedded
  await prepareDatabase(url, log)
  const databases = await openDatabases({ ownerUrl: url, pool: { app: 1, appAll: 1 } })
  const { rows } = await databases.appAll.query('select count(*) as n from company')
  if (Number(rows[0].n) === 0) {
    console.log('seeding …')
    const began = Date.now()
    await seedHierarchy(url)
    await syncCatalogue(databases)
    await seedBusiness(url, { ...businessSize, closed: Number(process.env['CLOSED'] ?? 300_000) })
    await seedHistory(url, historySize)
    // Triggers were off.
    await databases.appAll.query('set statement_timeout = 0; select recompute_tally()')
    await createInstallationKey(databases, folder)
    console.log(`seeded in ${((Date.now() - began) / 1000).toFixed(0)} s`)
  }
  await databases.close()
  const sessions = await openManySessions(url, (token) => createHash('sha256').update(token).digest())
  const panel = await startPanel(url, folder, port)
  const meter = await createMeter(url, panel.pid as number, port)
  console.log(`\n${load()}; * above target by time, ! above target by CPU only\n`)
  console.log(
    cells(['level', 'question', 'target', 'p50', 'p95', 'cpu50', 'cpu95', 'r.p50', 'r.p95', 'r.cpu', 'failed']),
  )
  const summary = { questions: 0, slow: 0, heavy: 0, failed: 0 }
  for (const { type } of levels) {
    if (wantedLevels !== undefined && !wantedLevels.includes(type)) continue
    const callers = sessions.filter((session) => session.type === type)
    // The first requests of a process compile its code and open its connections.
    for (let i = 0; i < 40; i++)
      await meter.request((callers[i % callers.length] as Session).bearer, '/api/hardware/index')
    const questions = await questionsOf({ ...contract }, callers, (bearer, path) => meter.json(bearer, path))
    for (const question of questions) {
      if (only !== undefined && !only.some((word) => question.name.includes(word))) continue
      await measureOne(type, question, summary)
    }
  }
  console.log(
    `\n${summary.questions} queries; p95 above target: ${summary.slow} by time, ${summary.heavy} by CPU; ${summary.failed} requests failed; ${load()}`,
  )
  if (process.env['BULK'] !== 'off') await measureBulk(url, sessions, meter)
  console.log(`\n${load()}`)

  async function measureOne(level: string, { name, target, requests: find }: Question, into: typeof summary) {
    const requests = await find()
    const first: Cost[] = []
    const again: Cost[] = []
    let failed = 0
    for (const { bearer, path } of requests) {
      await meter.forget()
      const cost = await meter.request(bearer, path)
      first.push(cost)
      if (cost.status !== 200) failed++
    }
    for (const { bearer, path } of requests.slice(0, 2))
      for (let i = 0; i <= repeats; i++) {
        const cost = await meter.request(bearer, path)
        if (i > 0) again.push(cost)
      }
    const mark =
      percentile(
        first.map((cost) => cost.ms),
        0.95,
      ) > target
        ? '*'
        : ''
    const heavy =
      percentile(
        first.map((cost) => cost.cpu),
        0.95,
      ) > target
    into.questions++
    if (mark !== '') into.slow++
    if (heavy) into.heavy++
    into.failed += failed
    if (!printAll && mark === '' && failed === 0) return
    const [rp50, rp95, rcpu] = printed(again)
    console.log(
      cells([
        level,
        name,
        `${heavy ? '!' : ''}${mark}${target}`,
        ...printed(first),
        rp50 ?? '',
        rp95 ?? '',
        rcpu ?? '',
        failed,
      ]),
    )
  }
} finally {
  await endProcesses()
  await embedded.stop()
  if (stored === undefined) rmSync(folder, { recursive: true, force: true })
}
