import { message } from '@trunkline/contract/errors'
import { wifi } from '@trunkline/contract/resources/wifi'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { WifiSystem } from '../../devices/wifi/shapes.ts'
import { AppError, conflict, invalid } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { deviceFor, loadSite, readWifiDevices, rowKey, splitRowId, systemOf, type WifiStack } from './wifi-devices.ts'
import { enqueueWifiCommand } from './enqueue-command.ts'

/** A Wi-Fi system of a device, as given in a call. */
export interface SystemReference {
  hardware_id: number
  hardware_name: string
  stack: WifiStack
}

/** The controller of a device, from the last reading. @throws AppError conflict if it has none, or was never read */
export async function controllerOf(tx: Tx, site: number, of: SystemReference): Promise<WifiSystem> {
  const device = (await readWifiDevices(tx, site, [of.hardware_id]))[0]
  if (device?.reading == null) throw conflict('wifi.not_read', { name: of.hardware_name })
  const system = systemOf(device, of.stack)
  if (system === undefined) throw conflict('wifi.stack_missing')
  if (system.enabled === null) throw conflict('wifi.no_controller', { name: of.hardware_name })
  return system
}

/**
 * Compares the controller that the caller saw with the last reading.
 * @returns whether it was enabled; undefined if the caller sent no previous state
 * @throws AppError stale_version
 */
export function checkController(
  { enabled }: WifiSystem,
  seen: Record<string, unknown> | undefined,
): boolean | undefined {
  const was = seen?.['is_enabled']
  if (typeof was !== 'boolean') return undefined
  if (was !== enabled)
    throw new AppError('stale_version', {
      reason: message('command.changed_meanwhile', {
        notes: [message('wifi.controller_state', { enabled: enabled === true })],
      }),
      details: { fields: [{ field: 'is_enabled', seen: was, now: enabled }] },
    })
  return was
}

/** Ids of access points on their device. @throws AppError validation_failed at `ids` for one of another controller */
export const ownPoints = (
  system: WifiSystem,
  of: SystemReference,
  ids: readonly string[] | undefined,
): string[] | undefined =>
  ids?.map((id) => {
    const { hardware_id, key } = splitRowId(id)
    const own = system.access_points.find((one) => rowKey({ id: one.id, stack: of.stack }) === key)
    if (hardware_id !== of.hardware_id || own === undefined)
      throw invalid({ ids: message('wifi.access_point_gone', { id }) })
    return own.id
  })

/** Device and system of a call, with the device name. @throws AppError validation_failed at `hardware_id`, `stack` */
const named = async (tx: Tx, site: number, of: Omit<SystemReference, 'hardware_name'>): Promise<SystemReference> => ({
  ...of,
  hardware_name: (await deviceFor(tx, site, of)).name,
})

/** Handlers of controllers, independent of whether the panel manages their networks. */
export const controllerHandlers = (
  deps: Deps,
): Pick<Handlers<typeof wifi>, 'controllerSwitch' | 'controllerProvision'> => ({
  controllerSwitch: ({ actor, params, body, db }) =>
    db(async (tx) => {
      const site = await loadSite(tx, actor, wifi.controllerSwitch.access, params.id, { writes: true })
      const of = await named(tx, site, body)
      const seen_enabled = checkController(await controllerOf(tx, site, of), body.seen)
      const input = {
        action: 'controller',
        stack: of.stack,
        enabled: body.is_enabled,
        ...(seen_enabled !== undefined && { seen_enabled }),
      } as const
      return { data: await enqueueWifiCommand(deps, tx, actor, of, input) }
    }),
  controllerProvision: ({ actor, params, body, db }) =>
    db(async (tx) => {
      const site = await loadSite(tx, actor, wifi.controllerProvision.access, params.id, { writes: true })
      const of = await named(tx, site, body)
      const ids = ownPoints(await controllerOf(tx, site, of), of, body.ids)
      const input = { action: 'provision', stack: of.stack, ...(ids && { ids }) } as const
      return { data: await enqueueWifiCommand(deps, tx, actor, of, input) }
    }),
})
