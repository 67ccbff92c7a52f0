import type { Control } from './control.ts'
import type { Log } from './launch.ts'
import { keepDictionary } from './upload-dictionary.ts'
import { watchUnanswered } from './unanswered.ts'
import { watchNas } from './watch.ts'

/**
 * What goes on beside a FreeRADIUS that runs: it forgets NAS devices that change in the panel, packets that it drops are
 * reported, and its dictionary is uploaded.
 * @param onConfig see `watchNas`
 */
export function attendRadius(options: { databaseUrl: string; control: Control; log: Log; onConfig?: () => void }): {
  stop(): Promise<void>
} {
  const parts = [watchNas(options), watchUnanswered(options), keepDictionary(options.databaseUrl, options.log)]
  return {
    stop: async () => void (await Promise.all(parts.map((part) => part.stop()))),
  }
}
