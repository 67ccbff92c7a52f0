// npm start: offers to install FreeRADIUS if it is missing. Installs nothing without consent.
import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { aptInstall, findProgram, maskServices, missingPackages, radiusPackages } from './packages.mjs'

/** Timeout of the prompt in milliseconds, so that an unattended terminal does not prevent the panel from starting. */
const PROMPT_TIMEOUT_MS = 60_000

/**
 * What `npm start` does about missing packages of FreeRADIUS.
 * `install`: without a prompt; `ask`: prompts in the terminal; `nothing`: the panel prints the command once it is ready.
 * @param of.missing names of packages
 * @param of.consents `--yes` was given
 * @param of.atTerminal standard input and output are a terminal
 * @param of.isRoot
 * @param of.isDebian apt-get can install Debian's packages here
 * @param of.managesRadius this process starts a FreeRADIUS: TRUNKLINE_RADIUS is not off and its role is `all`
 */
export function decideInstall({ missing, consents, atTerminal, isRoot, isDebian, managesRadius }) {
  if (missing.length === 0 || !managesRadius || !isRoot || !isDebian) return 'nothing'
  if (consents) return 'install'
  return atTerminal ? 'ask' : 'nothing'
}

/** Whether a process with this environment and these arguments starts a FreeRADIUS; see server/src/config.ts. */
export function managesRadius(env, args) {
  const role = args.findLast((one) => one.startsWith('--role='))?.slice('--role='.length) ?? env.TRUNKLINE_ROLE
  return (env.TRUNKLINE_RADIUS || 'auto') === 'auto' && (role || 'all') === 'all'
}

/** `y` or `yes`; anything else, and a timeout, is no. */
export const isYes = (answer) => /^\s*y(es)?\s*$/i.test(answer)

/** Missing packages of FreeRADIUS; none if a FreeRADIUS from another source is installed. */
function missingRadius() {
  const path = [process.env.PATH ?? '', '/usr/sbin', '/usr/local/sbin'].join(delimiter)
  const program = findProgram(['freeradius', 'radiusd'], path)
  const missing = missingPackages(radiusPackages)
  return program === undefined || missing[0] !== 'freeradius' ? missing : []
}

async function prompt(question) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  terminal.on('SIGINT', () => process.exit(130))
  try {
    return isYes(await terminal.question(question, { signal: AbortSignal.timeout(PROMPT_TIMEOUT_MS) }))
  } catch {
    console.log('')
    return false
  } finally {
    terminal.close()
  }
}

/**
 * Installs FreeRADIUS if it is missing and the user agrees. Removes `--yes` from the arguments, which the panel does not
 * accept.
 */
export async function offerRadiusInstallation(args = process.argv) {
  const consents = args.includes('--yes')
  if (consents) args.splice(args.indexOf('--yes'), 1)
  const missing = missingRadius()
  const decision = decideInstall({
    missing,
    consents,
    atTerminal: Boolean(process.stdin.isTTY && process.stdout.isTTY),
    isRoot: process.getuid?.() === 0,
    isDebian: existsSync('/etc/debian_version') && findProgram(['apt-get']) !== undefined,
    managesRadius: managesRadius(process.env, args.slice(2)),
  })
  if (decision === 'nothing') return
  const what = missing[0] === 'freeradius' ? 'FreeRADIUS is not installed.' : 'FreeRADIUS has no PostgreSQL driver.'
  if (decision === 'ask' && !(await prompt(`${what} Install it now? [y/N] `))) return
  // The service of the package would use the ports of the FreeRADIUS that the panel starts.
  const done = await aptInstall([...missing, 'freeradius-utils'], [maskServices('freeradius')])
  if (!done) console.error('FreeRADIUS could not be installed; the panel starts without it.')
}
