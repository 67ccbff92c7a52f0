import type { Message } from '@trunkline/contract/errors'
import type { DeviceErrorKind } from '@trunkline/contract/resources/device-enums'
import type { CommandKind, CommandState } from '@trunkline/contract/resources/device-enums'
import type { Session, Where } from '@trunkline/routeros'
import type { Actor } from '../access/actor.ts'
import type { Tx } from '../db/pool.ts'
import type { CommandEnd } from './command-end.ts'
import type { SeenRow } from './seen.ts'

export type { Session, Where }

/**
 * One step of a change, as it is kept in `device_command.input`. Before anything is written, `expected` is compared with
 * the row as it is: where a property differs from what the caller saw, the command ends as refused, with both values in
 * its detail. After it the row is read back, and every value written has to be there.
 */
export interface Step {
  menu: string
  verb: 'add' | 'set' | 'remove' | 'move' | 'run'
  /** Row of `set`, `remove` and `move`; null for a singleton. */
  id?: string | null
  /** What is written. A secret stands as `{ secret: name }` and is taken from the command's sealed part. */
  values?: Record<string, string | number | boolean | null | { secret: string }>
  /** RouterOS properties as the caller saw them; left out ones are not compared. */
  expected?: Record<string, string>
  /** Of `move`: the row that it goes before; null: to the end. Of `add`: the row that the new one goes before; left out: the end. */
  before?: string | null
  /** Of `run`: the command below the menu, `make-static`. */
  command?: string
  /** Times that the device counts down from the moment it has them: less than was written may be read back. */
  fading?: readonly string[]
  /** Words for the value in front of people: property → label and how it is read. Left out: the property itself. */
  secretValues?: readonly string[]
  /**
   * A row that must not be there yet: an `add` that was cut off is looked for by these before it is ever sent again, so
   * that a row is never added twice. Of `run`: what holds of the menu once it has worked; without it, its answer is believed.
   */
  identifies?: Where
}

export interface DeviceChange {
  steps: readonly Step[]
  /** Menus that are read into the panel's last readings when it has ended, whatever the end. */
  reads?: readonly string[]
  /** The row that it is about, compared with the device before the first write in the fields that the caller saw. */
  seen?: SeenRow
}

/** What is asked of a device. */
export interface Order {
  hardware_id: number
  kind: CommandKind
  /** Menu in the panel's words, `ip/address`; empty for a reboot and the like. */
  target?: string
  verb?: string
  /** For people: `10.0.0.1/24 on ether2`. No secret. */
  label: string
  change?: DeviceChange
  /** Values that steps name by `{ secret }`. Sealed at once; the command's input never holds them. */
  secrets?: Record<string, string>
  /** Lay a way back on the router first, and confirm on a new connection: else it goes back by itself. */
  guarded?: boolean
  /** What kinds other than `change` need, ids and numbers alone: `{ dpk_file_id }`, or as of `WifiInput`. */
  input?: Record<string, string | number | boolean | null | string[]>
  /** Seconds after which it is given up where it has not begun; 600 where it is left out. */
  deadlineSeconds?: number
}

/** `id` and `job` are both the command's. */
export interface Submitted {
  id: number
  job: number
  state: CommandState
}

/** How a device is reached, for a first contact with what is not kept yet. */
export interface Contact {
  /** Who tests: the provider may use any private address, and is told what answered. */
  by: { company_id: number; isProvider: boolean }
  /** Its kept settings stand in for what is left out. */
  hardware_id?: number
  address?: string | null
  vpn_dialup_id?: number | null
  protocol?: 'api' | 'api-ssl' | 'rest'
  port?: number | null
  user?: string
  password?: string
}

export interface ContactFound {
  identity: string
  board: string
  /** Product code as of `/system/routerboard model`, where it has one. */
  model: string | null
  serial_number: string | null
  routeros_version: string
  uptime_seconds: number
  certificate: string | null
  policies: string[]
  /** As of `contact.warnings` of the contract. */
  warnings: string[]
}

/** A last reading: what hardware_menu holds. */
export interface LastReading {
  rows: unknown
  read_at: string
}

/** The room of live routers, as features use it. */
export interface Devices {
  /**
   * Writes a command row in the caller's transaction and wakes a worker by its commit. The caller has checked that the
   * device is visible and may be changed.
   * @throws AppError conflict where the device can't be managed (no address or user), or has 50 commands waiting
   */
  submit(tx: Tx, actor: Pick<Actor, 'user_id' | 'label'>, order: Order): Promise<Submitted>

  /**
   * Talks to a device within a request: 5 seconds to connect, 15 in all. Never call it inside of a transaction. What
   * `work` answers is kept as the last reading of `menu` and returned.
   * @param menu the key under which it is kept: `ip/address`
   * @throws AppError device_unreachable (504) with `details.fault`, `details.read_at` and `details.rows` of the last
   *   reading, device_refused (502) with the device's words
   */
  read<T>(
    hardware_id: number,
    menu: string,
    work: (session: Session) => Promise<T>,
  ): Promise<{ rows: T; read_at: string }>

  /** The last reading of a menu, or undefined where there is none. Through the caller's door. */
  last(tx: Tx, hardware_id: number, menu: string): Promise<LastReading | undefined>

  /** First contact with settings that are not kept. @throws AppError validation_failed at the field that is wrong, device_unreachable, device_refused */
  contact(of: Contact): Promise<ContactFound>

  /** Asks devices at once whether they are there, and keeps what they say. Never throws for a device. */
  status(
    ids: readonly number[],
  ): Promise<
    { id: number; is_online: boolean; error: DeviceErrorKind | null; message: Message | null; ms: number | null }[]
  >

  /** Waits for the end of a command, at most so long; undefined where it has not ended. Never call it inside of a transaction. */
  commandEnd(id: number, timeoutMs: number, signal?: AbortSignal): Promise<CommandEnd | undefined>

  stop(): Promise<void>
}

export { DeviceError } from './device-error.ts'
export type { CommandKind, CommandState, DeviceErrorKind }
