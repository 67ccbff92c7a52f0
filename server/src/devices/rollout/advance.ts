import { message, type AnyMessage, type Message } from '@trunkline/contract/errors'
import type { CommandState } from '@trunkline/contract/resources/device-enums'
import { runningDeviceStates, type RolloutDeviceState, type RolloutState } from '@trunkline/contract/resources/rollout'
import type { Schedule } from '@trunkline/contract/resources/wifi-shapes'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import type { Devices } from '../devices.ts'
import { deriveTopology } from '../topology/derive.ts'
import type { Uplink } from '../topology/uplinks.ts'
import { edgeFirst, feedersLast, placesOf, poweredBy, wavesOf, type TopologyDevice } from './order.ts'
import { hasEnded, writeDevice } from './progress.ts'
import { maxOfflineDays } from './upgrade.ts'
import { isWindowOpen } from './window.ts'

export interface AdvanceSettings {
  submit: Devices['submit']
  /** Seconds after which an offline device is tried again although no poll has reached it. */
  retrySeconds?: number
}

interface RolloutRow {
  id: number
  company_id: number
  name: string
  state: RolloutState
  canaries: number
  wave_size: number
  soak_minutes: number
  max_failures: number
  failures_accepted: number
  maintenance_window: Schedule | null
  target_version: string | null
  actor_id: number | null
  requested_by: string
}

interface DeviceRow {
  id: number
  hardware_id: number
  name: string
  model: string
  time_zone: string
  trashed: boolean
  wave: number | null
  position: number
  upstream_ids: number[]
  /** Devices that it powers over PoE. */
  feeds_ids: number[]
  state: RolloutDeviceState
  detail: AnyMessage | null
  planned_version: string | null
  reboot_requested_at: string | null
  attempts: number
  command_id: number | null
  /** Null: the command does not exist (any more). */
  command_state: CommandState | null
  command_detail: Message | null
  deadline_at: string | null
  state_at: string
  /** When its state began or its last command ended. */
  tried_at: string
  /** A poll has reached the device since. */
  is_back: boolean
}

/** Maximum commands for one device that did not bring it further: workers die, or restarts do not arrive. */
const maxAttempts = 30
/** A queued command waits for other commands of its device. */
const deadlineSeconds = 86_400

const isRunning = (state: RolloutDeviceState): boolean => (runningDeviceStates as readonly string[]).includes(state)
const isAway = (state: RolloutDeviceState): boolean => state === 'offline' || state === 'lost'
const isFailure = (state: RolloutDeviceState): boolean => state === 'failed' || state === 'degraded' || state === 'lost'

/**
 * Decides what a rollout does next, and enqueues the commands for it. Every decision follows from the rows, which are
 * locked: it may run at any time, and any number of times.
 */
export async function advanceRollout(tx: Tx, settings: AdvanceSettings, id: number): Promise<void> {
  const { rows } = await sql<RolloutRow>`
    select id, company_id, name, state, canaries, wave_size, soak_minutes, max_failures, failures_accepted, maintenance_window, target_version,
      actor_id, requested_by
    from rollout where id = ${id} and finished_at is null for update`.execute(tx)
  const rollout = rows[0]
  if (rollout === undefined) return
  const devices = await readDevices(tx, id)
  const change = async (device: DeviceRow, values: Parameters<typeof writeDevice>[2]) => {
    await writeDevice(tx, device.id, values)
    Object.assign(device, values, values.state === undefined ? {} : { state_at: new Date().toISOString() })
  }
  const start = (device: DeviceRow, state: 'planning' | 'queued' | 'lost') =>
    submitUpgrade(tx, settings, rollout, device, state, change)

  for (const device of devices) await repair(device, rollout, settings, change, start)
  if (rollout.state === 'planning' && devices.every(({ state }) => state !== 'planning')) {
    await orderDevices(tx, id, rollout, devices)
    await sql`update rollout set state = 'planned' where id = ${id}`.execute(tx)
    return
  }
  await placeLate(rollout, devices, change)
  if (rollout.state === 'running') {
    const failures = devices.filter(({ state }) => isFailure(state)).length - rollout.failures_accepted
    if (failures >= rollout.max_failures) {
      const cause = message('rollout.too_many_failures', { failures })
      await sql`update rollout set state = 'stopped', cause = ${JSON.stringify(cause)}::jsonb where id = ${id}`.execute(
        tx,
      )
      return
    }
    await startWave(rollout, devices, change, start)
  }
  const isDone = devices.every(({ state }) => hasEnded(state))
  if (
    isDone &&
    (rollout.state === 'running' ||
      rollout.state === 'cancelled' ||
      rollout.state === 'stopped' ||
      rollout.state === 'paused')
  )
    await sql`
      update rollout set state = case state when 'cancelled' then state else 'finished' end, finished_at = now() where id = ${id}`.execute(
      tx,
    )
}

