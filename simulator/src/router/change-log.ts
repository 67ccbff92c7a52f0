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
  /** Commands that undo it. */
  undo: string
  steps: Step[]
}

/** Maximum number of actions that can be undone. */
export const maxActions = 100

/** The latest actions, newest last. */
export class ChangeLog {
  readonly actions: Action[] = []
  private open: Step[] | undefined
  /** Number of actions ever; it identifies the newest one. */
  count = 0

  /** Collects the changes of one command; they become an action unless there are none. */
  act<T>(
    of: Omit<Action, 'steps' | 'id' | 'undo'>,
    work: () => T,
    undoOf: (steps: readonly Step[]) => string = () => '',
  ): T {
    if (this.open) return work()
    const steps: Step[] = []
    this.open = steps
    try {
      return work()
    } finally {
      this.open = undefined
      if (steps.length > 0) {
        this.count += 1
        this.actions.push({ ...of, id: `*${this.count.toString(16).toUpperCase()}`, undo: undoOf(steps), steps })
        if (this.actions.length > maxActions) this.actions.shift()
      }
    }
  }

  record(step: Step): void {
    this.open?.push(step)
  }

  /** Removes the newest action, if it is later than the first `since` ones. */
  removeLast(since = 0): Action | undefined {
    const last = this.actions.at(-1)
    return last && Number.parseInt(last.id.slice(1), 16) > since ? this.actions.pop() : undefined
  }

  clear(): void {
    this.actions.splice(0)
  }
}
