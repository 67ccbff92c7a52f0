import type { Row } from '../tables/table.ts'
import type { Plan, RouterState } from './router-state.ts'
import { parseDuration } from './values.ts'

/** Milliseconds from a boot to the entries with `start-time=startup`. */
const startupDelay = 3000

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Midnight of a date in either format; undefined for other text. Milliseconds since 1970. */
export function parseDate(text: string): number | undefined {
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  const old = /^([a-z]{3})\/(\d\d)\/(\d{4})$/i.exec(text)
  const month = old ? months.indexOf((old[1] ?? '').toLowerCase()) : Number(iso?.[2]) - 1
  if (iso) return Date.UTC(Number(iso[1]), month, Number(iso[3]))
  return old && month >= 0 ? Date.UTC(Number(old[3]), month, Number(old[2])) : undefined
}

const intervalOf = (row: Row): number => parseDuration(row['interval'] ?? '0s') ?? 0

const isAtStartup = (row: Row): boolean => row['start-time'] === 'startup'

/** The first run, by the wall clock. */
function startOf(router: RouterState, row: Row): number {
  if (isAtStartup(row)) return router.bootClock + startupDelay
  const time = parseDuration(row['start-time'] ?? '0s') ?? 0
  return (parseDate(row['start-date'] ?? '') ?? Math.floor(router.now() / 86_400_000) * 86_400_000) + time
}

/** The first run after a reading of the wall clock; undefined: none. */
function runAfter(router: RouterState, row: Row, since: number): number | undefined {
  const interval = intervalOf(row)
  const start = startOf(router, row)
  // An entry with an interval does not run at startup, but an interval later (manual, Scheduler).
  if (start > since) return isAtStartup(row) ? start + interval : start
  return interval === 0 ? undefined : start + (Math.floor((since - start) / interval) + 1) * interval
}

/** Plans the next run of an entry, from now on. */
export function plan(router: RouterState, row: Row): Plan {
  const since = router.now()
  const next =
    router.timeBases.interval === 'monotonic' && intervalOf(row) > 0 ? runAfter(router, row, since) : undefined
  const planned: Plan = {
    startup: undefined,
    since,
    due: next === undefined ? undefined : router.monotonic() + next - since,
  }
  router.plans.set(row['.id'] ?? '', planned)
  return planned
}

/** The plan of an entry; it is planned when first read. */
export const planOf = (router: RouterState, row: Row): Plan => router.plans.get(row['.id'] ?? '') ?? plan(router, row)

/** Next run of an entry, by the wall clock; undefined: never again, or at the next boot. */
export function nextRun(router: RouterState, row: Row): number | undefined {
  if (row['disabled'] === 'true' || (isAtStartup(row) && intervalOf(row) === 0)) return undefined
  const { due, since } = planOf(router, row)
  return due === undefined ? runAfter(router, row, since) : router.clock.at(due)
}

/** Plans all entries after a boot: those with `start-time=startup` and no interval run once. */
export function planAtBoot(router: RouterState): void {
  router.plans.clear()
  for (const row of router.table('/system/scheduler').rows) {
    const planned = plan(router, row)
    if (isAtStartup(row) && intervalOf(row) === 0) planned.startup = router.booted + startupDelay
  }
}

const planning = ['interval', 'start-time', 'start-date', 'disabled']

/** An entry was added, changed or removed: its next run is planned from now on. */
export function replan(router: RouterState, row: Row | undefined, before: Row | undefined): void {
  if (row === undefined) router.plans.delete(before?.['.id'] ?? '')
  else if (before === undefined || planning.some((name) => row[name] !== before[name])) plan(router, row)
}
