import type { Row } from '../tables/table.ts'

/** The data to undo one change of a row. */
export interface Step {
  menu: string
  id: string
  /** The row before; undefined: it did not exist. */
  before: Row | undefined
  /** Its previous position. */
  place: number
}

/** One executed command, for `/system/history`, `/undo` and safe mode. */
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

/** The latest actions, newest last. */
export class ChangeLog {
  readonly actions: Action[] = []
  private open: Step[] | undefined
  private count = 0

  /** Collects the changes of one command; they become an action unless there are none. */
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

  /** Removes the newest action, or the newest of a session. */
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
