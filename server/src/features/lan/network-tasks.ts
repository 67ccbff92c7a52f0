import { defineTasks, nothing } from '../../jobs/tasks.ts'
import { settleBlocks } from './network-block.ts'

/** What networks of routers do by the clock. */
export const networkTasks = defineTasks({
  /** Gives blocks of address management back that commands have left behind. */
  'network-blocks': {
    payload: nothing,
    cron: '* * * * *',
    async run(_, { system, log }) {
      const blocks = await system(settleBlocks)
      if (blocks > 0) log.info({ blocks }, 'gave back blocks of networks that did not come about or are gone')
    },
  },
})
