import { setTimeout as sleep } from 'node:timers/promises'
import { message } from '@trunkline/contract/errors'
import { detectWifi, type Row, type Session } from '@trunkline/routeros'
import { sql } from 'kysely'
import { hashToken, newToken } from '../../access/token.ts'
import type { Databases } from '../../db/pool.ts'
import { withSystem } from '../../db/system-transaction.ts'
import { deviceMessage, toDeviceError } from '../faults.ts'
import { optional, type Resource } from '../readings/identity.ts'
import type { Run } from '../run.ts'
import { availablePackages, filesFor, neededPackages, type StoredPackage } from './needed-packages.ts'
import { architectureOf, packageNameOf } from './package-file.ts'
import { Ended, saveProgress, type UpgradeDevice } from './progress.ts'

/** Longest download of one package, in milliseconds. */
const maxFetchMs = 900_000

interface InstalledRow {
  name: string
  version: string
}

/** The installed packages, disabled ones included. @throws RouterError */
async function readInstalled(session: Session): Promise<InstalledRow[]> {
  const rows = await optional(session.print('system/package', { proplist: ['name', 'version', 'available'] }))
  return rows.flatMap((row) =>
    // Since 7.18 the menu lists packages that can be installed as well.
    row['name'] === undefined || row['available'] === 'true'
      ? []
      : [{ name: row['name'], version: row['version'] ?? '' }],
  )
}

/**
 * The uploaded packages that a device needs for a version.
 * @throws Ended `held` if they cannot be determined, or if one has not been uploaded
 */
export async function findPackages(
  run: Run,
  session: Session,
  device: UpgradeDevice,
  resource: Pick<Resource, 'architecture' | 'routeros_version'>,
  version: string,
): Promise<StoredPackage[]> {
  const architecture = resource.architecture ?? ''
  const stacks = await detectWifi(session)
  const needed = neededPackages(
    {
      routeros_version: resource.routeros_version ?? '',
      packages: (await readInstalled(session)).map(({ name }) => name),
      architecture,
      usesWireless: stacks.includes('local-wireless') || stacks.includes('caps-man'),
    },
    version,
  )
  if (!Array.isArray(needed))
    throw new Ended(
      'held',
      needed.problem === 'step'
        ? message('rollout.step_first', { step: needed.step })
        : needed.problem === 'wifi'
          ? message('rollout.wifi_package_unknown')
          : message('rollout.architecture_unknown', { architecture }),
    )
  const available = await withSystem(run.databases, (tx) => availablePackages(tx, device.company_id, version))
  const { files, missing } = filesFor(needed, architecture, available)
  if (missing.length > 0)
    throw new Ended(
      'held',
      message('rollout.packages_missing', { packages: missingText(missing, version, architecture) }),
    )
  return files
}

/** `wireless-7.20.4-arm, zerotier-7.20.4-arm` */
export const missingText = (names: readonly string[], version: string, architecture: string): string =>
  names.map((name) => `${name}-${version}-${architectureOf(architecture) ?? architecture}`).join(', ')

const readFile = async (session: Session, name: string): Promise<Row | undefined> =>
  (await session.print('file', { where: { name } }))[0]

/** Whether a file of the device is the uploaded package, by its size and by what RouterOS reads from its header. */
function isPackage(row: Row | undefined, file: StoredPackage, version: string): boolean {
  if (row === undefined || Number(row['size']) !== file.size_bytes) return false
  const { 'package-name': name, 'package-version': found, 'package-architecture': architecture } = row
  return (
    (name === undefined || packageNameOf(name, version) === file.package) &&
    (found === undefined || found === version) &&
    (architecture === undefined || architectureOf(architecture) === file.architecture)
  )
}

/** Bytes that the device still has to fetch. @throws RouterError */
export async function bytesToFetch(
  session: Session,
  files: readonly StoredPackage[],
  version: string,
): Promise<number> {
  let bytes = 0
  for (const file of files) if (!isPackage(await readFile(session, file.name), file, version)) bytes += file.size_bytes
  return bytes
}

/**
 * Makes the device fetch the packages that it does not have yet, each with a token of its own, and checks them. They
 * lie in the root of its flash, from where the next restart installs them.
 * @throws Ended, NotRunning, LostCommand, RouterError
 */
