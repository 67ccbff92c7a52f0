import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openDatabases } from '../../server/src/db/databases.ts'
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts'
import { prepareDatabase } from '../../server/src/db/prepare.ts'
import type { Databases } from '../../server/src/db/pool.ts'
import { passwordContext } from '../../server/src/devices/password-context.ts'
import { createDevices, type DeviceService } from '../../server/src/devices/device-service.ts'
import { deviceTasks } from '../../server/src/devices/tasks.ts'
import { readAccessList } from '../../server/src/devices/wifi/access-menus.ts'
import { readRegistrations } from '../../server/src/devices/wifi/read-registrations.ts'
import { readWifi } from '../../server/src/devices/wifi/read-wifi.ts'
import { wifiMenus, type WifiReading } from '../../server/src/devices/wifi/shapes.ts'
import { prepareJobs } from '../../server/src/jobs/prepare.ts'
import { syncCatalogue } from '../../server/src/features/hardware/catalogue.ts'
import { startWorkers } from '../../server/src/jobs/workers.ts'
import { createLog } from '../../server/src/log.ts'
import { seal } from '../../server/src/secrets.ts'
import { measure } from './load.ts'
import { endProcesses, startPanel } from './processes.ts'

/**
 * A site with 100 access points and 2,000 registered devices on one controller of either Wi-Fi system: its pages
 * from the last readings, a reading of the device, a passphrase change and 500 access entries until the
 * device has them. The simulated controller handles 130 requests per second, as real ones do. Needs a build
 * (`npm run build`). `CELL_SECONDS` per page, default 3; `CONNECTIONS`, default 64; `ROUNDS` of the writes, default 5.
 */
const number = (name: string, usual: number) => Number(process.env[name] ?? usual)
const seconds = number('CELL_SECONDS', 3)
const connections = number('CONNECTIONS', 64)
const rounds = number('ROUNDS', 5)
const [caps, clients, entries, speed] = [100, 2000, 500, 130]
const webPort = 18081
const routerPort = 8728
const password = 'bench-password'
const key = Buffer.alloc(32, 7)
const bearer = 'tla_bench-wifi'.padEnd(47, 'x')
const log = createLog('silent')

const systems = [
  { stack: 'wifi-capsman', personality: 'v7-wifi', host: '127.10.4.1' },
  { stack: 'caps-man', personality: 'v7-wireless', host: '127.10.4.2' },
] as const
type System = (typeof systems)[number]

async function startController({ personality, host }: System): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('../../simulator/src/main.ts', import.meta.url))
  const options = { host, port: routerPort, personality, caps, clients, speed, user: 'panel', password }
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...flags, '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('"ready"')) break
  return child
}

interface Place {
  site: number
  hardware: number
}

