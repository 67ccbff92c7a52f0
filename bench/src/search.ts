import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { prepareDatabase } from '../../server/src/db/prepare.ts'
import { openDatabases } from '../../server/src/db/databases.ts'
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts'
import { createLog } from '../../server/src/log.ts'
import { createInstallationKey } from './installation-key.ts'
import { endProcesses, startPanel } from './processes.ts'
import { openSessions } from './seed-hierarchy.ts'
import { seedSearch } from './seed-search.ts'
import { percentile } from './size-meter.ts'

/**
 * The search of the panel over a million rows: the time of a reply for each kind of question, one request at a time, as
 * the provider and as a distributor, and beside it that of a row by its primary key. Needs a build (`npm run build`).
 * `ROUNDS` per question, default 40; `SCALE` multiplies the rows beside users, default 1. With `FOLDER` the database
 * is seeded there once, and stays for further runs; `SEED_ONLY=1` ends after that.
 */
const rounds = Number(process.env['ROUNDS'] ?? 40)
const port = 18090
const log = createLog('silent')

interface Sample {
  username: string
  email: string
  name: string
  phone: string
  serial: string
  device: string
  mac: string
  live_mac: string
  closed_mac: string
  lease_mac: string
  host: string
  service_ip: string
  live_ip: string
  live_id: string
  closed_id: string
  postcode: string
  company: string
  company_email: string
  site: string
  at: string
}

/** Values of rows all over the tables that the company sees, one set for each round. */
async function samplesOf(client: pg.Client, company: number): Promise<Sample[]> {
  const below = `ancestor_ids @> array[${company}::bigint]`
  const pick = async (sql: string) => (await client.query(`${sql} order by random() limit ${rounds}`)).rows
  const columns = [
    await pick(`select username, host(address) as service_ip from service where ${below}`),
    await pick(`select email, name, telephone as phone from app_user where ${below}`),
    await pick(`select serial_number as serial, name as device, mac::text as mac from hardware where ${below}`),
    await pick(
      `select calling as live_mac, host(framed_ip) as live_ip, acct_session_id as live_id from session_live where ${below}`,
    ),
    await pick(
      `select calling as closed_mac, acct_session_id as closed_id, to_char(started_at + interval '30 minutes', 'YYYY-MM-DD HH24:MI') as at, host(framed_ip) as closed_ip from session_closed where ${below}`,
    ),
    await pick(
      `select e.mac::text as lease_mac, e.name as host from reading_entry e join hardware h on h.id = e.hardware_id where h.${below}`,
    ),
    await pick(
      `select postcode, name as company, email as company_email from company where type = 'client' and ${below}`,
    ),
    await pick(`select name as site from site where ${below}`),
  ]
  return Array.from({ length: rounds }, (_, i) => Object.assign({}, ...columns.map((rows) => rows[i % rows.length])))
}

const bare = (mac: string) => mac.replaceAll(':', '').toLowerCase()
const cisco = (mac: string) => (bare(mac).match(/.{4}/g) ?? []).join('.')

const questions: { name: string; text: (of: Sample & { closed_ip: string }) => string }[] = [
  { name: 'user name', text: (of) => of.username },
  { name: 'part of a user name', text: (of) => of.username.slice(0, 9) },
  { name: 'name of a user', text: (of) => of.name },
  { name: 'common first name', text: (of) => of.name.split(' ')[0] as string },
  { name: 'e-mail address', text: (of) => of.email },
  { name: 'e-mail of a company', text: (of) => of.company_email },
  { name: 'phone, national', text: (of) => of.phone.replace('+44', '0') },
  { name: 'phone, part', text: (of) => of.phone.slice(-6) },
  { name: 'postcode', text: (of) => of.postcode },
  { name: 'name of a company', text: (of) => of.company },
  { name: 'name of a site', text: (of) => of.site },
  { name: 'serial number', text: (of) => of.serial },
  { name: 'name of a device', text: (of) => of.device },
  { name: 'MAC of a device', text: (of) => of.mac },
  { name: 'MAC, last six digits', text: (of) => bare(of.mac).slice(-6) },
  { name: 'MAC, first six digits', text: (of) => bare(of.mac).slice(0, 6) },
  { name: 'MAC of a session', text: (of) => cisco(of.live_mac) },
  { name: 'MAC of an ended session', text: (of) => bare(of.closed_mac) },
  { name: 'MAC of a lease', text: (of) => of.lease_mac },
  { name: 'host name', text: (of) => of.host },
  { name: 'common host name', text: (of) => of.host.split('-')[0] as string },
  { name: 'address of a service', text: (of) => of.service_ip },
  { name: 'address of a session', text: (of) => of.live_ip },
  { name: 'address at a time', text: (of) => `${of.closed_ip} at ${of.at}` },
  { name: 'session id', text: (of) => of.live_id.padStart(6, 'l') },
  { name: 'ended session id', text: (of) => of.closed_id },
  { name: 'nothing', text: (of) => `${of.host}zzq` },
]

