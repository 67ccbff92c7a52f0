import type { RouterState } from '../router/router-state.ts'
import type { Row } from './table.ts'

/** Rows of a menu; assigning to one changes the router and notifies listeners. */
export function liveRows(router: RouterState, path: string): Row[] {
  router.rows(path)
  const table = router.table(path)
  return table.rows.map(
    (row) =>
      new Proxy(row, {
        set(target, name, value) {
          if (typeof name === 'string') router.replace(path, target, { ...target, [name]: String(value) })
          return true
        },
        deleteProperty(target, name) {
          const { [String(name)]: _, ...rest } = target
          router.replace(path, target, rest)
          return true
        },
      }),
  )
}
