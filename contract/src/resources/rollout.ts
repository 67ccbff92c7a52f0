import * as z from 'zod/mini'
import { data, endpoint, stored, type ListDefinition } from '../endpoint.ts'
import { issue, replyMessage } from '../errors.ts'
import { id, ids, integer, requiredLine, time, type FieldMeta } from '../fields.ts'
import { listQuery, matchingSelection, page } from '../list.ts'
import { changeItem, settingDifference, templateItem } from './change-item.ts'
import { schedule } from './wifi-shapes.ts'

/** `upgrade`: RouterOS and RouterBOOT. `change`: settings. */
export const rolloutKinds = ['upgrade', 'change'] as const
export type RolloutKind = (typeof rolloutKinds)[number]

/** Update channels of RouterOS; `upgrade` leads from version 6 to 7. */
export const rolloutChannels = ['long-term', 'stable', 'testing', 'upgrade'] as const

/** `offered`: by MikroTik's server, on the channel. `uploaded`: packages that the panel serves. */
export const rolloutSources = ['offered', 'uploaded'] as const
export type RolloutSource = (typeof rolloutSources)[number]

/**
 * `planning`: the devices are asked which version they are offered. `stopped`: too many failures; `cancelled`: devices
 * that have restarted are still checked.
 */
export const rolloutStates = ['planning', 'planned', 'running', 'paused', 'stopped', 'finished', 'cancelled'] as const
export type RolloutState = (typeof rolloutStates)[number]

/** States of a device in which a command runs or waits for a worker. */
export const runningDeviceStates = [
  'queued',
  'checking',
  'backup',
  'downloading',
  'rebooting',
  'verifying',
  'firmware',
  'applying',
] as const
/**
 * Final states. `held`: nothing was changed, a user decides; `current`: nothing to upgrade; `degraded`: upgraded, but
 * interfaces that ran before do not run.
 */
export const endedDeviceStates = [
  'held',
  'current',
  'upgraded',
  'changed',
  'degraded',
  'failed',
  'skipped',
  'cancelled',
] as const
/**
 * States of a device in a rollout. `offline`: waits for the device to return; `lost`: did not return after its restart,
 * and is checked when it does.
 */
export const rolloutDeviceStates = [
  'planning',
  'planned',
  'offline',
  ...runningDeviceStates,
  'lost',
  ...endedDeviceStates,
] as const
export type RolloutDeviceState = (typeof rolloutDeviceStates)[number]

/** What is compared before and after an upgrade. */
export const rolloutFacts = z.object({
  version: z.nullable(z.string()),
  firmware: z.nullable(z.string()),
  /** Names of running interfaces. */
  interfaces: z.array(z.string()),
  /** Active PPP sessions; null: not readable. */
  sessions: z.nullable(z.int()),
  /** Bound DHCP leases; null: not readable. */
  clients: z.nullable(z.int()),
})
export type RolloutFacts = z.infer<typeof rolloutFacts>

const counts = {
  devices: z.int(),
  /** In a final state. */
  ended: z.int(),
  failed: z.int(),
  offline: z.int(),
}

export const rolloutRow = z.object({
  id: id(),
  name: z.string(),
  company_id: id(),
  company_name: z.string(),
  kind: z.enum(rolloutKinds),
  source: z.enum(rolloutSources),
  channel: z.enum(rolloutChannels),
  /** Null: the version that each device was offered at planning. */
  target_version: z.nullable(z.string()),
  state: z.enum(rolloutStates),
  ...counts,
  requested_by: z.string(),
  created_at: time(),
  started_at: z.nullable(time()),
  finished_at: z.nullable(time()),
})
export type RolloutRow = z.infer<typeof rolloutRow>

export const rollout = z.extend(rolloutRow, {
  routerboard: z.boolean(),
  canaries: z.int(),
  wave_size: z.int(),
  soak_minutes: z.int(),
  max_failures: z.int(),
  min_voltage: z.nullable(z.number()),
  maintenance_window: z.nullable(schedule()),
  /** Why it stopped. */
  cause: z.nullable(replyMessage()),
  /** Wanted settings of a change; passwords are null. Of a template: with its variables. */
  items: z.array(templateItem),
  /** The wanted settings are those of templates. */
  from_templates: z.boolean(),
  /** Devices and devices in a final state of each wave; wave 0 are the canaries. */
  waves: z.array(z.object({ wave: z.int(), devices: z.int(), ended: z.int() })),
})
export type Rollout = z.infer<typeof rollout>

