import type { Row } from '../tables/table.ts'
import type { Caller } from './caller.ts'
import type { Ending, JobsState, RouterState, Survival } from './router-state.ts'
import { Trap } from './trap.ts'
import { formatDateTime } from './values.ts'

/** Largest script in bytes (manual, Scripting). */
const maxScript = 65_536

/** A job was stopped: no further command of its script runs. */
export class JobStopped extends Error {}

interface Job {
  id: string
  /** Name of its row in `/system/script`. */
  script: string | undefined
  caller: Caller
  startedAt: number
  stop: AbortController
}

/** Running scripts, as `/system/script/job` lists them. */
export class Jobs implements JobsState {
  private readonly running = new Map<string, Job>()
  private readonly router: RouterState
  private readonly survival: Survival
  private last = 0x10

  constructor(router: RouterState, survival: Survival) {
    this.router = router
    this.survival = survival
  }

  nextId(): string {
    this.last += 1
    return `*${this.last.toString(16).toUpperCase()}`
  }

  run(caller: Caller, nameOrSource: string): { id: string; output: Promise<string[]> } {
    const named = this.router.table('/system/script').rows.find((row) => row['name'] === nameOrSource)
    const source = named?.['source'] ?? nameOrSource
    checkSize(source)
    const job: Job = {
      id: this.nextId(),
      script: named?.['name'],
      caller,
      startedAt: this.router.now(),
      stop: new AbortController(),
    }
    this.running.set(job.id, job)
    const output = this.router.runScript(caller, source, job.stop.signal).finally(() => this.running.delete(job.id))
    return { id: job.id, output }
  }

  stop(id: string): void {
    this.running.get(id)?.stop.abort(new JobStopped('interrupted'))
  }

  stopAll(): void {
    for (const id of this.running.keys()) this.stop(id)
  }

  sessionEnded(session: object, ending: Ending): void {
    if (this.survival[ending]) return
    for (const job of this.running.values()) if (job.caller.session === session) this.stop(job.id)
  }

  rows(): Row[] {
    const logins = [...this.router.logins]
    return [
      ...logins.map((login) => ({
        '.id': login.job,
        type: 'api-login',
        owner: login.user,
        started: formatDateTime(this.router.version, login.since),
      })),
      ...[...this.running.values()].map((job): Row => {
        const parent = logins.find((login) => login.session === job.caller.session)
        return {
          '.id': job.id,
          type: 'command',
          ...(job.script === undefined ? {} : { script: job.script }),
          owner: job.caller.user,
          policy: [...job.caller.policies].join(','),
          ...(job.caller.session === undefined || parent === undefined ? {} : { parent: parent.job }),
          started: formatDateTime(this.router.version, job.startedAt),
        }
      }),
    ]
  }
}

/** @throws Trap if a script is longer than a router accepts */
export function checkSize(source: string): void {
  if (Buffer.byteLength(source, 'utf8') > maxScript) throw new Trap('failure: script is longer than 64 kB')
}

/** `/system/script/job`; its table holds the same rows, so that they can be named. */
export function jobRows(router: RouterState): Row[] {
  const rows = router.jobs.rows()
  router.table('/system/script/job').rows.splice(0, Number.POSITIVE_INFINITY, ...rows)
  return rows
}

/** A row of `/system/script/job` was removed: the script stops, or the connection of the login closes. */
export function jobRemoved(router: RouterState, id: string): void {
  router.jobs.stop(id)
  for (const login of router.logins) if (login.job === id) login.close()
}
