import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabases } from '../../db/databases.ts'
import { withSystem } from '../../db/system-transaction.ts'
import { createDevices } from '../../devices/device-service.ts'
import { advanceRollout } from '../../devices/rollout/advance.ts'
import { createLog } from '../../log.ts'
import { testKey } from './create-device.ts'

/*
 * A worker process that runs a rollout, for tests that kill it: `rollout-worker.ts <database> <rollout id> <timeouts as
 * JSON>`. In place of the queue it looks for work four times a second.
 */
const [ownerUrl = '', rollout = '', timeouts = '{}', baseUrl = 'http://127.0.0.1:8080'] = process.argv.slice(2)
const databases = await openDatabases({ ownerUrl, pool: { app: 2, appAll: 6 } })
const devices = createDevices({
  config: {
    key: testKey,
    formerKeys: [],
    baseUrl,
    deviceNetworks: [],
    databaseUrl: undefined,
    smtpUrl: undefined,
  },
  log: createLog('silent'),
  databases,
  allow: (address) => address.startsWith('127.'),
  timeouts: JSON.parse(timeouts) as object,
})
for (;;) {
  try {
    const open = await withSystem(
      databases,
      async (tx) => {
        await advanceRollout(tx, { submit: devices.submit, retrySeconds: 2 }, Number(rollout))
        const { rows } = await sql<{ hardware_id: number }>`
          select c.hardware_id from device_command c where c.state = 'queued' or c.state = 'running' and c.leased_until < now()`.execute(
          tx,
        )
        return rows
      },
      { actor_name: 'system' },
    )
    for (const { hardware_id } of open) devices.commands.wake(hardware_id)
  } catch (error) {
    process.stderr.write(`${String(error)}\n`)
  }
  await sleep(250)
}
