import type { Hardware } from '../personalities/hardware.ts'
import type { Certificate } from '../protocol/certificate.ts'
import type { Row, Table } from '../tables/table.ts'
import type { Caller } from './caller.ts'
import type { Clock, TimeBase } from './clock.ts'
import type { FileStore } from './files.ts'
import type { ChangeLog } from './change-log.ts'
import type { Menu, Stack } from './schema.ts'
import type { Version } from './version.ts'

/** A user who is logged in, as `/user/active` shows it. */
export interface Login {
  user: string
  address: string
  via: 'api' | 'rest-api'
  since: number
}

/** A login of the API, with its job. */
export interface ApiLogin extends Login {
  job: string
  session: object
  close: () => void
}

/** What durations count by. No real router has confirmed either. */
export interface TimeBases {
  /** `:delay` of scripts. */
  delay: TimeBase
  /** `interval` of the scheduler; a start date always counts by the wall clock. */
  interval: TimeBase
}

/** When an entry of the scheduler was last planned: added, changed, run or read at boot. */
export interface Plan {
  /** Its run at startup, as a moment of monotonic time; undefined: it has run, or is not due. */
  startup: number | undefined
  /** Reading of the wall clock; its next run is later. */
  since: number
  /** Next run of an interval that counts monotonic time. */
  due: number | undefined
}

/** How a connection ended: closed in order (FIN), or reset (RST). */
export type Ending = 'fin' | 'reset'

/** Whether jobs go on when the connection that started them ends. No real router has confirmed either. */
export type Survival = Readonly<Record<Ending, boolean>>

/** Running scripts, as `/system/script/job` lists them. */
export interface JobsState {
  nextId(): string
  /**
   * Starts a script in the background; a name of `/system/script` is replaced by that script's source.
   * @returns its id, and its lines of output, which reject with JobStopped, or with the Trap of a failed command
   * @throws Trap if it is longer than 64 kB
   */
  run(caller: Caller, nameOrSource: string): { id: string; output: Promise<string[]> }
  stop(id: string): void
  /** The router reboots. */
  stopAll(): void
  sessionEnded(session: object, ending: Ending): void
  /** Logins of the API are jobs too, and parents of the scripts that they started. */
  rows(): Row[]
}

/** Features that device-mode controls. */
export const deviceFeatures = [
  'scheduler',
  'socks',
  'fetch',
  'pptp',
  'l2tp',
  'bandwidth-test',
  'traffic-gen',
  'sniffer',
  'ipsec',
  'romon',
  'proxy',
  'hotspot',
  'smb',
  'email',
  'zerotier',
  'container',
  'install-any-version',
  'partitions',
  'routerboard',
] as const
export type DeviceFeature = (typeof deviceFeatures)[number]

/** `enterprise` before 7.17, then `advanced`; `home` in both. */
export type DeviceModeName = 'home' | 'advanced' | 'enterprise'

/** What `/system/device-mode` allows. */
export interface DeviceMode {
  mode: DeviceModeName
  flagged: boolean
  flaggingEnabled: boolean
  /** Features that differ from those of the mode. */
  features: Readonly<Partial<Record<DeviceFeature, boolean>>>
}

/** Safe mode: its owner, and the changes since. It is bound to the connection. */
export interface SafeModeState {
  readonly holder: object | undefined
  /** The user who took it last. */
  readonly user: string
  /** The router reboots. */
  clear(): void
  /** @throws Trap if another session owns it */
  enter(session: object | undefined, user: string): void
  /** Ends safe mode of any session and commits the changes. @throws Trap if it is not taken */
  release(): void
  /** Leaves safe mode and undoes the changes. @throws Trap if this session does not own it */
  unroll(session: object | undefined): void
  /** The connection was lost: all changes under safe mode are undone. */
  ended(session: object): void
  /** The session was ended by `/quit`: the changes stay. */
  left(session: object): void
}

/** What MikroTik's server offers to a router, and what the router made of it. */
export interface PackageState {
  /** Version that every channel offers; undefined: the newest one of the channel. */
  offered: string | undefined
  /** Status of a check or a download instead of its success: `ERROR: could not resolve dns name`. */
  problem: string | undefined
  /** Installed by the next reboot. */
  downloaded: string | undefined
  /** False: a reboot discards the download, as a router with damaged packages does. */
  installs: boolean
  /** Versions that were installed, oldest first. */
  readonly installed: string[]
}

