import { openDatabases } from '../../server/src/db/databases.ts'
import { createDevices } from '../../server/src/devices/device-service.ts'
import { deviceTasks } from '../../server/src/devices/tasks.ts'
import { startWorkers } from '../../server/src/jobs/workers.ts'
import { createLog } from '../../server/src/log.ts'

/** One worker process, devices only: poller, commands and their jobs. `devices-worker.ts <database> <key as hex>` */
const [ownerUrl = '', key = ''] = process.argv.slice(2)
const databases = await openDatabases({ ownerUrl, pool: { app: 2, appAll: 8 } })
const log = createLog('error')
const devices = createDevices({
  config: {
    key: Buffer.from(key, 'hex'),
    formerKeys: [],
    baseUrl: 'http://127.0.0.1:8080',
    deviceNetworks: [],
    databaseUrl: undefined,
    smtpUrl: undefined,
  },
  log,
  databases,
  allow: (address) => address.startsWith('127.'),
})
await startWorkers({ databases, tasks: deviceTasks(devices), log })
devices.startPolling()
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({
    readings: Object.fromEntries(devices.readings()),
    rss: process.memoryUsage().rss,
    cpu: (user + system) / 1e6,
  })
})
process.send?.('ready')
