import { setTimeout as sleep } from 'node:timers/promises'
import { message } from '@trunkline/contract/errors'
import type { RolloutFacts } from '@trunkline/contract/resources/rollout'
import { RouterError, type Session } from '@trunkline/routeros'
import { sql } from 'kysely'
import { countDifference, takeBackup } from '../backup.ts'
import { deviceMessage, toDeviceError } from '../faults.ts'
import type { DeviceError } from '../devices.ts'
import { readMenus } from '../read-all.ts'
import { optional, readBoard, readResource, readSensors } from '../readings/identity.ts'
import { hasRestarted } from '../restart.ts'
import { contextOf, untilReached, type CommandOutcome, type Run } from '../run.ts'
import { saveOutcomes } from '../save-outcomes.ts'
import { runSettings } from './change-settings.ts'
import { compareFacts, interfacesDown, readFacts } from './facts.ts'
import { Ended, hasEnded, NotRunning, readUpgradeDevice, saveProgress, type UpgradeDevice } from './progress.ts'
import {
  bytesToFetch,
  deliverPackages,
  findPackages,
  forgetDownloads,
  missingAfter,
  removePackages,
} from './uploaded.ts'
import { runUpdate, setChannel } from './updates.ts'
import { compareVersions } from './version.ts'
import { isWindowOpen } from './window.ts'

/** Longest check for updates, and longest download, in milliseconds. */
const maxCheckMs = 60_000
const maxDownloadMs = 900_000

/** Days for which a device may be away before its upgrade is given up. */
export const maxOfflineDays = 30

/** Menus that the order of a rollout is computed from. */
const topologyMenus = ['ip/neighbor', 'interface', 'interface/ethernet', 'ip/address', 'ip/route']

/**
 * Runs the next steps of a device of a rollout: plans it, upgrades it, or changes its settings. Each step is stored
 * before its effect: a worker that takes over looks at the device, and continues where the other one stopped. A restart
 * that was requested is never requested again, unless the uptime proves that it did not happen.
 * @throws LostCommand, and internal errors
 */
export async function runUpgrade(run: Run): Promise<CommandOutcome> {
  const device = await readUpgradeDevice(run)
  if (device === undefined || hasEnded(device.state)) return { state: 'done', message: null }
  try {
    if (device.kind === 'change') return await runSettings(run, device)
    if (device.planned_version === null) return await plan(run, device)
    if (device.firmware_reboot_requested_at !== null) return await verifyFirmware(run, device)
    if (device.reboot_requested_at !== null) return await verify(run, device)
    return await upgrade(run, device, device.planned_version)
  } catch (error) {
    if (device.kind === 'upgrade' && (error instanceof Ended || error instanceof NotRunning))
      await removePackages(run, device)
    if (error instanceof Ended) {
      await saveProgress(run, device, { state: error.state, detail: error.reason })
      return error.state === 'current'
        ? { state: 'done', message: error.reason }
        : { state: 'refused', message: error.reason }
    }
    if (error instanceof NotRunning) {
      await saveProgress(run, device, { state: error.state === 'cancelled' ? 'cancelled' : 'planned', detail: null })
      return { state: 'done', message: null }
    }
    run.drop()
    return interrupted(run, device, toDeviceError(error))
  }
}

/** The device could not be reached, or rejected a command. */
async function interrupted(run: Run, device: UpgradeDevice, { error, reason }: DeviceError): Promise<CommandOutcome> {
  // After its restart only `verify` decides.
  if (device.reboot_requested_at !== null) {
    await saveProgress(run, device, { state: 'lost', detail: reason })
    return { state: 'unknown', message: reason }
  }
  const returns = ['unreachable', 'timeout', 'tunnel', 'protocol'].includes(error)
  await saveProgress(
    run,
    device,
    returns
      ? { state: 'offline', detail: message('rollout.waits_for_device', { cause: reason }) }
      : { state: 'failed', detail: reason },
  )
  return { state: error === 'refused' ? 'refused' : 'unreachable', message: reason }
}

const connected = (run: Run): Promise<Session> =>
  untilReached(run, Date.now() + run.timeouts.connectMs, (options) => run.session(options))

