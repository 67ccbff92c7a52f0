import type { Row } from '../tables/table.ts'
import type { Step } from './change-log.ts'
import { quoted } from './export.ts'
import type { RouterState } from './router-state.ts'
import { secretNames } from './rules.ts'

/** `name=value` of the properties of `row` that can be written and differ from `other`. */
function assignments(router: RouterState, menu: string, row: Row, other: Row): string[] {
  const known = router.menus.get(menu)
  const names = Object.keys({ ...row, ...other }).filter(
    (name) => row[name] !== other[name] && !secretNames.has(name) && (known?.addable.has(name) ?? false),
  )
  return names.map((name) => `${name}=${quoted(row[name] ?? '')}`)
}

const noRow: Row = {}

function undoStep(router: RouterState, { menu, id, before, place }: Step): string {
  const path = menu.replaceAll('/', ' ').replace(/^ /, '/')
  const table = router.table(menu)
  const row = table.find(id)
  if (before === undefined) return `${path} remove ${id}`
  if (row === undefined) return `${path} add ${assignments(router, menu, before, noRow).join(' ')}`
  const values = assignments(router, menu, before, row)
  if (values.length > 0)
    return `${path} set ${router.menus.get(menu)?.kind === 'single' ? '' : `${id} `}${values.join(' ')}`
  return `${path} move ${id} ${table.rows.filter((one) => one !== row)[place]?.['.id'] ?? ''}`.trimEnd()
}

/**
 * The commands that undo the changes of one command, the last change first, as `/system/history` shows them in `undo`.
 * They are made right after the change: they compare with the current rows.
 */
export const undoText = (router: RouterState, steps: readonly Step[]): string =>
  [...steps]
    .reverse()
    .map((step) => undoStep(router, step))
    .join('\n')
