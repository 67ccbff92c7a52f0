import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, Server as TlsServer } from 'node:tls'
import { Faults } from './faults.ts'
import { personalityOf } from './personalities/personalities.ts'
import type { PersonalityName } from './personalities/personality.ts'
import { ApiConnection, type ApiHost } from './protocol/api-connection.ts'
import type { Certificate } from './protocol/certificate.ts'
import { makeCertificate } from './router/commands-certificate.ts'
import { Dispatcher, type LoggedCommand } from './protocol/dispatcher.ts'
import { Reachability } from './protocol/reachability.ts'
import { RestServer } from './protocol/rest-server.ts'
import { SshServer } from './protocol/ssh-server.ts'
import { Router } from './router/router.ts'
import { deviceModeOf } from './router/device-mode.ts'
import type { DeviceMode, PackageState, Survival, TimeBases } from './router/router-state.ts'
import { planAtBoot } from './router/schedule.ts'
import { Version } from './router/version.ts'
import { joinSite } from './router/site.ts'
import { runScript } from './scripting/run.ts'
import { startTicking } from './router/ticker.ts'
import { listHolds } from './router/values.ts'
import { liveRows } from './tables/live-rows.ts'
import type { Row } from './tables/table.ts'

export interface SimulatorOptions {
  /** `v7-wifi` by default. */
  personality?: PersonalityName
  /** `6.49.17`, `7.16.2`: decides `!empty`, dates, logins and menus. By default the personality's version. */
  version?: string
  identity?: string
  serial?: string
  board?: string
  /** By default `admin` with an empty password and all policies. The default group is `full`. */
  users?: readonly { name: string; password: string; group?: string }[]
  /** Any 127.x.y.z, so that thousands run in one process. */
  host?: string
  /** Ports; 0: any free one, false: disabled. `api` is 0 by default, the others are false. */
  api?: number | false
  apiTls?: number | false
  rest?: number | false
  restTls?: number | false
  /** SSH with SFTP, to read files; `/ip/service` has its port. */
  ssh?: number | false
  /** False: `api-ssl` has no certificate and offers only anonymous Diffie-Hellman. */
  certificate?: boolean
  /** Rows instead of the personality's, by menu (`/ip/address` or `ip/address`). */
  tables?: Record<string, readonly Row[]>
  /** Seed of generated values. */
  seed?: number
  /** Number of permanently connected access points of its controller; by default three, which come and go. */
  caps?: number
  /** Number of permanently registered Wi-Fi clients; by default some come and go. */
  clients?: number
  /** Hosts, Wi-Fi clients and access points do not come and go, however fast the clock. */
  still?: boolean
  /** Factor of its clock: uptime, leases, schedulers. */
  speed?: number
  /** Commands per second (a real router: 130); unlimited by default. */
  requestsPerSecond?: number
  /** Id of the address in `/ip/address` that connections use; by default the first that is not dynamic. */
  managementAddress?: string
  /** Bridge port of the connections; by default any port that leads to the address. */
  managementPort?: string
  /** Milliseconds from a reboot until it listens again. */
  bootMs?: number
  /** Milliseconds for which it still answers after a reboot command, and confirms it; 0 by default. */
  shutdownMs?: number
  /** Site: routers of one site in this process are neighbours of the first one. */
  site?: string
  /** Site that the first router of this one has a cable to. */
  uplinkSite?: string
  /** What durations count by; no real router has confirmed the defaults: `:delay` monotonic time, `interval` the clock. */
  timeBases?: Partial<TimeBases>
  /** Whether jobs of `/execute` go on after their connection was closed (FIN) or reset (RST); by default both. */
  jobs?: Partial<Survival>
  /** What device-mode allows; by default everything that the simulator has. RouterOS 6 has no device-mode. */
  deviceMode?: Partial<DeviceMode>
}

