import type { Row } from '../tables/table.ts'
import type { Handler } from './handler.ts'
import type { RouterState } from './router-state.ts'
import type { Menu } from './schema.ts'
import { compareText } from './text.ts'
import { noPermission, Trap } from './trap.ts'

/** The arguments of `add` and `set` in a menu. */
function writtenBy(menu: Menu, verb: string): Iterable<string> {
  if (verb === 'add') return menu.addable
  if (verb !== 'set') return []
  return menu.kind === 'list' ? [...menu.writable, 'numbers'] : menu.writable
}

/** Menus, commands and arguments below a path of the command tree; none if the path does not exist. */
function childrenOf(router: RouterState, parts: readonly string[]): Row[] {
  const path = `/${parts.join('/')}`
  const found = new Map<string, string>()
  const start = path === '/' ? path : `${path}/`
  for (const menu of router.menus.keys()) {
    const name = menu.startsWith(start) ? menu.slice(start.length).split('/')[0] : undefined
    if (name !== undefined && name !== '') found.set(name, 'dir')
  }
  const menu = router.menus.get(path)
  for (const verb of menu?.verbs ?? []) found.set(verb, 'cmd')
  for (const command of menu?.commands.keys() ?? []) found.set(command, 'cmd')
  const parent = router.menus.get(`/${parts.slice(0, -1).join('/')}`)
  const verb = parts.at(-1) ?? ''
  for (const name of parent?.commands.get(verb) ?? []) found.set(name, 'arg')
  if (parent?.verbs.has(verb) === true) for (const name of writtenBy(parent, verb)) found.set(name, 'arg')
  return [...found]
    .sort(([one], [other]) => compareText(one, other))
    .map(([name, type]) => ({ name, 'node-type': type }))
}

/** Words that continue an input: `/ip add` is continued by `address`. */
function completionsOf(router: RouterState, input: string): Row[] {
  const words = input.split(/[\s/]+/)
  const start = words.pop() ?? ''
  const offset = String(input.length - start.length)
  return childrenOf(
    router,
    words.filter((word) => word !== ''),
  )
    .filter(({ name = '' }) => name.startsWith(start))
    .map(({ name = '', 'node-type': type = '' }) => ({
      completion: name,
      style: type,
      offset,
      preference: '96',
      show: 'true',
    }))
}

/** `/console/inspect`: `path` is separated by commas. The requests are `child` and `completion`. */
const inspect: Handler = (router, caller, args) => {
  if (!caller.policies.has('read')) throw noPermission()
  const request = args.get('request')
  const parts = (args.get('path') ?? '').split(',').filter((part) => part !== '')
  const proplist = args.get('.proplist')?.split(',')
  const rows =
    request === 'child'
      ? childrenOf(router, parts)
      : request === 'completion'
        ? completionsOf(router, args.get('input') ?? '')
        : undefined
  if (rows === undefined) throw new Trap('failure: not supported on this device')
  if (proplist === undefined) return { rows }
  return {
    rows: rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => proplist.includes(name)))),
  }
}

export const inspectHandlers: Readonly<Record<string, Handler>> = { '/console/inspect': inspect }
