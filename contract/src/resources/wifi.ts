import * as z from 'zod/mini'
import { data, endpoint, type ListDefinition } from '../endpoint.ts'
import { replyMessage } from '../errors.ts'
import { id, integer, line, ref } from '../fields.ts'
import { listQuery, page, pagination } from '../list.ts'
import { seen, versionsOf, versionText } from './control-shapes.ts'
import { queuedCommand } from './device-command.ts'
import { wifiStacks } from './device-enums.ts'
import {
  accessPoint,
  queuedOnDevice,
  deviceRowIds,
  foundNetwork,
  passphrase,
  registration,
  wifiController,
  wifiNetworkFields,
  wifiSetting,
} from './wifi-shapes.ts'
import { channelWidths, encryptions } from './wifi-enums.ts'
import { accessPointReasons, controllerReasons, wifiNetworkReasons } from './wifi-reasons.ts'

const base = '/site/{id}/wifi'
const subject = 'wifi'
const list = { action: 'view-list', subject } as const
const viewAccess = { action: 'view', subject } as const
const change = { action: 'update', subject } as const
const away = { action: 'manage', subject } as const

const one = { object: 'site', parts: { settingId: 'wifi-setting' } } as const

const fields = {
  ...wifiNetworkFields,
  is_enabled: z._default(wifiNetworkFields.is_enabled, true),
  hidden: z._default(wifiNetworkFields.hidden, false),
  bands: z._default(wifiNetworkFields.bands, []),
  channel_width: z._default(wifiNetworkFields.channel_width, null),
  frequencies: z._default(wifiNetworkFields.frequencies, []),
  country: z._default(wifiNetworkFields.country, null),
  vlan_id: z._default(wifiNetworkFields.vlan_id, null),
  client_isolation: z._default(wifiNetworkFields.client_isolation, false),
  is_guest: z._default(wifiNetworkFields.is_guest, false),
  schedule: z._default(wifiNetworkFields.schedule, null),
}
/** A controller: a device of the site, and one of its Wi-Fi systems. */
const controller = { hardware_id: ref('hardware'), stack: z.enum(wifiStacks) }
/** Applies to the device immediately, as `push` does. */
const push = z._default(z.boolean(), false)

const accessPoints: ListDefinition = {
  fields: {
    hardware_id: 'id',
    hardware_name: 'text',
    stack: wifiStacks,
    name: 'text',
    kind: ['radio', 'virtual'],
    ssid: 'text',
    mac: 'text',
    cap: 'text',
    band: 'text',
    state: 'text',
    is_enabled: 'boolean',
    clients: 'number',
    comment: 'text',
    setting_id: 'id',
  },
  free: ['name', 'ssid', 'mac', 'cap', 'comment'],
  sort: ['name', 'ssid', 'cap', 'band', 'frequency', 'clients', 'state', 'is_enabled', 'hardware_name'],
  order: ['name', 'asc'],
}

const settings: ListDefinition = {
  fields: {
    id: 'id',
    hardware_id: 'id',
    hardware_name: 'text',
    stack: wifiStacks,
    ssid: 'text',
    is_enabled: 'boolean',
    hidden: 'boolean',
    encryption: encryptions,
    country: 'text',
    vlan_id: 'number',
    client_isolation: 'boolean',
    is_guest: 'boolean',
    has_passphrase: 'boolean',
    pushed_at: 'time',
  },
  free: ['ssid', 'hardware_name'],
  sort: ['ssid', 'hardware_name', 'stack', 'encryption', 'is_enabled', 'vlan_id', 'pushed_at'],
  order: ['ssid', 'asc'],
}

const registrations: ListDefinition = {
  fields: {
    hardware_id: 'id',
    interface: 'text',
    access_point: 'text',
    ssid: 'text',
    mac: 'text',
    name: 'text',
    address: 'text',
    band: 'text',
    signal: 'number',
    authorized: 'boolean',
    access: ['allow', 'block'],
  },
  free: ['mac', 'name', 'address', 'ssid', 'access_point'],
  sort: [
    'name',
    'mac',
    'address',
    'signal',
    'ssid',
    'access_point',
    'since',
    'tx_rate',
    'rx_rate',
    'access',
    'authorized',
  ],
  order: ['mac', 'asc'],
}

/** Versions of access points that the caller saw. */
const versions = versionsOf(line(64))
/** The version of the network that the caller saw, optional. */
const versionOnly = z._default(z.object({ version: z.optional(z.int()) }), {})

const accessPointChange = z.object({
  ids: deviceRowIds(),
  versions,
  /** Only for a single access point. */
  name: z.optional(line(64).check(z.minLength(1))),
  comment: z.optional(z.nullable(line(255))),
  /** MHz; null: the setting of its network. */
  frequency: z.optional(z.nullable(integer(2400, 7125))),
  channel_width: z.optional(z.nullable(z.union(channelWidths.map((width) => z.literal(width))))),
  /** dBm; null: the limit of the country. */
  tx_power: z.optional(z.nullable(integer(0, 40))),
})
const several = z.object({ ids: deviceRowIds() })
const switched = z.object({ ids: deviceRowIds(), versions })

