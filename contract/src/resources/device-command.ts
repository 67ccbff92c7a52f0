import * as z from 'zod/mini'
import { data, endpoint, type ListDefinition } from '../endpoint.ts'
import { replyMessage } from '../errors.ts'
import { id, time } from '../fields.ts'
import { listQuery, page } from '../list.ts'
import { commandKinds, commandStates, commandSteps } from './device-enums.ts'

export const commandRow = z.object({
  id: id(),
  hardware_id: id(),
  hardware_name: z.string(),
  site_id: z.nullable(id()),
  site_name: z.nullable(z.string()),
  company_id: id(),
  company_name: z.string(),
  kind: z.enum(commandKinds),
  /** Menu of a change, `ip/address`; else empty. */
  target: z.string(),
  /**
   * `add`, `set`, `remove` … of a change; the action of a Wi-Fi command; `call-home`: a reload after the device
   * contacted the panel; else empty.
   */
  verb: z.string(),
  /**
   * The name of what the command is about: an address, a network, a port, or several names of one object separated by
   * commas. The name of the device for a command about the whole device; empty for settings without a name.
   */
  label: z.string(),
  /** Number of further objects that the command is about. */
  others: z.int(),
  /** What the title adds to the name: VLAN, duration, settings, and warnings about unusual values. */
  notes: z.array(replyMessage()),
  state: z.enum(commandStates),
  step: z.enum(commandSteps),
  /** Reason of the result; null while the command runs, and if it succeeded without a note. */
  detail: z.nullable(replyMessage()),
  /** Whether the device rolls back unless the result is confirmed. */
  guarded: z.boolean(),
  requested_by: z.string(),
  created_at: time(),
  started_at: z.nullable(time()),
  finished_at: z.nullable(time()),
})
export type CommandRow = z.infer<typeof commandRow>

export const command = z.extend(commandRow, {
  /** The result: `{ id }` of a new row, or the row as read back. */
  result: z.nullable(z.record(z.string(), z.unknown())),
  /** The requested values, property by property, beside the previous values; secrets as dots. */
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
})
export type Command = z.infer<typeof command>

/**
 * The reply of a call that enqueues a command: 202; the result is announced on the live channel. `id` and `job` are both
 * the command's id: the router assigns the id of a new row, which the command's `result` contains.
 */
export const queuedCommand = z.object({ id: id(), job: id(), state: z.enum(commandStates) })
export type QueuedCommand = z.infer<typeof queuedCommand>

/**
 * The reply of a call that adds a row on a device. `id`: the row's id on the device, null until the device has it;
 * `job`: the id of the command. With `Prefer: respond-async` the reply does not wait for the device.
 */
export const createdRow = z.object({ id: z.nullable(z.string()), job: id(), state: z.enum(commandStates) })

const list: ListDefinition = {
  fields: {
    id: 'id',
    hardware_id: 'id',
    hardware_name: 'text',
    site_id: 'id',
    company_id: 'id',
    company_name: 'text',
    kind: commandKinds,
    target: 'text',
    state: commandStates,
    /** Commands of the last day that ended with any result but done. */
    failed_lately: 'boolean',
    requested_by: 'text',
    created_at: 'time',
    finished_at: 'time',
  },
  free: ['label', 'target', 'requested_by'],
  sort: ['id', 'state', 'created_at'],
  // Of each day, the failed ones first: what failed long ago is no longer urgent.
  first: [
    ['day', 'desc'],
    ['state', 'desc'],
  ],
  order: ['id', 'desc'],
}

const base = '/hardware/command'
const viewAccess = { action: 'view-list', subject: 'hardware' } as const

export const deviceCommands = {
  index: endpoint({
    name: 'device-command.index',
    method: 'GET',
    path: `${base}/index`,
    access: viewAccess,
    object: 'device-command',
    summary: 'List commands for devices with their results, latest first',
    query: z.object(listQuery),
    reply: page(commandRow),
    list,
  }),
  show: endpoint({
    name: 'device-command.show',
    method: 'GET',
    path: `${base}/{id}/show`,
    access: { action: 'view', subject: 'hardware' },
    object: 'device-command',
    summary: 'Show a command with its changes',
    reply: data(command),
  }),
  cancel: endpoint({
    name: 'device-command.cancel',
    method: 'PUT',
    path: `${base}/{id}/cancel`,
    access: { action: 'update', subject: 'hardware' },
    object: 'device-command',
    reasons: { 409: ['command.not_queued'] },
    summary: 'Cancel a queued command; 409 where it has started',
    reply: data(commandRow),
  }),
}
