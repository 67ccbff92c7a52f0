import { buildApp } from '../app.ts'
import { startSession } from '../access/sessions.ts'
import { readConfig } from '../config.ts'
import { openDatabases } from '../db/databases.ts'
import { withSystem } from '../db/system-transaction.ts'
import { createDevices } from '../devices/device-service.ts'
import { createListMemory } from '../http/list/memory.ts'
import { createLog } from '../log.ts'

/*
 * A process of the panel that undoes an action, for tests that kill it:
 * `undo-worker.ts <database> <key> <user> <company> <action> <idempotency key>`.
 */
const [ownerUrl = '', key = '', user = '', company = '', action = '', idempotencyKey = ''] = process.argv.slice(2)
const databases = await openDatabases({ ownerUrl, pool: { app: 2, appAll: 4 } })
const config = readConfig({ TRUNKLINE_KEY: key, RATE_LIMIT: '0', PORT: '0' }, [])
const log = createLog('silent')
const devices = createDevices({ config, log, databases })
const app = await buildApp({ config, log, databases, devices, lists: createListMemory() })
const session = await withSystem(databases, (tx) =>
  startSession(tx, { id: Number(user), company_id: Number(company) }, { ip: '127.0.0.1' }),
)
await app.inject({
  method: 'POST',
  url: `/api/account/recent-action/${action}/undo`,
  headers: { authorization: `Bearer ${session.access.token}`, 'idempotency-key': idempotencyKey },
})
// The reply is lost: the test kills the process.
setInterval(() => undefined, 1000)
