import { RouterError, type Session } from '@trunkline/routeros'
import type { DeviceInterface } from '@trunkline/contract/resources/control-shapes'
import { takeBackup, type BackupContext } from './backup.ts'
import type { Connections } from './connections.ts'
import { offlineValues, polledValues } from './device-reading.ts'
import { toDeviceError } from './faults.ts'
import type { ReadOutcome, Sample, State } from './save-outcomes.ts'
import { readMenus, readSlow, slowMenusOf, wanAddress, type ReadContext } from './read-all.ts'
import { readResource } from './readings/identity.ts'
import { countedOf, readInterfaces, uplinkOf, withRates, type CounterReading } from './readings/interfaces.ts'
import { within } from './reads.ts'
import { removeRollbackLeftovers } from './rollback-leftovers.ts'
import type { DeviceSettings } from './settings.ts'
import { checkTemplates } from './templates/check.ts'
import { memoryLoad, noSignal, signalOf, signalSample, type SignalSample } from './signal-sample.ts'
import { wifiMenus } from './wifi/shapes.ts'

/** The parameters of a poll. */
export interface PollRequest {
  slow: boolean
  backup: boolean
  /** Whether it is due to be compared with its templates. */
  templates: boolean
  /** Whether a user is viewing the device. */
  watched: boolean
  /** Whether it has Wi-Fi, if known. */
  wifi: boolean
  /** Name of the interface of its default route, if known. */
  uplink: string | null
  /** Guarded commands of the last days after which a rollback may have left something on the device. */
  rolled_back: readonly number[]
}

/** What this process remembers about a device between two polls. */
export interface Memory {
  counted?: CounterReading
  /** Counters at the beginning of the current five-minute interval, and sums of its readings. */
  sampled?: { slot: number; counted: CounterReading; cpu: number; memory: number; readings: number }
  /** The signal that was read last, and in which interval. */
  signal?: { slot: number; values: SignalSample }
  /** Minute of the last reading for telemetry, since 1970. */
  storedMinute?: number
}

export interface PollResult {
  outcome: ReadOutcome
  /** Whether the configuration was read and stored. */
  backedUp: boolean
  /** Whether the slow menus were read. */
  slow: boolean
  /** Whether it was compared with its templates; undefined: it was not due. */
  compared?: boolean
}

/** Time limits of one poll in milliseconds, so that a hanging device does not occupy a slot for longer. */
const connectMs = 5000
const callMs = 8000
const fastMs = 15_000
const slowMs = 45_000
const backupMs = 240_000
export const slotMs = 300_000

/**
 * Polls one device. Never throws for a device error, which is part of the outcome. Readings from before an error in the
 * slow part are kept.
 */
export async function pollDevice(
  connections: Connections,
  { of, keys, ...stored }: ReadContext & Pick<BackupContext, 'databases' | 'retention'>,
  requested: PollRequest,
  memory: Memory,
): Promise<PollResult> {
  const at = new Date()
  let fast: { state: State; interfaces: DeviceInterface[]; session: Session }
  try {
    fast = await within(fastMs, readFast(connections, of))
  } catch (error) {
    connections.drop(of.id)
    memory.counted = undefined
    const { error: problem, reason } = toDeviceError(error)
    const sample = sampleOf(memory, at.getTime(), undefined)
    return {
      slow: false,
      backedUp: false,
      outcome: {
        hardware_id: of.id,
        at,
        error: problem,
        message: reason,
        ...(sample && { sample }),
        ...(isNewMinute(memory, at) && { values: offlineValues }),
      },
    }
  }
  const { session } = fast
  const now = countedOf(fast.interfaces)
  const before = memory.counted
  const interfaces = memory.counted === undefined ? fast.interfaces : withRates(fast.interfaces, memory.counted, now)
  memory.counted = now
  const uplink = uplinkOf(interfaces, requested.uplink)
  const sample = sampleOf(memory, at.getTime(), {
    interfaces: fast.interfaces,
    uplink: requested.uplink,
    counted: now,
    cpu: fast.state.cpu_load ?? 0,
    memory: memoryLoad(fast.state) ?? 0,
  })
  const outcome: ReadOutcome = {
    hardware_id: of.id,
    at,
    error: null,
    state: { ...fast.state, rx_bps: uplink?.rx_bps ?? null, tx_bps: uplink?.tx_bps ?? null },
    // Menus that were not read over REST keep the readings of earlier requests.
    menus: session.transport === 'rest' ? {} : { interface: interfaces },
    certificate: session.fingerprint ?? null,
    ...(sample && { sample }),
  }
  const polled: PollResult = { outcome, slow: false, backedUp: false }
  try {
    if (requested.slow) {
      const [menus, state] = await within(slowMs, readSlowly(session, { of, keys }))
      Object.assign(outcome.menus as object, menus)
      const wan = wanAddress(outcome.menus as Record<string, unknown>)
      outcome.state = { ...outcome.state, ...state, ...(wan !== undefined && { wan_address: wan }) }
      polled.slow = true
      if (session.transport !== 'rest')
        memory.signal = { slot: Math.floor(at.getTime() / slotMs), values: signalSample(menus) }
    }
    // Registrations change from one moment to the next.
    else if (requested.watched && requested.wifi && session.transport !== 'rest')
      Object.assign(
        outcome.menus as object,
        await within(fastMs, readMenus(session, { of, keys }, [wifiMenus.registrations])),
      )
    if (requested.slow && requested.rolled_back.length > 0)
      await within(
        fastMs,
        removeRollbackLeftovers(session, (command) => requested.rolled_back.includes(command)),
      )
    if (requested.backup) {
      await within(
        backupMs,
        takeBackup(
          { ...stored, keys, settings: of, openSsh: (from) => connections.ssh(of, from) },
          session,
          'schedule',
        ),
      )
      polled.backedUp = true
    }
    if (requested.templates) {
      polled.compared = false
      await within(slowMs, checkTemplates({ databases: stored.databases, keys }, of, session))
      polled.compared = true
    }
  } catch (error) {
    // The device has just answered; a later poll reads the rest.
    toDeviceError(error)
    if (!(error instanceof RouterError && error.kind === 'refused')) connections.drop(of.id)
  }
  // A device that a user views is polled every few seconds: the first poll of a minute counts, and slow menus are added.
  if (isNewMinute(memory, at) || polled.slow)
    outcome.values = polledValues({
      state: outcome.state ?? {},
      interfaces,
      uplink,
      counted: { before, now },
      menus: polled.slow ? (outcome.menus as Record<string, unknown>) : {},
    })
  return polled
}

