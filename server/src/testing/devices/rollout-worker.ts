import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabases } from '../../db/databases.ts'
import { withSystem } from '../../db/system-transaction.ts'
import { createDevices } from '../../devices/device-service.ts'
import { wakeRollout } from '../../devices/rollout/progress.ts'
import { rolloutTasks } from '../../devices/rollout/tasks.ts'
import { deviceTasks } from '../../devices/tasks.ts'
import { startWorkers } from '../../jobs/workers.ts'
import { createLog } from '../../log.ts'
import { testKey } from './create-device.ts'

/*
 * A worker process that runs a rollout from the queue, for tests that kill it: `rollout-worker.ts <database> <rollout id>
 * <timeouts as JSON> <address of the panel>`. What the schedule does each minute happens here every other second.
 */
const [ownerUrl = '', rollout = '', timeouts = '{}', baseUrl = 'http://127.0.0.1:8080'] = process.argv.slice(2)
const databases = await openDatabases({ ownerUrl, pool: { app: 2, appAll: 6 } })
const log = createLog('silent')
const devices = createDevices({
  config: {
    key: testKey,
    formerKeys: [],
    baseUrl,
    deviceNetworks: [],
    databaseUrl: undefined,
    smtpUrl: undefined,
  },
  log,
  databases,
  allow: (address) => address.startsWith('127.'),
  timeouts: JSON.parse(timeouts) as object,
})
const tasks = { ...deviceTasks(devices), ...rolloutTasks({ submit: devices.submit, retrySeconds: 2 }) }
await startWorkers({ databases, log, tasks })
for (;;) {
  try {
    await devices.commands.sweep()
    await withSystem(
      databases,
      async (tx) => {
        const { rows } = await sql`select from rollout where id = ${Number(rollout)} and finished_at is null`.execute(
          tx,
        )
        if (rows.length > 0) await wakeRollout(tx, Number(rollout))
      },
      { actor_name: 'system' },
    )
  } catch (error) {
    process.stderr.write(`${String(error)}\n`)
  }
  await sleep(2000)
}
