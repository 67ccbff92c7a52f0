import type { Message } from '@trunkline/contract/errors'
import type { SettingDifference } from '@trunkline/contract/resources/change-item'
import {
  endedDeviceStates,
  type RolloutDeviceState,
  type RolloutFacts,
  type RolloutKind,
  type RolloutSource,
  type RolloutState,
} from '@trunkline/contract/resources/rollout'
import type { Schedule } from '@trunkline/contract/resources/wifi-shapes'
import { sql } from 'kysely'
import { withSystem } from '../../db/system-transaction.ts'
import type { Tx } from '../../db/pool.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Step } from '../devices.ts'
import type { Run } from '../run.ts'

/** A device of a rollout. */
export interface RolloutStepDevice {
  id: number
  rollout_id: number
  kind: RolloutKind
  state: RolloutDeviceState
  /** Of a change: the group of its differences. */
  planned_version: string | null
}

/** A device of a rollout, with the settings of the rollout that its upgrade needs. */
export interface UpgradeDevice extends RolloutStepDevice {
  /** Of the rollout: its packages may be installed. */
  company_id: number
  /** Names of the uploaded packages that it needs; null: it downloads what it needs itself. */
  packages: readonly string[] | null
  version_before: string | null
  facts_before: RolloutFacts | null
  reboot_requested_at: string | null
  uptime_before: number | null
  firmware_written_at: string | null
  firmware_reboot_requested_at: string | null
  rollout_state: RolloutState
  source: RolloutSource
  target_version: string | null
  channel: string
  routerboard: boolean
  min_voltage: number | null
  maintenance_window: Schedule | null
  /** IANA time zone of the site, or of the company. */
  time_zone: string
}

/** New values of a device; undefined ones are not changed. */
export interface DeviceProgress {
  state?: RolloutDeviceState
  detail?: Message | null
  planned_version?: string
  packages?: readonly string[]
  steps?: readonly Step[]
  changes?: readonly SettingDifference[]
  version_before?: string | null
  version_after?: string | null
  facts_before?: RolloutFacts
  facts_after?: RolloutFacts
  differences?: readonly Message[]
  reboot_requested_at?: string | null
  uptime_before?: number | null
  firmware_written_at?: string
  firmware_reboot_requested_at?: string | null
  deadline_at?: string | null
}

/** The device is not upgraded now; the state that its row gets, and why. */
export class Ended extends Error {
  override name = 'Ended'
  readonly state: 'held' | 'failed' | 'current'
  readonly reason: Message | null
  constructor(state: Ended['state'], reason: Message | null) {
    super(state)
    this.state = state
    this.reason = reason
  }
}

/** The rollout does not run any more: a device that has not restarted stays as it is. */
export class NotRunning extends Error {
  override name = 'NotRunning'
  readonly state: RolloutState
  constructor(state: RolloutState) {
    super('The rollout does not run.')
    this.state = state
  }
}

export const hasEnded = (state: RolloutDeviceState): boolean => (endedDeviceStates as readonly string[]).includes(state)

/** Makes a worker start the next devices of a rollout when the transaction commits. */
export const wakeRollout = (tx: Tx, rollout_id: number, runAt?: Date) =>
  addJob(tx, 'advance-rollout', { rollout_id }, { key: `advance-rollout:${rollout_id}`, runAt })

/** The device of a rollout that a command is about; undefined if the rollout was deleted. */
export const readUpgradeDevice = (run: Run): Promise<UpgradeDevice | undefined> =>
  withSystem(
    run.databases,
    async (tx) => {
      const { rows } = await sql<UpgradeDevice>`
        select d.id, d.rollout_id, r.company_id, r.kind, r.source, d.state, d.planned_version, d.packages, d.version_before, d.facts_before, d.reboot_requested_at, d.uptime_before,
          d.firmware_written_at, d.firmware_reboot_requested_at, r.state as rollout_state, r.target_version, r.channel, r.routerboard, r.min_voltage,
          r.maintenance_window, coalesce(s.time_zone, c.time_zone) as time_zone
        from rollout_device d join rollout r on r.id = d.rollout_id join hardware h on h.id = d.hardware_id join company c on c.id = h.company_id
          left join site s on s.id = h.site_id
        where d.id = ${Number(run.input['rollout_device_id'])} and d.command_id = ${run.id}`.execute(tx)
      return rows[0]
    },
    { actor_name: 'system' },
  )

/**
 * Stores the progress of a device. Called before each effect, so that the next worker knows what may have happened.
 * @param while_running also checks, in the same transaction, that the rollout was not paused or cancelled
 * @throws LostCommand, NotRunning
 */
export async function saveProgress(
  run: Run,
  device: RolloutStepDevice,
  values: DeviceProgress,
  { whileRunning = false, also }: { whileRunning?: boolean; also?: (tx: Tx) => Promise<void> } = {},
): Promise<void> {
  await run.transaction(async (tx) => {
    if (whileRunning) {
      const { rows } = await sql<{ state: RolloutState }>`
        select state from rollout where id = ${device.rollout_id} for share`.execute(tx)
      if (rows[0]?.state !== 'running') throw new NotRunning(rows[0]?.state ?? 'cancelled')
    }
    await also?.(tx)
    await writeDevice(tx, device.id, values)
    // The coordinator decides what follows: the next device, or the next wave.
    if (
      values.state !== undefined &&
      !(['checking', 'backup', 'downloading', 'rebooting', 'verifying', 'firmware', 'applying'] as string[]).includes(
        values.state,
      )
    )
      await wakeRollout(tx, device.rollout_id)
  })
  Object.assign(device, values)
}

const jsonColumns: ReadonlySet<string> = new Set([
  'detail',
  'facts_before',
  'facts_after',
  'differences',
  'steps',
  'changes',
])

/** Updates a device of a rollout in the caller's transaction. */
export async function writeDevice(
  tx: Tx,
  id: number,
  values: DeviceProgress & { command_id?: number | null; attempts?: number; wave?: number | null },
): Promise<void> {
  const sets = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) =>
      jsonColumns.has(column)
        ? sql`${sql.ref(column)} = ${value === null ? null : JSON.stringify(value)}::jsonb`
        : sql`${sql.ref(column)} = ${value}`,
    )
  if (values.state !== undefined)
    sets.push(sql`state_at = case when state = ${values.state} then state_at else now() end`)
  await sql`update rollout_device set ${sql.join(sets)} where id = ${id}`.execute(tx)
}
