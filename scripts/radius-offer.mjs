// npm start: offers to install FreeRADIUS where it is missing. Nothing is installed without consent.
import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { aptInstall, findProgram, maskServices, missingPackages, radiusPackages } from './packages.mjs'

/** Milliseconds that a question waits for its answer, so that an unattended terminal does not keep the panel from starting. */
const ANSWER_MS = 60_000

/**
 * What `npm start` does about packages of FreeRADIUS that are missing.
 * `install`: without asking; `ask`: at the terminal; `nothing`: the panel prints the command once it is ready.
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

/** `y` or `yes`; all else, silence too, is a no. */
export const isYes = (answer) => /^\s*y(es)?\s*$/i.test(answer)

/** Packages of FreeRADIUS that the panel lacks; none where one that is not Debian's is installed. */
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
    return isYes(await terminal.question(question, { signal: AbortSignal.timeout(ANSWER_MS) }))
  } catch {
    console.log('')
    return false
  } finally {
    terminal.close()
  }
}

/**
 * Installs FreeRADIUS where it is missing and the user agrees. Takes `--yes` out of the arguments: the panel does not
 * know it.
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
  // The service of the package would take the ports of the FreeRADIUS that the panel starts.
  const done = await aptInstall([...missing, 'freeradius-utils'], [maskServices('freeradius')])
  if (!done) console.error('FreeRADIUS could not be installed; the panel starts without it.')
}
