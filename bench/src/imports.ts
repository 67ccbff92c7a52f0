import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { startSession } from '../../server/src/access/sessions.ts'
import { openDatabases } from '../../server/src/db/databases.ts'
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts'
import { prepareDatabase } from '../../server/src/db/prepare.ts'
import { withSystem } from '../../server/src/db/system-transaction.ts'
import { createLog } from '../../server/src/log.ts'
import { formOf } from '../../server/src/testing/multipart.ts'
import { makeXlsx } from '../../server/src/testing/xlsx.ts'
import { residentMb } from './load.ts'
import { endProcesses, start, startPanel } from './processes.ts'

/**
 * Device files, validated by a worker in a separate process while other clients request lists: seconds, additional
 * memory of the worker, and p99 of the other clients before and during the import. `ROWS`: number of rows (100,000),
 * `HARDWARE`: number of existing devices (100,000); `APPLY=1` imports the CSV after its dry run, and skips the
 * workbook. Needs `npm run build`.
 */
const rows = Number(process.env['ROWS'] ?? 100_000)
const present = Number(process.env['HARDWARE'] ?? 100_000)
const before = Number(process.env['CELL_SECONDS'] ?? 15)
/** Requests per second of the other clients: the load of a few hundred users. */
const rate = 40
const port = 18_090
const log = createLog('silent')
const clients = 500

const fixed = (n: number) => n.toFixed(1)
const line = (cells: string[]) =>
  console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(40) : cell.padStart(14))).join(' '))

