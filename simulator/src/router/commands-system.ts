import { done } from './caller.ts'
import type { Handler } from './handler.ts'
import { idle } from './lan.ts'
import type { Row } from '../tables/table.ts'
import { noPermission, Trap } from './trap.ts'
import { rowsNamed } from './write.ts'

/** Converts a dynamic lease to a static one with the same id. */
const makeStatic: Handler = (router, caller, args) => {
  if (!caller.policies.has('write')) throw noPermission()
  const menu = router.menus.get('/ip/dhcp-server/lease')
  if (!menu) throw new Trap('no such command', 0)
  const found = rowsNamed(router, menu, args)
  for (const { row } of found) if (row['dynamic'] !== 'true') throw new Trap('failure: lease is already static')
  for (const { path, row } of found) {
    const next: Row = { ...row, dynamic: 'false' }
    if (next['status'] !== 'bound') idle(next)
    router.replace(path, row, next)
  }
  return done
}

const reboot: Handler = (_router, caller) => {
  if (!caller.policies.has('reboot')) throw noPermission()
  return { gone: true }
}

export const systemHandlers: Readonly<Record<string, Handler>> = {
  '/ip/dhcp-server/lease/make-static': makeStatic,
  '/ip/dhcp-server/lease/check-status': () => done,
  '/ip/dns/cache/flush': () => done,
  '/system/reboot': reboot,
}
