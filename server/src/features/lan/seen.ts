import { message } from '@trunkline/contract/errors'
import type { Endpoint, ObjectSchema } from '@trunkline/contract/endpoint'
import { capsmanAccessList } from '@trunkline/contract/resources/access-control'
import { control } from '@trunkline/contract/resources/control'
import { siteNetworksControl } from '@trunkline/contract/resources/control-network'
import { firewall } from '@trunkline/contract/resources/firewall'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Devices } from '../../devices/devices.ts'
import { changedFields, changedConcurrently, type SeenRow } from '../../devices/seen.ts'
import { wifiMenus, type WifiSystem } from '../../devices/wifi/shapes.ts'
import { AppError } from '../../errors.ts'

/** The call that changes a row of each menu: its fields are compared. */
const changing: Readonly<Record<string, Endpoint>> = {
  'ip/address': control.setAddress,
  'ip/dns': control.setDns,
  'ip/dhcp-server/network': control.setNetwork,
  'ip/pool': control.setPool,
  'ip/dhcp-server/lease': control.setLease,
  'ip/dhcp-server': control.setServer,
  network: siteNetworksControl.setNetwork,
  'switch-port': siteNetworksControl.setSwitchPort,
  'ip/firewall/nat': firewall.setForward,
  'ip/firewall/address-list': firewall.setEntry,
  [wifiMenus.accessList]: capsmanAccessList.update,
}

/** Fields that a call changes under another name: position, schedule, parts of a rule. */
const also: Readonly<Record<string, readonly string[]>> = {
  'ip/firewall/nat': [
    'position',
    'forward',
    'chain',
    'action',
    'src_address',
    'src_port',
    'dst_port',
    'out_interface',
    'src_address_list',
    'dst_address_list',
    'to_addresses',
  ],
  'ip/firewall/address-list': ['expires_in_seconds'],
  [wifiMenus.accessList]: ['position'],
}

/** Fields of a body that identify the row or control the write; they are not compared. */
const noFields = new Set(['id', 'seen', 'stack', 'before'])

const comparedFields = new Map(
  Object.entries(changing).map(([menu, { body }]) => [
    menu,
    new Set(
      [...Object.keys((body as ObjectSchema).shape), ...(also[menu] ?? [])].filter((name) => !noFields.has(name)),
    ),
  ]),
)

/** The body of a call that writes a row: `seen` is a record, or JSON text if the call has no body. */
export interface Sent {
  id?: string
  stack?: WifiSystem['stack'] | undefined
  seen?: Record<string, unknown> | string | undefined
}

/** The row as the caller saw it, limited to the compared fields; undefined for a call that adds a row. */
function seenRowOf(menu: string, { id, stack, seen }: Sent): SeenRow | undefined {
  const compared = comparedFields.get(menu)
  if (compared === undefined || (id === undefined && menu !== 'ip/dns')) return undefined
  const all: Record<string, unknown> = typeof seen === 'string' ? JSON.parse(seen) : (seen ?? {})
  return {
    menu,
    id: id ?? null,
    ...(stack !== undefined && { stack }),
    fields: Object.fromEntries(Object.entries(all).filter(([field]) => compared.has(field))),
  }
}

/**
 * Compares the row that the caller saw with the last reading, before the command is built.
 * @param menu key of the reading, and target of the command
 * @returns what the command compares with the device before its first write; undefined for a call that adds a row
 * @throws AppError stale_version with `details.fields` and the user who last changed the row through the panel
 */
export async function checkSeen(
  devices: Pick<Devices, 'last'>,
  tx: Tx,
  hardware_id: number,
  menu: string,
  sent: Sent,
): Promise<SeenRow | undefined> {
  const seen = seenRowOf(menu, sent)
  if (seen === undefined || Object.keys(seen.fields).length === 0) return seen
  const last = await devices.last(tx, hardware_id, menu)
  const fields = (last && changedFields(last.rows, seen)) ?? []
  if (fields.length === 0) return seen
  const { rows } = await sql<{ by: string; at: string }>`
    select requested_by as by, finished_at as at from device_command
    where hardware_id = ${hardware_id} and target = ${menu} and state = 'done' and finished_at > now() - interval '1 day'
      and input #>> '{change,seen,id}' is not distinct from ${seen.id}::text
    order by id desc limit 1`.execute(tx)
  const [change] = rows
  throw new AppError('stale_version', {
    reason:
      change === undefined
        ? changedConcurrently(fields)
        : message('lan.changed_by', { by: change.by, notes: changedConcurrently(fields).params.notes }),
    details: { fields, ...(change && { changed_by: change.by, changed_at: change.at }) },
  })
}

/**
 * Checks that a change with a row as seen writes only fields that are part of it: nothing else would compare the others.
 * @param sent the fields that the call writes
 * @param row the last reading of the row
 * @throws AppError stale_version with `details.fields`
 */
export function checkAllSeen(sent: object, seen: Record<string, unknown> | undefined, row: object | undefined): void {
  if (seen === undefined) return
  const last = new Map(Object.entries(row ?? {}))
  const fields = Object.entries(sent)
    .filter(([field, value]) => value !== undefined && !(field in seen))
    .map(([field]) => ({ field, seen: null, now: last.get(field) ?? null }))
  if (fields.length > 0)
    throw new AppError('stale_version', { reason: changedConcurrently(fields), details: { fields } })
}