export interface Simulator {
  readonly host: string
  readonly ports: { api?: number; apiTls?: number; rest?: number; restTls?: number; ssh?: number }
  /** SHA-256 of the certificate, if a port has TLS. */
  readonly fingerprint: string | undefined
  readonly serial: string
  /** Rows of a menu, to read and to change as an operator at the router would: listeners are notified. */
  table(menu: string): Row[]
  /** Changes a row, or a singleton (`id` null); null unsets a property. */
  change(menu: string, id: string | null, values: Record<string, string | null>): void
  /** Inserts a row before another one or at the end. @returns the new row's id */
  insert(menu: string, values: Row, before?: string): string
  /** Moves rows before another one; null: to the end. */
  move(menu: string, ids: readonly string[], before: string | null): void
  drop(menu: string, id: string): void
  /** Stores a file, as an upload does. */
  writeFile(name: string, bytes: Buffer): void
  /** What MikroTik's server offers; tests change it. */
  readonly packages: PackageState
  readonly faults: Faults
  /** The last 10,000 commands, without passwords. */
  readonly commands: LoggedCommand[]
  /** Open connections of all transports. */
  readonly connections: number
  /** Its wall clock, in milliseconds since 1970. */
  clock(): number
  /** Moves its wall clock forward or back, as NTP or an operator does. */
  jumpClock(milliseconds: number): void
  /** Confirms a pending update of device-mode as someone at the device does; the router reboots. */
  pressButton(): Promise<void>
  /** Resolves when it listens again. */
  reboot(): Promise<void>
  stop(): Promise<void>
}

const serialOf = (seed: number): string => `HF${(0x9000000 + seed * 7919).toString(16).toUpperCase().slice(-7)}`

/** Milliseconds until a router ends a connection whose client is gone (manual, Configuration Management). */
const deadPeer = 540_000

/** Without a certificate RouterOS offers only anonymous Diffie-Hellman. */
const anonymous = { ciphers: 'ADH:@SECLEVEL=0', maxVersion: 'TLSv1.2', dhparam: 'auto' } as const

/** Source ports of connections: a closed socket has none. */
const ports = new WeakMap<Socket, number>()

interface Listener {
  name: 'api' | 'apiTls'
  wanted: number
  server: Server
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, 128, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

/** One running simulator. */
class Running implements Simulator {
  readonly host: string
  readonly ports: Simulator['ports'] = {}
  readonly faults = new Faults()
  readonly router: Router
  private readonly options: SimulatorOptions
  private readonly dispatcher: Dispatcher
  private readonly rest: RestServer
  private readonly ssh: SshServer | undefined
  private readonly reachability: Reachability
  private readonly listeners: Listener[] = []
  private readonly open = new Map<Socket, ApiConnection>()
  private readonly stopTicking: () => void
  private readonly leaveSite: () => void
  /** The name of the certificate that `api-ssl` presents. */
  private shownCertificate: string | undefined
  private following: Promise<void> = Promise.resolve()
  private isListening = false
  private isStopped = false
  private rebooting: Promise<void> | undefined
  /** Of connections that are cut off. */
  private readonly expiries = new Map<ApiConnection, NodeJS.Timeout>()

