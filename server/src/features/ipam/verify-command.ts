import { withDatabases, type CommandConfig } from '../../db/command-databases.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Logger } from '../../log.ts'
import { verifyTree } from './verify.ts'

export const verifyUsage = 'verify-ipam [--repair]'

/**
 * `verify-ipam`: recounts all address space, also while a server is running, and prints the differences.
 * @returns the exit code: 0 without differences, 1 with differences, 64 for unknown arguments
 */
export async function verifyCommand(config: CommandConfig, argv: string[], log: Logger): Promise<number> {
  const repair = argv.includes('--repair')
  if (argv.some((argument) => argument !== '--repair')) {
    console.error(`There is ${verifyUsage}.`)
    return 64 // EX_USAGE of sysexits.h
  }
  return withDatabases(config, log, async (databases) => {
    const { nodes, error_count, repaired, errors } = await withTenant(
      databases,
      { company_id: 0, everything: true, actor_name: 'system' },
      { write: true },
      (tx) => verifyTree(tx, { repair }),
    )
    for (const { net, error, expected, found } of errors)
      console.log(`${net}: ${error}: expected ${expected}, found ${found}`)
    if (error_count > errors.length) console.log(`… and ${error_count - errors.length} more`)
    console.log(
      `${nodes} subnets recounted, ${error_count} differences${repair ? `, ${repaired} subnets repaired` : ''}.`,
    )
    return error_count === 0 ? 0 : 1
  })
}
