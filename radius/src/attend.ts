import type { Control } from './control.ts'
import type { Log } from './launch.ts'
import { storeDictionary } from './upload-dictionary.ts'
import { loadRecords } from './records.ts'
import { watchUnanswered } from './unanswered.ts'
import { watchNas } from './watch.ts'

/**
 * Tasks beside a running FreeRADIUS: it drops changed NAS devices from its cache, the records that it writes
 * to files are stored, packets that it drops are reported, and its dictionary is uploaded.
 * @param records see `recordsFolder`
 * @param onConfig see `watchNas`
 */
export function attendRadius(options: {
  databaseUrl: string
  control: Control
  records: string
  log: Log
  onConfig?: () => void
}): { stop(): Promise<void> } {
  const parts = [
    loadRecords({ ...options, folder: options.records }),
    watchNas(options),
    watchUnanswered(options),
    storeDictionary(options.databaseUrl, options.log),
  ]
  return {
    stop: async () => void (await Promise.all(parts.map((part) => part.stop()))),
  }
}
