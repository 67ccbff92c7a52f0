import type { BackupReason } from '@trunkline/contract/resources/device-enums'
import { takeBackup, type TakenBackup } from './backup.ts'
import { toDeviceError } from './faults.ts'
import type { Run } from './run.ts'

/**
 * Backs up a device before a command that may need it. A device that cannot be reached, or cannot export its
 * configuration, does not stop the command: an urgent change must be possible on a device with a full disk or a login
 * without permissions, and the write has its own rollback. A run that only checks what was sent before takes none.
 * @returns undefined if there is no backup from before this command
 */
export async function backUpBefore(run: Run, reason: BackupReason): Promise<TakenBackup | undefined> {
  if (run.sentAt !== undefined) return undefined
  try {
    const session = await run.session({ connectTimeoutMs: run.timeouts.connectMs })
    await run.progress('saving')
    return await takeBackup(run, session, reason)
  } catch (error) {
    if (toDeviceError(error).error !== 'refused') run.drop()
    return undefined
  }
}
