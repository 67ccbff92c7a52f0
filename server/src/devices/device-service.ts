import type { Config } from '../config.ts'
import type { Databases } from '../db/pool.ts'
import type { Logger } from '../log.ts'
import { createAddressGuard, type Allow } from './address-guard.ts'
import { createConnections } from './connections.ts'
import { waitForCommand } from './command-end.ts'
import { makeContact } from './contact.ts'
import { createCommands, type CommandContext } from './commands.ts'
import type { Devices } from './devices.ts'
import { startPoller, type Poller, type PollerSettings } from './poller.ts'
import { readStatuses, lastReading, readNow } from './reads.ts'
import type { Timeouts } from './run.ts'
import { submitOrder } from './submit.ts'

export interface DevicesSettings {
  config: Pick<Config, 'key' | 'formerKeys' | 'baseUrl' | 'deviceNetworks' | 'databaseUrl' | 'smtpUrl'>
  log: Logger
  databases: Databases
  /** Addresses that pass the guard whatever it says: simulators of the demo and of tests. */
  allow?: Allow
  /** Waits of commands, for tests. */
  timeouts?: Partial<Timeouts>
  /** Milliseconds of a contact test that fails, for tests. */
  contactMs?: number
}

/** The room of live routers with what workers need beyond what features do. */
export interface DeviceService extends Devices {
  commands: CommandContext
  /** Reads all managed devices from now on, beside other workers. `stop` of the room ends it. */
  startPolling(of?: Pick<PollerSettings, 'concurrency' | 'intervals' | 'leaseSeconds'>): Poller
  /** Readings of this process since it started, by how they ended; empty where it does not poll. */
  readings(): ReadonlyMap<string, number>
  /** Whether the poller of this process works; undefined where it does not poll. */
  isPolling(): boolean | undefined
}

/** Hosts of the panel's own services, which are no devices. */
const ownHosts = (urls: readonly (string | undefined)[]) =>
  urls.flatMap((url) => (url !== undefined && URL.canParse(url) ? [new URL(url).hostname] : [])).filter(Boolean)

/** The room of live routers of this process. `stop` hands over what runs and closes what is open. */
export function createDevices({ config, log, databases, allow, timeouts, contactMs }: DevicesSettings): DeviceService {
  const keys = [config.key, ...config.formerKeys] as const
  const guard = createAddressGuard({
    networks: config.deviceNetworks,
    own: ownHosts([config.databaseUrl, config.smtpUrl]),
    ...(allow !== undefined && { allow }),
  })
  const connections = createConnections({ keys, databases, guard })
  const commands = createCommands({
    databases,
    keys,
    log,
    connections,
    baseUrl: config.baseUrl,
    ...(timeouts !== undefined && { timeouts }),
  })
  const reading = { connections, databases }
  let poller: Poller | undefined
  return {
    submit: (tx, actor, order) => submitOrder(keys, tx, actor, order),
    read: (hardware_id, menu, work) => readNow(reading, hardware_id, menu, work),
    last: lastReading,
    contact: (of) => makeContact({ keys, databases, guard, ...(contactMs !== undefined && { contactMs }) }, of),
    status: (ids) => readStatuses(reading, ids),
    commandEnd: (id, timeoutMs, signal) => waitForCommand(databases, id, timeoutMs, signal),
    commands,
    startPolling: (of = {}) => (poller ??= startPoller({ databases, keys, log, connections, ...of })),
    readings: () => poller?.readings ?? new Map<string, number>(),
    isPolling: () => poller?.isWorking(),
    async stop() {
      await poller?.stop()
      await commands.stop()
      await connections.stop()
    },
  }
}
