import type { Body } from '@trunkline/contract/endpoint'
import { message, type FieldErrors, type Message } from '@trunkline/contract/errors'
import { hardware } from '@trunkline/contract/resources/hardware'
import { endedDeviceStates, type rollouts } from '@trunkline/contract/resources/rollout'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import {
  availablePackages,
  filesFor,
  neededPackages,
  type StoredPackage,
} from '../../devices/rollout/needed-packages.ts'
import { missingText } from '../../devices/rollout/uploaded.ts'
import { compareVersions } from '../../devices/rollout/version.ts'
import { invalid, notFound } from '../../errors.ts'
import { selectedIds } from '../../http/selection.ts'
import { hardwareListSource } from '../hardware/hardware-rows.ts'

/** States in which a device does not belong to its rollout any more, for SQL. */
export const ended = sql.join(endedDeviceStates.map((state) => sql.lit(state)))

export type StoreBody = Body<typeof rollouts.store>

/** A selected device, by its last reading. */
interface Target {
  id: number
  name: string
  managed: boolean
  /** Null: never read. */
  installed: string | null
  factory: string | null
  architecture: string | null
  packages: string[] | null
  wifi_stacks: string[] | null
  /** The open rollout that it is part of. */
  busy: string | null
}

const readTargets = async (tx: Tx, ids: readonly number[]): Promise<Target[]> =>
  (
    await sql<Target>`
      select h.id, h.name, h.management_user is not null and (h.management_address is not null or h.vpn_dialup_id is not null) as managed,
        k.routeros_version as installed, k.factory_software as factory, k.architecture, k.packages, k.wifi_stacks,
        (select r.name from rollout_device d join rollout r on r.id = d.rollout_id where d.hardware_id = h.id and d.state not in (${ended}) limit 1) as busy
      from hardware h left join hardware_state k on k.hardware_id = h.id where h.id = any (${ids}::bigint[]) and h.deleted_at is null`.execute(
      tx,
    )
  ).rows

/** Why a device cannot get an uploaded version; undefined if it can, or if the device was never read. */
function packagesProblem(target: Target, version: string, available: readonly StoredPackage[]): Message | undefined {
  const { name: device, installed, architecture, packages, wifi_stacks } = target
  if (installed === null || architecture === null || installed === version) return undefined
  const stacks = wifi_stacks ?? []
  const needed = neededPackages(
    {
      routeros_version: installed,
      packages: packages ?? [],
      architecture,
      usesWireless: stacks.includes('local-wireless') || stacks.includes('caps-man'),
    },
    version,
  )
  if (!Array.isArray(needed))
    return needed.problem === 'step'
      ? message('rollout.version_step', { device, step: needed.step })
      : needed.problem === 'wifi'
        ? message('rollout.wifi_package', { device })
        : message('rollout.architecture_unknown', { architecture })
  const { missing } = filesFor(needed, architecture, available)
  return missing.length === 0
    ? undefined
    : message('rollout.package_missing', { device, packages: missingText(missing, version, architecture) })
}

type Selection = Pick<StoreBody, 'ids' | 'matching' | 'maintenance_window'>

/** The selected devices, and the errors of those that cannot be part of a rollout. @throws AppError not_found */
async function readSelection(tx: Tx, actor: Actor, { ids, matching, maintenance_window: window }: Selection) {
  const selected = await selectedIds(tx, actor, hardware.index, hardwareListSource, {
    ...(ids && { ids }),
    ...(matching && { matching }),
  })
  if (selected.length === 0) throw invalid({ [ids === undefined ? 'matching' : 'ids']: message('selection.required') })
  const devices = await readTargets(tx, selected)
  if (devices.length < selected.length) throw notFound()
  const errors: FieldErrors = {}
  const reject = (id: number, reason: Message) => {
    errors[ids === undefined ? 'matching' : `ids.${ids.indexOf(id)}`] ??= reason
  }
  for (const { id, name, managed, busy } of devices)
    if (!managed) reject(id, message('rollout.device_not_managed', { device: name }))
    else if (busy !== null) reject(id, message('rollout.device_busy', { device: name, rollout: busy }))
  if (window != null && window.from === window.until)
    errors['maintenance_window.until'] = message('rollout.window_never')
  return { selected, devices, errors, reject }
}

/**
 * The ids of the devices, after checking that each can be part of a rollout.
 * @throws AppError validation_failed at the field of the first device that cannot
 */
export async function checkDevices(tx: Tx, actor: Actor, body: Selection): Promise<number[]> {
  const { selected, errors } = await readSelection(tx, actor, body)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return selected
}

/**
 * As `checkDevices`, after checking that each can be upgraded.
 * @throws AppError validation_failed at the field of the first device that cannot
 */
export async function checkTargets(tx: Tx, actor: Actor, body: StoreBody): Promise<number[]> {
  const { source, target_version } = body
  const { selected, devices, errors, reject } = await readSelection(tx, actor, body)
  const uploaded = source === 'uploaded' ? await checkUploaded(tx, actor, target_version, errors) : undefined
  for (const device of devices) {
    const { id, name, installed, factory } = device
    if (target_version == null) continue
    if (factory !== null && compareVersions(target_version, factory) < 0)
      errors['target_version'] ??= message('rollout.device_below_factory', { device: name, factory })
    else if (installed !== null && compareVersions(target_version, installed) < 0)
      errors['target_version'] ??= message('rollout.version_older', { device: name, installed })
    else if (uploaded !== undefined) {
      const problem = packagesProblem(device, target_version, uploaded)
      if (problem !== undefined) reject(id, problem)
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return selected
}

/** The packages of the uploaded version; undefined, with an error at the field, if there are none. */
async function checkUploaded(
  tx: Tx,
  actor: Actor,
  version: string | null | undefined,
  errors: FieldErrors,
): Promise<StoredPackage[] | undefined> {
  if (version == null) {
    errors['target_version'] = message('field.required')
    return undefined
  }
  const available = await availablePackages(tx, actor.company_id, version)
  if (available.length > 0) return available
  errors['target_version'] = message('rollout.no_packages', { version })
  return undefined
}
