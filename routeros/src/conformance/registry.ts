import type { Check } from './check.ts'
import { nothingLeft } from './checks/closing.ts'
import { commandChecks } from './checks/commands.ts'
import { contentChecks } from './checks/file-contents.ts'
import { fetchChecks } from './checks/fetches.ts'
import { cableChecks } from './checks/cables.ts'
import { historyChecks } from './checks/history.ts'
import { importChecks } from './checks/imports.ts'
import { scanChecks } from './checks/scans.ts'
import { toolChecks } from './checks/tools.ts'
import { fileChecks } from './checks/files.ts'
import { jobChecks } from './checks/jobs.ts'
import { loginChecks } from './checks/login.ts'
import { menuChecks } from './checks/menus.ts'
import { orderChecks } from './checks/order.ts'
import { protocolChecks } from './checks/protocol.ts'
import { queryChecks } from './checks/queries.ts'
import { rebootChecks } from './checks/reboots.ts'
import { requestedChecks } from './checks/requested.ts'
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
  ...requestedChecks,
  ...commandChecks,
  ...toolChecks,
  ...cableChecks,
  ...wifiChecks,
  ...scanChecks,
  ...restChecks,
  ...fileChecks,
  ...contentChecks,
  ...fetchChecks,
  ...importChecks,
  ...historyChecks,
  ...rollbackChecks,
  ...jobChecks,
  ...safeModeChecks,
  ...rebootChecks,
  nothingLeft,
]
