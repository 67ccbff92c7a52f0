import { setTimeout as sleep } from 'node:timers/promises'
import { findPrograms } from '@trunkline/radius/programs'

/**
 * Prints a warning that tests are skipped.
 * @throws Error in CI, where they must run
 */
export function warnSkipped(what: string, why: string): string {
  if (process.env.CI === 'true') throw new Error(why)
  console.warn(`\n*** SKIPPED: ${what}. ${why} ***`)
  return why
}

/** Why tests with a real FreeRADIUS cannot run on this machine; undefined if they can. In CI they must. */
export const noRadius = ((): string | undefined => {
  const found = findPrograms(process.env.PATH ?? '')
  return typeof found === 'string' ? warnSkipped('tests on FreeRADIUS', found) : undefined
})()

/**
 * Waits until the condition is true.
 * @throws Error after `ms`
 */
export async function until(holds: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  for (const end = Date.now() + ms; !(await holds()); await sleep(50))
    if (Date.now() > end) throw new Error('did not come about in time')
}
