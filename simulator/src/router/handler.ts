import type { Args, Caller, CommandOutcome } from './caller.ts'
import type { RouterState } from './router-state.ts'

/** What a command does: `path` is that of the menu and the command. @throws Trap where the router rejects it */
export type Handler = (
  router: RouterState,
  caller: Caller,
  args: Args,
  path: string,
) => CommandOutcome | Promise<CommandOutcome>
