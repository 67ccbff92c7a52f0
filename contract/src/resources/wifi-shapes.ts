import * as z from 'zod/mini'
import { issue, replyMessage } from '../errors.ts'
import { countryCode, type FieldMeta, id, integer, requiredLine, time } from '../fields.ts'
import { secretProblem } from '../text-rules.ts'
import { sample } from './control-shapes.ts'
import { queuedCommand } from './device-command.ts'
import { commandStates, signalGrades, wifiStacks } from './device-enums.ts'
import { accessActions, channelWidths, encryptions, wantedStates, weekDays, wifiBands } from './wifi-enums.ts'

/**
 * Unique id of a row in lists of a whole site, since two devices, and the two Wi-Fi systems of a device, may use the
 * same id: the device's id and its own, `7*5`, with a letter for the legacy system's controller (`7*5.c`) and radios
 * (`7*5.w`).
 */
export const deviceRowId = () =>
  sample(z.string().check(z.regex(/^[1-9]\d{0,15}\*[0-9A-Fa-f]{1,16}(\.[cw])?$/, issue('device.row_id_format'))), '1*1')

export const deviceRowIds = () =>
  z.array(deviceRowId()).check(
    z.minLength(1),
    z.maxLength(1000),
    z.refine((list) => new Set(list).size === list.length, issue('field.duplicate')),
  )

const clock = () => sample(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, issue('wifi.time_format'))), '08:00')

/** Times by the router's clock. If `from` is later than `until`, it spans midnight. */
export const schedule = () =>
  z.object({
    days: z.array(z.enum(weekDays)).check(
      z.minLength(1),
      z.refine((list) => new Set(list).size === list.length, issue('field.duplicate')),
    ),
    from: clock(),
    until: clock(),
  })
export type Schedule = z.infer<ReturnType<typeof schedule>>

/** 8 to 63 printable ASCII characters: IEEE 802.11i, annex H.4 (the 64 digits of a raw key are not accepted). */
export const passphrase = () =>
  z
    .string()
    .check(z.minLength(8), z.maxLength(63), z.regex(/^[\u0020-\u007e]*$/, issue('field.ascii')))
    .register(z.globalRegistry, { 'x-secret': true, 'x-sample': 'eight-or-more' } as FieldMeta)

/** Length in bytes: an escape is one byte, and so is every other character. */
// Half of a surrogate pair cannot be encoded and is rejected by `text-rules.ts`.
const ssidBytes = (text: string) =>
  secretProblem(text) !== undefined || encodeURIComponent(text).replaceAll(/%../g, '_').length <= 32

export const vlanId = () => integer(1, 4094)

/** Settings of a Wi-Fi network without its passphrase. */
export const wifiNetworkFields = {
  /** 1 to 32 bytes of UTF-8 (IEEE 802.11, 9.4.2.2). */
  ssid: requiredLine(32).check(z.refine(ssidBytes, issue('field.max_octets', { max: 32 }))),
  is_enabled: z.boolean(),
  hidden: z.boolean(),
  encryption: z.enum(encryptions),
  /** Empty: all bands of the radios. */
  bands: z
    .array(z.enum(wifiBands))
    .check(z.refine((list) => new Set(list).size === list.length, issue('field.duplicate'))),
  /** Maximum channel width, MHz; null: chosen by the radios. */
  channel_width: z.nullable(z.union(channelWidths.map((width) => z.literal(width)))),
  /** Allowed centre frequencies, MHz; empty: chosen by the radios. */
  frequencies: z.array(integer(2400, 7125)).check(z.maxLength(32)),
  /** ISO 3166-1 alpha-2; null: the device's setting. */
  country: z.nullable(countryCode()),
  /** Untagged where null. */
  vlan_id: z.nullable(vlanId()),
  /** Client isolation: clients cannot reach each other. */
  client_isolation: z.boolean(),
  /** Guest network: `schedule` limits when clients can join. */
  is_guest: z.boolean(),
  schedule: z.nullable(schedule()),
}
const network = z.object(wifiNetworkFields)
export type WifiNetwork = z.infer<typeof network>

/** The network on the device; `encryption` is null if the panel does not support the device's. */
export const actualNetwork = z.extend(network, {
  encryption: z.nullable(z.enum(encryptions)),
  /** The device has the panel's passphrase; null: the device does not reveal it, or none is needed. */
  passphrase_same: z.nullable(z.boolean()),
})

/** A field that differs on the device, both values as text; a passphrase as dots. */
export const difference = z.object({
  field: z.string(),
  wanted: z.nullable(z.string()),
  actual: z.nullable(z.string()),
})
export type Difference = z.infer<typeof difference>

const lastCommand = z.nullable(
  z.object({ id: id(), state: z.enum(commandStates), verb: z.string(), detail: z.nullable(replyMessage()) }),
)

