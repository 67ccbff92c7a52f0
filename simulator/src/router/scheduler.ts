import type { Row } from '../tables/table.ts'
import type { Caller } from './caller.ts'
import type { RouterState } from './router-state.ts'
import { policiesOf } from './rules-system.ts'
import { nextRun } from './system.ts'
import { Trap } from './trap.ts'

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
  const event = row['on-event'] ?? ''
  const script = router.table('/system/script').rows.find((one) => one['name'] === event)
  row['run-count'] = String(Number(row['run-count'] ?? '0') + 1)
  router.table('/system/scheduler').announce(row)
  router
    .runScript(callerOf(router, row), script?.['source'] ?? event)
    .catch((error: unknown) =>
      router.log(
        'script,error',
        `scheduler ${row['name']} failed: ${error instanceof Trap ? error.message : 'failure'}`,
      ),
    )
}

/** Runs the entries that are due. */
export function runDue(router: RouterState): void {
  const now = router.now()
  for (const row of router.table('/system/scheduler').rows.slice()) {
    const next = nextRun(router, row)
    if (next === undefined || next > now) continue
    router.notes.set(`ran ${row['.id']}`, now)
    run(router, row)
  }
}

/** Runs entries with `start-time=startup`, once after a boot. */
export function runAtStartup(router: RouterState): void {
  for (const row of router.table('/system/scheduler').rows.slice()) {
    if (row['start-time'] === 'startup' && row['disabled'] !== 'true') run(router, row)
  }
}
