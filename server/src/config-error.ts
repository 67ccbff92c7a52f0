/** Exit status where a setting has to be changed: EX_CONFIG of sysexits.h. Starting again would not help. */
export const EXIT_CONFIG = 78
/** Exit status where something outside is missing for now: EX_UNAVAILABLE of sysexits.h. A later start may succeed. */
export const EXIT_UNAVAILABLE = 69

/**
 * Settings, or what they name, that the process cannot start with: all of them, one a line, each after the name of its
 * environment variable. It is printed without a stack trace.
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