  constructor(options: SimulatorOptions) {
    this.options = options
    const personality = personalityOf(options.personality ?? 'v7-wifi')
    const seed = options.seed ?? 1
    const tables: Record<string, readonly Row[]> = {}
    for (const [menu, rows] of Object.entries(options.tables ?? {})) tables[`/${menu.replace(/^\//, '')}`] = rows
    this.host = options.host ?? '127.0.0.1'
    const version = options.version ?? personality.version
    this.router = new Router({
      personality,
      version,
      identity: options.identity ?? 'MikroTik',
      serial: options.serial ?? serialOf(seed),
      board: options.board ?? personality.hardware.board,
      seed,
      speed: options.speed ?? 1,
      users: (options.users ?? [{ name: 'admin', password: '' }]).map((user) => ({ group: 'full', ...user })),
      tables,
      caps: options.caps,
      clients: options.clients,
      still: options.still ?? false,
      timeBases: { delay: 'monotonic', interval: 'clock', ...options.timeBases },
      jobs: { fin: true, reset: true, ...options.jobs },
      deviceMode: deviceModeOf(new Version(version), options.deviceMode),
    })
    this.dispatcher = new Dispatcher(this.router, this.faults, options.requestsPerSecond)
    this.reachability = new Reachability(this.router, options.managementAddress, options.managementPort)
    const host = {
      dispatcher: this.dispatcher,
      rebootNow: () => void this.reboot(),
      shutsDownSlowly: (options.shutdownMs ?? 0) > 0,
      isCutOff: () => this.reachability.isCutOff,
    }
    const hasTls = typeof options.apiTls === 'number' || typeof options.restTls === 'number'
    const certificate = hasTls && options.certificate !== false ? this.ownCertificate() : undefined
    // The new certificate opens HTTPS; listeners do not exist yet.
    this.reachability.look()
    const handle = (socket: Socket): void => this.accept(socket, host)
    if (options.api !== false) {
      this.listeners.push({ name: 'api', wanted: options.api ?? 0, server: createServer({ noDelay: true }, handle) })
    }
    if (typeof options.apiTls === 'number') {
      const server = createTlsServer({ ...(certificate ?? anonymous), noDelay: true }, handle)
      server.on('tlsClientError', () => {})
      this.listeners.push({ name: 'apiTls', wanted: options.apiTls, server })
    }
    this.rest = new RestServer(host, certificate, {
      rest: typeof options.rest === 'number',
      restTls: typeof options.restTls === 'number',
    })
    this.ssh = typeof options.ssh === 'number' ? new SshServer(host) : undefined
    this.reachability.onChange = () => this.follow()
    this.shownCertificate = certificate ? 'management' : 'none'
    this.router.onChange = (menu) => {
      if (menu === '/ip/service') this.dress()
      this.reachability.changed(menu)
      if (menu === '/ip/firewall/filter') this.hangConnections()
    }
    this.router.onReboot = () => void this.reboot()
    this.router.shownSerial = () => {
      const fault = this.faults.meet(['wrongSerial'])
      return fault ? (fault.serial ?? serialOf(seed + 1)) : this.router.serial
    }
    this.router.runScript = (caller, source, stop) => runScript(this.router, caller, source, stop)
    this.stopTicking = startTicking(this.router)
    this.leaveSite = options.site === undefined ? () => {} : joinSite(options.site, this.router, options.uplinkSite)
  }

  get serial(): string {
    return this.router.serial
  }

  get packages(): PackageState {
    return this.router.packages
  }

  get commands(): LoggedCommand[] {
    return this.dispatcher.commands
  }

  get connections(): number {
    return this.open.size + this.rest.connections + (this.ssh?.connections ?? 0)
  }

  /** A certificate for the services with TLS. */
  private ownCertificate(): Certificate | undefined {
    const name = 'management'
    const row = makeCertificate(this.router, { name, 'common-name': `router-${this.router.serial}` })
    this.router.table('/certificate').insert(row)
    for (const service of this.router.table('/ip/service').rows) {
      if (service['name']?.endsWith('-ssl')) service['certificate'] = name
    }
    return this.router.certificates.get(name)
  }

  /** SHA-256 of the certificate that `api-ssl` presents. */
  get fingerprint(): string | undefined {
    const service = this.router.table('/ip/service').rows.find((row) => row['name'] === 'api-ssl')
    return this.router.certificates.get(service?.['certificate'] ?? '')?.fingerprint
  }