/** One command per device of the rows; each succeeds or fails on its own. */
const each = data(z.array(queuedOnDevice))

export const wifi = {
  settings: endpoint({
    name: 'wifi.setting.index',
    method: 'GET',
    path: `${base}/setting/index`,
    access: list,
    object: 'site',
    summary:
      'List Wi-Fi networks of a site: settings and state on the devices, with all controllers and further networks on them',
    query: z.object(listQuery),
    list: settings,
    reply: z.object({
      data: z.array(wifiSetting),
      controllers: z.array(wifiController),
      found: z.array(foundNetwork),
      options: z.object({ encryptions: z.array(z.object({ id: z.enum(encryptions), name: z.string() })) }),
      meta: z.object({ pagination }),
    }),
  }),
  setting: endpoint({
    name: 'wifi.setting.show',
    method: 'GET',
    path: `${base}/setting/{settingId}/show`,
    access: viewAccess,
    ...one,
    summary: 'Show a Wi-Fi network of a site',
    reply: data(wifiSetting),
  }),
  /** The stored passphrase, for a QR code: for users who may change it. Each access is written to the audit log. */
  reveal: endpoint({
    name: 'wifi.setting.passphrase',
    method: 'POST',
    path: `${base}/setting/{settingId}/passphrase`,
    access: change,
    ...one,
    reasons: { 403: ['impersonation.not_allowed'], 422: ['password_confirmation_required'] },
    summary: 'Show the passphrase of a Wi-Fi network; written to the audit log',
    reply: data(z.object({ passphrase: z.nullable(z.string()) })),
    secretReply: true,
  }),
  store: endpoint({
    name: 'wifi.setting.store',
    method: 'POST',
    path: `${base}/setting/store`,
    access: change,
    object: 'site',
    reasons: wifiNetworkReasons.store,
    summary: 'Create a Wi-Fi network of a site, or adopt one from a device',
    deviceWrite: 'adds',
    body: z.object({
      hardware_id: ref('hardware'),
      stack: z.enum(wifiStacks),
      /** Name of a network on the device, as of `found`: the panel adopts it. */
      adopt: z.optional(line(64)),
      ...fields,
      passphrase: z.optional(passphrase()),
      push,
    }),
    reply: data(z.object({ id: id(), command: z.nullable(queuedCommand) })),
    status: 201,
  }),
  update: endpoint({
    name: 'wifi.setting.update',
    method: 'PUT',
    path: `${base}/setting/{settingId}`,
    access: change,
    ...one,
    reasons: wifiNetworkReasons.update,
    summary: 'Update a Wi-Fi network; 409 where it has changed since `version`',
    deviceWrite: 'version',
    body: z.extend(z.partial(z.object(wifiNetworkFields)), {
      passphrase: z.optional(passphrase()),
      version: z.optional(z.int()),
      push,
    }),
    reply: data(z.object({ id: id(), command: z.nullable(queuedCommand) })),
  }),
  destroy: endpoint({
    name: 'wifi.setting.destroy',
    method: 'DELETE',
    path: `${base}/setting/{settingId}/destroy`,
    access: away,
    ...one,
    summary: 'Remove a Wi-Fi network from the panel; with `device=1` it is first disabled and removed on the device',
    deviceWrite: 'version',
    query: z.object({ device: z.optional(z.stringbool()), version: versionText() }),
    reply: data(z.object({ id: id(), command: z.nullable(queuedCommand) })),
  }),
  controllerStatus: endpoint({
    name: 'wifi.setting.controller-change-status',
    method: 'PUT',
    path: `${base}/setting/{settingId}/controller-change-status`,
    access: change,
    ...one,
    reasons: controllerReasons.changeStatus,
    summary: 'Enable or disable the controller of a Wi-Fi network: affects every access point of it',
    deviceWrite: 'seen',
    body: z.object({ is_enabled: z.boolean(), seen: seen() }),
    reply: data(queuedCommand),
    status: 202,
  }),
  pull: endpoint({
    name: 'wifi.setting.pull',
    method: 'PUT',
    path: `${base}/setting/{settingId}/pull`,
    access: change,
    ...one,
    summary: 'Read the device and replace the panel’s settings with the device’s',
    deviceWrite: 'version',
    body: versionOnly,
    reply: data(queuedCommand),
    status: 202,
  }),
  push: endpoint({
    name: 'wifi.setting.push',
    method: 'PUT',
    path: `${base}/setting/{settingId}/push`,
    access: change,
    ...one,
    summary: 'Apply the settings to the device and read them back',
    deviceWrite: 'version',
    body: versionOnly,
    reply: data(queuedCommand),
    status: 202,
  }),
  reProvision: endpoint({
    name: 'wifi.setting.re-provision',
    method: 'PUT',
    path: `${base}/setting/{settingId}/re-provision`,
    access: change,
    ...one,
    reasons: controllerReasons.provision,
    summary: 'Provision the access points of a Wi-Fi network again: all their clients are disconnected',
    deviceWrite: 'acts',
    /** Access points whose radios are provisioned; absent: all of the controller. */
    body: z.object({ ids: z.optional(deviceRowIds()) }),
    reply: data(queuedCommand),
    status: 202,
  }),
  controllerSwitch: endpoint({
    name: 'wifi.controller.change-status',
    method: 'PUT',
    path: `${base}/controller/change-status`,
    access: change,
    object: 'site',
    reasons: controllerReasons.changeNamed,
    summary: 'Enable or disable a controller, whether or not the panel has networks of it',
    deviceWrite: 'seen',
    body: z.object({ ...controller, is_enabled: z.boolean(), seen: seen() }),
    reply: data(queuedCommand),
    status: 202,
  }),
  controllerProvision: endpoint({
    name: 'wifi.controller.re-provision',
    method: 'PUT',
    path: `${base}/controller/re-provision`,
    access: change,
    object: 'site',
    reasons: controllerReasons.provisionNamed,
    summary: 'Provision the access points of a controller again: all their clients are disconnected',
    deviceWrite: 'acts',
    /** Access points whose radios are provisioned; absent: all of the controller. */
    body: z.object({ ...controller, ids: z.optional(deviceRowIds()) }),
    reply: data(queuedCommand),
    status: 202,
  }),
  registrations: endpoint({
    name: 'wifi.registration.index',
    method: 'GET',
    path: `${base}/registration/index`,
    access: list,
    object: 'site',
    summary: 'List devices registered at the Wi-Fi of a site, from the last readings',
    query: z.object(listQuery),
    reply: page(registration),
    list: registrations,
  }),
  kick: endpoint({
    name: 'wifi.registration.destroy',
    method: 'DELETE',
    path: `${base}/registration/destroy`,
    access: change,
    object: 'site',
    reasons: { 422: ['wifi.client_gone'] },
    summary: 'Disconnect devices from the Wi-Fi; they may reconnect immediately',
    deviceWrite: 'acts',
    body: several,
    reply: each,
    status: 202,
  }),
  accessPoints: endpoint({
    name: 'wifi.access-point.index',
    method: 'GET',
    path: `${base}/access-point/index`,
    access: list,
    object: 'site',
    summary: 'List access points of a site with their radios and networks, from the last readings',
    query: z.object(listQuery),
    reply: page(accessPoint),
    list: accessPoints,
  }),
  setAccessPoints: endpoint({
    name: 'wifi.access-point.update',
    method: 'PUT',
    path: `${base}/access-point/update`,
    access: change,
    object: 'site',
    reasons: accessPointReasons.update,
    summary: 'Update access points of the legacy Wi-Fi system',
    deviceWrite: 'versions',
    body: accessPointChange,
    reply: each,
    status: 202,
  }),
  setNewAccessPoints: endpoint({
    name: 'wifi.new-access-point.update',
    method: 'PUT',
    path: `${base}/new-access-point/update`,
    access: change,
    object: 'site',
    reasons: accessPointReasons.update,
    summary: 'Update access points of the new Wi-Fi system',
    deviceWrite: 'versions',
    body: accessPointChange,
    reply: each,
    status: 202,
  }),
  enableAccessPoints: endpoint({
    name: 'wifi.access-point.enable',
    method: 'PUT',
    path: `${base}/access-point/enable`,
    access: change,
    object: 'site',
    reasons: accessPointReasons.enable,
    summary: 'Enable access points',
    deviceWrite: 'versions',
    body: switched,
    reply: each,
    status: 202,
  }),
  disableAccessPoints: endpoint({
    name: 'wifi.access-point.disable',
    method: 'PUT',
    path: `${base}/access-point/disable`,
    access: change,
    object: 'site',
    reasons: accessPointReasons.enable,
    summary: 'Disable access points: their clients are disconnected',
    deviceWrite: 'versions',
    body: switched,
    reply: each,
    status: 202,
  }),
  refresh: endpoint({
    name: 'wifi.refresh',
    method: 'PUT',
    path: `${base}/refresh`,
    access: viewAccess,
    object: 'site',
    summary:
      'Read the Wi-Fi of all controlling devices of a site now: 504 in the row of a device that does not respond',
    device: true,
    reply: data(
      z.array(
        z.object({
          hardware_id: id(),
          hardware_name: z.string(),
          ok: z.boolean(),
          message: z.nullable(replyMessage()),
          ms: z.nullable(z.int()),
        }),
      ),
    ),
  }),
}
