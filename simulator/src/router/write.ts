import type { Row } from '../tables/table.ts'
import { answer, done, type Args, type Caller, type CommandOutcome } from './caller.ts'
import type { RouterState } from './router-state.ts'
import { interfaceMenus, ruleOf } from './rules.ts'
import type { Rule } from './rule.ts'
import type { Menu } from './schema.ts'
import { noSuchItem, Trap } from './trap.ts'
import { normalise, readBoolean } from './values.ts'

/** Words that are not row names in most references. */
const noName = new Set(['', 'none', 'all', 'auto', 'default', 'any'])

function checkReferences(router: RouterState, rule: Rule, name: string, value: string): void {
  const reference = rule.references?.[name]
  if (!reference || (reference.menu !== '/interface' && !router.has(reference.menu))) return
  for (const part of value.replace(/^!/, '').split(',')) {
    if (noName.has(part) || reference.also?.includes(part) || router.isName(reference.menu, part)) continue
    // A row may be referenced by its id; it is shown by its name.
    throw new Trap(`input does not match any value of ${name}`, 1)
  }
}

/** References may be written by id; rows show names. */
function nameFor(router: RouterState, rule: Rule, name: string, value: string): string {
  const reference = rule.references?.[name]
  if (!reference || !/^\*[0-9A-F]+$/i.test(value)) return value
  const row =
    reference.menu === '/interface'
      ? router.interfaceNamed(value)?.row
      : router.has(reference.menu)
        ? router.table(reference.menu).find(value)
        : undefined
  return row?.['name'] ?? value
}

function valueOf(router: RouterState, menu: Menu, rule: Rule, name: string, given: string): string {
  if (rule.yesNo?.includes(name)) {
    const read = readBoolean(given)
    return read === undefined ? given : read ? 'yes' : 'no'
  }
  const type = menu.types.get(name) ?? (name === 'disabled' ? 'boolean' : undefined)
  const value = nameFor(router, rule, name, normalise(name, given, type))
  checkReferences(router, rule, name, value)
  return value
}

/** Marks a property to unset. */
const reverted = '\0'

/** Applies arguments to a row; an empty value resets the property to its default. */
function apply(router: RouterState, menu: Menu, rule: Rule, row: Row, given: Args): void {
  for (const [name, text] of given) {
    const value = text === reverted ? '' : valueOf(router, menu, rule, name, text)
    if (value !== '' || (text === '' && rule.explicit?.includes(name))) row[name] = value
    else if (rule.defaults?.[name] !== undefined) row[name] = rule.defaults[name]
    else delete row[name]
  }
}

function checkUnique(router: RouterState, menu: Menu, rule: Rule, row: Row): void {
  const others = router.table(menu.path).rows.filter((other) => other['.id'] !== row['.id'])
  for (const { fields, message, withDynamic } of rule.unique ?? []) {
    const isSame = (other: Row): boolean =>
      fields.every((name) => other[name] === row[name]) && fields.some((name) => row[name] !== undefined)
    if (
      row[fields[0] ?? ''] !== undefined &&
      others.some((other) => isSame(other) && (withDynamic === true || other['dynamic'] !== 'true'))
    ) {
      throw new Trap(message)
    }
  }
  const { name } = row
  if (name === undefined || rule.unique !== undefined || !menu.writable.has('name')) return
  if (interfaceMenus.has(menu.path)) {
    const other = router.interfaceNamed(name)
    if (other && other.row['.id'] !== row['.id']) throw new Trap('failure: already have interface with such name')
  } else if (others.some((other) => other['name'] === name)) {
    throw new Trap('failure: already have entry with such name')
  }
}

const addressing = new Set(['.id', 'numbers'])

function split(menu: Menu, known: ReadonlySet<string>, args: Args): Map<string, string> {
  const given = new Map<string, string>()
  for (const [name, value] of args) {
    if (addressing.has(name) || name === '.proplist') continue
    // `!name` unsets a property, as in `set 0 !comment`.
    const cleared = /^!(.+)$/.exec(name)?.[1]
    if (cleared !== undefined && known.has(cleared)) {
      given.set(cleared, reverted)
      continue
    }
    if (!known.has(name)) throw new Trap(`unknown parameter ${name}`)
    given.set(name, value)
  }
  return given
}

/** Rows listed in `.id` or `numbers`, in that order. @throws Trap if one does not exist */
export function rowsNamed(router: RouterState, menu: Menu, args: Args): { path: string; row: Row }[] {
  const text = args.get('.id') ?? args.get('numbers') ?? args.get('number')
  if (text === undefined) throw new Trap('missing =.id=')
  return text.split(',').map((word) => {
    if (menu.path === '/interface') {
      const found = router.interfaceNamed(word)
      if (!found) throw noSuchItem()
      return { path: found.menu, row: found.row }
    }
    // Read-only menus also store their rows here once they were read.
    router.rows(menu.path)
    const { rows } = router.table(menu.path)
    const row = rows.find((one) => one['.id'] === word) ?? rows.find((one) => one['name'] === word)
    if (!row) throw word.startsWith('*') ? noSuchItem() : new Trap('no such item', 0)
    return { path: menu.path, row }
  })
}

