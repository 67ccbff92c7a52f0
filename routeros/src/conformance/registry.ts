import type { Check } from './check.ts'
import { nothingLeft } from './checks/closing.ts'
import { commandChecks } from './checks/commands.ts'
import { fileChecks } from './checks/files.ts'
import { jobChecks } from './checks/jobs.ts'
import { loginChecks } from './checks/login.ts'
import { menuChecks } from './checks/menus.ts'
import { orderChecks } from './checks/order.ts'
import { protocolChecks } from './checks/protocol.ts'
import { queryChecks } from './checks/queries.ts'
import { rebootChecks } from './checks/reboots.ts'
import { restChecks } from './checks/rest.ts'
import { rollbackChecks } from './checks/rollback.ts'
import { safeModeChecks } from './checks/safe-mode.ts'
import { valueChecks } from './checks/values.ts'
import { wifiChecks } from './checks/wifi.ts'
import { writeChecks } from './checks/writes.ts'

/** All checks in the order in which they run. The last one proves that the others left nothing behind. */
export const checks: readonly Check[] = [
  ...loginChecks,
  ...protocolChecks,
  ...queryChecks,
  ...writeChecks,
  ...orderChecks,
  ...valueChecks,
  ...menuChecks,
  ...commandChecks,
  ...wifiChecks,
  ...restChecks,
  ...fileChecks,
  ...rollbackChecks,
  ...jobChecks,
  ...safeModeChecks,
  ...rebootChecks,
  nothingLeft,
]
