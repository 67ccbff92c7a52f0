import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ChildProcess } from 'node:child_process'
import pg from 'pg'
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts'
import { prepareDatabase } from '../../server/src/db/prepare.ts'
import { prepareJobs } from '../../server/src/jobs/prepare.ts'
import { createLog } from '../../server/src/log.ts'
import { endProcesses, start } from './processes.ts'
import { seedRouters } from './seed-routers.ts'
import { startRouters } from './simulated-routers.ts'

/**
 * A plan of a change for many routers with one worker process, and the change itself in one wave. Simulated routers run
 * in a separate process on the same machine; the worker polls them meanwhile. `ROUTERS` (1000).
 */
const routers = Number(process.env['ROUTERS'] ?? 1000)
const password = 'bench-password'
const key = Buffer.alloc(32, 5)
const port = 8728
const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-plan-'))
const log = createLog('silent')
const seconds = (since: number) => Math.round((performance.now() - since) / 100) / 10

const items = [
  { kind: 'dns', servers: ['192.0.2.53', '192.0.2.54'], remote_requests: null },
  { kind: 'syslog', address: '192.0.2.9', port: 514, topics: ['error', 'critical'] },
]

async function counts(client: pg.Client, id: number): Promise<Record<string, number>> {
  const { rows } = await client.query<{ state: string; n: number }>(
    'select state, count(*)::int as n from rollout_device where rollout_id = $1 group by 1',
    [id],
  )
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

async function untilState(client: pg.Client, id: number, state: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ state: string }>('select state from rollout where id = $1', [id])
    if (rows[0]?.state === state) return
    await sleep(200)
  }
}

const wake = (client: pg.Client, id: number) =>
  client.query(`select graphile_worker.add_job('advance-rollout', json_build_object('rollout_id', $1::bigint))`, [id])

const embedded = await startEmbedded({ dataDir: folder, log })
let client: pg.Client | undefined
let sims: ChildProcess | undefined
try {
  await prepareDatabase(embedded.url, log)
  await prepareJobs(embedded.url)
  client = new pg.Client({ connectionString: embedded.url })
  await client.connect()
  sims = await startRouters('127.10.0.1', routers, password)
  const addresses = Array.from({ length: routers }, (_, n) => `127.10.${((n + 1) >> 8) & 255}.${(n + 1) & 255}`)
  const { owner } = await seedRouters(client, { addresses, port, password, key })
  await start(
    fileURLToPath(new URL('./devices-worker.ts', import.meta.url)),
    [embedded.url, key.toString('hex')],
    {},
    async (child) => void (await once(child, 'message')),
  )
  const { rows } = await client.query<{ id: string }>(
    `insert into rollout (company_id, name, kind, channel, items, canaries, wave_size, soak_minutes, max_failures)
      values ($1, 'Bench', 'change', 'stable', $2::jsonb, 0, 1000, 0, 1000) returning id`,
    [owner, JSON.stringify(items)],
  )
  const id = Number(rows[0]!.id)
  await client.query(
    'insert into rollout_device (rollout_id, company_id, hardware_id, position) select $1, $2, id, id from hardware',
    [id, owner],
  )
  const planning = performance.now()
  await wake(client, id)
  await untilState(client, id, 'planned')
  console.log(`a plan for ${routers} routers: ${seconds(planning)} s`, await counts(client, id))
  const changing = performance.now()
  await client.query(`update rollout set state = 'running', started_at = now() where id = $1`, [id])
  await wake(client, id)
  await untilState(client, id, 'finished')
  console.log(`their change in one wave: ${seconds(changing)} s`, await counts(client, id))
} finally {
  await client?.end()
  await endProcesses()
  sims?.kill('SIGTERM')
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