export function add(router: RouterState, menu: Menu, caller: Caller, args: Args): CommandOutcome {
  const rule = ruleOf(menu.path)
  const known = menu.ordered ? new Set([...menu.addable, 'place-before']) : menu.addable
  const given = split(menu, known, args)
  const before = given.get('place-before')
  const copied = given.get('copy-from')
  given.delete('place-before')
  given.delete('copy-from')
  const row: Row = {}
  for (const flag of ['disabled', 'dynamic', 'invalid']) if (menu.flags.has(flag)) row[flag] = 'false'
  Object.assign(row, rule.defaults)
  if (copied !== undefined) {
    const [source] = rowsNamed(router, menu, new Map([['.id', copied]]))
    Object.assign(row, source?.row, { dynamic: 'false' })
    delete row['.id']
  }
  apply(router, menu, rule, row, given)
  for (const name of [...menu.required, ...(rule.required ?? [])]) {
    if (row[name] === undefined && !rule.unseen?.includes(name)) throw new Trap(`missing =${name}=`)
  }
  rule.check?.(router, row, { before: undefined, given: new Set(given.keys()), caller })
  checkUnique(router, menu, rule, row)
  if (before !== undefined && before !== '') rowsNamed(router, menu, new Map([['.id', before]]))
  const stored = router.insert(menu.path, row, before)
  return answer(stored['.id'] ?? '')
}

function rejectDynamic(row: Row, menu: Menu): void {
  if (row['dynamic'] !== 'true' || menu.path === '/ip/firewall/address-list') return
  throw new Trap('failure: can not change dynamic entry')
}

function change(router: RouterState, menu: Menu, caller: Caller, path: string, row: Row, given: Args): void {
  const rule = ruleOf(path)
  const next = { ...row }
  const target = router.menus.get(path) ?? menu
  apply(router, target, rule, next, given)
  for (const name of [...target.required, ...(rule.required ?? [])]) {
    if (row[name] !== undefined && next[name] === undefined) throw new Trap(`invalid value for argument ${name}`, 1)
  }
  rule.check?.(router, next, { before: row, given: new Set(given.keys()), caller })
  if (target.kind === 'list') checkUnique(router, target, rule, next)
  router.replace(path, row, next)
}

export function set(router: RouterState, menu: Menu, caller: Caller, args: Args): CommandOutcome {
  const given = split(menu, menu.writable, args)
  if (menu.kind === 'single') {
    change(router, menu, caller, menu.path, router.single(menu.path), given)
    return done
  }
  const found = rowsNamed(router, menu, args)
  for (const { row } of found) rejectDynamic(row, menu)
  for (const { path, row } of found) change(router, menu, caller, path, row, given)
  return done
}

/** `unset =numbers= =value-name=`: unsets the property. */
export function unset(router: RouterState, menu: Menu, caller: Caller, args: Args): CommandOutcome {
  const names = (args.get('value-name') ?? '').split(',')
  const found =
    menu.kind === 'single' ? [{ path: menu.path, row: router.single(menu.path) }] : rowsNamed(router, menu, args)
  for (const { path, row } of found) {
    rejectDynamic(row, menu)
    for (const name of names) {
      if (!menu.writable.has(name)) throw new Trap('input does not match any value of value-name', 1)
    }
    change(router, menu, caller, path, row, new Map(names.map((name) => [name, reverted])))
  }
  return done
}

export function remove(router: RouterState, menu: Menu, args: Args): CommandOutcome {
  const found = rowsNamed(router, menu, args)
  const rule = ruleOf(menu.path)
  for (const { row } of found) {
    if (row['dynamic'] === 'true' && !rule.dropsDynamic) throw new Trap('failure: can not remove dynamic entry')
    if (row['default'] === 'true' || row['builtin'] === 'true') throw new Trap('failure: can not remove default entry')
  }
  for (const { path, row } of found) router.drop(path, row['.id'] ?? '')
  return done
}

export function enable(
  router: RouterState,
  menu: Menu,
  caller: Caller,
  args: Args,
  isDisabled: boolean,
): CommandOutcome {
  return set(
    router,
    { ...menu, writable: new Set(['disabled']) },
    caller,
    withOnly(args, 'disabled', String(isDisabled)),
  )
}

export function comment(router: RouterState, menu: Menu, caller: Caller, args: Args): CommandOutcome {
  return set(
    router,
    { ...menu, writable: new Set(['comment']) },
    caller,
    withOnly(args, 'comment', args.get('comment') ?? ''),
  )
}

function withOnly(args: Args, name: string, value: string): Args {
  const stored = new Map([...args].filter(([key]) => addressing.has(key) || key === 'number'))
  const id = stored.get('number')
  stored.delete('number')
  if (id !== undefined) stored.set('.id', id)
  return stored.set(name, value)
}

/** Moves rows before `destination`; without it to the end. */
export function move(router: RouterState, menu: Menu, args: Args): CommandOutcome {
  const found = rowsNamed(router, menu, args).map(({ row }) => row['.id'] ?? '')
  const destination = args.get('destination')
  const table = router.table(menu.path)
  const before = destination === undefined || destination === '' ? undefined : destination
  if (before !== undefined) rowsNamed(router, menu, new Map([['.id', before]]))
  if (before !== undefined && found.includes(before)) return done
  for (const id of found) {
    const row = table.find(id)
    if (row) router.changeLog.record({ menu: menu.path, id, before: { ...row }, place: table.rows.indexOf(row) })
  }
  table.move(found, before)
  return done
}
