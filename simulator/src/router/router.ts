import type { Hardware } from '../personalities/hardware.ts'
import type { Personality } from '../personalities/personality.ts'
import type { Certificate } from '../protocol/certificate.ts'
import { Ids, Table, type Row } from '../tables/table.ts'
import { Clock } from './clock.ts'
import { ChangeLog } from './change-log.ts'
import { FileStore } from './files.ts'
import { Jobs } from './jobs.ts'
import { interfaceMenus, rules, ruleOf } from './rules.ts'
import { SafeMode } from './safe-mode.ts'
import type {
  ApiLogin,
  DeviceMode,
  Ending,
  Login,
  PackageState,
  Plan,
  RouterState,
  Survival,
  TimeBases,
} from './router-state.ts'
import { menusOf, type Menu, type Stack } from './schema.ts'
import { formatDateTime } from './values.ts'
import { installFiles } from './npk.ts'
import { Version } from './version.ts'
import { overlays, views } from './views.ts'

export interface RouterOptions {
  personality: Personality
  version: string
  identity: string
  serial: string
  board: string
  seed: number
  speed: number
  users: readonly { name: string; password: string; group: string }[]
  tables: Readonly<Record<string, readonly Row[]>>
  /** Number of permanently connected access points of its controller; undefined: three, which come and go. */
  caps: number | undefined
  /** Number of permanently registered Wi-Fi clients; undefined: some that come and go. */
  clients: number | undefined
  /** Hosts, clients and access points do not come and go. */
  still: boolean
  timeBases: TimeBases
  jobs: Survival
  deviceMode: DeviceMode
}

const startId = 0x40

/** Menus that a backup does not hold. */
const notInBackup: ReadonlySet<string> = new Set(['/log', '/file', '/certificate', '/system/script/job'])

const withoutCertificate = (row: Row): Row => (row['certificate'] === undefined ? row : { ...row, certificate: 'none' })

/**
 * One router: its tables, its clock and its files. It is independent of connections; the transports read
 * `logins` and are notified through `onReboot`.
 */
export class Router implements RouterState {
  version: Version
  readonly hardware: Hardware
  readonly stacks: readonly Stack[]
  private readonly personality: Personality
  readonly seed: number
  readonly speed: number
  readonly serial: string
  readonly board: string
  readonly identity: string
  menus: ReadonlyMap<string, Menu>
  readonly packages: PackageState = {
    offered: undefined,
    problem: undefined,
    downloaded: undefined,
    installs: true,
    installed: [],
  }
  readonly files = new FileStore()
  readonly changeLog = new ChangeLog()
  /** Private keys by the name of their certificate. */
  readonly certificates = new Map<string, Certificate>()
  readonly logins = new Set<ApiLogin>()
  /** REST sessions, which never end: only a reboot clears them. */
  readonly ghosts: Login[] = []
  readonly users: RouterOptions['users']
  readonly caps: number | undefined
  readonly clients: number | undefined
  readonly still: boolean
  /** Rows that replace a personality's. */
  private readonly given: Readonly<Record<string, readonly Row[]>>
  private readonly tables = new Map<string, Table>()
  private readonly interfaceIds = new Ids(startId)
  readonly clock: Clock
  private readonly firstMoment: number
  private bootedAt: number
  private pending: ReadonlyMap<string, readonly Row[]> | undefined
  readonly safeMode = new SafeMode(this)
  readonly jobs: Jobs
  readonly timeBases: TimeBases
  readonly plans = new Map<string, Plan>()
  readonly globals = new Map<string, { owner: string; value: string }>()
  bootClock: number
  deviceMode: DeviceMode
  pendingDeviceMode: DeviceMode | undefined
  /** Set by the scripting engine. */
  runScript: RouterState['runScript'] = () => Promise.resolve([])
  /** Set by the transports. */
  onReboot: () => void = () => {}
  /** The serial number that it reports. */
  shownSerial: () => string = () => this.serial
  /** Called after every change of a table, by menu. */
  onChange: (menu: string) => void = () => {}
  /** Interface and bridge port of the management connections; undefined: unknown. */
  management: { interface: string; port: string } | undefined
  /** State of a personality's generated values. */
  readonly notes = new Map<string, number | string>()