/** Asks which version the device is offered, and reads its neighbours. Installs nothing. */
async function plan(run: Run, device: UpgradeDevice): Promise<CommandOutcome> {
  const session = await connected(run)
  await run.progress('reading')
  const resource = await readResource(session)
  const board = await readBoard(session)
  const menus = await readMenus(session, contextOf(run), topologyMenus)
  const installed = resource.routeros_version ?? ''
  const firmwareDiffers =
    device.routerboard && board.upgrade_firmware !== null && board.upgrade_firmware !== board.firmware
  const version = await plannedVersion(run, session, device, installed)
  const { factory_software: factory } = resource
  if (factory !== null && compareVersions(version, factory) < 0)
    throw new Ended('held', message('rollout.below_factory', { offered: version, factory }))
  const packages =
    device.source === 'uploaded'
      ? (await findPackages(run, session, device, resource, version)).map((file) => file.package)
      : undefined
  const upToDate = version === installed && !firmwareDiffers
  await saveProgress(
    run,
    device,
    {
      state: upToDate ? 'current' : 'planned',
      detail: null,
      version_before: installed,
      planned_version: version,
      ...(packages !== undefined && { packages }),
    },
    {
      also: (tx) =>
        saveOutcomes(tx, [
          {
            hardware_id: run.settings.id,
            at: new Date(),
            error: null,
            state: {
              ...resource,
              identity: board.identity,
              firmware: board.firmware,
              upgrade_firmware: board.upgrade_firmware,
            },
            menus,
          },
        ]),
    },
  )
  return { state: 'done', message: null }
}

/** @throws Ended if the device gets another version than the rollout is for, or an older one */
async function plannedVersion(run: Run, session: Session, device: UpgradeDevice, installed: string): Promise<string> {
  const { source, target_version: target, channel } = device
  if (source === 'uploaded' && target !== null) {
    if (compareVersions(target, installed) < 0)
      throw new Ended('held', message('rollout.installed_newer', { installed, planned: target }))
    return target
  }
  await setChannel(session, channel)
  const version = (await offer(run, session)).offered ?? installed
  if (target !== null && version !== target)
    throw new Ended('held', message('rollout.offered_other', { offered: version, planned: target }))
  if (compareVersions(version, installed) < 0)
    throw new Ended('held', message('rollout.offered_older', { offered: version, installed }))
  return version
}

/**
 * The version that the device is offered now; null if none is newer.
 * @throws Ended if the check fails
 */
async function offer(run: Run, session: Session): Promise<{ offered: string | null; isDownloaded: boolean }> {
  const status = await runUpdate(session, 'check-for-updates', {
    timeoutMs: maxCheckMs,
    pauseMs: run.timeouts.pauseMs,
  })
  if (status.end === 'timeout')
    throw new Ended('failed', message('rollout.check_timeout', { seconds: maxCheckMs / 1000 }))
  if (status.end === 'failed' || (status.offered === null && status.end !== 'current'))
    throw new Ended('failed', message('rollout.check_failed', { status: textOf(status.text) }))
  return { offered: status.offered, isDownloaded: status.end === 'downloaded' }
}

const textOf = (text: string): string => String(deviceMessage(text).params['text' as never])

async function upgrade(run: Run, device: UpgradeDevice, planned: string): Promise<CommandOutcome> {
  await saveProgress(run, device, { state: 'checking', detail: null }, { whileRunning: true })
  const session = await connected(run)
  await run.progress('checking')
  const resource = await readResource(session)
  const installed = resource.routeros_version
  const firmware = await firmwareOf(session, device)
  if (installed === planned && firmware === undefined)
    throw new Ended('current', message('rollout.changed_by_other', { version: planned }))
  await checkSupply(session, device)
  const files =
    device.source === 'uploaded' && installed !== planned
      ? await findPackages(run, session, device, resource, planned)
      : undefined
  if (installed !== planned) await checkSpace(session, files && (await bytesToFetch(session, files, planned)))
  await backUp(run, session, device)
  if (installed === planned) return upgradeFirmware(run, session, device)
  if (files === undefined) await downloadOffered(run, session, device, { planned, installed })
  else await deliverPackages(run, session, device, files, planned)
  if (!isWindowOpen(device.maintenance_window, device.time_zone, new Date())) {
    await removePackages(run, device)
    await saveProgress(run, device, { state: 'planned', detail: message('rollout.waits_for_window') })
    return { state: 'done', message: message('rollout.waits_for_window') }
  }
  const { uptime_seconds } = await readResource(session)
  await run.markSent()
  await saveProgress(
    run,
    device,
    {
      state: 'rebooting',
      reboot_requested_at: new Date().toISOString(),
      uptime_before: uptime_seconds,
      deadline_at: null,
    },
    { whileRunning: true },
  )
  if (!(await requestReboot(run, session))) await saveProgress(run, device, { reboot_requested_at: null })
  return verify(run, device)
}