async function seed(url: string): Promise<{ token: string }> {
  const databases = await openDatabases({ ownerUrl: url, pool: { app: 1, appAll: 2 } })
  try {
    return await withSystem(databases, async (tx) => {
      await sql`set local statement_timeout = '10min'`.execute(tx)
      const { id: root } = await tx
        .insertInto('company')
        .values({ type: 'simrush', name: 'Provider', parent_id: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      await sql`insert into company (parent_id, type, name) select ${root}, 'client', 'Client ' || n from generate_series(1, ${clients}) n`.execute(
        tx,
      )
      await sql`insert into hardware_type (company_id, name, kind) values (${root}, 'Bench router', 'router')`.execute(
        tx,
      )
      await sql`insert into hardware_manufacturer (company_id, name) values (${root}, 'Bench maker')`.execute(tx)
      await sql`
        insert into hardware_model (company_id, type_id, manufacturer_id, name)
        select ${root}, t.id, m.id, 'Bench ' || n from generate_series(1, 40) n, hardware_type t, hardware_manufacturer m
         where t.name = 'Bench router' and m.name = 'Bench maker'`.execute(tx)
      await sql`
        insert into hardware (company_id, model_id, name, serial_number)
        select c.id, m.id, 'Device ' || n, 'OLD' || n from generate_series(1, ${present}) n
          join company c on c.name = 'Client ' || (n % ${clients} + 1) join hardware_model m on m.name = 'Bench ' || (n % 40 + 1)`.execute(
        tx,
      )
      const user = await tx
        .insertInto('app_user')
        .values({
          company_id: root,
          role: 'primary-admin',
          first_name: 'Bench',
          last_name: 'User',
          email: 'bench@example.com',
          email_verified_at: new Date().toISOString(),
        })
        .returning(['id', 'company_id'])
        .executeTakeFirstOrThrow()
      const session = await startSession(tx, user, { ip: '127.0.0.1' })
      return { token: session.access.token }
    })
  } finally {
    await databases.close()
  }
}

const header = ['Name', 'Serial number', 'Model', 'Manufacturer', 'MAC address', 'Company', 'Warranty until', 'Comment']
const record = (n: number) => [
  `New device ${n}`,
  `NEW${n}`,
  `Bench ${(n % 40) + 1}`,
  'Bench maker',
  `4a:${[n >> 24, n >> 16, n >> 8, n, 7].map((part) => (part & 255).toString(16).padStart(2, '0')).join(':')}`,
  `Client ${(n % clients) + 1}`,
  '2027-03-31',
  `${randomBytes(8).toString('hex')} at rack ${n % 30}`,
]

/** As spreadsheets write it: each text once, referenced by number. */
function workbook(): Promise<Buffer> {
  const texts = new Map<string, number>()
  const at = (text: string) => {
    const known = texts.get(text)
    if (known !== undefined) return known
    texts.set(text, texts.size)
    return texts.size - 1
  }
  const lines = [header, ...Array.from({ length: rows }, (_, n) => record(n))].map(
    (cells, i) =>
      `<row r="${i + 1}">${cells.map((cell, c) => `<c r="${String.fromCharCode(65 + c)}${i + 1}" t="s"><v>${at(cell)}</v></c>`).join('')}</row>`,
  )
  return makeXlsx({ rows: lines.join(''), strings: [...texts.keys()] })
}

/** Requests lists at a constant rate; returns their times when it is stopped. */
function others(token: string): () => Promise<number[]> {
  const times: number[] = []
  const under = new Set<Promise<void>>()
  let n = 0
  const timer = setInterval(() => {
    const path = n++ % 2 === 0 ? `hardware/index?page=${(n % 50) + 1}` : `company/index?page=${(n % 10) + 1}`
    const from = performance.now()
    const requested: Promise<void> = fetch(`http://127.0.0.1:${port}/api/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
      .then(async (reply) => {
        await reply.arrayBuffer()
        if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
        times.push(performance.now() - from)
      })
      .finally(() => under.delete(requested))
    under.add(requested)
  }, 1000 / rate)
  return async () => {
    clearInterval(timer)
    await Promise.all(under)
    return times.sort((a, b) => a - b)
  }
}
const p99 = (times: number[]) => times[Math.floor(times.length * 0.99)] ?? Number.NaN

interface Job {
  id: number
  state: string
  created: number
  bad: number
  failure: { reason: string } | null
}

async function request(token: string, method: string, path: string, body?: FormData | object): Promise<Job> {
  const json = body !== undefined && !(body instanceof FormData)
  const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: json ? JSON.stringify(body) : (body as FormData) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`)
  return (JSON.parse(text) as { data: Job }).data
}

/** Waits for the end of a job, sampling the worker's memory. */
async function watch(token: string, id: number, pid: number): Promise<{ job: Job; peak: number }> {
  let peak = 0
  let last = 0
  for (;;) {
    peak = Math.max(peak, residentMb(pid))
    await sleep(50)
    if (performance.now() - last < 500) continue
    last = performance.now()
    const job = await request(token, 'GET', `/import/${id}/show`)
    if (job.state !== 'checking' && job.state !== 'applying') return { job, peak }
  }
}

const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-'))
const embedded = await startEmbedded({ dataDir: folder, log })
try {
  await prepareDatabase(embedded.url, log)
  const { token } = await seed(embedded.url)
  await startPanel(embedded.url, folder, port)
  const worker = await start(
    fileURLToPath(new URL('../../server/dist/main.js', import.meta.url)),
    ['--role=worker'],
    {
      DATABASE_URL: embedded.url,
      TRUNKLINE_DATA: folder,
      TRUNKLINE_DEMO: 'off',
      LOG_LEVEL: 'error',
      WORKER_PORT: String(port + 1),
    },
    () => sleep(4000),
  )
  const pid = worker.pid as number
  const csv = Buffer.from(
    [header, ...Array.from({ length: rows }, (_, n) => record(n))].map((cells) => cells.join(',')).join('\n'),
  )
  const xlsx = await workbook()
  const warm = others(token)
  await sleep(5000)
  await warm()
  const calm = others(token)
  await sleep(before * 1000)
  const quiet = p99(await calm())
  line([
    `${rows.toLocaleString('en')} rows beside ${present.toLocaleString('en')}`,
    'seconds',
    'memory +MB',
    'others p99',
    'before',
  ])
  for (const [name, bytes] of [
    ['rows.csv', csv],
    ['rows.xlsx', xlsx],
  ] as const) {
    const held = residentMb(pid)
    const stop = others(token)
    const from = performance.now()
    const sent = await request(token, 'POST', '/hardware/import', formOf({ dry_run: 1 }, { name, bytes }))
    const { job, peak } = await watch(token, sent.id, pid)
    const took = (performance.now() - from) / 1000
    const times = await stop()
    if (job.state !== 'checked' || job.created !== rows)
      throw new Error(`${name}: ${JSON.stringify(job).slice(0, 400)}`)
    line([
      `dry run of ${name}, ${fixed(bytes.length / 1e6)} MB`,
      fixed(took),
      fixed(peak - held),
      fixed(p99(times)),
      fixed(quiet),
    ])
    if (process.env['APPLY'] !== '1' || name !== 'rows.csv') continue
    const started = performance.now()
    await request(token, 'POST', `/import/${sent.id}/run`, { dry_run: false })
    const applied = await watch(token, sent.id, pid)
    if (applied.job.state !== 'done') throw new Error(JSON.stringify(applied.job).slice(0, 400))
    line([`taking it over`, fixed((performance.now() - started) / 1000), fixed(applied.peak - held)])
    break
  }
} finally {
  await endProcesses()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}
