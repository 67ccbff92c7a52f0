import { setTimeout as sleep } from 'node:timers/promises'
import { message, type Message } from '@trunkline/contract/errors'
import type { Interruption } from '@trunkline/contract/reasons/device'
import { RouterError, type Session } from '@trunkline/routeros'
import { backUpBefore } from './backup-before.ts'
import { toDeviceError, deviceMessage } from './faults.ts'
import { readResource } from './readings/identity.ts'
import { notReached, untilReached, type CommandOutcome, type Run } from './run.ts'

/** Tolerance in seconds: a router reports whole seconds of uptime, and its clock may differ. */
const tolerance = 2

/**
 * Whether a device has restarted since a command was sent: otherwise its uptime would have grown by the time since then.
 * A device that had just started has a short uptime as well.
 * @param before uptime in seconds before the command; null if the device does not report it
 * @param now uptime in seconds
 * @param elapsed seconds from the command until `now` was queried
 */
export const hasRestarted = (before: number | null, now: number, elapsed: number): boolean =>
  now + tolerance <= (before ?? 0) + elapsed

/** Restarts a device and verifies it by the uptime. */
export async function runReboot(run: Run): Promise<CommandOutcome> {
  if (run.sentAt !== undefined)
    return verifyRestart(run, (run.savedState?.['uptime'] as number | null | undefined) ?? null, run.sentAt.getTime())
  let session: Session
  let uptime: number | null
  try {
    ;({ session, uptime } = await sessionWithUptime(run))
  } catch (error) {
    return notReached(toDeviceError(error))
  }
  return restart(run, session, uptime)
}

/**
 * A session and the uptime of the device, on a new connection if the shared one ended with an earlier restart.
 * @throws DeviceError
 */
export const sessionWithUptime = (run: Run): Promise<{ session: Session; uptime: number | null }> =>
  untilReached(run, Date.now() + run.timeouts.connectMs, async (options) => {
    const session = await run.session(options)
    await run.progress('checking')
    try {
      return { session, uptime: (await readResource(session)).uptime_seconds }
    } catch (error) {
      run.drop()
      throw error
    }
  })

/** Sends the restart and waits until the device is back. */
async function restart(run: Run, session: Session, uptime: number | null): Promise<CommandOutcome> {
  await run.markSent({ uptime })
  const sentAt = Date.now()
  try {
    // The connection usually closes before a reply.
    await session.run('system/reboot', {}, { timeoutMs: 10_000 })
  } catch (error) {
    if (!(error instanceof RouterError)) throw error
    if (error.kind === 'refused') return { state: 'refused', message: deviceMessage(error.message) }
    if (!error.sent) {
      run.drop()
      return notReached(toDeviceError(error))
    }
  }
  return verifyRestart(run, uptime, sentAt)
}

async function verifyRestart(run: Run, before: number | null, sentAt: number): Promise<CommandOutcome> {
  run.drop()
  await run.progress('reading')
  // A later worker looks at the device as well, however long ago the command was sent.
  const until = Math.max(sentAt + run.timeouts.restartMs, Date.now() + run.timeouts.lookMs)
  let isBack = false
  while (Date.now() < until) {
    await sleep(run.timeouts.pauseMs)
    let session: Session | undefined
    try {
      session = await run.fresh({ connectTimeoutMs: run.timeouts.connectMs })
      const elapsed = (Date.now() - sentAt) / 1000
      const state = await readResource(session)
      const now = state.uptime_seconds
      isBack = true
      if (now !== null && hasRestarted(before, now, elapsed))
        return {
          state: 'done',
          message: null,
          result: { uptime_seconds: now },
          outcome: { hardware_id: run.settings.id, at: new Date(), error: null, state },
        }
      // A router takes some seconds to shut down.
      if (now !== null && Date.now() > sentAt + run.timeouts.restartMs / 4)
        return { state: 'refused', message: message('command.not_restarted') }
    } catch (error) {
      toDeviceError(error)
    } finally {
      void session?.close().catch(() => {})
    }
  }
  return isBack
    ? { state: 'unknown', message: message('command.restart_unproven') }
    : { state: 'unknown', unchecked: true, message: message('command.not_back') }
}

/** A name that is safe as a file name on a device and inside a RouterOS command. */
const fileName = /^[\w.-]{1,64}$/

const packageName = (run: Run): string => {
  const given = run.input['file_name']
  return typeof given === 'string' && fileName.test(given) ? given : `branding-${run.id}.dpk`
}

/**
 * The end of a delivery that was interrupted before its restart: the package is not installed, whether the device has
 * the file or not.
 * @param interrupted the message while the device cannot be read
 */
async function checkDownload(run: Run, after: Interruption, interrupted: Message): Promise<CommandOutcome> {
  const name = packageName(run)
  try {
    return await untilReached(run, Date.now() + run.timeouts.lookMs, async (options) => {
      const session = await run.session(options)
      await run.progress('reading')
      try {
        const files = await session.print('file', { proplist: ['name'], where: { name } })
        const cause = message(files.length === 0 ? 'command.package_missing' : 'command.package_not_installed')
        return { state: 'refused', message: message('command.checked', { after, cause }) }
      } catch (error) {
        run.drop()
        throw error
      }
    })
  } catch (error) {
    toDeviceError(error)
    return { state: 'unknown', unchecked: true, message: interrupted }
  }
}

/**
 * Makes a device fetch a branding package from the panel, and restarts it, because packages are installed at boot. The
 * token of the download is the secret `token` of the command, the file name is `file_name` of its input.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/8978514/Fetch
 */
export async function runDpk(run: Run): Promise<CommandOutcome> {
  if (run.sentAt !== undefined) {
    if (run.savedState?.['uptime'] !== undefined)
      return verifyRestart(run, run.savedState['uptime'] as number | null, run.sentAt.getTime())
    const after = run.savedState?.['unchecked'] === true ? 'connection' : 'worker'
    return checkDownload(run, after, message('command.download_interrupted'))
  }
  const name = packageName(run)
  const token = run.secrets['token']
  if (token === undefined) return { state: 'refused', message: message('command.download_expired') }
  let session: Session
  let uptime: number | null
  try {
    ;({ session, uptime } = await sessionWithUptime(run))
    // A branding package may contain a default configuration.
    await backUpBefore(run, 'before_command')
    ;({ session, uptime } = await sessionWithUptime(run))
  } catch (error) {
    return notReached(toDeviceError(error))
  }
  await run.progress('saving')
  await run.markSent()
  try {
    await session.run(
      'tool/fetch',
      {
        url: `${run.baseUrl}/api/hook/dpk/${token}`,
        'dst-path': name,
        ...(run.baseUrl.startsWith('https:') && { 'check-certificate': 'yes-without-crl' }),
      },
      { timeoutMs: 120_000 },
    )
    const files = await session.print('file', { proplist: ['name', 'size'], where: { name } })
    if (files.length === 0) return { state: 'refused', message: message('command.file_missing') }
  } catch (error) {
    run.drop()
    const problem = toDeviceError(error)
    if (problem.error === 'refused')
      return { state: 'refused', message: deviceMessage(problem.message.replaceAll(token, '…')) }
    return checkDownload(run, 'connection', message('command.download_lost', { cause: problem.reason }))
  }
  return restart(run, session, uptime)
}
