import type { Config } from '../config.ts'
import type { Databases } from '../db/pool.ts'
import type { Logger } from '../log.ts'
import { createAddressGuard, type Allow } from './address-guard.ts'
import { defaultRetention } from './backup.ts'
import { createConnections } from './connections.ts'
import { waitForCommand } from './command-end.ts'
import { makeContact } from './contact.ts'
import { createCommands, type CommandContext } from './commands.ts'
import type { Devices } from './devices.ts'
import { startPoller, type OnSaved, type Poller, type PollerSettings } from './poller.ts'
import { readStatuses, lastReading, readNow } from './reads.ts'
import type { Timeouts } from './run.ts'
import { submitCommand } from './submit.ts'
import { createToolRuns } from './tools/tool-runs.ts'

export interface DevicesSettings {
  config: Pick<Config, 'key' | 'formerKeys' | 'baseUrl' | 'deviceNetworks' | 'databaseUrl' | 'smtpUrl'> &
    Partial<Pick<Config, 'deviceBackups'>>
  log: Logger
  databases: Databases
  /** Addresses that bypass the guard: simulators of the demo and of tests. */
  allow?: Allow
  /** Timeouts of commands, for tests. */
  timeouts?: Partial<Timeouts>
  /** Duration of a failed contact test in milliseconds, for tests. */
  contactMs?: number
  /** Evaluates the readings of the poller, in the transaction that stores them. */
  onSaved?: OnSaved
}

/** The device service with the parts that only workers need. */
export interface DeviceService extends Devices {
  commands: CommandContext
  /** Starts polling all managed devices, alongside other workers. `stop` of the service ends it. */
  startPolling(of?: Pick<PollerSettings, 'concurrency' | 'intervals' | 'leaseSeconds'>): Poller
  /** Readings of this process since its start, by result; empty if it does not poll. */
  readings(): ReadonlyMap<string, number>
  /** Whether the poller of this process works; undefined if it does not poll. */
  isPolling(): boolean | undefined
}

/** Hosts of the panel's own services, which cannot be devices. */
const ownHosts = (urls: readonly (string | undefined)[]) =>
  urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? [new URL(url).hostname] : [])).filter(Boolean)

/** The device service of this process. `stop` hands over running commands and closes open sessions. */
export function createDevices({
  config,
  log,
  databases,
  allow,
  timeouts,
  contactMs,
  onSaved,
}: DevicesSettings): DeviceService {
  const keys = [config.key, ...config.formerKeys] as const
  const guard = createAddressGuard({
    networks: config.deviceNetworks,
    own: ownHosts([config.databaseUrl, config.smtpUrl]),
    ...(allow !== undefined && { allow }),
  })
  const connections = createConnections({ keys, databases, guard })
  const retention = config.deviceBackups ?? defaultRetention
  const commands = createCommands({
    databases,
    keys,
    log,
    connections,
    baseUrl: config.baseUrl,
    retention,
    ...(timeouts !== undefined && { timeouts }),
  })
  const toolRuns = createToolRuns({ databases, connections, log })
  const reading = { connections, databases }
  let poller: Poller | undefined
  return {
    submit: (tx, actor, order) => submitCommand(keys, tx, actor, order),
    read: (hardware_id, menu, work) => readNow(reading, hardware_id, menu, work),
    last: lastReading,
    contact: (of) => makeContact({ keys, databases, guard, ...(contactMs !== undefined && { contactMs }) }, of),
    status: (ids) => readStatuses(reading, ids),
    startTool: (id) => toolRuns.start(id),
    commandEnd: (id, timeoutMs, signal) => waitForCommand(databases, id, timeoutMs, signal),
    commands,
    startPolling: (of = {}) =>
      (poller ??= startPoller({
        databases,
        keys,
        log,
        connections,
        retention,
        ...(onSaved !== undefined && { onSaved }),
        ...of,
      })),
    readings: () => poller?.readings ?? new Map<string, number>(),
    isPolling: () => poller?.isWorking(),
    async stop() {
      await poller?.stop()
      await toolRuns.stop()
      await commands.stop()
      await connections.stop()
    },
  }
}