  constructor(options: RouterOptions) {
    this.version = new Version(options.version)
    this.personality = options.personality
    this.hardware = options.personality.hardware
    this.stacks = options.personality.stacks
    this.seed = options.seed
    this.speed = options.speed
    this.serial = options.serial
    this.board = options.board
    this.identity = options.identity
    this.users = options.users
    this.caps = options.caps
    this.clients = options.clients
    this.still = options.still
    this.given = options.tables
    this.menus = menusOf(this.version, new Set(options.personality.stacks))
    // At the start it has an uptime of 2 to 60 days.
    this.clock = new Clock(options.speed)
    this.jobs = new Jobs(this, options.jobs)
    this.timeBases = options.timeBases
    this.deviceMode = options.deviceMode
    this.firstMoment = this.monotonic()
    this.bootedAt = this.firstMoment - (2 + (options.seed % 58)) * 86_400_000 - (options.seed % 86_399) * 1000
    this.bootClock = this.bootedAt
  }

  now(): number {
    return this.clock.now()
  }

  monotonic(): number {
    return this.clock.monotonic()
  }

  /** The time that decides which devices are present: constant if `still` is set. */
  momentOfPresence(): number {
    return this.still ? this.firstMoment : this.monotonic()
  }

  uptime(): number {
    return this.monotonic() - this.bootedAt
  }

  get booted(): number {
    return this.bootedAt
  }

  /** Resets everything that a reboot clears. The transports close their connections. */
  restarted(): void {
    this.bootedAt = this.monotonic()
    this.bootClock = this.now()
    this.globals.clear()
    this.logins.clear()
    this.ghosts.splice(0)
    this.changeLog.clear()
    this.safeMode.clear()
    const { pending } = this
    this.pending = undefined
    if (pending) this.load(pending)
    this.installPackages()
    this.log('system,info', 'router rebooted')
    const lists = this.tables.get('/ip/firewall/address-list')
    for (const row of lists ? [...lists.rows] : []) if (row['dynamic'] === 'true') lists?.drop(row['.id'] ?? '')
  }

  /** Installs the downloaded version, and the firmware that was written before the reboot. */
  private installPackages(): void {
    const { packages } = this
    const written = this.notes.get('firmware-written')
    if (written !== undefined) this.notes.set('firmware', written)
    this.notes.delete('firmware-written')
    const { downloaded } = packages
    packages.downloaded = undefined
    delete this.single('/system/package/update')['status']
    const target = downloaded !== undefined && packages.installs ? downloaded : installFiles(this)
    if (target === undefined) return
    // The boot loader stays.
    if (!this.notes.has('firmware')) this.notes.set('firmware', this.version.text)
    this.version = new Version(target)
    this.menus = menusOf(this.version, new Set(this.personality.stacks))
    for (const row of this.table('/system/package').rows) row['version'] = target
    packages.installed.push(target)
  }

  /** The stored rows of a menu; created when the menu is first read. */
  table(path: string): Table {
    const known = this.tables.get(path)
    if (known) return known
    const table = new Table(
      interfaceMenus.has(path) ? this.interfaceIds : path === '/file' ? this.files.ids : new Ids(),
    )
    this.tables.set(path, table)
    const rows = this.given[path] ?? this.factoryRows(path)
    const rule = ruleOf(path)
    for (const row of rows) {
      const stored = table.insert(this.given[path] ? { ...rule.defaults, ...row } : row)
      const seconds = rule.secrets ?? []
      for (const name of seconds) if (stored[name] === '') delete stored[name]
    }
    table.listen(() => this.onChange(path))
    return table
  }

  factoryRows(path: string): readonly Row[] {
    return this.personality.tables[path]?.(this) ?? []
  }

  /** Number of listening connections, for any menu. */
  listeners = 0

  /** Whether any connection listens to a menu. */
  isWatched(path: string): boolean {
    return this.tables.get(path)?.isWatched ?? false
  }

  endSession(session: object, ending: Ending): void {
    this.safeMode.ended(session)
    this.jobs.sessionEnded(session, ending)
  }

  /** Replaces its tables at the next boot. */
  restoreAtBoot(tables: ReadonlyMap<string, readonly Row[]>): void {
    this.pending = tables
  }

  /** Whether the scheduler has entries. */
  get hasSchedules(): boolean {
    return (this.tables.get('/system/scheduler')?.rows.length ?? 0) > 0
  }

  has(path: string): boolean {
    return this.menus.has(path)
  }

