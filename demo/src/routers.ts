import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSimulator, type Simulator, type SimulatorOptions } from '@trunkline/simulator'
import { sql } from 'kysely'
import type { Databases } from '@trunkline/server/db/pool'
import { SessionClient } from '@trunkline/server/db/session-client'
import { withSystem } from '@trunkline/server/db/system-transaction'
import type { Logger } from '@trunkline/server/log'
import { open, seal, type Keys } from '@trunkline/server/secrets'
import { writeHistory } from './history.ts'
import { isReachable, serialPrefix } from './inventory.ts'
import { routerNetwork, routerPort } from './router-addresses.ts'
import { passwordContext } from '@trunkline/server/devices/password-context'

export interface RouterSettings {
  databases: Databases
  keys: readonly [Buffer, ...Buffer[]]
  log: Logger
  /** Receives the addresses of running simulators, as `address:port`. */
  addresses: Set<string>
}

export interface DemoRouters {
  stop(): Promise<void>
}

interface DemoDevice {
  id: number
  name: string
  serial: string
  kind: string
  code: string
  board: string
  identity: string | null
  version: string | null
  site_id: number
  /** The first site of the company, to which the others are connected. */
  main_site_id: number
  management_address: string | null
  management_port: number | null
  management_protocol: string
  management_user: string | null
  management_password: Buffer | null
}

const user = 'trunkline'
const retryMs = 20_000

/**
 * Runs a simulated router for each device of the demo and stores its address in the device, in one process of the
 * installation: the first to hold the lock. When that process ends, another one takes over.
 */
export function startRouters(settings: RouterSettings): DemoRouters {
  const { log } = settings
  const stopping = new AbortController()
  const routers: Simulator[] = []
  let lock: SessionClient | undefined

  async function begin(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        lock = await acquireLock(settings.databases)
        if (lock !== undefined) return await run()
      } catch (error) {
        log.warn({ err: error }, 'the routers of the demo could not be started')
      }
      await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function run(): Promise<void> {
    const began = performance.now()
    const devices = await readDevices(settings)
    const password = createHmac('sha256', settings.keys[0]).update('routers of the demo').digest('base64url')
    const places = new Map<number, { address: string; port: number }>()
    /** The first router of each site. */
    const cores = new Map<number, Simulator>()
    for (const [n, device] of devices.entries()) {
      if (stopping.signal.aborted) return
      // Yields, so that requests are answered in between.
      if (n % 8 === 0) await sleep(5)
      const address = `${routerNetwork}${(device.id >> 8) & 255}.${device.id & 255}`
      places.set(device.id, { address, port: routerPort })
      if (!isReachable(device.serial)) continue
      const router = await startOne(device, address, password)
      if (router === undefined) continue
      routers.push(router)
      const core = cores.get(device.site_id) ?? cores.get(device.main_site_id)
      if (!cores.has(device.site_id)) cores.set(device.site_id, router)
      if (core !== undefined) connectTo(core, router, device.id)
      const place = { address: router.host, port: router.ports.api as number }
      places.set(device.id, place)
      settings.addresses.add(`${place.address}:${place.port}`)
      if (router.ports.ssh !== undefined) settings.addresses.add(`${place.address}:${router.ports.ssh}`)
    }
    await pointDevices(settings, devices, places, password)
    log.info(
      { routers: routers.length, ms: Math.round(performance.now() - began) },
      'the routers of the demo are there',
    )
    await writeHistory(settings.databases).then(
      () => log.info('the history of the demo is written'),
      (error: unknown) => log.warn({ err: error }, 'the history of the demo’s devices could not be written'),
    )
  }

  async function startOne(device: DemoDevice, address: string, password: string): Promise<Simulator | undefined> {
    const options: SimulatorOptions = {
      ...kindOf(device),
      identity: device.identity ?? device.name,
      serial: device.serial,
      board: device.board,
      seed: device.id,
      site: String(device.site_id),
      ...(device.site_id === device.main_site_id ? {} : { uplinkSite: String(device.main_site_id) }),
      users: [{ name: user, password }],
      // Before 7.13 longer files are read over SSH.
      ssh: device.version?.startsWith('6.') === true ? 0 : false,
    }
    const tries: SimulatorOptions[] = [
      { ...options, host: address, api: routerPort },
      // Another demo on this machine uses the port; or 127.77.0.0/16 does not exist, as on macOS.
      { ...options, host: address, api: 0 },
      { ...options, host: '127.0.0.1', api: 0 },
    ]
    for (const [n, one] of tries.entries())
      try {
        return await startSimulator(one)
      } catch (error) {
        if (n === tries.length - 1)
          log.warn({ err: error, hardware_id: device.id }, 'a router of the demo could not be started')
      }
    return undefined
  }

  const running = begin()
  return {
    async stop() {
      stopping.abort()
      await running
      await Promise.all(routers.splice(0).map((router) => router.stop()))
      await lock?.end().catch(() => {})
    },
  }
}

