/** Exit status if a setting must be changed: EX_CONFIG of sysexits.h. A restart would not help. */
export const EXIT_CONFIG = 78
/**
 * Exit status if an external service is temporarily unavailable: EX_UNAVAILABLE of sysexits.h. A later start may
 * succeed.
 */
export const EXIT_UNAVAILABLE = 69

/**
 * Invalid settings, or unusable resources that they refer to: one per line, each after the name of its environment
 * variable. Printed without a stack trace.
 */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly errors: string[]
  /** Exit status of the process. */
  readonly status: number
  constructor(
    errors: string[],
    {
      head = "Trunkline can't start with these settings:",
      status = EXIT_CONFIG,
      cause,
    }: { head?: string; status?: number; cause?: unknown } = {},
  ) {
    super(`${head}\n${errors.map((f) => `  ${f}`).join('\n')}`, { cause })
    this.errors = errors
    this.status = status
  }
}
