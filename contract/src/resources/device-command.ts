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
  /** Menu that a change is about, `ip/address`; else empty. */
  target: z.string(),
  /** `add`, `set`, `remove` …; empty for the other kinds. */
  verb: z.string(),
  /** What it is about, for people. */
  label: z.string(),
  state: z.enum(commandStates),
  step: z.enum(commandSteps),
  /** Why it ended so; null while it has not ended, and where it is done and nothing is to be noted. */
  detail: z.nullable(replyMessage()),
  /** Whether the device goes back by itself where the end is not confirmed. */
  guarded: z.boolean(),
  requested_by: z.string(),
  created_at: time(),
  started_at: z.nullable(time()),
  finished_at: z.nullable(time()),
})
export type CommandRow = z.infer<typeof commandRow>

export const command = z.extend(commandRow, {
  /** What it yielded: `{ id }` of a new row, the row as it was read back. */
  result: z.nullable(z.record(z.string(), z.unknown())),
  /** What was asked for, property by property, beside what the device had; secrets as dots. */
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
})
export type Command = z.infer<typeof command>

/**
 * What a call answers that asks a device for something: 202, the end comes live. `id` and `job` are both the command's:
 * what a store makes gets its id from the router, told in the command's `result`.
 */
export const queuedCommand = z.object({ id: id(), job: id(), state: z.enum(commandStates) })
export type QueuedCommand = z.infer<typeof queuedCommand>

/**
 * What a call answers that adds a row on a device. `id`: the row's id on the device, null until the device has it; `job`:
 * the command. With `Prefer: respond-async` the reply does not wait for the device.
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
    /** Ended otherwise than done within the last day. */
    failed_lately: 'boolean',
    requested_by: 'text',
    created_at: 'time',
    finished_at: 'time',
  },
  free: ['label', 'target', 'requested_by'],
  sort: ['id', 'created_at'],
  order: ['id', 'desc'],
}

const base = '/hardware/command'
const look = { action: 'view-list', subject: 'hardware' } as const

export const deviceCommands = {
  index: endpoint({
    name: 'device-command.index',
    method: 'GET',
    path: `${base}/index`,
    access: look,
    object: 'device-command',
    summary: 'What devices were asked for and how it ended, latest first',
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
    summary: 'One command with what it changes',
    reply: data(command),
  }),
  cancel: endpoint({
    name: 'device-command.cancel',
    method: 'PUT',
    path: `${base}/{id}/cancel`,
    access: { action: 'update', subject: 'hardware' },
    object: 'device-command',
    summary: 'Take back a command that has not begun; 409 where it has',
    reply: data(commandRow),
  }),
}