/** Whether this is the first poll of its minute; remembers the minute. */
function isNewMinute(memory: Memory, at: Date): boolean {
  const minute = Math.floor(at.getTime() / 60_000)
  if (memory.storedMinute === minute) return false
  memory.storedMinute = minute
  return true
}

async function readFast(connections: Connections, of: DeviceSettings) {
  const session = await connections.session(of, { connectTimeoutMs: connectMs })
  const [resource, interfaces] = await Promise.all([
    readResource(session, callMs),
    // REST opens a session on the router for each request, and some versions never close them: as few requests as
    // possible.
    session.transport === 'rest' ? [] : readInterfaces(session),
  ])
  return { state: resource satisfies State, interfaces, session }
}

async function readSlowly(session: Session, context: ReadContext): Promise<[Record<string, unknown>, State]> {
  if (session.transport === 'rest') return [{}, {}]
  const state = await readSlow(session)
  return [await readMenus(session, context, slowMenusOf(state)), state]
}

interface CurrentCounters {
  interfaces: readonly DeviceInterface[]
  uplink: string | null
  counted: CounterReading
  cpu: number
  /** Percent in use. */
  memory: number
}

/**
 * The five-minute interval that has just ended, from the counters at its beginning and now; undefined within an
 * interval.
 * @param now undefined if the device does not answer
 */
function sampleOf(memory: Memory, at: number, now: CurrentCounters | undefined): Sample | undefined {
  const slot = Math.floor(at / slotMs)
  const last = memory.sampled
  if (last !== undefined && last.slot === slot) {
    if (now !== undefined) {
      last.cpu += now.cpu
      last.memory += now.memory
      last.readings++
    }
    return undefined
  }
  const signal = signalOf(memory, slot)
  memory.sampled =
    now === undefined ? undefined : { slot, counted: now.counted, cpu: now.cpu, memory: now.memory, readings: 1 }
  const offline = {
    online: false,
    cpu_load: null,
    rx_bps: null,
    tx_bps: null,
    memory_load: null,
    ...noSignal,
    interfaces: {},
  }
  if (now === undefined) return { at: new Date(slot * slotMs), ...offline }
  // No values for an interval whose beginning this process has not seen.
  if (last === undefined) return undefined
  const rated = withRates(now.interfaces, last.counted, now.counted)
  const uplink = uplinkOf(rated, now.uplink)
  return {
    at: new Date(last.slot * slotMs),
    online: true,
    cpu_load: Math.round(last.cpu / last.readings),
    rx_bps: uplink?.rx_bps ?? null,
    tx_bps: uplink?.tx_bps ?? null,
    memory_load: Math.round(last.memory / last.readings) || null,
    ...signal,
    interfaces: Object.fromEntries(
      rated.flatMap(({ name, rx_bps, tx_bps }) =>
        rx_bps === null || tx_bps === null || (rx_bps === 0 && tx_bps === 0) ? [] : [[name, [rx_bps, tx_bps] as const]],
      ),
    ),
  }
}
