import type { Row } from '../tables/table.ts'
import { done } from './caller.ts'
import type { Handler } from './handler.ts'
import { maxActions, type Action } from './change-log.ts'
import type { RouterState, SafeModeState } from './router-state.ts'
import { noPermission, Trap } from './trap.ts'

/** Undoes the changes of one command, the last change first. */
export function revert(router: RouterState, action: Action): void {
  for (const { menu, id, before, place } of [...action.steps].reverse()) {
    const table = router.table(menu)
    const row = table.find(id)
    if (before === undefined) router.drop(menu, id)
    else if (row) {
      router.replace(menu, row, before)
      const next = table.rows.filter((one) => one !== row)[place]
      if (table.rows.indexOf(row) !== place) table.move([id], next?.['.id'])
    } else router.insert(menu, before, table.rows[place]?.['.id'])
  }
}

/**
 * Safe mode: bound to the connection that took it. When that ends, the changes of all sessions since are undone; with
 * more changes than the router can undo it ends by itself, and they stay.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/328155/Configuration+Management
 */
export class SafeMode implements SafeModeState {
  user = ''
  private owner: object | undefined
  /** Number of actions when it was taken. */
  private since = 0
  private readonly router: RouterState

  constructor(router: RouterState) {
    this.router = router
  }

  get holder(): object | undefined {
    if (this.owner !== undefined && this.changes > maxActions) this.clear()
    return this.owner
  }

  private get changes(): number {
    return this.router.changeLog.count - this.since
  }

  clear(): void {
    this.owner = undefined
  }

  enter(session: object | undefined, user: string): void {
    if (session === undefined) throw new Trap('failure: safe mode needs a session')
    if (this.holder === session) return
    if (this.holder !== undefined) throw new Trap(`failure: safe mode is held by ${this.user}`)
    this.owner = session
    this.user = user
    this.since = this.router.changeLog.count
  }

  release(): void {
    if (this.holder === undefined) throw new Trap('failure: not in safe mode')
    this.clear()
  }

  unroll(session: object | undefined): void {
    if (this.holder === undefined || this.holder !== session) throw new Trap('failure: not in safe mode')
    this.clear()
    for (;;) {
      const action = this.router.changeLog.removeLast(this.since)
      if (!action) return
      revert(this.router, action)
    }
  }

  ended(session: object): void {
    if (this.holder !== session) return
    this.unroll(session)
    this.router.log('system,info', 'safe mode released: session ended, changes undone')
  }

  left(session: object): void {
    if (this.owner === session) this.clear()
  }
}

/** `/safe-mode`. */
export const safeModeRows = (router: RouterState): Row[] => {
  const isEnabled = router.safeMode.holder !== undefined
  return [{ enabled: String(isEnabled), ...(isEnabled ? { user: router.safeMode.user } : {}) }]
}

const undo: Handler = (router, caller) => {
  if (!caller.policies.has('write')) throw noPermission()
  const action = router.changeLog.removeLast()
  if (!action) throw new Trap('failure: nothing to undo')
  revert(router, action)
  return done
}

const change =
  (work: (router: RouterState, session: object | undefined, user: string) => void): Handler =>
  (router, caller) => {
    if (!caller.policies.has('write')) throw noPermission()
    work(router, caller.session, caller.user)
    return done
  }

export const safeModeHandlers: Readonly<Record<string, Handler>> = {
  '/undo': undo,
  '/safe-mode/take': change((router, session, user) => router.safeMode.enter(session, user)),
  // From any session: it clears a stale hold too.
  '/safe-mode/release': change((router) => router.safeMode.release()),
  '/safe-mode/unroll': change((router, session) => router.safeMode.unroll(session)),
  '/safe-mode/toggle': (router, caller) => {
    if (!caller.policies.has('write')) throw noPermission()
    if (router.safeMode.holder === caller.session && caller.session !== undefined) {
      router.safeMode.release()
      return done
    }
    router.safeMode.enter(caller.session, caller.user)
    return done
  },
}
