import { setTimeout as sleep } from 'node:timers/promises'
import { findPrograms } from '@trunkline/radius/programs'

/**
 * Says loudly that tests are skipped for what is missing here.
 * @throws Error in CI, where they have to run
 */
export function skipLoudly(what: string, why: string): string {
  if (process.env.CI === 'true') throw new Error(why)
  console.warn(`\n*** SKIPPED: ${what}. ${why} ***`)
  return why
}

/** Why tests on a real FreeRADIUS can't run here; undefined: they can. In CI they have to. */
export const noRadius = ((): string | undefined => {
  const found = findPrograms(process.env.PATH ?? '')
  return typeof found === 'string' ? skipLoudly('tests on FreeRADIUS', found) : undefined
})()

/** Waits until it holds. @throws after `ms` */
export async function until(holds: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  for (const end = Date.now() + ms; !(await holds()); await sleep(50))
    if (Date.now() > end) throw new Error('did not come about in time')
}
