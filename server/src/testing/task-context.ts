import { throughDoor } from '../db/door.ts'
import type { Databases } from '../db/pool.ts'
import { asSystem } from '../db/system-door.ts'
import type { TaskContext } from '../jobs/tasks.ts'
import { createLog } from '../log.ts'

/** What a task is given by a worker, for tests that run it by themselves. */
export const taskContext = (databases: Databases, of: Partial<TaskContext> = {}): TaskContext => ({
  system: (work) => asSystem(databases, work, { actor_name: 'system' }),
  caller: (door, work) => throughDoor(databases, door, { write: true }, work),
  signal: new AbortController().signal,
  log: createLog('silent'),
  attempt: 1,
  ...of,
})
