/**
 * Checks on a real router what the product assumes about RouterOS, and writes a report. `--help` prints the arguments.
 * Exit codes: 0 no check failed, 1 a check failed, 2 wrong arguments, 3 the router could not be reached, 130 interrupted.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { RouterError } from '../errors.ts'
import { readOptions, targetsOf, usage, UsageError, type Options } from './options.ts'
import { listText, reportText } from './report.ts'
import { checks } from './registry.ts'
import { runConformance } from './runner.ts'

/** Prompts for a password without an echo. */
function promptPassword(user: string, host: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  process.stderr.write(`Password of ${user} on ${host}: `)
  return new Promise((resolve, reject) => {
    terminal.once('SIGINT', () => {
      terminal.close()
      reject(new UsageError('No password was entered.'))
    })
    terminal.question('', (password) => {
      terminal.close()
      process.stderr.write('\n')
      resolve(password)
    })
  })
}

/** @throws UsageError if there is neither the variable nor a terminal */
async function passwordOf({ user, host }: Options): Promise<string> {
  // oxlint-disable-next-line node/no-process-env -- a password must not be an argument
  const given = process.env['ROUTEROS_PASSWORD']
  if (given !== undefined) return given
  if (!process.stdin.isTTY)
    throw new UsageError('There is no password: set ROUTEROS_PASSWORD, or run the command in a terminal.')
  return promptPassword(user, host)
}

async function run(options: Options): Promise<number> {
  const password = await passwordOf(options)
  const interrupt = new AbortController()
  const onSignal = () => {
    if (!interrupt.signal.aborted) console.error('Interrupted: removing everything that was created …')
    interrupt.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
  const report = await runConformance({
    ...targetsOf(options, password),
    allowed: options.allowed,
    values: options.values,
    ...(options.only === undefined ? {} : { only: options.only }),
    showsIdentifiers: options.showsIdentifiers,
    signal: interrupt.signal,
    onOutcome: ({ check, result, reason }) =>
      console.log(`${result.padEnd(15)} ${check.name}${result === 'passed' || reason === null ? '' : `: ${reason}`}`),
  })
  const path = options.output ?? join('.cache', 'conformance', report.started_at.replaceAll(/[:.]/g, '-'))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.json`, `${JSON.stringify(report, undefined, 2)}\n`, { mode: 0o600 })
  writeFileSync(`${path}.md`, reportText(report), { mode: 0o600 })
  const { counts } = report
  console.log(
    `${counts.passed} passed, ${counts.failed} failed, ${counts['not applicable']} not applicable, ${counts.unknown} unknown`,
  )
  if (report.checks.at(-1)?.result !== 'passed')
    console.error(`Verify on the router that nothing contains the name ${report.prefix}.`)
  console.log(`Report: ${path}.md and ${path}.json`)
  return counts.failed > 0 ? 1 : report.interrupted ? 130 : 0
}

async function main(): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2))
    if (options === 'help') console.log(usage)
    else if (options === 'list') process.stdout.write(listText(checks))
    else return await run(options)
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${usage}`)
      return 2
    }
    if (!(error instanceof RouterError)) throw error
    console.error(`The router could not be checked (${error.kind}): ${error.message}`)
    return 3
  }
}

process.exitCode = await main()