export async function deliverPackages(
  run: Run,
  session: Session,
  device: UpgradeDevice,
  files: readonly StoredPackage[],
  version: string,
): Promise<void> {
  await saveProgress(
    run,
    device,
    { state: 'downloading', packages: files.map((file) => file.package) },
    { whileRunning: true },
  )
  for (const file of files) {
    const there = await readFile(session, file.name)
    if (isPackage(there, file, version)) continue
    if (there !== undefined) await session.remove('file', there['.id'] ?? file.name)
    await fetchPackage(run, session, device, file)
    const until = Date.now() + run.timeouts.lookMs
    // Flash is written late: the size may lag.
    while (!isPackage(await readFile(session, file.name), file, version)) {
      if (Date.now() > until) throw new Ended('failed', message('rollout.file_differs', { file: file.name }))
      await sleep(run.timeouts.pauseMs)
    }
  }
}

/** @throws Ended if the device rejects the download, RouterError if the connection is lost */
async function fetchPackage(run: Run, session: Session, device: UpgradeDevice, file: StoredPackage): Promise<void> {
  const token = newToken()
  // Stored before it is sent, so that the file is found and removed if the upgrade fails.
  await run.transaction(async (tx) => {
    await sql`delete from rollout_download where rollout_device_id = ${device.id} and package_id = ${file.id}`.execute(
      tx,
    )
    await sql`
      insert into rollout_download (rollout_device_id, hardware_id, package_id, command_id, token_hash, expires_at)
      values (${device.id}, ${run.settings.id}, ${file.id}, ${run.id}, ${hashToken(token).toString('hex')},
        now() + make_interval(secs => ${maxFetchMs / 1000}))`.execute(tx)
  })
  try {
    await session.run(
      'tool/fetch',
      {
        url: `${run.baseUrl}/api/hook/package/${run.settings.id}/${token}`,
        'dst-path': file.name,
        ...(run.baseUrl.startsWith('https:') && { 'check-certificate': 'yes-without-crl' }),
      },
      { timeoutMs: maxFetchMs },
    )
  } catch (error) {
    const problem = toDeviceError(error)
    if (problem.error !== 'refused') throw error
    const cause = deviceMessage(problem.message.replaceAll(token, '…'))
    throw new Ended('failed', message('rollout.fetch_failed', { file: file.name, cause }))
  }
}

/** A file of the storage. */
interface Download {
  name: string
  object: string
  size_bytes: number
}

/**
 * The package that a device may download with a token, which is used up. A second download with it, one for another
 * device, or after the command has ended finds nothing.
 */
export const redeemToken = (databases: Databases, hardware_id: number, token: string): Promise<Download | undefined> =>
  withSystem(databases, async (tx) => {
    const { rows } = await sql<Download>`
      update rollout_download l set used_at = now() from routeros_package p, device_command c
      where l.token_hash = ${hashToken(token).toString('hex')} and l.hardware_id = ${hardware_id} and l.used_at is null and l.expires_at > now()
        and p.id = l.package_id and c.id = l.command_id and c.hardware_id = l.hardware_id and c.state = 'running'
      returning p.name, p.object, p.size_bytes`.execute(tx)
    return rows[0]
  })

/** Removes the fetched packages of a device that does not restart now, so that another restart installs nothing. */
export async function removePackages(run: Run, device: UpgradeDevice): Promise<void> {
  const names = await withSystem(run.databases, async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select distinct p.name from rollout_download l join routeros_package p on p.id = l.package_id
      where l.rollout_device_id = ${device.id}`.execute(tx)
    return rows.map(({ name }) => name)
  })
  if (names.length === 0) return
  try {
    const session = await run.session({ connectTimeoutMs: run.timeouts.connectMs })
    for (const name of names) {
      const row = await readFile(session, name)
      if (row !== undefined) await session.remove('file', row['.id'] ?? name)
    }
  } catch (error) {
    // The next upgrade of the device finds and replaces them.
    toDeviceError(error)
    return
  }
  await forgetDownloads(run, device)
}

/** The device has installed its packages, and removed the files. */
export const forgetDownloads = (run: Run, device: UpgradeDevice): Promise<void> =>
  run.transaction(async (tx) => {
    await sql`delete from rollout_download where rollout_device_id = ${device.id}`.execute(tx)
  })

/** Names of the needed packages that the device does not run in the planned version. @throws RouterError */
export async function missingAfter(session: Session, device: UpgradeDevice): Promise<string[]> {
  if (device.packages === null) return []
  const version = device.planned_version ?? ''
  const rows = await readInstalled(session)
  // Version 6 lists the parts of its main package.
  const has = new Set(
    rows.flatMap((row) =>
      row.version === version ? [row.name === 'system' ? 'routeros' : packageNameOf(row.name, version)] : [],
    ),
  )
  return device.packages.filter((name) => !has.has(name))
}
