import type { Row } from '../tables/table.ts'
import { done } from './caller.ts'
import type { Handler } from './handler.ts'
import type { ApiLogin, Login, RouterState } from './router-state.ts'
import { noPermission, Trap } from './trap.ts'
import { formatDateTime } from './values.ts'
import { rowsNamed } from './write.ts'

const loginsOf = (router: RouterState): (Login | ApiLogin)[] => [...router.ghosts, ...router.logins]

const idAt = (index: number): string => `*${(index + 1).toString(16).toUpperCase()}`

/** `/user/active`; its table holds the same rows, so that they can be named. */
export function activeRows(router: RouterState): Row[] {
  const rows = loginsOf(router).map((login, index) => ({
    '.id': idAt(index),
    when: formatDateTime(router.version, login.since),
    name: login.user,
    address: login.address,
    via: login.via,
    ...(router.version.major >= 7
      ? { group: router.table('/user').rows.find((row) => row['name'] === login.user)?.['group'] ?? '' }
      : {}),
    radius: 'false',
  }))
  router.table('/user/active').rows.splice(0, Number.POSITIVE_INFINITY, ...rows)
  return rows
}

/** Closes the connections of logins: `request-logout` before 7.20, `remove` since. */
const logOut: Handler = (router, caller, args) => {
  if (!caller.policies.has('policy')) throw noPermission()
  const menu = router.menus.get('/user/active')
  if (!menu) throw new Trap('no such command', 0)
  const ids = new Set(rowsNamed(router, menu, args).map(({ row }) => row['.id']))
  for (const [index, login] of loginsOf(router).entries()) if (ids.has(idAt(index)) && 'close' in login) login.close()
  return done
}

export const activeHandlers: Readonly<Record<string, Handler>> = {
  '/user/active/request-logout': logOut,
  '/user/active/remove': logOut,
}
