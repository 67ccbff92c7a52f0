import { examinePrograms } from '@trunkline/radius/programs'
import { superviseRadius } from '@trunkline/radius/supervise'
import { createLog } from '../log.ts'
import { radiusKey } from '../sessions/seal.ts'
import { testKey } from './radius.ts'

/*
 * A process that supervises FreeRADIUS, for tests that kill it: `radius-supervisor.ts <folder> <database> <auth port>
 * <acct port>`. Prints the process id of FreeRADIUS.
 */
const [folder = '', databaseUrl = '', authPort = '', acctPort = ''] = process.argv.slice(2)
const supervisor = superviseRadius({
  folder,
  authPort: Number(authPort),
  acctPort: Number(acctPort),
  log: createLog('silent'),
  examine: () => examinePrograms(''),
  connect: async () => ({ databaseUrl, key: radiusKey(testKey) }),
  report: async () => {},
})
await supervisor.ready
console.log(supervisor.radius()?.pid() ?? JSON.stringify(supervisor.status()))
