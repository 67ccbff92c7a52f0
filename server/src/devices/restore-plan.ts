import type { RestorePreview } from '@trunkline/contract/resources/device-backup'
import { configurationDifference, inverseScript, type Difference } from '@trunkline/routeros'

/** Characters of one script, below the limit of 64 kB of a router. */
export const maxScript = 30_000

/** How a router reverts a restore: by a script, or, if a former value is not known or there are too many, by a backup. */
export function revertOf(difference: Difference): { source: string; startupSource: string } | 'backup' {
  const inverse = inverseScript(difference)
  return inverse === undefined || inverse.length > maxScript ? 'backup' : { source: inverse, startupSource: inverse }
}

/**
 * What turns one configuration into another, for display.
 * @param current, target texts with secrets; the result has none
 */
export function describeRestore(
  current: Buffer,
  target: Buffer,
  isOtherDevice: boolean,
): Pick<RestorePreview, 'changes' | 'skipped' | 'rollback'> {
  const difference = configurationDifference(current.toString('utf8'), target.toString('utf8'), { isOtherDevice })
  return {
    changes: difference.operations.map(({ menu, verb, text }) => ({ menu, verb, text })),
    skipped: difference.skipped,
    rollback: revertOf(difference) === 'backup' ? 'backup' : 'script',
  }
}
