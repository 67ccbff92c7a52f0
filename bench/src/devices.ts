import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Actor } from '../../server/src/access/actor.ts'
import { openDatabases } from '../../server/src/db/databases.ts'
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts'
import { prepareDatabase } from '../../server/src/db/prepare.ts'
import { withSystem } from '../../server/src/db/system-transaction.ts'
import { createDevices } from '../../server/src/devices/device-service.ts'
import { prepareJobs } from '../../server/src/jobs/prepare.ts'
import { createLog } from '../../server/src/log.ts'
import { endProcesses, start } from './processes.ts'
import { startRouters } from './simulated-routers.ts'
import { seedRouters } from './seed-routers.ts'
import { usageOf } from './worker-usage.ts'

/**
 * Simulated routers in a separate process, polled every minute by one worker process: age of the oldest reading, CPU
 * and memory of the worker, the delay that 50 dead and hanging routers cause for the others, and the panel's overhead
 * of a command. `ROUTERS` (2000), `SECONDS` (120) of each of the two parts, at least two rounds, `COMMANDS` (200).
 */
const number = (name: string, usual: number) => Number(process.env[name] ?? usual)
const routers = number('ROUTERS', 2000)
const seconds = number('SECONDS', 120)
const commands = number('COMMANDS', 200)
const dead = 50
const password = 'bench-password'
const key = Buffer.alloc(32, 5)
const port = 8728

const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-devices-'))
const log = createLog('silent')

/** Usage of a process during a part: seconds of CPU and bytes. */
function usedBy(pid: number): { cpu: number; rss: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return { cpu: (fields[11]! + fields[12]!) / 100, rss: fields[21]! * 4096 }
}

/** Addresses of devices, one per row: routers that reply, then alternately dead and hanging ones. */
const addressOf = (n: number) => `127.10.${(n >> 8) & 255}.${n & 255}`

async function seed(client: pg.Client): Promise<void> {
  // A dead one refuses connections; a hanging one accepts them and never replies.
  const addresses = Array.from({ length: routers + dead }, (_, n) =>
    n < routers ? addressOf(n + 1) : n % 2 === 0 ? '127.30.0.1' : '127.30.0.2',
  )
  await seedRouters(client, { addresses, port, password, key })
  await client.query('update hardware_poll set next_at = $1 where hardware_id > $2', ['2100-01-01', routers])
}

/** Observes for some time: the oldest age of readings from routers that reply, and the number of readings. */
async function watch(client: pg.Client, worker: ChildProcess, sims: ChildProcess) {
  const before = { usage: await usageOf(worker), sims: usedBy(sims.pid!), at: performance.now() }
  let [oldest, mean, samples] = [0, 0, 0]
  while (performance.now() - before.at < seconds * 1000) {
    await sleep(2000)
    const { rows } = await client.query<{ oldest: number; mean: number }>(
      `select max(extract(epoch from now() - polled_at))::float8 as oldest, avg(extract(epoch from now() - polled_at))::float8 as mean
         from hardware_state where hardware_id <= $1`,
      [routers],
    )
    oldest = Math.max(oldest, rows[0]!.oldest)
    mean += rows[0]!.mean
    samples++
  }
  const after = { usage: await usageOf(worker), sims: usedBy(sims.pid!), at: performance.now() }
  const took = (after.at - before.at) / 1000
  const ok = (after.usage.readings['ok'] ?? 0) - (before.usage.readings['ok'] ?? 0)
  return {
    oldest_s: round(oldest),
    mean_age_s: round(mean / samples),
    interval_s: round((routers * took) / ok),
    failed: Object.entries(after.usage.readings).reduce(
      (sum, [name, n]) => sum + (name === 'ok' ? 0 : n - (before.usage.readings[name] ?? 0)),
      0,
    ),
    worker_mb: round(after.usage.rss / 1e6),
    worker_cpu: `${round(((after.usage.cpu - before.usage.cpu) / took) * 100)} %`,
    routers_cpu: `${round(((after.sims.cpu - before.sims.cpu) / took) * 100)} %`,
  }
}

