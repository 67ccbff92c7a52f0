import type { backups } from '@trunkline/contract/resources/backup'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { readBackupStatus } from './backup-runs.ts'

export const backupHandlers = (deps: Deps): Handlers<typeof backups> => ({
  status: (call) => call.db(async (tx) => ({ data: await readBackupStatus(tx, deps.config.backup) })),
})
