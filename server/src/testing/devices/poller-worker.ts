import { openDatabases } from '../../db/databases.ts'
import { createDevices } from '../../devices/device-service.ts'
import { createLog } from '../../log.ts'
import { testKey } from './create-device.ts'

/** A worker process that polls, for tests that kill it: `poller-worker.ts <database>`. */
const [ownerUrl = ''] = process.argv.slice(2)
const databases = await openDatabases({ ownerUrl, pool: { app: 2, appAll: 4 } })
createDevices({
  config: {
    key: testKey,
    formerKeys: [],
    baseUrl: 'http://127.0.0.1:8080',
    deviceNetworks: [],
    databaseUrl: undefined,
    smtpUrl: undefined,
  },
  log: createLog('silent'),
  databases,
  allow: (address) => address.startsWith('127.'),
}).startPolling()