  /** `api-ssl` presents the certificate that its row names; without one it supports only anonymous Diffie-Hellman. */
  private dress(): void {
    const service = this.router.table('/ip/service').rows.find((row) => row['name'] === 'api-ssl')
    if (service?.['certificate'] === this.shownCertificate) return
    this.shownCertificate = service?.['certificate']
    const certificate = this.router.certificates.get(this.shownCertificate ?? '')
    for (const { server } of this.listeners) {
      if (server instanceof TlsServer) server.setSecureContext(certificate ? certificate : anonymous)
    }
  }

  private accept(socket: Socket, host: ApiHost): void {
    socket.on('error', () => socket.destroy())
    const service = this.router.table('/ip/service').rows.find((row) => row['name'] === 'api')
    const max = Number(service?.['max-sessions'] ?? Number.POSITIVE_INFINITY)
    if (!listHolds(service?.['address'], socket.remoteAddress ?? '') || this.open.size >= max) {
      socket.destroy()
      return
    }
    const connection = new ApiConnection(socket, host)
    // A black hole accepts data and never replies.
    if (this.faults.meet(['blackHole'])) connection.line.onData = () => {}
    this.open.set(socket, connection)
    ports.set(socket, socket.remotePort ?? 0)
    socket.on('close', () => {
      if (!connection.isSilenced) this.forget(socket, connection)
    })
  }

  async listen(): Promise<void> {
    if (this.isListening || this.isStopped) return
    this.isListening = true
    for (const listener of this.listeners) {
      if (this.reachability.isClosed(listener.name === 'api' ? 'api' : 'api-ssl')) continue
      const port = await listen(listener.server, this.ports[listener.name] ?? listener.wanted, this.host)
      this.ports[listener.name] = port
    }
    const wanted = { rest: Number(this.options.rest), restTls: Number(this.options.restTls) }
    await this.rest.listen(this.host, this.ports, wanted, (service) => this.reachability.isClosed(service))
    await this.listenSsh()
  }

  private async listenSsh(): Promise<void> {
    if (this.ssh === undefined || this.reachability.isClosed('ssh')) return
    this.ports.ssh = await this.ssh.listen(this.host, this.ports.ssh ?? Number(this.options.ssh))
    const row = this.router.table('/ip/service').rows.find((one) => one['name'] === 'ssh')
    if (row) row['port'] = String(this.ports.ssh)
  }

  private closeListeners(): void {
    if (!this.isListening) return
    this.isListening = false
    for (const listener of this.listeners) if (listener.server.listening) listener.server.close()
    this.rest.close()
    this.ssh?.close()
  }

  /** The router became unreachable or reachable: changes are handled one after the other. */
  private follow(): void {
    if (this.isStopped || this.rebooting) return
    // Immediately: the reply to the command that cut the connection is not sent any more.
    this.hangConnections()
    this.rest.hang(this.reachability.isCutOff)
    this.ssh?.hang(this.reachability.isCutOff)
    this.following = this.following.then(async () => {
      if (this.isStopped || this.rebooting) return
      this.closeListeners()
      if (!this.reachability.isCutOff) await this.reopen()
    })
  }

  /** Connections that are cut off hang, and end after some minutes, as seen by the router. */
  private hangConnections(): void {
    for (const [socket, connection] of this.open) {
      connection.isSilenced = this.reachability.isDropped(ports.get(socket) ?? 0)
      const isHanging = this.reachability.isCutOff || connection.isSilenced
      connection.line.hang(isHanging)
      if (isHanging) this.expireLater(socket, connection)
      // A client that closed meanwhile is not noticed before its connection expires.
      else if (!socket.destroyed) this.stopExpiry(connection)
    }
  }

  private expireLater(socket: Socket, connection: ApiConnection): void {
    if (this.expiries.has(connection)) return
    const timer = setTimeout(() => this.expire(socket, connection), deadPeer / this.router.speed).unref()
    this.expiries.set(connection, timer)
  }

  /** The router found that a client is gone, now or while it was cut off. */
  private expire(socket: Socket, connection: ApiConnection): void {
    connection.expire()
    if (socket.destroyed) this.forget(socket, connection)
  }