type Change = (device: DeviceRow, values: Parameters<typeof writeDevice>[2]) => Promise<void>
type Start = (device: DeviceRow, state: 'planning' | 'queued' | 'lost') => Promise<void>

const readDevices = async (tx: Tx, id: number): Promise<DeviceRow[]> =>
  (
    await sql<DeviceRow>`
      select d.id, d.hardware_id, h.name, m.name as model, coalesce(s.time_zone, c.time_zone) as time_zone, h.deleted_at is not null as trashed,
        d.wave, d.position, d.upstream_ids, d.feeds_ids, d.state, d.detail, d.planned_version, d.reboot_requested_at, d.attempts, d.command_id,
        q.state as command_state, q.detail as command_detail, d.deadline_at, d.state_at, greatest(d.state_at, q.finished_at) as tried_at,
        coalesce(h.is_online and k.polled_at > greatest(d.state_at, q.finished_at), false) as is_back
      from rollout_device d join hardware h on h.id = d.hardware_id join hardware_model m on m.id = h.model_id
        join company c on c.id = h.company_id left join site s on s.id = h.site_id left join hardware_state k on k.hardware_id = h.id
        left join device_command q on q.id = d.command_id
      where d.rollout_id = ${id} order by d.position for update of d`.execute(tx)
  ).rows

/** Continues what no command works on any more, and ends what waits for too long. */
async function repair(
  device: DeviceRow,
  rollout: RolloutRow,
  { retrySeconds = 600 }: AdvanceSettings,
  change: Change,
  start: Start,
): Promise<void> {
  const { state } = device
  const isOpen = device.command_state === 'queued' || device.command_state === 'running'
  if (hasEnded(state) || isOpen) return
  if (device.trashed) return change(device, { state: 'skipped', detail: message('row.trashed') })
  if (isRunning(state) || state === 'planning') {
    if (device.command_state === 'cancelled' && device.reboot_requested_at === null)
      return change(device, { state: 'skipped', detail: device.command_detail })
    if (device.attempts >= maxAttempts)
      return change(device, { state: 'failed', detail: message('rollout.gave_up', { attempts: maxAttempts }) })
    return start(device, state === 'planning' ? 'planning' : 'queued')
  }
  if (!isAway(state)) return
  const now = Date.now()
  const deadline = device.deadline_at ?? new Date(now + maxOfflineDays * 86_400_000).toISOString()
  if (device.deadline_at === null) await change(device, { deadline_at: deadline })
  if (Date.parse(deadline) < now)
    return change(device, { state: 'failed', detail: message('rollout.never_returned', { days: maxOfflineDays }) })
  if (!device.is_back && Date.parse(device.tried_at) + retrySeconds * 1000 > now) return
  if (state === 'lost') return start(device, 'lost')
  if (device.planned_version === null) {
    if (rollout.state === 'planned' || rollout.state === 'running') return start(device, 'planning')
  } else if (rollout.state === 'running') return change(device, { state: 'planned', attempts: 0 })
}