const row = (cells: string[]) => cells.map((cell, i) => (i < 2 ? cell.padEnd(26) : cell.padStart(9))).join(' ')

const reusedFolder = process.env['FOLDER']
const folder = reusedFolder ?? mkdtempSync(join(tmpdir(), 'trunkline-bench-'))
mkdirSync(folder, { recursive: true })
/** Says that the folder's database has all rows. */
const seededMark = join(folder, 'seeded')
const embedded = await startEmbedded({ dataDir: folder, log })
const client = new pg.Client({ connectionString: embedded.url })
async function measureAll(): Promise<void> {
  await client.connect()
  const sessions = await openSessions(embedded.url, (token) => createHash('sha256').update(token).digest())
  const views = sessions.filter(({ type }) => ['simrush', 'master-distributor', 'reseller'].includes(type))
  const samples = new Map<number, Sample[]>()
  for (const { company } of views) samples.set(company, await samplesOf(client, company))
  const panel = await startPanel(embedded.url, folder, port)
  panel.once('exit', (code, signal) => console.log(`the panel ended: ${code ?? signal}`))
  console.log(`\n${rounds} requests for each question, one at a time; milliseconds\n`)
  console.log(row(['view', 'question', 'p50', 'p95', 'found']))
  for (const { type, company, bearer } of views) {
    const headers = { authorization: `Bearer ${bearer}` }
    const request = async (path: string) => {
      const from = performance.now()
      const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers })
      const body = (await reply.json()) as { data?: unknown[] }
      if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(body)}`)
      return { ms: performance.now() - from, found: body.data?.length ?? 0 }
    }
    const all: number[] = []
    const measure = async (name: string, path: (of: Sample, i: number) => string) => {
      const times: number[] = []
      let found = 0
      for (const [i, sample] of (samples.get(company) ?? []).entries()) {
        const reply = await request(path(sample, i))
        // The first ones load tables and plans.
        if (i < 3) continue
        times.push(reply.ms)
        if (reply.found > 0) found++
      }
      console.log(
        row([
          type,
          name,
          percentile(times, 0.5).toFixed(1),
          percentile(times, 0.95).toFixed(1),
          `${found}/${times.length}`,
        ]),
      )
      return times
    }
    await measure('row by primary key', () => `/company/${company}/show`)
    for (const { name, text } of questions)
      all.push(...(await measure(name, (of) => `/search/index?limit=6&query=${encodeURIComponent(text(of as never))}`)))
    console.log(row([type, 'ALL QUESTIONS', percentile(all, 0.5).toFixed(1), percentile(all, 0.95).toFixed(1), '']))
  }
}

try {
  await prepareDatabase(embedded.url, log)
  if (!existsSync(seededMark)) {
    const began = Date.now()
    const seeded = await seedSearch(embedded.url)
    const databases = await openDatabases({ ownerUrl: embedded.url, pool: { app: 1, appAll: 1 } })
    await databases.appAll.query('set statement_timeout = 0; select recompute_tally()')
    await createInstallationKey(databases, folder)
    await databases.close()
    const total = Object.values(seeded).reduce((sum, n) => sum + n, 0)
    console.log(
      `seeded ${total.toLocaleString('en')} rows (${Object.entries(seeded)
        .map(([name, n]) => `${n.toLocaleString('en')} ${name}`)
        .join(', ')}) in ${((Date.now() - began) / 1000).toFixed(0)} s`,
    )
    writeFileSync(seededMark, '')
  }
  if (process.env['SEED_ONLY'] !== '1') await measureAll()
} finally {
  await client.end().catch(() => undefined)
  await endProcesses()
  await embedded.stop()
  if (reusedFolder === undefined) rmSync(folder, { recursive: true, force: true })
}
