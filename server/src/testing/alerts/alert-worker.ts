import { evaluateReadings } from '../../alerts/evaluate-readings.ts'
import { openDatabases } from '../../db/databases.ts'
import { withSystem } from '../../db/system-transaction.ts'
import { saveOutcomes } from '../../devices/save-outcomes.ts'
import { batchesOf } from './cpu-batches.ts'

/**
 * A worker process that stores and evaluates generated readings, some twice, for tests that kill it:
 * `alert-worker.ts <database> <ids of devices> <start, ms> <first batch>`. Prints the number of each batch that it has
 * stored.
 */
const [ownerUrl = '', ids = '', start = '0', first = '0'] = process.argv.slice(2)
const databases = await openDatabases({ ownerUrl, pool: { app: 1, appAll: 2 } })
const batches = batchesOf(ids.split(',').map(Number), Number(start))
for (const [index, batch] of batches.entries()) {
  if (index < Number(first)) continue
  for (let times = index % 7 === 0 ? 2 : 1; times > 0; times--)
    await withSystem(databases, async (tx) => {
      await saveOutcomes(tx, batch)
      await evaluateReadings(tx, batch)
    })
  console.log(index)
}
await databases.close()