/**
 * One router as its protocols, commands, rules and personalities see it: tables, a clock and files. It is independent of
 * connections; the transports read and write `logins` and are notified through `onReboot`.
 */
export interface RouterState {
  readonly version: Version
  readonly hardware: Hardware
  /** Wi-Fi systems and other optional menus of this kind of router. */
  readonly stacks: readonly Stack[]
  readonly seed: number
  /** Factor by which its clock runs faster than real time. */
  readonly speed: number
  readonly serial: string
  readonly board: string
  readonly identity: string
  /** The menus of its version, by path. */
  readonly menus: ReadonlyMap<string, Menu>
  readonly packages: PackageState
  readonly files: FileStore
  readonly changeLog: ChangeLog
  readonly safeMode: SafeModeState
  /** Private keys by the name of their certificate. */
  readonly certificates: Map<string, Certificate>
  readonly logins: Set<ApiLogin>
  /** REST sessions, which never end: only a reboot clears them. */
  readonly ghosts: Login[]
  readonly users: readonly { name: string; password: string; group: string }[]
  /** Number of permanently connected access points of its controller; undefined: three, which come and go. */
  readonly caps: number | undefined
  /** Number of permanently registered Wi-Fi clients; undefined: some that come and go. */
  readonly clients: number | undefined
  /** Hosts, clients and access points do not come and go. */
  readonly still: boolean
  /** State of a personality's generated values. */
  readonly notes: Map<string, number | string>
  /** Whether the scheduler has entries. */
  readonly hasSchedules: boolean
  readonly clock: Clock
  /** Boot time, as a moment of `monotonic`. */
  readonly booted: number
  /** Number of listening connections, for any menu. */
  listeners: number
  /** Interface and bridge port of the management connections; undefined: unknown. */
  management: { interface: string; port: string } | undefined
  /** Reading of the wall clock at boot. */
  readonly bootClock: number
  readonly timeBases: TimeBases
  /** Entries of the scheduler by id. */
  readonly plans: Map<string, Plan>
  readonly jobs: JobsState
  /** Global variables of scripts: they last until a reboot. */
  readonly globals: Map<string, { owner: string; value: string }>
  readonly deviceMode: DeviceMode
  /** An update that waits for a button or a power cut. */
  pendingDeviceMode: DeviceMode | undefined
  /** Runs a script; set by the scripting engine. @returns lines of output; @throws Trap, or the reason of `stop` */
  runScript: (caller: Caller, source: string, stop: AbortSignal) => Promise<string[]>
  /** Set by the transports, which close their connections. */
  onReboot: () => void
  /** The serial number that it reports. */
  shownSerial: () => string

  /** Its wall clock, in milliseconds since 1970: it can jump. */
  now(): number
  /** A time that never jumps, in milliseconds; equal to `now` until the clock is set. */
  monotonic(): number
  /** The time that decides which devices are present: constant if `still` is set. */
  momentOfPresence(): number
  /** Milliseconds since boot. */
  uptime(): number
  /** Resets everything that a reboot clears, except connections. */
  restarted(): void

  has(path: string): boolean
  /** The stored rows of a menu; created when the menu is first read. */
  table(path: string): Table
  /** The current rows, including computed values. */
  rows(path: string): Row[]
  /** The row of a singleton. */
  single(path: string): Row
  /** The initial rows of a menu in this kind of router. */
  factoryRows(path: string): readonly Row[]
  insert(path: string, values: Row, before?: string): Row
  /** Replaces the values of `row` by those of `next` and preserves its id. */
  replace(path: string, row: Row, next: Row): void
  drop(path: string, id: string): Row | undefined
  /** The row of an interface, and its menu. */
  interfaceNamed(nameOrId: string): { menu: string; row: Row } | undefined
  interfaceTables(): string[]
  /** Whether a menu has a row with this name. */
  isName(menu: string, name: string): boolean
  /** Whether any connection listens to a menu. */
  isWatched(path: string): boolean

  log(topics: string, message: string): void
  /** A connection was closed. */
  endSession(session: object, ending: Ending): void
  /** The tables that were read or changed, as a backup stores them. */
  snapshot(): Map<string, Row[]>
  /** Replaces its tables at the next boot. */
  restoreAtBoot(tables: ReadonlyMap<string, readonly Row[]>): void
}
