import type { RouterState } from '../router/router-state.ts'
import { Trap } from '../router/trap.ts'

/**
 * Variables of a script, by block: `:local` ones end with their block, `:global` ones are those of the router, and
 * visible where they are declared. https://help.mikrotik.com/docs/spaces/ROS/pages/47579229/Scripting
 */
export class Scope {
  private readonly locals = new Map<string, string>()
  private readonly declared = new Set<string>()
  private readonly router: RouterState
  private readonly owner: string
  private readonly outer: Scope | undefined

  constructor(router: RouterState, owner: string, outer?: Scope) {
    this.router = router
    this.owner = owner
    this.outer = outer
  }

  inner(): Scope {
    return new Scope(this.router, this.owner, this)
  }

  /** Empty if the variable does not exist, as on a router. */
  get(name: string): string {
    const own = this.locals.get(name)
    if (own !== undefined) return own
    if (this.declared.has(name)) return this.router.globals.get(name)?.value ?? ''
    return this.outer?.get(name) ?? ''
  }

  local(name: string, value: string): void {
    this.locals.set(name, value)
  }

  /** Declares a global variable; without a value it keeps the one that it has. */
  global(name: string, value: string | undefined): void {
    this.declared.add(name)
    if (value !== undefined) this.router.globals.set(name, { owner: this.owner, value })
  }

  /** @throws Trap if the variable is not declared */
  set(name: string, value: string): void {
    if (this.locals.has(name)) this.locals.set(name, value)
    else if (this.declared.has(name)) this.global(name, value)
    else if (this.outer) this.outer.set(name, value)
    else throw new Trap(`variable ${name} not defined`, 3)
  }
}
