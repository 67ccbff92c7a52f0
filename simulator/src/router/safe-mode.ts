import { done } from './caller.ts'
import type { Handler } from './handler.ts'
import type { Action } from './change-log.ts'
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

/** Maximum number of actions that can be undone; with more, safe mode ends. */
const max = 100

/** The owner of safe mode, and its changes since. It is bound to the connection. */
export class SafeMode implements SafeModeState {
  holder: object | undefined
  private user = ''
  private readonly router: RouterState

  constructor(router: RouterState) {
    this.router = router
  }

  enter(session: object | undefined, user: string): void {
    if (session === undefined) throw new Trap('failure: safe mode needs a session')
    if (this.holder !== undefined && this.holder !== session) {
      throw new Trap(`failure: safe mode is held by ${this.user}`)
    }
    if (this.holder === session) return
    // Earlier changes of this session are not affected.
    for (const action of this.router.changeLog.actions) if (action.session === session) action.session = undefined
    this.holder = session
    this.user = user
  }

  release(session: object | undefined): void {
    if (this.holder === undefined || this.holder !== session) throw new Trap('failure: not in safe mode')
    for (const action of this.router.changeLog.actions) if (action.session === session) action.session = undefined
    this.holder = undefined
  }

  unroll(session: object | undefined): void {
    if (this.holder === undefined || this.holder !== session) throw new Trap('failure: not in safe mode')
    this.holder = undefined
    for (let count = 0; count < max; count++) {
      const action = this.router.changeLog.removeLast(session)
      if (!action) return
      revert(this.router, action)
    }
  }

  /** The connection was closed: all changes under safe mode are undone. */
  ended(session: object): void {
    if (this.holder !== session) return
    this.unroll(session)
    this.router.log('system,info', 'safe mode released: session ended, changes undone')
  }
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
  '/safe-mode/release': change((router, session) => router.safeMode.release(session)),
  '/safe-mode/unroll': change((router, session) => router.safeMode.unroll(session)),
  '/safe-mode/toggle': (router, caller) => {
    if (!caller.policies.has('write')) throw noPermission()
    if (router.safeMode.holder === caller.session && caller.session !== undefined) {
      router.safeMode.release(caller.session)
      return done
    }
    router.safeMode.enter(caller.session, caller.user)
    return done
  },
}
