import type { Row } from '../tables/table.ts'
import type { Caller } from './caller.ts'
import { allows } from './device-mode.ts'
import type { RouterState } from './router-state.ts'
import { policiesOf } from './rules-system.ts'
import { nextRun, plan, planOf } from './schedule.ts'
import { messageOf } from './trap.ts'

/** The script runs with the policies that both the entry and its owner have. */
function callerOf(router: RouterState, row: Row): Caller {
  const owner = router.table('/user').rows.find((user) => user['name'] === row['owner'])
  const own = policiesOf(router, owner?.['group'])
  const requested = (row['policy'] ?? '').split(',')
  return {
    user: row['owner'] ?? '',
    policies: new Set(requested.filter((name) => own.has(name))),
    via: 'script',
    address: '',
  }
}

function run(router: RouterState, row: Row): void {
  row['run-count'] = String(Number(row['run-count'] ?? '0') + 1)
  router.table('/system/scheduler').announce(row)
  const fail = (error: unknown): void =>
    router.log('script,error', `scheduler ${row['name']} failed: ${messageOf(error)}`)
  try {
    router.jobs.run(callerOf(router, row), row['on-event'] ?? '').output.catch(fail)
  } catch (error) {
    // The script of an entry may be longer than allowed.
    fail(error)
  }
}

function isDue(router: RouterState, row: Row): boolean {
  if (row['disabled'] === 'true') return false
  const planned = planOf(router, row)
  if (planned.startup !== undefined && planned.startup <= router.monotonic()) return true
  const next = nextRun(router, row)
  return next !== undefined && next <= router.now()
}

/** Runs the entries that are due; device-mode can prevent it. */
export function runDue(router: RouterState): void {
  if (!allows(router, 'scheduler')) return
  for (const row of router.table('/system/scheduler').rows.slice()) {
    if (!isDue(router, row)) continue
    plan(router, row)
    run(router, row)
  }
}
