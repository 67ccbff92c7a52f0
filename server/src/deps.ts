import type { Config } from './config.ts'
import type { Databases } from './db/pool.ts'
import type { Devices } from './devices/devices.ts'
import type { ListMemory } from './http/list/memory.ts'
import type { Logger } from './log.ts'
import type { MailService } from './mail/queue.ts'

/** The dependencies of handlers, created when the server is wired. */
export interface Deps {
  config: Config
  log: Logger
  databases: Databases
  lists: ListMemory
  mail: MailService
  devices: Devices
}