/** @throws Ended if the supply voltage is below the minimum */
async function checkSupply(session: Session, { min_voltage }: UpgradeDevice): Promise<void> {
  if (min_voltage === null) return
  const { voltage } = await readSensors(session)
  if (voltage !== null && voltage < min_voltage)
    throw new Ended('held', message('rollout.low_voltage', { voltage, min: min_voltage }))
}

/**
 * The packages need about the space of the installed ones. On boards with a `flash` directory everything outside it is
 * RAM, where packages are stored until the restart. RouterOS checks the space again when it downloads.
 * @param known bytes of the uploaded packages
 * @throws Ended if there is too little
 */
async function checkSpace(session: Session, known: number | undefined): Promise<void> {
  const packages = await optional(session.print('system/package', { proplist: ['size', 'disabled', 'available'] }))
  const installed = packages
    .filter((row) => row['available'] !== 'true')
    .reduce((sum, row) => sum + Number(row['size'] ?? 0), 0)
  const needed = known ?? installed
  const { disk_free, memory_free } = await readResource(session)
  const flash = await optional(session.print('file', { proplist: ['name'], where: { name: 'flash' } }))
  const free = flash.length > 0 ? memory_free : disk_free
  if (free !== null && needed > 0 && free < needed)
    throw new Ended('held', message('rollout.low_space', { free, needed }))
}

/** Stores the configuration, and the facts that are compared after the upgrade. */
async function backUp(run: Run, session: Session, device: UpgradeDevice): Promise<void> {
  await saveProgress(run, device, { state: 'backup' }, { whileRunning: true })
  await takeBackup(run, session, 'before_upgrade')
  const facts = await readFacts(session)
  await saveProgress(run, device, { facts_before: facts, version_before: facts.version })
}

/** @throws Ended if the device is offered another version, or cannot download it */
async function downloadOffered(
  run: Run,
  session: Session,
  device: UpgradeDevice,
  { planned, installed }: { planned: string; installed: string | null },
): Promise<void> {
  const { offered, isDownloaded } = await offer(run, session)
  if (offered !== planned)
    throw new Ended('held', message('rollout.offered_other', { offered: offered ?? installed ?? '', planned }))
  if (!isDownloaded) await download(run, session, device, planned)
}

/** @throws Ended if the device cannot download, or has downloaded another version */
async function download(run: Run, session: Session, device: UpgradeDevice, planned: string): Promise<void> {
  await saveProgress(run, device, { state: 'downloading' }, { whileRunning: true })
  const status = await runUpdate(session, 'download', { timeoutMs: maxDownloadMs, pauseMs: run.timeouts.pauseMs })
  if (status.end !== 'downloaded')
    throw new Ended('failed', message('rollout.download_failed', { status: textOf(status.text) }))
  if (status.offered !== planned)
    throw new Ended('held', message('rollout.offered_other', { offered: status.offered ?? '', planned }))
}

/**
 * Sends a restart; the connection usually closes without a reply.
 * @returns false if it was certainly not sent
 * @throws Ended if the device rejects it
 */
async function requestReboot(run: Run, session: Session): Promise<boolean> {
  try {
    await session.run('system/reboot', {}, { timeoutMs: 10_000 })
  } catch (error) {
    if (!(error instanceof RouterError)) throw error
    if (error.kind === 'refused') throw new Ended('failed', deviceMessage(error.message))
    if (!error.sent) {
      run.drop()
      return false
    }
  }
  run.drop()
  return true
}

