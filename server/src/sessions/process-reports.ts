import { sql } from 'kysely'
import type { Databases } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import type { Logger } from '../log.ts'

/** Polling interval in milliseconds. */
const pause = 1000

/**
 * Processes the queued reports of running sessions every second, so that displayed values are at most a second old.
 * Accounting does not depend on it: later reports process queued ones too (`panel.radius_report`). Safe to run in
 * several processes.
 */
export function startReportProcessing(databases: Databases, log: Logger): { stop(): Promise<void> } {
  let stopped = false
  let wake = () => {}
  const run = async () => {
    while (!stopped) {
      try {
        await withSystem(databases, (tx) => sql`select panel.process_reports()`.execute(tx))
      } catch (error) {
        log.warn({ err: error }, 'reports of sessions could not be processed')
      }
      await new Promise<void>((done) => {
        wake = done
        setTimeout(done, pause).unref()
      })
    }
  }
  const running = run()
  return {
    async stop() {
      stopped = true
      wake()
      await running
    },
  }
}
