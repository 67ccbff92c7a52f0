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
 * One step of a change, as stored in `device_command.input`. Before any write, `expected` is compared with the current
 * row: if a property differs from what the caller saw, the command ends as rejected, with both values in its detail.
 * After the write the row is read back and must have every written value.
 */
export interface Step {
  menu: string
  verb: 'add' | 'set' | 'remove' | 'move' | 'run'
  /** Row of `set`, `remove` and `move`; null for a singleton. */
  id?: string | null
  /** Values to write. A secret is `{ secret: name }` and comes from the encrypted part of the command. */
  values?: Record<string, string | number | boolean | null | { secret: string }>
  /** RouterOS properties as the caller saw them; omitted ones are not compared. */
  expected?: Record<string, string>
  /** For `move`: the row to move before; null: to the end. For `add`: the row to insert before; omitted: the end. */
  before?: string | null
  /** For `run`: the command of the menu, such as `make-static`. */
  command?: string
  /** Durations that the device counts down after the write, so that a smaller value may be read back. */
  fading?: readonly string[]
  /** How to display a property: label and format. Omitted: the property itself. */
  secretValues?: readonly string[]
  /**
   * Properties that identify the new row, which must not exist yet: an interrupted `add` is searched by these before it
   * is sent again, so that a row is never added twice. For `run`: the expected state of the menu afterwards; without it
   * the device's reply is trusted.
   */
  identifies?: Where
}

export interface DeviceChange {
  steps: readonly Step[]
  /** Menus to read into the stored readings when the command has ended, whatever its result. */
  reads?: readonly string[]
  /**
   * The row that the change is about; compared with the device before the first write, in the fields that the caller
   * saw.
   */
  seen?: SeenRow
}

/** A command for a device. */
export interface CommandRequest {
  hardware_id: number
  kind: CommandKind
  /** Menu in the panel's notation, `ip/address`; empty for a reboot and similar actions. */
  target?: string
  /** See `CommandRow` of the contract. */
  verb?: string
  /**
   * The name of what the command is about, for display and search: `10.0.0.1/24, ether2`. No words of a language and no
   * secret. Omitted: the name of the device.
   */
  label?: string
  /** Number of further objects that the command is about. */
  others?: number
  /** What a title adds to the label, such as warnings about unusual values. */
  notes?: readonly Message[]
  change?: DeviceChange
  /** Values that steps refer to by `{ secret }`. Encrypted immediately; never part of the command's input. */
  secrets?: Record<string, string>
  /**
   * Whether to arm a rollback on the router first and confirm on a new connection; without the confirmation the router
   * rolls back.
   */
  guarded?: boolean
  /** Input of kinds other than `change`, ids and numbers only: `{ dpk_file_id }`, or `WifiInput`. */
  input?: Record<string, string | number | boolean | null | string[]>
  /** Seconds until a command that has not started expires; default 600. */
  deadlineSeconds?: number
}

/** `id` and `job` are both the id of the command. */
export interface SubmittedCommand {
  id: number
  job: number
  state: CommandState
}

/** Connection settings for a first contact with settings that are not stored yet. */
export interface Contact {
  /** The user who tests: the provider may use any private address, and sees the exact error. */
  by: { company_id: number; isProvider: boolean }
  /** The device whose stored settings replace omitted ones. */
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
  /** Product code from `/system/routerboard model`, if there is one. */
  model: string | null
  serial_number: string | null
  routeros_version: string
  uptime_seconds: number
  certificate: string | null
  policies: string[]
  /** See `contact.warnings` of the contract. */
  warnings: string[]
}

/** A stored reading: a row of hardware_menu. */
export interface LastReading {
  rows: unknown
  read_at: string
}

/** The device service, as features use it. */
export interface Devices {
  /**
   * Inserts a command in the caller's transaction and wakes a worker at its commit. The caller has checked that the
   * device is visible and may be changed.
   * @throws AppError conflict if the device cannot be managed (no address or user), or has 50 waiting commands
   */
  submit(tx: Tx, actor: Pick<Actor, 'user_id' | 'label'>, order: CommandRequest): Promise<SubmittedCommand>

  /**
   * Talks to a device within a request: 5 seconds to connect, 15 in total. Never call it inside a transaction. The
   * result of `work` is stored as the last reading of `menu` and returned.
   * @param menu the key of the stored reading: `ip/address`; null: nothing is stored
   * @throws AppError device_unreachable (504) with `details.fault`, and `details.read_at` and `details.rows` of the
   *   last reading; device_refused (502) with the device's error message
   */
  read<T>(
    hardware_id: number,
    menu: string | null,
    work: (session: Session) => Promise<T>,
  ): Promise<{ rows: T; read_at: string }>

  /** The last reading of a menu, undefined if there is none. Uses the caller's tenant transaction. */
  last(tx: Tx, hardware_id: number, menu: string): Promise<LastReading | undefined>

  /**
   * First contact with settings that are not stored.
   * @throws AppError validation_failed at the invalid field, device_unreachable, device_refused
   */
  contact(of: Contact): Promise<ContactFound>

  /** Checks in parallel whether devices are online, and stores the results. Never throws for a single device. */
  status(
    ids: readonly number[],
  ): Promise<
    { id: number; is_online: boolean; error: DeviceErrorKind | null; message: Message | null; ms: number | null }[]
  >

  /** Runs a committed row of `device_tool_run` in this process. Returns immediately. */
  startTool(id: number): void

  /** Waits for the end of a command; undefined after the timeout. Never call it inside a transaction. */
  commandEnd(id: number, timeoutMs: number, signal?: AbortSignal): Promise<CommandEnd | undefined>

  stop(): Promise<void>
}

export { DeviceError } from './device-error.ts'
export type { CommandKind, CommandState, DeviceErrorKind }