/** What a look at a device after a requested restart shows. */
type Look<T> = { is: 'done'; found: T } | { is: 'not-restarted' } | { is: 'lost' }

/**
 * Looks at a device until it has restarted.
 * @param look of a device whose restart is proven by its uptime, or undefined to look again
 * @param requestedAt milliseconds since 1970
 */
async function untilRestarted<T>(
  run: Run,
  { uptime_before }: UpgradeDevice,
  requestedAt: number,
  look: (session: Session, restarted: boolean) => Promise<T | undefined>,
): Promise<Look<T>> {
  const until = Math.max(requestedAt + run.timeouts.upgradeMs, Date.now() + run.timeouts.lookMs)
  await run.progress('reading')
  while (Date.now() < until) {
    await sleep(run.timeouts.pauseMs)
    await run.progress('reading')
    let session: Session | undefined
    try {
      session = await run.fresh({ connectTimeoutMs: run.timeouts.connectMs })
      const elapsed = (Date.now() - requestedAt) / 1000
      const { uptime_seconds: now } = await readResource(session)
      const restarted = now !== null && hasRestarted(uptime_before, now, elapsed)
      const found = await look(session, restarted)
      if (found !== undefined) return { is: 'done', found }
      // A router takes some seconds to shut down; after that, the restart did not arrive.
      if (!restarted && Date.now() > requestedAt + run.timeouts.restartMs / 4) return { is: 'not-restarted' }
    } catch (error) {
      toDeviceError(error)
    } finally {
      void session?.close().catch(() => {})
    }
  }
  return { is: 'lost' }
}

async function lose(run: Run, device: UpgradeDevice): Promise<CommandOutcome> {
  const minutes = Math.max(1, Math.round(run.timeouts.upgradeMs / 60_000))
  const detail = message('rollout.not_back', { minutes })
  await saveProgress(run, device, { state: 'lost', detail })
  return { state: 'unknown', message: detail }
}

/** Checks the version after the restart, compares the facts, and continues with RouterBOOT. */
async function verify(run: Run, device: UpgradeDevice): Promise<CommandOutcome> {
  const requestedAt = device.reboot_requested_at === null ? 0 : Date.parse(device.reboot_requested_at)
  const look: Look<string> =
    requestedAt === 0
      ? { is: 'not-restarted' }
      : await untilRestarted(run, device, requestedAt, async (session, restarted) => {
          if (!restarted) return undefined
          return (await readResource(session)).routeros_version ?? undefined
        })
  if (look.is === 'lost') return lose(run, device)
  if (look.is === 'not-restarted') {
    // Nothing was installed: the coordinator starts the device again.
    await saveProgress(run, device, { state: 'planned', reboot_requested_at: null })
    return { state: 'refused', message: message('command.not_restarted') }
  }
  const version = look.found
  const planned = device.planned_version ?? ''
  if (version !== planned) {
    const detail =
      version === device.version_before
        ? message('rollout.not_installed', { version })
        : message('rollout.other_version', { version, planned })
    await removePackages(run, device)
    await saveProgress(run, device, { state: 'failed', detail, version_after: version })
    return { state: 'refused', message: detail }
  }
  await saveProgress(run, device, { state: 'verifying', version_after: version, detail: null })
  await forgetDownloads(run, device)
  const session = await connected(run)
  if ((await firmwareOf(session, device)) !== undefined) return upgradeFirmware(run, session, device)
  return finish(run, session, device)
}

/** RouterBOOT before and after, if it differs and the rollout upgrades it. A CHR has none. */
async function firmwareOf(
  session: Session,
  { routerboard }: UpgradeDevice,
): Promise<{ current: string; wanted: string } | undefined> {
  if (!routerboard) return undefined
  const [row] = await optional(session.print('system/routerboard'))
  const { 'current-firmware': current, 'upgrade-firmware': wanted } = row ?? {}
  return current === undefined || wanted === undefined || current === wanted ? undefined : { current, wanted }
}

const firmwareWritten = /firmware upgraded successfully/i

/** Whether the log says that RouterBOOT was written, more often than before. */
const countWritten = async (session: Session): Promise<number> =>
  (await session.print('log', { proplist: ['message'] })).filter((row) => firmwareWritten.test(row['message'] ?? ''))
    .length

