import { done } from './caller.ts'
import type { Handler } from './handler.ts'
import type { Row } from '../tables/table.ts'
import type { RouterState } from './router-state.ts'
import { noPermission, Trap } from './trap.ts'

/** The latest version of a channel, as MikroTik's server would return it. */
function newest(router: RouterState): string {
  if (router.packages.offered !== undefined) return router.packages.offered
  if (router.version.major < 7) return '6.49.18'
  const channel = router.single('/system/package/update')['channel']
  return channel === 'long-term' ? '7.18.2' : channel === 'testing' ? '7.21' : '7.20.4'
}

/** Space that a download needs: that of the installed packages, which RouterOS 6 does not report. */
const downloadBytes = (router: RouterState): number =>
  router.table('/system/package').rows.reduce((sum, row) => sum + Number(row['size'] ?? 1_000_000), 0)

/** Several rows, one for each state of the check. */
function sections(router: RouterState, latest: string, status: string): { rows: Row[] } {
  const row = router.single('/system/package/update')
  const base: Row = { channel: row['channel'] ?? 'stable', 'installed-version': router.version.text }
  const found = { ...base, ...(router.packages.problem === undefined && { 'latest-version': latest }), status }
  Object.assign(row, found)
  return {
    rows: [
      { '.section': '0', ...base, status: 'finding out latest version...' },
      { '.section': '1', ...found },
    ],
  }
}

const check: Handler = (router) => {
  const latest = newest(router)
  const { problem, downloaded } = router.packages
  if (downloaded !== undefined && downloaded === latest) return sections(router, latest, ready)
  const upToDate = latest === router.version.text
  return sections(router, latest, problem ?? (upToDate ? 'System is already up to date' : 'New version is available'))
}

const ready = 'Downloaded, please reboot router to upgrade it'

/** Stores the packages; the next reboot installs them. */
const download: Handler = (router, caller) => {
  if (!caller.policies.has('write')) throw noPermission()
  const latest = newest(router)
  const { problem } = router.packages
  if (problem !== undefined) return sections(router, latest, problem)
  if (latest === router.version.text) return sections(router, latest, 'System is already up to date')
  const free = Number(router.rows('/system/resource')[0]?.['free-hdd-space'] ?? 0)
  if (free < downloadBytes(router)) return sections(router, latest, 'ERROR: not enough disk space')
  router.packages.downloaded = latest
  return sections(router, latest, ready)
}

/** Downloads and reboots. */
const install: Handler = (router, caller) => {
  if (!caller.policies.has('reboot')) throw noPermission()
  if (newest(router) === router.version.text) throw new Trap('failure: System is already up to date')
  router.packages.downloaded = newest(router)
  return { gone: true }
}

/** Writes the boot loader; it runs from the next reboot on. */
const upgradeFirmware: Handler = (router, caller) => {
  if (!caller.policies.has('reboot')) throw noPermission()
  router.notes.set('firmware-written', router.version.text)
  router.log('system,info,critical', 'Firmware upgraded successfully, please reboot for changes to take effect!')
  return done
}

export const packageHandlers: Readonly<Record<string, Handler>> = {
  '/system/package/update/check-for-updates': check,
  '/system/package/update/install': install,
  '/system/package/update/download': download,
  '/system/routerboard/upgrade': upgradeFirmware,
}