  /** The current rows, including computed values. */
  rows(path: string): Row[] {
    const view = views[path]
    if (view) return view(this)
    const table = this.table(path)
    const overlay = overlays[path]
    return overlay ? table.rows.map((row) => ({ ...row, ...overlay(this, row) })) : table.rows
  }

  /** The row of a singleton. */
  single(path: string): Row {
    const { rows } = this.table(path)
    return rows[0] ?? this.table(path).insert({ ...ruleOf(path).defaults, '.id': '*0' })
  }

  /** The row of an interface, and its menu. */
  interfaceNamed(nameOrId: string): { menu: string; row: Row } | undefined {
    for (const menu of this.interfaceTables()) {
      const row = this.table(menu).rows.find((one) => one['name'] === nameOrId || one['.id'] === nameOrId)
      if (row) return { menu, row }
    }
    return undefined
  }

  interfaceTables(): string[] {
    return [...interfaceMenus].filter((menu) => this.menus.has(menu))
  }

  /** Names in a menu that other rows may reference. */
  isName(menu: string, name: string): boolean {
    if (menu === '/interface') return this.interfaceNamed(name) !== undefined
    return this.table(menu).rows.some((row) => row['name'] === name)
  }

  insert(path: string, values: Row, before?: string): Row {
    const table = this.table(path)
    const row = table.insert(values, before)
    this.changeLog.record({ menu: path, id: row['.id'] ?? '', before: undefined, place: 0 })
    ruleOf(path).changed?.(this, row, undefined)
    return row
  }

  /** Replaces the values of a row by those of `next` and preserves its id. */
  replace(path: string, row: Row, next: Row): void {
    const before = { ...row }
    const table = this.table(path)
    this.changeLog.record({ menu: path, id: row['.id'] ?? '', before, place: table.rows.indexOf(row) })
    for (const name of Object.keys(row)) if (!(name in next)) delete row[name]
    Object.assign(row, next)
    if (before['name'] !== row['name'] && before['name'] !== undefined) {
      this.rename(path, before['name'], row['name'] ?? '')
    }
    table.announce(row)
    ruleOf(path).changed?.(this, row, before)
  }

  drop(path: string, id: string): Row | undefined {
    const table = this.table(path)
    const place = table.rows.findIndex((row) => row['.id'] === id)
    const row = table.drop(id)
    if (row === undefined) return undefined
    this.changeLog.record({ menu: path, id, before: { ...row }, place })
    // References to it now show its bare id.
    if (row['name'] !== undefined) this.rename(path, row['name'], id)
    ruleOf(path).changed?.(this, undefined, row)
    return row
  }

  /** Rows reference by id and show names: a new name appears everywhere. */
  private rename(path: string, from: string, to: string): void {
    const target = interfaceMenus.has(path) ? '/interface' : path
    for (const [menu, rule] of Object.entries(rules)) {
      const fields = Object.entries(rule.references ?? {}).filter(([, reference]) => reference.menu === target)
      if (fields.length === 0 || !this.menus.has(menu)) continue
      const table = this.table(menu)
      for (const row of table.rows) {
        let isTouched = false
        for (const [field] of fields) {
          const value = row[field]
          if (value === undefined || !value.split(',').includes(from)) continue
          row[field] = value
            .split(',')
            .map((part) => (part === from ? to : part))
            .join(',')
          isTouched = true
        }
        if (isTouched) table.announce(row)
      }
    }
  }

  log(topics: string, message: string): void {
    const table = this.table('/log')
    table.insert({ time: formatDateTime(this.version, this.now()), topics, message })
    // The limit of the default `memory-lines` of the memory action.
    if (table.rows.length > 1000) table.rows.splice(0, table.rows.length - 1000)
  }

  /** The content of a backup: every table that was read or changed; the others are recreated with the same rows. */
  snapshot(): Map<string, Row[]> {
    const stored = new Map<string, Row[]>()
    for (const [path, table] of this.tables) {
      if (!notInBackup.has(path)) stored.set(path, structuredClone(table.rows))
    }
    return stored
  }

  /** Loads a backup. It does not hold certificates: services that use one are left without. */
  private load(stored: ReadonlyMap<string, readonly Row[]>): void {
    this.certificates.clear()
    for (const [path, table] of this.tables) {
      if (notInBackup.has(path)) continue
      const rows = stored.get(path) ?? this.given[path] ?? this.factoryRows(path)
      table.restore(path === '/ip/service' ? rows.map(withoutCertificate) : rows)
    }
    this.table('/certificate').restore([])
  }
}
