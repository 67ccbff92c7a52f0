import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import { startEmbedded } from './embedded/launcher.ts'
import { withClient } from './prepare.ts'
import { findMissingRights, repairRights } from './rights.ts'
import { ensureRoles } from './roles.ts'

/**
 * `check-rights`: prints the policies, grants and other rights of the migrations that the database lacks; `--repair`
 * restores them.
 * @returns the exit code: 0 if nothing is missing at the end, 1 if something is, 64 for unknown arguments
 * @throws Error of PostgreSQL if the owner may not restore one; nothing is restored in that case
 */
export async function rightsCommand(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  argv: string[],
  log: Logger,
): Promise<number> {
  if (argv.some((argument) => argument !== '--repair')) {
    console.error('Usage: check-rights [--repair]')
    return 64 // EX_USAGE of sysexits.h
  }
  const embedded = config.databaseUrl === undefined ? await startEmbedded({ dataDir: config.dataDir, log }) : undefined
  try {
    const ownerUrl = config.databaseUrl ?? embedded!.url
    if (argv.length > 0) await ensureRoles(ownerUrl, log)
    return await withClient(ownerUrl, 'trunkline rights', async (client) => {
      const { restored, lost } =
        argv.length > 0 ? await repairRights(client) : { restored: [], lost: await findMissingRights(client) }
      for (const { what } of restored) console.log(`restored: ${what}`)
      for (const { what } of lost) console.log(`missing: ${what}`)
      console.log(`${lost.length} missing${argv.length > 0 ? `, ${restored.length} restored` : ''}.`)
      return lost.length === 0 ? 0 : 1
    })
  } finally {
    await embedded?.stop()
  }
}