  private forget(socket: Socket, connection: ApiConnection): void {
    this.open.delete(socket)
    this.stopExpiry(connection)
  }

  private closeConnections(): void {
    for (const [socket, connection] of this.open) {
      this.stopExpiry(connection)
      socket.destroy()
      if (connection.isSilenced) this.expire(socket, connection)
    }
  }

  private stopExpiry(connection: ApiConnection): void {
    clearTimeout(this.expiries.get(connection))
    this.expiries.delete(connection)
  }

  /** Listens again on the same ports. Another process may have used one of them in the meantime. */
  private async reopen(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.listen()
        return
      } catch (error) {
        this.closeListeners()
        if (attempt === 50 || this.isStopped) throw error
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }

  reboot(): Promise<void> {
    this.rebooting ??= this.restart().finally(() => {
      this.rebooting = undefined
    })
    return this.rebooting
  }

  private async restart(): Promise<void> {
    const { shutdownMs = 0 } = this.options
    if (shutdownMs > 0) await new Promise((resolve) => setTimeout(resolve, shutdownMs))
    this.closeListeners()
    this.router.jobs.stopAll()
    this.closeConnections()
    this.rest.destroy()
    this.ssh?.destroy()
    await new Promise((resolve) => setTimeout(resolve, this.options.bootMs ?? 1500))
    if (this.isStopped) return
    this.router.restarted()
    planAtBoot(this.router)
    this.reachability.look()
    if (!this.reachability.isCutOff) await this.reopen()
  }

  clock(): number {
    return this.router.now()
  }

  jumpClock(milliseconds: number): void {
    this.router.clock.jump(milliseconds)
  }

  async pressButton(): Promise<void> {
    const { pendingDeviceMode } = this.router
    this.router.pendingDeviceMode = undefined
    if (!pendingDeviceMode) return
    this.router.deviceMode = pendingDeviceMode
    await this.reboot()
  }

  table(menu: string): Row[] {
    return liveRows(this.router, `/${menu.replace(/^\//, '')}`)
  }

  change(menu: string, id: string | null, values: Record<string, string | null>): void {
    const path = `/${menu.replace(/^\//, '')}`
    this.router.rows(path)
    const row = id === null ? this.router.single(path) : this.router.table(path).find(id)
    if (!row) throw new Error(`${path} has no row ${id}.`)
    const next = { ...row }
    for (const [name, value] of Object.entries(values)) {
      if (value === null) delete next[name]
      else next[name] = value
    }
    this.router.replace(path, row, next)
  }

  insert(menu: string, values: Row, before?: string): string {
    return this.router.insert(`/${menu.replace(/^\//, '')}`, values, before)['.id'] ?? ''
  }

  move(menu: string, ids: readonly string[], before: string | null): void {
    this.router.table(`/${menu.replace(/^\//, '')}`).move(ids, before ?? undefined)
  }

  drop(menu: string, id: string): void {
    this.router.drop(`/${menu.replace(/^\//, '')}`, id)
  }

  writeFile(name: string, bytes: Buffer): void {
    this.router.files.write(name, bytes, this.router.now())
  }

  async stop(): Promise<void> {
    this.isStopped = true
    this.stopTicking()
    this.leaveSite()
    const closed = this.listeners
      .filter((listener) => listener.server.listening)
      .map((listener) => new Promise((resolve) => listener.server.close(resolve)))
    this.isListening = false
    this.closeConnections()
    this.rest.close()
    this.ssh?.close()
    this.rest.destroy()
    this.ssh?.destroy()
    await Promise.all([...closed, this.following, this.rebooting])
  }
}

/**
 * Starts a router: it listens when the promise resolves.
 * @throws Error if a port is in use or the host is not an address of this machine
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const running = new Running(options)
  await running.listen()
  return running
}
