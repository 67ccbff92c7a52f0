import { withTenant } from '../db/tenant-transaction.ts'
import type { Databases } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import type { TaskContext } from '../jobs/tasks.ts'
import { createLog } from '../log.ts'

/** The context that a worker passes to a task, for tests that run tasks directly. */
export const taskContext = (databases: Databases, of: Partial<TaskContext> = {}): TaskContext => ({
  system: (work) => withSystem(databases, work, { actor_name: 'system' }),
  caller: (tenant, work) => withTenant(databases, tenant, { write: true }, work),
  signal: new AbortController().signal,
  log: createLog('silent'),
  attempt: 1,
  ...of,
})
