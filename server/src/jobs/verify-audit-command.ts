import { withDatabases, type CommandConfig } from '../db/command-databases.ts'
import { withSystem } from '../db/system-transaction.ts'
import type { Logger } from '../log.ts'
import { verifyAndStore } from './verify-audit.ts'

/**
 * `verify-audit`: compares the whole audit log with its seals, also while a panel is running, and stores the result.
 * @returns the exit code: 0 if everything matches, 1 if not, 64 for arguments
 */
export async function verifyAuditCommand(config: CommandConfig, argv: string[], log: Logger): Promise<number> {
  if (argv.length > 0) {
    console.error('verify-audit takes no arguments.')
    return 64 // EX_USAGE of sysexits.h
  }
  return withDatabases(config, log, async (databases) => {
    const { seals, failed } = await withSystem(databases, (tx) => verifyAndStore(tx, { complete: true }))
    console.log(
      failed === null
        ? `${seals} seals compared, all match.`
        : `Seal ${failed.seal_id} does not match: of the rows ${failed.first_id} to ${failed.last_id}, one was changed, added or removed.`,
    )
    return failed === null ? 0 : 1
  })
}
