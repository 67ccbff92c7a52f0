import { openDatabases } from '../../db/databases.ts'
import { createDevices } from '../../devices/device-service.ts'
import { createLog } from '../../log.ts'
import { testKey } from './create-device.ts'

/*
 * A worker process that runs the commands of one device, for tests that kill it: `device-worker.ts <database> <hardware
 * id> <timeouts as JSON>`.
 */
const [ownerUrl = '', hardware_id = '', timeouts = '{}'] = process.argv.slice(2)
const databases = await openDatabases({ ownerUrl, pool: { app: 2, appAll: 4 } })
const devices = createDevices({
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
  timeouts: JSON.parse(timeouts) as object,
})
await devices.commands.workOff(Number(hardware_id))
await devices.stop()
await databases.close()