export const rolloutDevice = z.object({
  id: id(),
  hardware_id: id(),
  name: z.string(),
  model_name: z.string(),
  site_name: z.nullable(z.string()),
  time_zone: z.nullable(z.string()),
  position: z.int(),
  wave: z.nullable(z.int()),
  is_canary: z.boolean(),
  /** Links to the uplink of the network; null: unknown. */
  distance: z.nullable(z.int()),
  state: z.enum(rolloutDeviceStates),
  detail: z.nullable(replyMessage()),
  planned_version: z.nullable(z.string()),
  /** Uploaded packages that it needs; null: it downloads what it needs itself. */
  packages: z.nullable(z.array(z.string())),
  version_before: z.nullable(z.string()),
  version_after: z.nullable(z.string()),
  facts_before: z.nullable(rolloutFacts),
  facts_after: z.nullable(rolloutFacts),
  differences: z.array(replyMessage()),
  /** Of a change: the group of devices with the same differences; null: not planned yet. */
  group: z.nullable(z.string()),
  state_at: time(),
})
export type RolloutDevice = z.infer<typeof rolloutDevice>

/** Devices of a change with the same differences. */
export const changeGroup = z.object({
  group: z.string(),
  devices: z.int(),
  /** Names of the first five. */
  names: z.array(z.string()),
  /** The first 100. */
  changes: z.array(settingDifference),
  /** Number of all. */
  total: z.int(),
})
export type ChangeGroup = z.infer<typeof changeGroup>

const list: ListDefinition = {
  fields: {
    id: 'id',
    name: 'text',
    company_id: 'id',
    company_name: 'text',
    kind: rolloutKinds,
    source: rolloutSources,
    channel: rolloutChannels,
    state: rolloutStates,
    requested_by: 'text',
    created_at: 'time',
    finished_at: 'time',
  },
  free: ['name', 'requested_by'],
  sort: ['id', 'name', 'company_name', 'channel', 'state', 'created_at', 'finished_at'],
  order: ['id', 'desc'],
}

const deviceList: ListDefinition = {
  fields: {
    id: 'id',
    hardware_id: 'id',
    name: 'text',
    state: rolloutDeviceStates,
    group: 'text',
    wave: 'number',
    position: 'number',
  },
  free: ['name'],
  sort: ['id', 'position', 'name', 'state'],
  order: ['position', 'asc'],
}

const version = z
  .string()
  .check(z.trim(), z.regex(/^\d{1,2}\.\d{1,3}(\.\d{1,3})?((alpha|beta|rc)\d{1,3})?$/, issue('rollout.version_format')))
  .register(z.globalRegistry, { 'x-sample': '7.20.4' } as FieldMeta)

/** How the devices of a rollout follow each other. */
export const waves = {
  /** Devices of each model and version, or of each model and difference, that come before all others. */
  canaries: z._default(integer(0, 100), 1),
  wave_size: z._default(integer(1, 1000), 10),
  /** Minutes between two waves. */
  soak_minutes: z._default(integer(0, 43_200), 60),
  /** Stops after this number of failures. */
  max_failures: z._default(integer(1, 1000), 1),
  /** In the time zone of each device's site; without it at any time. */
  maintenance_window: z.nullish(schedule()),
}

const subject = 'rollouts'
const base = '/rollout'
const update = { action: 'update', subject } as const

const action = <const N extends string>(name: N, summary: string) =>
  endpoint({
    name: `rollout.${name}`,
    method: 'PUT',
    path: `${base}/{id}/${name}` as `/rollout/{id}/${N}`,
    access: update,
    object: 'rollout',
    reasons: { 409: ['rollout.wrong_state', 'rollout.nothing_planned'] },
    summary,
    reply: data(rollout),
  })

const deviceAction = <const N extends string, S extends Record<string, z.ZodMiniType>>(
  name: N,
  summary: string,
  values: S,
) =>
  endpoint({
    name: `rollout.${name}-device`,
    method: 'PUT',
    path: `${base}/{id}/${name}-device` as `/rollout/{id}/${N}-device`,
    access: update,
    object: 'rollout',
    reasons: { 409: ['rollout.wrong_state', 'rollout.device_wrong_state'], 422: ['row.missing'] },
    summary,
    body: z.object({ device_id: id(), ...values }),
    reply: data(rollout),
  })

