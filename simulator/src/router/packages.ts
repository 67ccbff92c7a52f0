import { done } from './caller.ts'
import type { Handler } from './handler.ts'
import type { Row } from '../tables/table.ts'
import type { RouterState } from './router-state.ts'
import { noPermission, Trap } from './trap.ts'

/** The latest version of a channel, as MikroTik's server would return it. */
function newest(router: RouterState): string {
  if (router.version.major < 7) return '6.49.18'
  const channel = router.single('/system/package/update')['channel']
  return channel === 'long-term' ? '7.18.2' : channel === 'testing' ? '7.21' : '7.20.4'
}

/** Several rows, one for each state of the check. */
const check: Handler = (router) => {
  const row = router.single('/system/package/update')
  const base: Row = { channel: row['channel'] ?? 'stable', 'installed-version': router.version.text }
  const latest = newest(router)
  const status = latest === router.version.text ? 'System is already up to date' : 'New version is available'
  row['latest-version'] = latest
  row['status'] = status
  return {
    rows: [
      { '.section': '0', ...base, status: 'finding out latest version...' },
      { '.section': '1', ...base, 'latest-version': latest, status: 'getting changelog...' },
      { '.section': '2', ...base, 'latest-version': latest, status },
    ],
  }
}

/** The version does not change, since an upgrade would be another simulator. It reboots, as an upgrade does. */
const install: Handler = (router, caller) => {
  if (!caller.policies.has('reboot')) throw noPermission()
  if (newest(router) === router.version.text) throw new Trap('failure: System is already up to date')
  return { gone: true }
}

const upgradeFirmware: Handler = (router, caller) => {
  if (!caller.policies.has('reboot')) throw noPermission()
  router.notes.set('firmware', router.version.text)
  router.log('system,info,critical', 'Firmware upgraded successfully, please reboot for changes to take effect!')
  return done
}

export const packageHandlers: Readonly<Record<string, Handler>> = {
  '/system/package/update/check-for-updates': check,
  '/system/package/update/install': install,
  '/system/package/update/download': check,
  '/system/routerboard/upgrade': upgradeFirmware,
}