/** Enqueues the command that runs the next steps of a device. */
async function submitUpgrade(
  tx: Tx,
  { submit }: AdvanceSettings,
  rollout: RolloutRow,
  device: DeviceRow,
  state: 'planning' | 'queued' | 'lost',
  change: Change,
): Promise<void> {
  try {
    const { id } = await submit(
      tx,
      { user_id: rollout.actor_id as number, label: rollout.requested_by },
      {
        hardware_id: device.hardware_id,
        kind: 'upgrade',
        target: state === 'planning' ? 'plan' : 'install',
        input: { rollout_device_id: device.id },
        deadlineSeconds,
      },
    )
    await change(device, {
      command_id: id,
      attempts: state === 'lost' ? 0 : device.attempts + 1,
      // After a restart the state stays until the device is read.
      ...(device.reboot_requested_at === null || state === 'planning' ? { state } : {}),
      ...(state === 'lost' && { state }),
    })
    Object.assign(device, { command_state: 'queued' })
  } catch (error) {
    if (!(error instanceof AppError) || error.reason === undefined) throw error
    await change(device, { state: 'failed', detail: error.reason as Message })
  }
}

/**
 * Orders the devices from the edge of the network inwards, and divides them into waves. Devices that are not part of the
 * rollout count as links between those that are.
 */
async function orderDevices(tx: Tx, id: number, rollout: RolloutRow, devices: readonly DeviceRow[]): Promise<void> {
  // The devices have just been read.
  await deriveTopology(
    tx,
    devices.map(({ hardware_id }) => hardware_id),
  )
  const { rows } = await sql<TopologyDevice>`
    select h.id as hardware_id, h.name,
      (select rows from hardware_menu where hardware_id = h.id and menu = 'ip/neighbor') as neighbours,
      (select jsonb_agg(jsonb_build_object('mac', one -> 'mac')) from hardware_menu m, jsonb_array_elements(m.rows) one
        where m.hardware_id = h.id and m.menu = 'interface') as interfaces,
      (select rows from hardware_menu where hardware_id = h.id and menu = 'interface/ethernet') as ports
    from rollout_device d join hardware h on h.id = d.hardware_id where d.rollout_id = ${id}`.execute(tx)
  const { rows: uplinks } = await sql<Uplink>`
    with recursive above as (
      select hardware_id from rollout_device where rollout_id = ${id}
      union
      select u.upstream_id from above a join device_uplink u using (hardware_id))
    select u.hardware_id, u.upstream_id, u.is_backup from above a join device_uplink u using (hardware_id)`.execute(tx)
  const places = placesOf(rows, uplinks)
  const powered = poweredBy(rows)
  const order = feedersLast(edgeFirst(devices, places), powered)
  const waves = new Map(
    wavesOf(
      order.filter(({ state }) => !hasEnded(state)).map((device) => ({ ...device, version: device.planned_version })),
      rollout,
    ).map(({ device, ...of }) => [device.id, of]),
  )
  const values = order.map((device, at) => ({
    id: device.id,
    position: at + 1,
    wave: waves.get(device.id)?.wave ?? null,
    is_canary: waves.get(device.id)?.is_canary ?? false,
    ...(places.get(device.hardware_id) ?? { distance: null, upstream_ids: [] }),
    feeds_ids: [...(powered.get(device.hardware_id) ?? [])],
  }))
  await sql`
    update rollout_device d set position = v.position, wave = v.wave, is_canary = v.is_canary, distance = v.distance, upstream_ids = v.upstream_ids,
      feeds_ids = v.feeds_ids
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (id bigint, position int, wave int, is_canary boolean, distance int, upstream_ids bigint[], feeds_ids bigint[])
    where d.id = v.id`.execute(tx)
}

