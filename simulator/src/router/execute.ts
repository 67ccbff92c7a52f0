import { handlers } from './commands.ts'
import { checkDeviceMode } from './device-mode.ts'
import type { Args, Caller, CommandOutcome } from './caller.ts'
import { get, listen, print } from './print.ts'
import type { RouterState } from './router-state.ts'
import type { Menu } from './schema.ts'
import { noPermission, Trap } from './trap.ts'
import { undoText } from './undo-text.ts'
import { add, comment, enable, move, remove, set, unset } from './write.ts'

/** Splits a path into menu and command: `/ip/address` and `print` of `/ip/address/print`. */
export function resolve(router: RouterState, path: string): { menu: Menu | undefined; menuPath: string; verb: string } {
  const cut = path.lastIndexOf('/')
  const menuPath = cut <= 0 ? '/' : path.slice(0, cut)
  return { menu: router.menus.get(menuPath), menuPath, verb: path.slice(cut + 1) }
}

/** Whether a path exists: a menu, or a prefix of one. */
export function isDirectory(router: RouterState, path: string): boolean {
  if (path === '/' || router.menus.has(path)) return true
  for (const menu of router.menus.keys()) if (menu.startsWith(`${path}/`)) return true
  return false
}

/** The first part of a path that this router does not have; undefined: it has the whole path. */
export function unknownPart(router: RouterState, path: string): string | undefined {
  const parts = path.split('/').slice(1)
  const at = parts.findIndex((_, index) => !isDirectory(router, `/${parts.slice(0, index + 1).join('/')}`))
  return at < 0 ? undefined : parts[at]
}

/** Menus that require the policy to manage users. */
const ofPolicy = /^\/user(\/|$)/

/** Arguments of every command that runs until it is cancelled. */
const measured = /monitor|scan|info|test|torch/
const streamArgs = new Set(['once', 'interval', 'duration', 'freeze-frame-interval'])

const writes = new Set(['add', 'set', 'unset', 'remove', 'enable', 'disable', 'comment', 'move'])

function write(router: RouterState, menu: Menu, verb: string, caller: Caller, args: Args): CommandOutcome {
  if (!caller.policies.has('write')) throw noPermission()
  if (ofPolicy.test(menu.path) && !caller.policies.has('policy')) throw noPermission()
  const work = (): CommandOutcome => {
    if (verb === 'add') return add(router, menu, caller, args)
    if (verb === 'set') return set(router, menu, caller, args)
    if (verb === 'unset') return unset(router, menu, caller, args)
    if (verb === 'remove') return remove(router, menu, args)
    if (verb === 'move') return move(router, menu, args)
    if (verb === 'comment') return comment(router, menu, caller, args)
    return enable(router, menu, caller, args, verb === 'disable')
  }
  const what = menu.path.slice(1).split('/').at(-1) ?? ''
  const text = verb === 'add' ? `${what} added` : verb === 'remove' ? `${what} removed` : `${what} changed`
  const action = { text, by: caller.user, at: router.now(), policy: 'write' }
  const outcome = router.changeLog.act(action, work, (steps) => undoText(router, steps))
  router.log('system,info', `${text} by ${caller.user}`)
  return outcome
}

/**
 * Executes one command.
 * @param path `/ip/address/print`
 * @param queries words with their `?`
 * @throws Trap with the router's message
 */
export function execute(
  router: RouterState,
  caller: Caller,
  path: string,
  args: Args,
  queries: readonly string[],
): CommandOutcome | Promise<CommandOutcome> {
  const { menu, menuPath, verb } = resolve(router, path)
  if (!isDirectory(router, menuPath)) throw new Trap('no such command prefix', 0)
  const command = menu?.commands.get(verb)
  checkDeviceMode(router, menuPath, verb)
  if (menu && command) {
    const handler = handlers[path] ?? handlers[`*/${verb}`]
    if (!handler) throw new Trap('failure: not supported on this device')
    for (const name of args.keys()) {
      if (name.startsWith('.') || command.has(name) || name === 'numbers' || name === 'number') continue
      if (measured.test(verb) && streamArgs.has(name)) continue
      throw new Trap(`unknown parameter ${name}`)
    }
    return handler(router, caller, args, path)
  }
  if (!menu || menu.kind === 'none') throw new Trap('no such command', 0)
  if (verb === 'print' || verb === 'getall') return print(router, menu, caller, args, queries)
  if (verb === 'listen') return listen(router, menu, caller, args, queries)
  if (verb === 'get' && menu.verbs.has('get')) return get(router, menu, caller, args)
  if (verb === 'export' && menu.verbs.has('export')) return {}
  if (!writes.has(verb) || !menu.verbs.has(verb)) throw new Trap('no such command', 0)
  return write(router, menu, verb, caller, args)
}
