import * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import { defineTasks, nothing } from '../../jobs/tasks.ts'
import { compareFiles, withoutRow } from './compare-files.ts'
import { createFileStore } from './store.ts'

/**
 * Age from which an object without a row is deleted. A row is written in the minute after its object; a younger object
 * may belong to a transaction that is still open.
 */
const orphanHours = 24
/** Maximum number of ids in a line of the log. */
const maxLogged = 20

/**
 * Deletes the content of deleted files, and content that never had a row; reports content that is missing. Both may run
 * any number of times.
 */
export const attachmentTasks = (config: Pick<Config, 'files'>) => {
  const store = createFileStore(config.files)
  return defineTasks({
    'remove-file': {
      payload: z.object({ object: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }),
      async run({ object }, { system }) {
        const [orphan] = await system((tx) => withoutRow(tx, [object]))
        if (orphan !== undefined) await store.remove(orphan)
      },
      // The sweep of a later night deletes it.
      settled: async (_, { parked }) =>
        Date.now() - Date.parse(parked.created_at) > 3 * orphanHours * 3_600_000
          ? 'the sweep deletes objects of this age'
          : undefined,
    },
    'sweep-files': {
      payload: nothing,
      cron: '29 4 * * *',
      timeoutMs: 3_600_000,
      async run(_, { system, signal, log }) {
        const before = new Date(Date.now() - orphanHours * 3_600_000)
        const missing = { files: 0, first: [] as number[] }
        let removed = 0
        for await (const { orphans, lost } of compareFiles(store, system)) {
          if (signal.aborted) return
          const old = orphans.filter(({ modified }) => modified < before)
          for (const { name } of old) await store.remove(name)
          removed += old.length
          missing.files += lost.count
          missing.first.push(...lost.ids.slice(0, maxLogged - missing.first.length))
        }
        if (removed > 0) log.info({ objects: removed }, 'deleted stored files that no record has')
        if (missing.files > 0) log.error(missing, 'the content of files is missing from the storage')
      },
    },
  })
}