const round = (n: number) => Math.round(n * 10) / 10

/**
 * From the commit of the button's request to the result on the live channel; and without the time of the router
 * itself.
 */
async function timeCommands(ownerUrl: string): Promise<Record<string, number>> {
  const databases = await openDatabases({ ownerUrl, pool: { app: 2, appAll: 4 } })
  const devices = createDevices({
    config: { key, formerKeys: [], baseUrl: '', deviceNetworks: [], databaseUrl: undefined, smtpUrl: undefined },
    log,
    databases,
  })
  const listener = new pg.Client({ connectionString: ownerUrl })
  await listener.connect()
  await listener.query('listen trunkline_changed')
  const actor = { user_id: 1, label: 'Bench' } as unknown as Actor
  const totals: number[] = []
  const starts: number[] = []
  for (let n = 0; n < commands; n++) {
    const hardware_id = 1 + ((n * 7919) % routers)
    let sent = 0
    const { id } = await withSystem(databases, async (tx) => {
      const requested = await devices.submit(tx, actor, {
        hardware_id,
        kind: 'change',
        label: 'DNS',
        change: { steps: [{ menu: 'ip/dns', verb: 'set', id: null, values: { servers: `9.9.${n % 250}.9` } }] },
      })
      sent = performance.now()
      return requested
    })
    for (let state = ''; state !== 'done';) {
      await once(listener, 'notification')
      const received = performance.now()
      const { rows } = await databases.appAll.query<{ state: string; ms: number }>(
        `select state, extract(epoch from started_at - created_at)::float8 * 1000 as ms from device_command where id = $1`,
        [id],
      )
      state = rows[0]!.state
      if (state === 'done') {
        totals.push(received - sent)
        starts.push(rows[0]!.ms)
      }
      if (['refused', 'unreachable', 'unknown'].includes(state)) throw new Error(`a command ended as ${state}`)
    }
  }
  await listener.end()
  await devices.stop()
  await databases.close()
  const p = (list: number[], q: number) => round(list.toSorted((a, b) => a - b)[Math.floor(list.length * q)] ?? 0)
  return {
    started_p50: p(starts, 0.5),
    started_p95: p(starts, 0.95),
    total_p50: p(totals, 0.5),
    total_p95: p(totals, 0.95),
  }
}

const embedded = await startEmbedded({ dataDir: folder, log })
let client: pg.Client | undefined
const hanging = createServer(() => {}).listen(port, '127.30.0.1')
let sims: ChildProcess | undefined
try {
  await prepareDatabase(embedded.url, log)
  await prepareJobs(embedded.url)
  client = new pg.Client({ connectionString: embedded.url })
  await client.connect()
  sims = await startRouters('127.10.0.1', routers, password)
  await seed(client)
  const script = fileURLToPath(new URL('./devices-worker.ts', import.meta.url))
  const worker = await start(
    script,
    [embedded.url, key.toString('hex')],
    {},
    async (child) => void (await once(child, 'message')),
  )
  const began = performance.now()
  for (;;) {
    const { rows } = await client.query<{ read: number }>(
      'select count(*)::int as read from hardware_state where polled_at is not null',
    )
    if (rows[0]!.read >= routers) break
    await sleep(500)
  }
  console.log(`${routers} routers read for the first time after ${round((performance.now() - began) / 1000)} s`)
  const alone = await watch(client, worker, sims)
  await client.query('update hardware_poll set next_at = now() where hardware_id > $1', [routers])
  const among = await watch(client, worker, sims)
  console.table({ 'all well': alone, [`${dead} dead or hanging`]: among })
  // Independent of the interval: readings come in waves, so a short observation sees more or fewer of them.
  console.log(`the others are older by ${round((among.mean_age_s / alone.mean_age_s - 1) * 100)} % in the mean`)
  console.log('a command, milliseconds:', await timeCommands(embedded.url))
} finally {
  await client?.end()
  await endProcesses()
  sims?.kill('SIGTERM')
  hanging.close()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