/** A provider, a site for each system with its controller, and a signed-in user. */
async function seed(client: pg.Client, databases: Databases): Promise<Map<System, Place>> {
  const one = async (text: string, values: unknown[] = []) =>
    Number((await client.query<{ id: string }>(`${text} returning id`, values)).rows[0]!.id)
  const root = await one(`insert into company (type, name) values ('simrush', 'Root')`)
  const user = await one(
    `insert into app_user (company_id, role, first_name, last_name, email, email_verified_at, is_active)
      values ($1, 'primary-admin', 'Bench', 'User', 'bench@provider.example', now(), true)`,
    [root],
  )
  const session = await one(
    `insert into session (user_id, company_id, expires_at) values ($1, $2, now() + interval '1 day')`,
    [user, root],
  )
  await client.query(
    `insert into access_token (hash, session_id, expires_at) values ($1, $2, now() + interval '1 day')`,
    [createHash('sha256').update(bearer).digest(), session],
  )
  await syncCatalogue(databases)
  const { rows } = await client.query<{ id: string; type_id: string; manufacturer_id: string }>(
    'select id, type_id, manufacturer_id from hardware_model order by id limit 1',
  )
  const { id: model, type_id: type, manufacturer_id: maker } = rows[0]!
  const placed = new Map<System, Place>()
  for (const system of systems) {
    const site = await one(`insert into site (company_id, name) values ($1, $2)`, [root, system.stack])
    const hardware = await one(
      `insert into hardware (company_id, site_id, model_id, type_id, manufacturer_id, name, management_address, management_port, management_protocol, management_user)
        values ($1, $2, $3, $4, $5, $6, $7, ${routerPort}, 'api', 'panel')`,
      [root, site, model, type, maker, `Controller ${system.stack}`, system.host],
    )
    await client.query('update hardware set management_password = $2 where id = $1', [
      hardware,
      seal(key, password, passwordContext(hardware)),
    ])
    placed.set(system, { site, hardware })
  }
  return placed
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const reply = await fetch(`http://127.0.0.1:${webPort}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path} returned ${reply.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text) as T
}

/** Duration of an operation in milliseconds. */
async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN

const line = (what: string, figure: string, aim: string) =>
  console.log(`  ${what.padEnd(72)} ${figure.padStart(12)}   target ${aim}`)
const inSeconds = (list: readonly number[]) =>
  `${(median(list) / 1000).toFixed(2)} s${list.length > 1 ? ` (worst ${(Math.max(...list) / 1000).toFixed(2)})` : ''}`

interface Bench {
  client: pg.Client
  devices: DeviceService
  panel: ChildProcess
}

/** Waits for commands. @throws Error if one ends in another state than done */
async function ended({ client }: Bench, ids: readonly number[]): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ state: string; detail: unknown }>(
      'select state, detail from device_command where id = any ($1::bigint[])',
      [[...ids]],
    )
    const open = rows.filter(({ state }) => state === 'queued' || state === 'running')
    const bad = rows.find(({ state }) => !['queued', 'running', 'done'].includes(state))
    if (bad) throw new Error(`A command ended as ${bad.state}: ${JSON.stringify(bad.detail)}`)
    if (open.length === 0) return
    await sleep(10)
  }
}

/** Reads a device as the button on the Wi-Fi pages does. */
async function refresh({ devices }: Bench, hardware: number): Promise<void> {
  const keys = [key] as const
  await devices.read(hardware, wifiMenus.state, (session) => readWifi(session, { keys }))
  await devices.read(hardware, wifiMenus.registrations, readRegistrations)
  await devices.read(hardware, wifiMenus.accessList, (session) => readAccessList(session, { keys }))
}

interface Changed {
  data: { ids?: number[]; commands: { id: number }[] }
}

async function run(bench: Bench, system: System, { site, hardware }: Place) {
  const { client, panel } = bench
  const { stack } = system
  console.log(`\n${stack}: ${caps} access points, ${clients} devices, ${speed} requests per second`)
  // A router answers a burst immediately: each reading starts after a pause.
  const rest = () => sleep(1500)
  const times: number[] = []
  for (let n = 0; n < rounds; n++) {
    await rest()
    times.push(await timed(() => refresh(bench, hardware)))
  }
  line('reading of networks, access points, devices and access list', inSeconds(times), '3 s')

  const { rows } = await client.query<{ rows: WifiReading }>(
    'select rows from hardware_menu where hardware_id = $1 and menu = $2',
    [hardware, wifiMenus.state],
  )
  const read = rows[0]!.rows.systems.find((one) => one.stack === stack)!
  const network = read.networks.find((one) => one.has_passphrase && one.interfaces.length > 100) ?? read.networks[0]!
  const { data } = await call<{ data: { id: number } }>('POST', `/site/${site}/wifi/setting/store`, {
    ssid: network.ssid,
    bands: network.bands,
    country: network.country,
    vlan_id: network.vlan_id,
    client_isolation: network.client_isolation,
    hardware_id: hardware,
    stack,
    adopt: network.profile,
    encryption: network.encryption,
    passphrase: 'correct-horse-42',
  })

  for (const [what, path] of [
    ['settings', 'setting'],
    ['access points', 'access-point'],
    ['registered devices', 'registration'],
  ] as const) {
    const address = `/site/${site}/wifi/${path}/index`
    const single: number[] = []
    for (let n = 0; n < 10; n++) single.push(await timed(async () => void (await call('GET', address))))
    const figures = await measure({
      port: webPort,
      pid: panel.pid!,
      connections,
      seconds,
      headers: { authorization: `Bearer ${bearer}` },
      path: () => `/api${address}`,
    })
    if (figures.failed > 0) throw new Error(`${figures.failed} requests for ${what} failed`)
    line(
      `page of ${what}, p95 of ${connections} connections (alone ${median(single).toFixed(0)} ms, ${figures.perSecond.toFixed(0)}/s)`,
      `${figures.p95.toFixed(0)} ms`,
      '120 ms',
    )
  }

  times.length = 0
  for (let n = 0; n < rounds; n++) {
    await rest()
    times.push(
      await timed(async () => {
        const requested = await call<{ data: { command: { id: number } } }>(
          'PUT',
          `/site/${site}/wifi/setting/${data.id}`,
          {
            passphrase: `correct-horse-${100 + n}`,
            push: true,
          },
        )
        await ended(bench, [requested.data.command.id])
      }),
    )
  }
  line('changed passphrase on all access points, read back', inSeconds(times), '5 s')

  await client.query(
    `insert into access_control (company_id, site_id, mac, name, action, rank)
      select s.company_id, s.id, ('5c:f9:38:00:' || lpad(to_hex(i / 256), 2, '0') || ':' || lpad(to_hex(i % 256), 2, '0'))::macaddr, 'Device ' || i, 'block', i
        from site s, generate_series(1, $2::int) i where s.id = $1`,
    [site, entries],
  )
  await rest()
  const added = await timed(async () => {
    const { data: commands } = await call<{ data: { id: number }[] }>('PUT', `/site/${site}/wifi/access-control/apply`)
    await ended(
      bench,
      commands.map(({ id }) => id),
    )
  })
  line(`${entries} new entries of access control, read back`, inSeconds([added]), '10 s')
  const { rows: created } = await client.query<{ id: string }>('select id from access_control where site_id = $1', [
    site,
  ])
  times.length = 0
  for (const verb of ['disable', 'enable', 'disable', 'enable']) {
    await rest()
    times.push(
      await timed(async () => {
        const changed = await call<Changed>('PUT', `/site/${site}/wifi/access-control/${verb}`, {
          ids: created.map(({ id }) => Number(id)),
        })
        await ended(
          bench,
          changed.data.commands.map(({ id }) => id),
        )
      }),
    )
  }
  line(`${entries} entries changed in bulk, read back`, inSeconds(times), '10 s')
}

const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-wifi-'))
const embedded = await startEmbedded({ dataDir: folder, log })
const controllers: ChildProcess[] = []
let client: pg.Client | undefined
try {
  // The installation's key, shared by the panel and this process.
  writeFileSync(join(folder, 'key'), `${key.toString('base64')}\n`, { mode: 0o600 })
  await prepareDatabase(embedded.url, log)
  await prepareJobs(embedded.url)
  client = new pg.Client({ connectionString: embedded.url })
  await client.connect()
  await client.query('set role trunkline_app_all')
  const databases = await openDatabases({ ownerUrl: embedded.url, pool: { app: 2, appAll: 6 } })
  const placed = await seed(client, databases)
  for (const system of systems) controllers.push(await startController(system))
  const config = { key, formerKeys: [], baseUrl: '', deviceNetworks: [], databaseUrl: undefined, smtpUrl: undefined }
  const devices = createDevices({ config, log, databases, allow: (address) => address.startsWith('127.10.') })
  const workers = await startWorkers({ databases, tasks: deviceTasks(devices), log })
  const panel = await startPanel(embedded.url, folder, webPort)
  try {
    for (const system of systems) await run({ client, devices, panel }, system, placed.get(system)!)
  } finally {
    await workers.stop(5000)
    await devices.stop()
    await databases.close()
  }
} finally {
  await endProcesses()
  for (const child of controllers) child.kill('SIGTERM')
  await client?.end()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}
