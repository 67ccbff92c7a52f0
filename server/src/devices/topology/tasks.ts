import { defineTasks, nothing } from '../../jobs/tasks.ts'
import { deriveTopology } from './derive.ts'

/** Worker tasks of the topology. */
export const topologyTasks = defineTasks({
  'derive-topology': {
    payload: nothing,
    cron: '* * * * *',
    run: async (_, { system }) => void (await system((tx) => deriveTopology(tx))),
  },
  /** After a user has set uplinks. */
  'derive-uplinks': {
    payload: nothing,
    run: async (_, { system }) => void (await system((tx) => deriveTopology(tx, []))),
    settled: async () => 'the topology is derived every minute',
  },
})
