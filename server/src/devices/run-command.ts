import { takeBackup } from './backup.ts'
import { runChange } from './change.ts'
import { toDeviceError } from './faults.ts'
import { readEverything, readMenus } from './read-all.ts'
import { readResource } from './readings/identity.ts'
import { runLoadBackup } from './run-load-backup.ts'
import { runRestore } from './run-restore.ts'
import { runDpk, runReboot } from './restart.ts'
import { runUpgrade } from './rollout/upgrade.ts'
import { runWifi } from './wifi/run-wifi.ts'
import { contextOf, notReached, untilReached, type CommandOutcome, type Run } from './run.ts'

/**
 * Runs a command to its end, and reads the device afterwards, so that the page of the device never shows values from
 * before the command beside its result.
 * @throws LostCommand, and internal errors
 */
export const runCommand = async (run: Run): Promise<CommandOutcome> => withState(run, await runKind(run))

async function runKind(run: Run): Promise<CommandOutcome> {
  switch (run.kind) {
    case 'reboot':
      return runReboot(run)
    case 'dpk':
      return runDpk(run)
    case 'reload':
      return runReload(run)
    case 'backup':
      return runBackup(run)
    case 'restore':
      return run.input['is_binary'] === true ? runLoadBackup(run) : runRestore(run)
    case 'upgrade':
      return runUpgrade(run)
    case 'wifi':
      return runWifi(run)
    case 'change': {
      const end = await runChange(run)
      return end.state === 'unreachable' ? end : { ...end, ...(await refreshed(run, end)) }
    }
  }
}

/** Adds the values of the device to the outcome of a command that reached it, unless they were read on the way. */
async function withState(run: Run, end: CommandOutcome): Promise<CommandOutcome> {
  if (end.state === 'unreachable' || end.state === 'unknown') return end
  if (end.outcome !== undefined && (end.outcome.state !== undefined || end.outcome.error !== null)) return end
  try {
    const session = await run.session({ connectTimeoutMs: run.timeouts.connectMs })
    const state = await readResource(session, run.timeouts.connectMs)
    return { ...end, outcome: { hardware_id: run.settings.id, error: null, ...end.outcome, at: new Date(), state } }
  } catch (error) {
    // The command has ended; the next poll reads the device.
    toDeviceError(error)
    run.drop()
    return end
  }
}

async function runReload(run: Run): Promise<CommandOutcome> {
  try {
    const session = await untilReached(run, Date.now() + run.timeouts.connectMs, run.session)
    await run.progress('reading')
    const outcome = await readEverything(session, contextOf(run))
    return { state: 'done', message: null, outcome }
  } catch (error) {
    run.drop()
    const problem = toDeviceError(error)
    if (problem.error === 'refused') return { state: 'refused', message: problem.reason }
    const outcome = { hardware_id: run.settings.id, at: new Date(), error: problem.error, message: problem.reason }
    return { ...notReached(problem), outcome }
  }
}

async function runBackup(run: Run): Promise<CommandOutcome> {
  try {
    const session = await untilReached(run, Date.now() + run.timeouts.connectMs, run.session)
    await run.progress('reading')
    await takeBackup(run, session, 'manual')
    return { state: 'done', message: null }
  } catch (error) {
    run.drop()
    const problem = toDeviceError(error)
    return problem.error === 'refused' ? { state: 'refused', message: problem.reason } : notReached(problem)
  }
}

/** Reads the menus that a change affected, so that screens show them without querying the device. */
async function refreshed(run: Run, end: CommandOutcome): Promise<Partial<CommandOutcome>> {
  const menus = run.input.change?.reads ?? []
  if (menus.length === 0 || end.state === 'unknown') return {}
  try {
    const session = await run.session({ connectTimeoutMs: run.timeouts.connectMs })
    const read = await readMenus(session, contextOf(run), menus)
    return { outcome: { hardware_id: run.settings.id, at: new Date(), error: null, menus: read } }
  } catch (error) {
    // The command has ended; the next poll reads the menus.
    toDeviceError(error)
    run.drop()
    return {}
  }
}
