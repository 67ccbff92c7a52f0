import { readConfig } from '../config.ts'
import { openDatabases } from '../db/databases.ts'
import { createDevices } from '../devices/device-service.ts'
import { bulkTasks } from '../features/bulk-jobs/tasks.ts'
import { createListMemory } from '../http/list/memory.ts'
import { createLog } from '../log.ts'
import { createMailService } from '../mail/queue.ts'
import { taskContext } from './task-context.ts'

/* A worker process that runs a bulk job, for tests that kill it: `bulk-worker.ts <database> <key> <job>`. */
const [ownerUrl = '', key = '', job = ''] = process.argv.slice(2)
const databases = await openDatabases({ ownerUrl, pool: { app: 2, appAll: 4 } })
const config = readConfig({ TRUNKLINE_KEY: key, PORT: '0' }, [])
const log = createLog('silent')
const devices = createDevices({ config, log, databases })
const tasks = bulkTasks({ config, log, databases, devices, lists: createListMemory(), mail: createMailService(config) })
await tasks['run-bulk-job'].run({ bulk_job_id: Number(job) }, taskContext(databases))
await devices.stop()
await databases.close()
