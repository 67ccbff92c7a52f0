import type { Handler } from './handler.ts'
import { backupHandlers } from './backup.ts'
import { ethernetHandlers } from './ethernet.ts'
import { fetchHandlers } from './fetch.ts'
import { lteHandlers } from './lte.ts'
import { packageHandlers } from './packages.ts'
import { certificateHandlers } from './commands-certificate.ts'
import { exportHandlers } from './export.ts'
import { inspectHandlers } from './inspect.ts'
import { resolveHandlers } from './resolve.ts'
import { scanHandlers } from './scan.ts'
import { torchHandlers } from './torch.ts'
import { tracerouteHandlers } from './traceroute.ts'
import { activeHandlers } from './active.ts'
import { deviceModeHandlers } from './device-mode.ts'
import { fileHandlers } from './commands-file.ts'
import { pingHandlers } from './ping.ts'
import { serviceHandlers } from './services.ts'
import { provisionHandlers } from './provision.ts'
import { registrationHandlers } from './registration.ts'
import { safeModeHandlers } from './safe-mode.ts'
import { interfaceHandlers } from './commands-interface.ts'
import { systemHandlers } from './commands-system.ts'

/** Commands beyond the generic verbs, by path; `*` is any menu. */
export const handlers: Readonly<Record<string, Handler>> = {
  ...interfaceHandlers,
  ...systemHandlers,
  ...backupHandlers,
  ...exportHandlers,
  ...fileHandlers,
  ...safeModeHandlers,
  ...certificateHandlers,
  ...provisionHandlers,
  ...registrationHandlers,
  ...ethernetHandlers,
  ...fetchHandlers,
  ...lteHandlers,
  ...packageHandlers,
  ...deviceModeHandlers,
  ...pingHandlers,
  ...tracerouteHandlers,
  ...torchHandlers,
  ...resolveHandlers,
  ...scanHandlers,
  ...inspectHandlers,
  ...activeHandlers,
  ...serviceHandlers,
}
