import { setTimeout as sleep } from 'node:timers/promises'
import { attendRadius } from './attend.ts'
import { loadCertificates, type Certificates } from './certificates.ts'
import { bufferOf, startRadius, type BufferState, type Log, type Radius } from './launch.ts'
import type { Programs, MissingPrograms } from './programs.ts'
import { createReporter, reportEveryMs, type RadiusReport } from './report.ts'
import { RadiusError, reasonText, type RadiusStatus } from './status.ts'

export interface SuperviseOptions {
  /** Its own folder; see `startRadius`. */
  folder: string
  authPort: number
  acctPort: number
  /** See `Settings` in files.ts. */
  threads?: number | undefined
  log: Log
  /** Finds the programs; called at each attempt. */
  examine(): Programs | MissingPrograms
  /**
   * Address of the database as trunkline_radius, and the key of RADIUS secrets; called at each attempt.
   * @throws Error if the role cannot be used
   */
  connect(): Promise<{ databaseUrl: string; key: Buffer }>
  /** Stores a report: every 15 seconds and at each change of state. */
  report(report: RadiusReport): Promise<void>
  intervals?: Partial<typeof defaultIntervals>
}

/** Milliseconds. */
const defaultIntervals = {
  /** Between two attempts while FreeRADIUS cannot be started. */
  retry: 60_000,
  /** Before the first attempt after it ended; doubled by each failure, up to `maxBackoff`. */
  backoff: 1_000,
  maxBackoff: 30_000,
  report: reportEveryMs,
}

export interface Supervisor {
  status(): RadiusStatus
  /** The FreeRADIUS that runs; undefined while none does. */
  radius(): Radius | undefined
  /** Resolves after the first attempt, whether or not it succeeded. */
  ready: Promise<void>
  /** Stops FreeRADIUS: an orderly shutdown of the panel. */
  stop(): Promise<void>
  /** Leaves FreeRADIUS running: this process exits because of an error, and the next one adopts it. */
  leave(): Promise<void>
}

/** Failed health checks, one per report, after which FreeRADIUS counts as hanging. */
const maxUnanswered = 2

/**
 * Keeps a FreeRADIUS running in a folder. Never throws: if FreeRADIUS cannot be started it records the reason and
 * retries every minute; if it ends it is restarted; one that already runs there with the same configuration is
 * adopted.
 */
export function superviseRadius(options: SuperviseOptions): Supervisor {
  const intervals = { ...defaultIntervals, ...options.intervals }
  const ending = new AbortController()
  const { signal } = ending
  const report = createStatusReport(options)
  let running: Running | undefined
  const cached: CachedCertificates = { certificates: undefined }
  let reload: () => void = () => {}
  let unanswered = 0

  const attempt = async (): Promise<boolean> => {
    try {
      const programs = options.examine()
      if ('state' in programs) {
        report.change(programs)
        return false
      }
      report.setVersion(programs.version)
      running = await launch(options, programs, cached, () => reload())
      unanswered = 0
      report.change({ state: 'running', detail: {} })
      return true
    } catch (error) {
      report.change(
        error instanceof RadiusError
          ? error
          : { state: 'failed', detail: { reason: 'start', text: (error as Error).message } },
      )
      return false
    }
  }

  const wait = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})
  const aborted = new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }))
  let tried: () => void
  const ready = new Promise<void>((done) => (tried = done))

  const supervise = async () => {
    let backoff: number | undefined
    while (!signal.aborted) {
      const startedAt = Date.now()
      const started = await attempt()
      tried()
      if (!started || running === undefined) {
        await wait(backoff ?? intervals.retry)
        if (backoff !== undefined) backoff = Math.min(intervals.maxBackoff, backoff * 2)
        continue
      }
      const reloaded = new Promise<'reload'>((done) => (reload = () => done('reload')))
      const event = await Promise.race([running.radius.ended, aborted, reloaded])
      if (signal.aborted) break
      void running.attendance.stop()
      running = undefined
      // The certificates changed: the next attempt restarts it if the configuration differs, and adopts it otherwise.
      if (event === 'reload') continue
      report.change({ state: 'failed', detail: { reason: 'ended' } })
      // After a sufficient run time the backoff starts at its minimum again.
      backoff =
        backoff === undefined || Date.now() - startedAt > intervals.retry
          ? intervals.backoff
          : Math.min(intervals.maxBackoff, backoff * 2)
      await wait(backoff)
    }
  }

  const check = async () => {
    const checked = running
    if (checked !== undefined) {
      const answers = await checked.radius.healthy()
      if (checked !== running || signal.aborted) return
      unanswered = answers ? 0 : unanswered + 1
      if (answers) report.change({ state: 'running', detail: {} })
      else if (unanswered >= maxUnanswered) report.change({ state: 'failed', detail: { reason: 'no-answer' } })
    }
    await report.send()
  }

  const loop = supervise()
  const timer = setInterval(() => void check(), intervals.report)
  const finish = async () => {
    ending.abort()
    clearInterval(timer)
    await loop
    await running?.attendance.stop()
  }
  return {
    status: report.status,
    radius: () => running?.radius,
    ready,
    async stop() {
      await finish()
      await running?.radius.stop()
      running = undefined
      report.change({ state: 'stopped', detail: {} })
      await report.send()
    },
    leave: finish,
  }
}