/** A Wi-Fi network of a site on one controlling device: the panel's settings, and the device's. */
export const wifiSetting = z.extend(network, {
  id: id(),
  site_id: id(),
  company_id: id(),
  hardware_id: id(),
  hardware_name: z.string(),
  stack: z.enum(wifiStacks),
  has_passphrase: z.boolean(),
  /** Wi-Fi system of the controlling device; `local`: radios of the device itself, without a controller. */
  controller_status: z.enum(['enabled', 'disabled', 'local', 'unread']),
  /** The values that `encryption` may have here. */
  encryption_options: z.array(z.enum(encryptions)),
  state: z.enum(wantedStates),
  differences: z.array(difference),
  actual: z.nullable(actualNetwork),
  /** Access points that broadcast it, and devices registered at them, as of the last reading. */
  access_points: z.int(),
  clients: z.int(),
  read_at: z.nullable(time()),
  pushed_at: z.nullable(time()),
  last_command: lastCommand,
  version: z.int(),
})
export type WifiSetting = z.infer<typeof wifiSetting>

/** A device of a site that controls Wi-Fi, or has radios of its own, as of its last reading. */
export const wifiController = z.object({
  hardware_id: id(),
  hardware_name: z.string(),
  stack: z.enum(wifiStacks),
  /** Null for radios without a controller. */
  is_enabled: z.nullable(z.boolean()),
  /** Managed devices, radios, and their access points: everything that a write affects. */
  remote_caps: z.int(),
  radios: z.int(),
  access_points: z.int(),
  clients: z.int(),
  bands: z.array(z.enum(wifiBands)),
  encryption_options: z.array(z.enum(encryptions)),
  /** Fields that entries of access control may have here. */
  can_private_passphrase: z.boolean(),
  can_rate: z.boolean(),
  can_days: z.boolean(),
  is_online: z.nullable(z.boolean()),
  read_at: z.nullable(time()),
})
export type WifiController = z.infer<typeof wifiController>

/** A network on a device that is not in the panel yet. */
export const foundNetwork = z.extend(actualNetwork, {
  hardware_id: id(),
  hardware_name: z.string(),
  stack: z.enum(wifiStacks),
  /** Name of the profile or interface on the device: the value of `adopt` in a store. */
  profile: z.string(),
  has_passphrase: z.boolean(),
  access_points: z.int(),
})
export type FoundNetwork = z.infer<typeof foundNetwork>

export const accessPoint = z.object({
  id: deviceRowId(),
  hardware_id: id(),
  hardware_name: z.string(),
  stack: z.enum(wifiStacks),
  name: z.string(),
  /** `radio`: an interface that is a radio; `virtual`: an additional network on a radio. */
  kind: z.enum(['radio', 'virtual']),
  master: z.nullable(z.string()),
  ssid: z.nullable(z.string()),
  mac: z.nullable(z.string()),
  radio_mac: z.nullable(z.string()),
  /** Identity of the device that carries the radio; null: the controlling device itself. */
  cap: z.nullable(z.string()),
  /** That device in the panel, if it was identified by MAC address or serial number. */
  cap_hardware_id: z.nullable(id()),
  cap_version: z.nullable(z.string()),
  band: z.nullable(z.enum(wifiBands)),
  /** As the device reports it: `5180/ax/Ceee`. */
  channel: z.nullable(z.string()),
  frequency: z.nullable(z.int()),
  channel_width: z.nullable(z.int()),
  /** dBm */
  tx_power: z.nullable(z.int()),
  clients: z.int(),
  state: z.enum(['running', 'idle', 'disabled', 'inactive', 'unknown']),
  /** Status text of the device, if any. */
  detail: z.nullable(z.string()),
  is_enabled: z.boolean(),
  /** Dynamic: the controller creates it while the radio is connected; it cannot be changed itself. */
  dynamic: z.boolean(),
  /** Another device controls it: it has to be changed there. */
  controlled_elsewhere: z.boolean(),
  comment: z.nullable(z.string()),
  setting_id: z.nullable(id()),
  /** Changes with the editable fields: name, comment, channel, power, enabled. */
  version: z.string(),
  read_at: time(),
})
export type AccessPoint = z.infer<typeof accessPoint>

export const registration = z.object({
  id: deviceRowId(),
  hardware_id: id(),
  hardware_name: z.string(),
  interface: z.string(),
  /** Identity of the device that carries the radio, else the controlling device. */
  access_point: z.string(),
  ssid: z.nullable(z.string()),
  mac: z.string(),
  /** Manufacturer by MAC prefix; `random`: a private address without a known manufacturer. */
  vendor: z.nullable(z.string()),
  /** From access control, a reservation's comment, or its DHCP host name. */
  name: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** dBm */
  signal: z.nullable(z.int()),
  grade: z.enum(signalGrades),
  band: z.nullable(z.enum(wifiBands)),
  /** Mbit/s from the access point's view: received from and sent to the client. */
  rx_rate: z.nullable(z.number()),
  tx_rate: z.nullable(z.number()),
  rx_bytes: z.nullable(z.number()),
  tx_bytes: z.nullable(z.number()),
  authorized: z.boolean(),
  vlan_id: z.nullable(z.int()),
  since: z.nullable(time()),
  /** The result of the site's access control for it. */
  access: z.nullable(z.enum(accessActions)),
  access_control_id: z.nullable(id()),
  read_at: time(),
})
export type Registration = z.infer<typeof registration>

/** A command that a call has enqueued for a device. */
export const queuedOnDevice = z.extend(queuedCommand, { hardware_id: id(), hardware_name: z.string() })
export type QueuedOnDevice = z.infer<typeof queuedOnDevice>
