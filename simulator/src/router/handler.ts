import type { Args, Caller, CommandOutcome } from './caller.ts'
import type { RouterState } from './router-state.ts'

/** Implements a command: `path` is the menu with the command. @throws Trap if the router rejects it */
export type Handler = (
  router: RouterState,
  caller: Caller,
  args: Args,
  path: string,
) => CommandOutcome | Promise<CommandOutcome>
