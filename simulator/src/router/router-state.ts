import type { Hardware } from '../personalities/hardware.ts'
import type { Certificate } from '../protocol/certificate.ts'
import type { Row, Table } from '../tables/table.ts'
import type { Caller } from './caller.ts'
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

/** Safe mode: its owner, and what that session did since. It is bound to the connection. */
export interface SafeModeState {
  holder: object | undefined
  /** @throws Trap where another session holds it */
  enter(session: object | undefined, user: string): void
  /** Leaves safe mode and keeps what was done. @throws Trap where this session does not hold it */
  release(session: object | undefined): void
  /** Leaves safe mode and undoes what was done. @throws Trap where this session does not hold it */
  unroll(session: object | undefined): void
  /** The connection is gone: everything that was done under safe mode is undone. */
  ended(session: object): void
}

/**
 * One router as its protocols, commands, rules and personalities see it: tables, a clock and files. It knows nothing of
 * connections; the transports read and write `logins` and are called through `onReboot`.
 */
export interface RouterState {
  readonly version: Version
  readonly hardware: Hardware
  /** Wireless systems and other optional menus that this kind of router has. */
  readonly stacks: readonly Stack[]
  readonly seed: number
  /** How many times faster its clock runs than ours. */
  readonly speed: number
  readonly serial: string
  readonly board: string
  readonly identity: string
  /** The menus of its version, by path. */
  readonly menus: ReadonlyMap<string, Menu>
  readonly files: FileStore
  readonly changeLog: ChangeLog
  readonly safeMode: SafeModeState
  /** Keys by the name of their certificate. */
  readonly certificates: Map<string, Certificate>
  readonly logins: Set<Login>
  /** Sessions of REST that never end: only a reboot clears them. */
  readonly ghosts: Login[]
  readonly users: readonly { name: string; password: string; group: string }[]
  /** Devices under its controller, all the time; undefined: three, of which some leave and come back. */
  readonly caps: number | undefined
  /** Devices that are registered with its access points, all the time; undefined: some that come and go. */
  readonly clients: number | undefined
  /** No device comes or goes by itself. */
  readonly still: boolean
  /** Readings that a personality keeps from one moment to the next. */
  readonly notes: Map<string, number | string>
  /** Whether there is anything for its scheduler to do. */
  readonly hasSchedules: boolean
  /** When it came up, on its own clock; milliseconds since 1970. */
  readonly booted: number
  /** How many connections listen, whatever they listen to. */
  listeners: number
  /** Interface, and port of its bridge, by which the managing connections come in; undefined: not known. */
  management: { interface: string; port: string } | undefined
  /** Runs a script; set by the scripting engine. @returns lines of output */
  runScript: (caller: Caller, source: string) => Promise<string[]>
  /** Set by the transports, which close their connections. */
  onReboot: () => void
  /** The serial number that it shows. */
  shownSerial: () => string

  /** Its clock, in milliseconds since 1970. */
  now(): number
  /** The moment by which it is decided which devices are present: the first one where `still` is set. */
  momentOfPresence(): number
  /** Milliseconds since it came up. */
  uptime(): number
  /** Everything that a reboot clears, except connections. */
  restarted(): void

  has(path: string): boolean
  /** The rows of a menu as they are stored; made when the menu is first read. */
  table(path: string): Table
  /** Rows as they are shown now, measured values included. */
  rows(path: string): Row[]
  /** The one row of a singleton. */
  single(path: string): Row
  /** The rows that a menu of this kind of router begins with. */
  factoryRows(path: string): readonly Row[]
  insert(path: string, values: Row, before?: string): Row
  /** Replaces the values of `row` by those of `next`; its id stays. */
  replace(path: string, row: Row, next: Row): void
  drop(path: string, id: string): Row | undefined
  /** The row of an interface and the menu that it belongs to. */
  interfaceNamed(nameOrId: string): { menu: string; row: Row } | undefined
  interfaceTables(): string[]
  /** Whether a menu has a row of this name. */
  isName(menu: string, name: string): boolean
  /** Whether any connection listens to a menu. */
  isWatched(path: string): boolean

  log(topics: string, message: string): void
  nextJob(): string
  endSession(session: object): void
  /** The tables that were touched, as a backup stores them. */
  snapshot(): Map<string, Row[]>
  /** Stores what its tables are to be after the next boot. */
  restoreAtBoot(tables: ReadonlyMap<string, readonly Row[]>): void
}
