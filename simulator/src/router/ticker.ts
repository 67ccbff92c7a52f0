import type { RouterState } from './router-state.ts'
import { runDue } from './scheduler.ts'

const routers = new Set<RouterState>()
let timer: NodeJS.Timeout | undefined

const watched = [
  '/ip/dhcp-server/lease',
  '/ip/firewall/address-list',
  '/interface/wifi/registration-table',
  '/interface/wifi/capsman/remote-cap',
  '/interface/wifi/radio',
  '/interface/wifi',
  '/caps-man/registration-table',
  '/caps-man/remote-cap',
  '/caps-man/radio',
  '/caps-man/interface',
  '/interface/wireless/registration-table',
]

function tick(): void {
  for (const router of routers) {
    if (router.hasSchedules) runDue(router)
    if (router.listeners === 0) continue
    // Dynamic rows are only updated on a read or for a listener.
    for (const menu of watched) if (router.isWatched(menu)) router.rows(menu)
  }
}

/** One timer serves all routers of the process. @returns stops it for this one */
export function startTicking(router: RouterState): () => void {
  routers.add(router)
  timer ??= setInterval(tick, 250).unref()
  return () => {
    routers.delete(router)
    if (routers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
