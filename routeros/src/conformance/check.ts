import type { CheckContext } from './context.ts'
import type { RunValue } from './run-values.ts'

/** Effects on the router that an operator has to allow: `--allow-reboot`, `--allow-clock`. */
export const permissions = ['reboot', 'clock', 'blackhole'] as const
export type Permission = (typeof permissions)[number]

/** One assumption of the product about RouterOS, and how to verify it on a router. */
export interface Check {
  /** Stable: reports and the documentation refer to it. */
  name: string
  subject: string
  /** The assumption, in one sentence. */
  assumes: string
  /** Code that depends on it: a path in this repository, and optionally a name in it. */
  usedBy: readonly string[]
  /** What the check does on the router. */
  steps: readonly string[]
  needs?: Permission
  /** The check is not applicable without this value. */
  needsValue?: RunValue
  /** Its evidence answers a question that is open; it asserts nothing, or less than it reports. */
  observes?: true
  /** Milliseconds; 20,000 by default. */
  timeoutMs?: number
  /**
   * Returns if the assumption holds.
   * @throws CheckFailure, NotApplicable, Undetermined, RouterError
   */
  run(context: CheckContext): Promise<void>
}
