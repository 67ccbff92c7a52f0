import { defineTasks, nothing } from '../../jobs/tasks.ts'
import { releaseEndedBlocks } from './network-block.ts'

/** Periodic tasks of the networks of routers. */
export const networkTasks = defineTasks({
  /** Releases subnets in address management that ended commands no longer need. */
  'network-blocks': {
    payload: nothing,
    cron: '* * * * *',
    async run(_, { system, log }) {
      const blocks = await system(releaseEndedBlocks)
      if (blocks > 0) log.info({ blocks }, 'released subnets of networks that were not created or were removed')
    },
  },
})
