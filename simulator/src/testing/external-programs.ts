import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether a third-party program is installed. A missing one is skipped with a warning, and fails in CI. */
export function isInstalled(name: string, ...paths: string[]): boolean {
  const missing = paths.filter((path) => !existsSync(path))
  if (missing.length === 0) return true
  const message = `${name} is missing: ${missing.join(', ')}`
  // oxlint-disable-next-line node/no-process-env -- CI is set by the machine that runs the tests
  if (process.env['CI'] === 'true') throw new Error(message)
  console.warn(`*** SKIPPED: tests with ${name}. ${message} ***`)
  return false
}

/** Runs a program to its end. @returns its output; @throws Error with the output if it fails */
export function runProgram(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      command,
      args,
      // oxlint-disable-next-line node/no-process-env -- a program inherits the environment of the tests
      { env: { ...process.env, ...env }, timeout: 120_000, maxBuffer: 16 * 1_048_576 },
      (error, stdout, stderr) =>
        error ? reject(new Error(`${error.message}\n${stdout}\n${stderr}`)) : resolve(stdout),
    )
  })
}