/** Divides the devices of a planned rollout into waves again, in their present order. */
export async function divideIntoWaves(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{
    id: number
    model: string
    version: string | null
    canaries: number
    wave_size: number
  }>`
    select d.id, m.name as model, d.planned_version as version, r.canaries, r.wave_size
    from rollout_device d join rollout r on r.id = d.rollout_id join hardware h on h.id = d.hardware_id join hardware_model m on m.id = h.model_id
    where d.rollout_id = ${id} and d.state in ('planned', 'offline', 'planning') order by d.position, d.id`.execute(tx)
  const first = rows[0]
  if (first === undefined) return
  const values = wavesOf(rows, first).map(({ device, wave, is_canary }) => ({ id: device.id, wave, is_canary }))
  await sql`
    update rollout_device d set wave = v.wave, is_canary = v.is_canary
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (id bigint, wave int, is_canary boolean) where d.id = v.id`.execute(
    tx,
  )
}

/** A device that was planned after the others joins the last wave, if it is offered a version of the plan. */
async function placeLate(rollout: RolloutRow, devices: readonly DeviceRow[], change: Change): Promise<void> {
  const placed = devices.filter(({ wave, planned_version }) => wave !== null && planned_version !== null)
  const versions = new Set(placed.map(({ planned_version }) => planned_version))
  for (const device of devices) {
    if (device.state !== 'planned' || device.planned_version === null) continue
    if (
      rollout.target_version === null &&
      device.wave === null &&
      versions.size > 0 &&
      !versions.has(device.planned_version)
    )
      await change(device, {
        state: 'held',
        detail: message('rollout.not_in_plan', { offered: device.planned_version }),
      })
    else if (device.wave === null)
      await change(device, { wave: Math.max(0, ...placed.map(({ wave }) => wave as number)) })
  }
}

/** Starts devices of the current wave: after the soak time, in their window, and never a device together with one that carries or powers it. */
async function startWave(
  rollout: RolloutRow,
  devices: readonly DeviceRow[],
  change: Change,
  start: Start,
): Promise<void> {
  const waiting = devices.filter(({ state, wave }) => wave !== null && (state === 'planned' || isRunning(state)))
  if (waiting.length === 0) return
  const current = Math.min(...waiting.map(({ wave }) => wave as number))
  const ends = devices
    .filter(
      ({ state, wave }) =>
        wave !== null && wave < current && (state === 'upgraded' || state === 'changed' || isFailure(state)),
    )
    .map(({ state_at }) => Date.parse(state_at))
  if (ends.length > 0 && Math.max(...ends) + rollout.soak_minutes * 60_000 > Date.now()) return
  const wave = waiting.filter((device) => device.wave === current)
  const active = devices.filter(({ state }) => isRunning(state))
  for (const device of wave) {
    if (device.state !== 'planned') continue
    if (!isWindowOpen(rollout.maintenance_window, device.time_zone, new Date())) {
      if (device.detail?.reason !== 'rollout.waits_for_window')
        await change(device, { detail: message('rollout.waits_for_window') })
      continue
    }
    const isBlocked =
      active.some((other) => onOnePath(device, other)) ||
      wave.some(
        (other) =>
          other.position < device.position &&
          other.state === 'planned' &&
          (other.upstream_ids.includes(device.hardware_id) || device.feeds_ids.includes(other.hardware_id)),
      )
    if (isBlocked) continue
    if (device.attempts >= maxAttempts)
      await change(device, { state: 'failed', detail: message('rollout.gave_up', { attempts: maxAttempts }) })
    else {
      await start(device, 'queued')
      active.push(device)
    }
  }
}

/** One carries or powers the other. */
const onOnePath = (one: DeviceRow, other: DeviceRow): boolean =>
  one.upstream_ids.includes(other.hardware_id) ||
  other.upstream_ids.includes(one.hardware_id) ||
  one.feeds_ids.includes(other.hardware_id) ||
  other.feeds_ids.includes(one.hardware_id)
