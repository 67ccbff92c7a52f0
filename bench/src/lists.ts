import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts'
import { createLog } from '../../server/src/log.ts'
import { measure, residentMb } from './load.ts'
import { endProcesses, startPanel } from './processes.ts'
import { openSessions } from './seed-hierarchy.ts'
import { deviceSearchTerms, seedLists, siteSearchTerms, userSearchTerms } from './seed-lists.ts'

/**
 * The largest lists through the panel, at every depth of view: 100,000 services with 1 M ended and 50,000
 * running sessions, 50,000 sites, 200,000 devices in 10,111 companies. Needs a build (`npm run build`).
 * `CELL_SECONDS` per cell, default 3; `CONNECTIONS`, default 64; `ONLY` selects the queries.
 */
const seconds = Number(process.env['CELL_SECONDS'] ?? 3)
const connections = Number(process.env['CONNECTIONS'] ?? 64)
const only = process.env['ONLY']?.split(',')
const log = createLog('silent')

const turn = (list: readonly string[], i: number) => encodeURIComponent(list[i % list.length] as string)
const questions: { name: string; path(i: number, ids: number[]): string }[] = [
  { name: 'services: list', path: () => '/api/network/service/index' },
  { name: 'services: search', path: (i) => `/api/network/service/index?search=${turn(userSearchTerms, i)}` },
  { name: 'sessions online', path: () => '/api/network/session/index' },
  { name: 'devices: list', path: () => '/api/hardware/index' },
  { name: 'devices: search', path: (i) => `/api/hardware/index?search=${turn(deviceSearchTerms, i)}` },
  { name: 'sites: list', path: () => '/api/site/index' },
  { name: 'sites: search', path: (i) => `/api/site/index?search=${turn(siteSearchTerms, i)}` },
  { name: 'site summary', path: (i, ids) => `/api/site/${ids[i % ids.length]}/summary` },
]

const row = (cells: (string | number)[]) =>
  cells.map((cell, i) => (i < 2 ? String(cell).padEnd(20) : String(cell).padStart(10))).join(' ')

const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-'))
const embedded = await startEmbedded({ dataDir: folder, log })
try {
  const { url } = embedded
  await seedLists(url, folder, log)
  const sessions = await openSessions(url, (token) => createHash('sha256').update(token).digest())
  const panel = await startPanel(url, folder, 18080)
  console.log(
    `\n${connections} connections, ${seconds} s per cell; times in ms; cpu is that of the Node process, ms per request\n`,
  )
  console.log(row(['view', 'question', 'p50', 'p95', 'p99', 'req/s', 'cpu', 'single', 'failed']))
  for (const { type, bearer } of sessions) {
    const headers = { authorization: `Bearer ${bearer}` }
    const request = async (path: string) =>
      (await fetch(`http://127.0.0.1:18080${path}`, { headers })).json() as Promise<{ data: { id: number }[] }>
    const ids = (await request('/api/site/index?perPage=200')).data.map(({ id }) => id)
    for (const { name, path } of questions) {
      if (only !== undefined && !only.some((word) => name.includes(word))) continue
      const single: number[] = []
      for (let i = 0; i < 30; i++) {
        const from = performance.now()
        await request(path(i, ids))
        if (i >= 10) single.push(performance.now() - from)
      }
      single.sort((a, b) => a - b)
      const figures = await measure({
        port: 18080,
        pid: panel.pid as number,
        connections,
        seconds,
        headers,
        path: (i) => path(i, ids),
      })
      const cells = [figures.p50, figures.p95, figures.p99].map((n) => n.toFixed(1))
      console.log(
        row([
          type,
          name,
          ...cells,
          figures.perSecond.toFixed(0),
          figures.cpu.toFixed(2),
          (single[10] as number).toFixed(1),
          figures.failed,
        ]),
      )
    }
  }
  console.log(`\nserver process after the run: ${residentMb(panel.pid as number).toFixed(0)} MB`)
} finally {
  await endProcesses()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}