interface Running {
  radius: Radius
  attendance: ReturnType<typeof attendRadius>
}

/** The certificates of the last attempt: FreeRADIUS is restarted with them while the database is down. */
interface CachedCertificates {
  certificates: Certificates | undefined
}

/**
 * Starts FreeRADIUS or adopts a running one, and attends it.
 * @param onConfig called when its certificates have changed
 * @throws RadiusError
 */
async function launch(
  options: SuperviseOptions,
  programs: Programs,
  cached: CachedCertificates,
  onConfig: () => void,
): Promise<Running> {
  const { log, folder, authPort, acctPort, threads } = options
  const { databaseUrl, key } = await options.connect().catch((error: Error) => {
    throw new RadiusError('failed', { reason: 'database-role', text: error.message }, { cause: error })
  })
  const certificates = await loadCertificates(databaseUrl, key).catch(() => cached.certificates)
  cached.certificates = certificates
  const settings = { folder, programs, databaseUrl, key, authPort, acctPort, threads, log, certificates }
  const radius = await startRadius({ ...settings, keep: false, adopt: true })
  const { control, records } = radius
  return { radius, attendance: attendRadius({ databaseUrl, control, records, log, onConfig }) }
}

/** The status of FreeRADIUS, reported at each change. */
function createStatusReport(options: SuperviseOptions) {
  const { log, folder, authPort, acctPort } = options
  let status: RadiusStatus = { state: 'starting', detail: {} }
  let version = ''
  const reporter = createReporter(
    () => options.report({ ...status, version, authPort, acctPort, buffer: readBuffer(folder) }),
    log,
  )
  return {
    status: () => status,
    setVersion: (installed: string) => void (version = installed),
    change(next: RadiusStatus) {
      const same = next.state === status.state && next.detail.reason === status.detail.reason
      status = { state: next.state, detail: next.detail }
      if (same) return
      if (next.detail.reason !== undefined) log.warn({ state: next.state, ...next.detail }, problemLine(status) ?? '')
      void reporter.send()
    },
    send: () => reporter.send(),
  }
}

/** The buffer, or an empty one if it cannot be read: FreeRADIUS renames its files at any time. */
export function readBuffer(folder: string, read: (folder: string) => BufferState = bufferOf): BufferState {
  try {
    return read(folder)
  } catch {
    return { bytes: 0, since: undefined }
  }
}

/** One line for a terminal that describes why RADIUS is down and the remedy; undefined if it is up. */
export function problemLine({ state, detail }: RadiusStatus): string | undefined {
  if (state === 'running' || state === 'starting' || state === 'stopped') return undefined
  const { cause, remedy } = reasonText(detail)
  return `RADIUS is not running: ${cause} ${remedy}`.trim()
}
