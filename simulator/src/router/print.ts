import type { Row, TableChange } from '../tables/table.ts'
import type { Args, Caller, CommandOutcome, Stream } from './caller.ts'
import { passes } from './query.ts'
import type { RouterState } from './router-state.ts'
import { ruleOf, secretNames } from './rules.ts'
import type { Menu } from './schema.ts'
import { noPermission, Trap } from './trap.ts'
import { parseDuration } from './values.ts'

/** Arguments of print in every menu; they affect the layout of a terminal only, or nothing. */
const printArgs = new Set(
  'append as-value brief count-only detail file follow follow-only from group-by interval proplist show-ids terse value-list where without-paging active stats stats-detail oid list path recursive relative all bytes packets rate'.split(
    ' ',
  ),
)

/** A row as this user may see it. */
export function show(router: RouterState, path: string, row: Row, caller: Caller): Row {
  const rule = ruleOf(path)
  const maySee = caller.policies.has('sensitive')
  // The most common case by far, and the hot path: the row has nothing to hide.
  if (maySee && rule.unseen === undefined) return row
  const shown: Row = {}
  for (const [name, value] of Object.entries(row)) {
    if (rule.unseen?.includes(name)) continue
    const isSecret = secretNames.has(name) || rule.secrets?.includes(name)
    // RouterOS 6 returns an empty secret, version 7 stars.
    shown[name] = isSecret && !maySee && value !== '' ? (router.version.major < 7 ? '' : '*****') : value
  }
  return shown
}

/** The requested properties of a row; all if `proplist` is undefined. */
export function narrowed(row: Row, proplist: readonly string[] | undefined): Row {
  if (proplist === undefined) return row
  const stored: Row = {}
  for (const name of proplist) {
    const value = row[name]
    if (value !== undefined) stored[name] = value
  }
  return stored
}

export function proplistOf(args: Args): readonly string[] | undefined {
  const text = args.get('.proplist')
  return text === undefined || text === '' ? undefined : text.split(',').map((name) => name.trim())
}

/** Rows of a menu for a user: queries first, then the requested properties. */
export function select(router: RouterState, menu: Menu, caller: Caller, args: Args, queries: readonly string[]): Row[] {
  if (!caller.policies.has('read')) throw noPermission()
  const rows = menu.kind === 'single' ? [withoutId(singleRow(router, menu.path))] : router.rows(menu.path)
  const from = args.get('from')
  const proplist = proplistOf(args)
  const found: Row[] = []
  for (const row of rows) {
    if (from !== undefined && !from.split(',').some((id) => row['.id'] === id || row['name'] === id)) continue
    // Queries see masked secrets, so that a user cannot guess a password by queries.
    const shown = show(router, menu.path, row, caller)
    if (queries.length === 0 || passes(shown, queries)) found.push(narrowed(shown, proplist))
  }
  return found
}

function singleRow(router: RouterState, path: string): Row {
  const [row] = router.rows(path)
  return row ?? router.single(path)
}

function withoutId(row: Row): Row {
  const { '.id': _, ...rest } = row
  return rest
}

export function print(
  router: RouterState,
  menu: Menu,
  caller: Caller,
  args: Args,
  queries: readonly string[],
): CommandOutcome {
  for (const name of args.keys()) {
    if (!name.startsWith('.') && !printArgs.has(name)) throw new Trap(`unknown parameter ${name}`)
  }
  const rows = (): Row[] => select(router, menu, caller, args, queries)
  if (args.has('count-only')) return { done: { ret: String(rows().length) } }
  const interval = parseDuration(args.get('interval') ?? '')
  if (interval !== undefined) return { stream: repeated(interval / router.speed, rows) }
  if (args.has('follow') || args.has('follow-only')) {
    const first = args.has('follow') ? rows() : []
    return { stream: listenStream(router, menu, caller, args, queries, first) }
  }
  return { rows: rows() }
}

function repeated(interval: number, rows: () => Row[]): Stream {
  return {
    start(emit) {
      let section = 0
      const tick = (): void => {
        for (const row of rows()) emit({ '.section': String(section), ...row })
        section += 1
      }
      tick()
      const timer = setInterval(tick, Math.max(20, interval))
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}

function listenStream(
  router: RouterState,
  menu: Menu,
  caller: Caller,
  args: Args,
  queries: readonly string[],
  first: readonly Row[],
): Stream {
  return {
    start(emit) {
      for (const row of first) emit(row)
      const proplist = proplistOf(args)
      const notify = (path: string) => (change: TableChange) => {
        if ('gone' in change) {
          emit({ '.id': change.gone, '.dead': 'true' })
          return
        }
        const now = router.rows(menu.path).find((row) => row['.id'] === change.row['.id']) ?? change.row
        const shown = show(router, path, menu.kind === 'single' ? withoutId(now) : now, caller)
        if (queries.length === 0 || passes(shown, queries)) emit(narrowed(shown, proplist))
      }
      const paths = menu.path === '/interface' ? router.interfaceTables() : [menu.path]
      const ends = paths.map((path) => router.table(path).listen(notify(path)))
      router.listeners += 1
      return () => {
        router.listeners -= 1
        for (const end of ends) end()
      }
    },
  }
}

/** Changed rows in full, and the ids of removed ones; endless. */
export function listen(
  router: RouterState,
  menu: Menu,
  caller: Caller,
  args: Args,
  queries: readonly string[],
): CommandOutcome {
  if (!caller.policies.has('read')) throw noPermission()
  return { stream: listenStream(router, menu, caller, args, queries, []) }
}

/** One value: `/ip/address/get =number=*1 =value-name=address`. */
export function get(router: RouterState, menu: Menu, caller: Caller, args: Args): CommandOutcome {
  const rows = select(router, menu, caller, new Map(), [])
  const wanted = args.get('number') ?? args.get('numbers') ?? args.get('.id')
  const row = menu.kind === 'single' ? rows[0] : rows.find((one) => one['.id'] === wanted || one['name'] === wanted)
  if (!row) throw new Trap('no such item', 0)
  const name = args.get('value-name')
  if (name !== undefined) return { done: { ret: row[name] ?? '' } }
  return {
    done: {
      ret: Object.entries(row)
        .map(([key, value]) => `${key}=${value}`)
        .join(';'),
    },
  }
}
