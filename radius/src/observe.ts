import { join } from 'node:path'
import { attendRadius } from './attend.ts'
import { isUp, type Control } from './control.ts'
import { recordsFolder, type Layout } from './files.ts'
import { bufferIn, type Log } from './launch.ts'
import { sudo, type Programs, type MissingPrograms } from './programs.ts'
import { createReporter, reportEveryMs, type RadiusReport } from './report.ts'
import type { RadiusStatus } from './status.ts'
import { readBuffer } from './supervise.ts'

export interface ObserveOptions {
  layout: Layout
  authPort: number
  acctPort: number
  /** Address of the database as the role trunkline_radius. */
  databaseUrl: string
  log: Log
  examine(): Programs | MissingPrograms
  /** Stores a report. */
  report(report: RadiusReport): Promise<void>
  /** Milliseconds between two reports. */
  everyMs?: number
}

/**
 * Observes a FreeRADIUS that the system's own service runs: reports whether it runs, and drops changed NAS devices from
 * its cache. Does not start or stop it.
 */
export function observeRadius(options: ObserveOptions): { status(): RadiusStatus; stop(): Promise<void> } {
  const { layout, authPort, acctPort, databaseUrl, log } = options
  let status: RadiusStatus = { state: 'starting', detail: {} }
  let version = ''
  let attendance: ReturnType<typeof attendRadius> | undefined
  const onConfig = () => log.warn({}, 'certificates have changed: run `write` again and restart FreeRADIUS')

  const look = async (): Promise<RadiusStatus> => {
    const programs = options.examine()
    if ('state' in programs) return programs
    ;({ version } = programs)
    const control: Control = { radmin: programs.radmin, socket: join(layout.run, 'radiusd.sock'), authPort, acctPort }
    attendance ??= attendRadius({ databaseUrl, control, records: recordsFolder(layout.log), log, onConfig })
    if (await isUp(control)) return { state: 'running', detail: {} }
    return { state: 'failed', detail: { reason: 'no-answer', command: `${sudo()}systemctl restart freeradius` } }
  }
  const reporter = createReporter(async () => {
    const { state, detail } = await look().catch((error: Error): RadiusStatus => ({
      state: 'failed',
      detail: { reason: 'start', text: error.message },
    }))
    if (state !== status.state) log.info({ state, ...detail }, 'state of FreeRADIUS')
    status = { state, detail }
    await options.report({ ...status, version, authPort, acctPort, buffer: readBuffer(layout.log, bufferIn) })
  }, log)

  void reporter.send()
  const timer = setInterval(() => void reporter.send(), options.everyMs ?? reportEveryMs)
  return {
    status: () => status,
    async stop() {
      clearInterval(timer)
      await attendance?.stop()
    },
  }
}
