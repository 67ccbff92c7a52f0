import type { Row } from '../tables/table.ts'

/** What has to be known to take one change of a row back. */
export interface Step {
  menu: string
  id: string
  /** The row before; undefined: it was not there. */
  before: Row | undefined
  /** Where it stood. */
  place: number
}

/** One command that somebody gave, for `/system/history`, `/undo` and safe mode. */
export interface Action {
  id: string
  text: string
  by: string
  at: number
  policy: string
  steps: Step[]
  session: object | undefined
}

const stored = 100

/** What was done last, newest at the end. */
export class ChangeLog {
  readonly actions: Action[] = []
  private open: Step[] | undefined
  private count = 0

  /** Collects the steps of one command; they become an action when there are any. */
  act<T>(of: Omit<Action, 'steps' | 'id'>, work: () => T): T {
    if (this.open) return work()
    const steps: Step[] = []
    this.open = steps
    try {
      return work()
    } finally {
      this.open = undefined
      if (steps.length > 0) {
        this.count += 1
        this.actions.push({ ...of, id: `*${this.count.toString(16).toUpperCase()}`, steps })
        if (this.actions.length > stored) this.actions.shift()
      }
    }
  }

  record(step: Step): void {
    this.open?.push(step)
  }

  /** Takes out the newest action, or the newest of a session. */
  removeLast(session?: object): Action | undefined {
    for (let index = this.actions.length - 1; index >= 0; index--) {
      if (session === undefined || this.actions[index]?.session === session) return this.actions.splice(index, 1)[0]
    }
    return undefined
  }

  clear(): void {
    this.actions.splice(0)
  }
}