/** Writes RouterBOOT, waits for the log to confirm it (a restart before that starts the old one), and restarts. */
async function upgradeFirmware(run: Run, session: Session, device: UpgradeDevice): Promise<CommandOutcome> {
  const before = await countWritten(session)
  await run.markSent()
  await saveProgress(run, device, { state: 'firmware', firmware_written_at: new Date().toISOString() })
  await session.run('system/routerboard/upgrade')
  const until = Date.now() + run.timeouts.lookMs
  while ((await countWritten(session)) <= before) {
    if (Date.now() > until) {
      const detail = message('rollout.firmware_not_written')
      await saveProgress(run, device, { state: 'degraded', detail })
      return { state: 'refused', message: detail }
    }
    await sleep(run.timeouts.pauseMs)
  }
  const { uptime_seconds } = await readResource(session)
  await saveProgress(run, device, {
    firmware_reboot_requested_at: new Date().toISOString(),
    uptime_before: uptime_seconds,
    ...(device.reboot_requested_at === null && { reboot_requested_at: new Date().toISOString() }),
  })
  await requestReboot(run, session)
  return verifyFirmware(run, device)
}

async function verifyFirmware(run: Run, device: UpgradeDevice): Promise<CommandOutcome> {
  const requestedAt = Date.parse(device.firmware_reboot_requested_at ?? '')
  const look = await untilRestarted(run, device, requestedAt, async (session, restarted) => {
    const differs = await firmwareOf(session, device)
    // Only a restart makes the written one current.
    if (differs === undefined) return { differs }
    return restarted ? { differs } : undefined
  })
  if (look.is === 'lost') return lose(run, device)
  if (look.is === 'not-restarted') {
    // Written again, which has no further effect, and restarted: the coordinator continues with a new command.
    await saveProgress(run, device, { firmware_reboot_requested_at: null })
    return { state: 'refused', message: message('command.not_restarted') }
  }
  const { differs } = look.found
  if (differs !== undefined) {
    const detail = message('rollout.firmware_failed', differs)
    await saveProgress(run, device, { state: 'degraded', detail })
    return { state: 'refused', message: detail }
  }
  await saveProgress(run, device, { state: 'verifying', detail: null })
  return finish(run, await connected(run), device)
}

/** Compares the facts before and after, and stores the verdict. */
async function finish(run: Run, session: Session, device: UpgradeDevice): Promise<CommandOutcome> {
  const before = device.facts_before
  let after = await readFacts(session)
  for (const until = Date.now() + run.timeouts.settleMs; before !== null && !isSettled(before, after);) {
    if (Date.now() > until) break
    await sleep(run.timeouts.pauseMs)
    after = await readFacts(session)
  }
  const { isNew } = await takeBackup(run, session, 'after_upgrade')
  const changed = isNew ? await changedLines(run) : { added: 0, removed: 0 }
  const missing = await missingAfter(session, device)
  const isDegraded = missing.length > 0 || (before !== null && interfacesDown(before, after).length > 0)
  await saveProgress(run, device, {
    state: isDegraded ? 'degraded' : 'upgraded',
    detail: null,
    version_after: after.version,
    facts_after: after,
    differences: [
      ...(missing.length > 0 ? [message('rollout.packages_missing_after', { packages: missing.join(', ') })] : []),
      ...(before === null ? [] : compareFacts(before, after, changed)),
    ],
  })
  return { state: 'done', message: null }
}

/** The lines in which the last two configurations of the device differ. */
const changedLines = (run: Run) =>
  run.transaction(async (tx) => {
    const { rows } = await sql<{ text: string }>`
      select text from config_backup where hardware_id = ${run.settings.id} order by id desc limit 2`.execute(tx)
    const [after, before] = rows
    return after === undefined || before === undefined
      ? { added: 0, removed: 0 }
      : countDifference(before.text, after.text)
  })

const isSettled = (before: RolloutFacts, after: RolloutFacts): boolean =>
  interfacesDown(before, after).length === 0 && (after.sessions ?? 0) >= (before.sessions ?? 0)
