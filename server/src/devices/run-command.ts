import { readConfiguration } from './backup.ts'
import { runChange } from './change.ts'
import { toDeviceError } from './faults.ts'
import { readEverything, readMenus } from './read-all.ts'
import { runDpk, runReboot } from './restart.ts'
import { runWifi } from './wifi/run-wifi.ts'
import { contextOf, notReached, untilReached, type End, type Run } from './run.ts'

/** Runs a command to its end, whatever that is. @throws LostCommand, and faults of our own */
export async function runCommand(run: Run): Promise<End> {
  switch (run.kind) {
    case 'reboot':
      return runReboot(run)
    case 'dpk':
      return runDpk(run)
    case 'reload':
      return runReload(run)
    case 'backup':
      return runBackup(run)
    case 'wifi':
      return runWifi(run)
    case 'change': {
      const end = await runChange(run)
      return end.state === 'unreachable' ? end : { ...end, ...(await refreshed(run, end)) }
    }
  }
}

async function runReload(run: Run): Promise<End> {
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

async function runBackup(run: Run): Promise<End> {
  try {
    const session = await untilReached(run, Date.now() + run.timeouts.connectMs, run.session)
    await run.progress('reading')
    return { state: 'done', message: null, configuration: await readConfiguration(session, run.settings.id) }
  } catch (error) {
    run.drop()
    const problem = toDeviceError(error)
    return problem.error === 'refused' ? { state: 'refused', message: problem.reason } : notReached(problem)
  }
}

/** The menus that a change was about as they are now, so that screens show them without asking the device. */
async function refreshed(run: Run, end: End): Promise<Partial<End>> {
  const menus = run.input.change?.reads ?? []
  if (menus.length === 0 || end.state === 'unknown') return {}
  try {
    const session = await run.session({ connectTimeoutMs: run.timeouts.connectMs })
    const read = await readMenus(session, contextOf(run), menus)
    return { outcome: { hardware_id: run.settings.id, at: new Date(), error: null, menus: read } }
  } catch (error) {
    // The end stands; the readings come with the next poll.
    toDeviceError(error)
    run.drop()
    return {}
  }
}