/** Upgrades of RouterOS and RouterBOOT on many devices, in waves. */
export const rollouts = {
  index: endpoint({
    name: 'rollout.index',
    method: 'GET',
    path: `${base}/index`,
    access: { action: 'view-list', subject },
    object: 'rollout',
    summary: 'List rollouts, latest first',
    query: z.object(listQuery),
    reply: page(rolloutRow),
    list,
  }),
  show: endpoint({
    name: 'rollout.show',
    method: 'GET',
    path: `${base}/{id}/show`,
    access: { action: 'view', subject },
    object: 'rollout',
    summary: 'Show a rollout with the progress of its waves',
    reply: data(rollout),
  }),
  devices: endpoint({
    name: 'rollout.devices',
    method: 'GET',
    path: `${base}/{id}/devices`,
    access: { action: 'view', subject },
    object: 'rollout',
    summary: 'List the devices of a rollout in their order, each with its state',
    query: z.object(listQuery),
    reply: page(rolloutDevice),
    list: deviceList,
  }),
  store: endpoint({
    name: 'rollout.store',
    method: 'POST',
    path: `${base}/store`,
    access: { action: 'create', subject },
    summary: 'Plan an upgrade: the devices are asked which version they are offered; nothing is installed yet',
    reasons: {
      409: ['field.taken'],
      422: [
        'selection.required',
        'selection.too_many',
        'rollout.window_never',
        'rollout.version_older',
        'rollout.no_packages',
        'rollout.package_missing',
        'rollout.architecture_unknown',
        'rollout.version_step',
        'rollout.wifi_package',
        'rollout.device_below_factory',
        'rollout.device_not_managed',
        'rollout.device_busy',
      ],
    },
    errorStatuses: [404, 409],
    body: z.object({
      name: requiredLine(),
      /** The devices: these, or all that match a query of the list of hardware. */
      ids: z.optional(ids('hardware')),
      matching: z.optional(matchingSelection),
      source: z._default(z.enum(rolloutSources), 'offered'),
      /** For offered versions. */
      channel: z._default(z.enum(rolloutChannels), 'stable'),
      /**
       * Devices that are offered another version are held. Without it: the version that each is offered. Required for
       * uploaded packages.
       */
      target_version: z.nullish(version),
      /** Also upgrades RouterBOOT, with a second restart. */
      routerboard: z._default(z.boolean(), true),
      ...waves,
      /** Volts below which a device is held. */
      min_voltage: z.nullish(integer(1, 100)),
    }),
    reply: stored(),
    status: 201,
  }),
  storeChange: endpoint({
    name: 'rollout.store-change',
    method: 'POST',
    path: `${base}/change/store`,
    access: { action: 'create', subject },
    summary: 'Plan a change of settings on many devices: each is read and compared; nothing is written yet',
    errorStatuses: [404, 409],
    reasons: {
      409: ['field.taken'],
      422: [
        'selection.required',
        'selection.too_many',
        'rollout.window_never',
        'rollout.device_not_managed',
        'rollout.device_busy',
        'change.name_format',
        'change.host_format',
        'change.duplicate',
        'lan.ipv4_format',
        'lan.ipv4_prefix_format',
      ],
    },
    body: z.object({
      name: requiredLine(),
      ids: z.optional(ids('hardware')),
      matching: z.optional(matchingSelection),
      /** At most one of each kind, except users, services and address lists. */
      items: z.array(changeItem).check(z.minLength(1), z.maxLength(20)),
      ...waves,
    }),
    reply: stored(),
    status: 201,
  }),
  groups: endpoint({
    name: 'rollout.groups',
    method: 'GET',
    path: `${base}/{id}/groups`,
    access: { action: 'view', subject },
    object: 'rollout',
    summary: 'List what a change of settings would change, grouped by identical difference, largest group first',
    reply: data(z.array(changeGroup)),
  }),
  start: endpoint({
    name: 'rollout.start',
    method: 'PUT',
    path: `${base}/{id}/start`,
    access: update,
    object: 'rollout',
    reasons: { 409: ['rollout.wrong_state', 'rollout.nothing_planned', 'rollout.selection_changed'] },
    errorStatuses: [409],
    summary: 'Start a planned rollout',
    query: z.object({
      /** The filter matches other devices now; the planned ones are meant. */
      selection_confirmed: z.optional(z.stringbool()),
    }),
    reply: data(rollout),
  }),
  pause: action('pause', 'Pause a rollout: no further device starts; devices that have restarted are still checked'),
  resume: action('resume', 'Resume a paused or stopped rollout'),
  cancel: action('cancel', 'Cancel a rollout: devices that have not restarted stay as they are'),
  repeat: endpoint({
    name: 'rollout.repeat',
    method: 'POST',
    path: `${base}/{id}/repeat`,
    access: { action: 'create', subject },
    object: 'rollout',
    errorStatuses: [409],
    reasons: { 409: ['rollout.wrong_state', 'rollout.nothing_to_repeat'] },
    summary: 'Plan an ended rollout again, for its devices that failed, were held, skipped or cancelled',
    reply: stored(),
    status: 201,
  }),
  moveDevice: deviceAction('move', 'Move a device of a planned rollout to another position', {
    position: integer(1, 100_000),
  }),
  skipDevice: deviceAction('skip', 'Leave out a device that has not started', {}),
  retryDevice: deviceAction('retry', 'Plan a held, failed or skipped device again', {}),
}