/** The lock of this installation, held as long as its connection; undefined if another process holds it. */
async function acquireLock({ appAll }: Databases): Promise<SessionClient | undefined> {
  const { connectionString, options } = appAll.options
  const client = new SessionClient({ connectionString, options, application_name: 'trunkline demo', keepAlive: true })
  // If the lock is lost, the routers keep running: another process may then run its own and update the devices.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(hashtext('trunkline demo routers')) as locked`,
  )
  if (rows[0]?.locked === true) return client
  await client.end()
  return undefined
}

const readDevices = ({ databases }: RouterSettings) =>
  withSystem(databases, (tx) =>
    sql<DemoDevice>`
      select h.id, h.name, h.serial_number as serial, t.kind, m.code, m.name as board, s.identity, s.routeros_version as version, h.site_id,
        (select min(f.site_id) from hardware f where f.company_id = h.company_id and f.site_id is not null and f.deleted_at is null) as main_site_id,
        h.management_address, h.management_port, h.management_protocol, h.management_user, h.management_password
      from hardware h join hardware_type t on t.id = h.type_id join hardware_model m on m.id = h.model_id join hardware_state s on s.hardware_id = h.id
      where h.serial_number like ${`${serialPrefix}%`} and h.site_id is not null and h.deleted_at is null
        and (h.management_user is null or h.management_user = ${user}) order by h.id`
      .execute(tx)
      .then(({ rows }) => rows),
  )

/** Gives a router an address in the network of the router above it, which is the next hop of its default route. */
function connectTo(core: Simulator, router: Simulator, id: number): void {
  const lan = core
    .table('ip/address')
    .find((row) => row['interface'] === 'bridge')
    ?.['address']?.split('/')[0]
  const client = router.table('ip/dhcp-client')[0]
  if (lan === undefined || client?.['.id'] === undefined) return
  const network = lan.replace(/\.\d+$/, '')
  const address = `${network}.${200 + (id % 50)}/24`
  router.insert('ip/address', {
    address,
    network: `${network}.0`,
    interface: 'bridge',
    'actual-interface': 'bridge',
    dynamic: 'true',
    disabled: 'false',
    invalid: 'false',
  })
  router.change('ip/dhcp-client', client['.id'], { interface: 'bridge', address, gateway: lan })
}

/** The personality of a model: its Wi-Fi by the generation of its chips, the rest by its kind. */
function kindOf({ kind, code, version }: DemoDevice): Pick<SimulatorOptions, 'personality' | 'version'> {
  const old = version?.startsWith('6.') === true
  const at = version === null ? {} : { version }
  if (kind === 'switch') return { personality: 'switch', ...at }
  if (kind === 'lte-router') return { personality: 'lte', ...(old ? {} : at) }
  if (old) return { personality: 'v6-capsman', ...at }
  return { personality: /acD|RB4011/.test(code) ? 'v7-wireless' : 'v7-wifi', ...at }
}

/** Updates all devices with different settings in one statement. */
async function pointDevices(
  { databases, keys }: RouterSettings,
  devices: readonly DemoDevice[],
  places: ReadonlyMap<number, { address: string; port: number }>,
  password: string,
): Promise<void> {
  const changed = devices.flatMap((device) => {
    const place = places.get(device.id)
    if (place === undefined || isPointed(keys, device, place, password)) return []
    return [{ id: device.id, ...place, password: seal(keys, password, passwordContext(device.id)).toString('hex') }]
  })
  if (changed.length === 0) return
  await withSystem(
    databases,
    (tx) =>
      sql`
        update hardware h set management_address = d.address, management_port = d.port, management_protocol = 'api',
          management_user = ${user}, management_password = decode(d.password, 'hex')
        from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as d(id bigint, address text, port int, password text) where h.id = d.id`.execute(
        tx,
      ),
    { actor_name: 'system' },
  )
}

function isPointed(
  keys: Keys,
  device: DemoDevice,
  place: { address: string; port: number },
  password: string,
): boolean {
  if (device.management_address !== place.address || device.management_port !== place.port) return false
  if (device.management_user !== user || device.management_protocol !== 'api' || device.management_password === null)
    return false
  try {
    return open(keys, device.management_password, passwordContext(device.id)) === password
  } catch {
    return false
  }
}
