import { sql } from 'kysely'
import type { Databases } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import type { Logger } from '../log.ts'

/** Milliseconds between two looks. */
const pause = 1000

/**
 * Takes reports of running sessions in every second, so that what is shown is never older. Accounting does not depend
 * on it: reports that wait are taken in by those that follow (`panel.radius_report`). Several processes may do it.
 */
export function startReportProcessing(databases: Databases, log: Logger): { stop(): Promise<void> } {
  let stopped = false
  let wake = () => {}
  const run = async () => {
    while (!stopped) {
      try {
        await withSystem(databases, (tx) => sql`select panel.process_reports()`.execute(tx))
      } catch (error) {
        log.warn({ err: error }, 'reports of sessions could not be taken in')
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
