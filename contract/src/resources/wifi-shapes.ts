import * as z from 'zod/mini'
import { issue, replyMessage } from '../errors.ts'
import { countryCode, type FieldMeta, id, integer, requiredLine, time } from '../fields.ts'
import { secretProblem } from '../text-rules.ts'
import { sample } from './control-shapes.ts'
import { queuedCommand } from './device-command.ts'
import { commandStates, signalGrades, wifiStacks } from './device-enums.ts'
import { accessActions, channelWidths, encryptions, wantedStates, weekDays, wifiBands } from './wifi-enums.ts'

/**
 * A row of a device in lists of a whole site, where two devices may give the same id, and two Wi-Fi systems of one: the
 * device's and its own, `7*5`, with a letter for the old system's controller (`7*5.c`) and radios (`7*5.w`).
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

/** When something holds, by the router's own clock. From later than until: over midnight. */
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

/** 8 to 63 printable ASCII characters: IEEE 802.11i, annex H.4 (the 64 digits of a raw key are none). */
export const passphrase = () =>
  z
    .string()
    .check(z.minLength(8), z.maxLength(63), z.regex(/^[\u0020-\u007e]*$/, issue('field.ascii')))
    .register(z.globalRegistry, { 'x-secret': true, 'x-sample': 'eight-or-more' } as FieldMeta)

/** Escapes stand for one byte each, and so does every sign that is not escaped. */
// Half of a surrogate pair, which can't be encoded, is rejected as such (`text-rules.ts`).
const ssidBytes = (text: string) =>
  secretProblem(text) !== undefined || encodeURIComponent(text).replaceAll(/%../g, '_').length <= 32

export const vlanId = () => integer(1, 4094)

/** What is wanted of a Wi-Fi network, without its passphrase. */
export const wifiNetworkFields = {
  /** 1 to 32 bytes of UTF-8 (IEEE 802.11, 9.4.2.2). */
  ssid: requiredLine(32).check(z.refine(ssidBytes, issue('field.max_octets', { max: 32 }))),
  is_enabled: z.boolean(),
  hidden: z.boolean(),
  encryption: z.enum(encryptions),
  /** Empty: all that the radios have. */
  bands: z
    .array(z.enum(wifiBands))
    .check(z.refine((list) => new Set(list).size === list.length, issue('field.duplicate'))),
  /** Widest channel, MHz; null: as the radios like. */
  channel_width: z.nullable(z.union(channelWidths.map((width) => z.literal(width)))),
  /** Centre frequencies to choose from, MHz; empty: as the radios like. */
  frequencies: z.array(integer(2400, 7125)).check(z.maxLength(32)),
  /** ISO 3166-1 alpha-2; null: as the device has it. */
  country: z.nullable(countryCode()),
  /** Untagged where null. */
  vlan_id: z.nullable(vlanId()),
  /** Its clients do not reach each other. */
  client_isolation: z.boolean(),
  /** For visitors: `schedule` bounds when it may be joined. */
  is_guest: z.boolean(),
  schedule: z.nullable(schedule()),
}
const network = z.object(wifiNetworkFields)
export type WifiNetwork = z.infer<typeof network>

/** As a device has it: what it says of a network, where it has words that the panel lacks `encryption` is null. */
export const actualNetwork = z.extend(network, {
  encryption: z.nullable(z.enum(encryptions)),
  /** Its passphrase is the wanted one; null: the device does not show it, or none is needed. */
  passphrase_same: z.nullable(z.boolean()),
})

/** A field in which a device differs from what is wanted, both as text for people; a passphrase as dots. */
export const difference = z.object({
  field: z.string(),
  wanted: z.nullable(z.string()),
  actual: z.nullable(z.string()),
})
export type Difference = z.infer<typeof difference>

const lastCommand = z.nullable(
  z.object({ id: id(), state: z.enum(commandStates), verb: z.string(), detail: z.nullable(replyMessage()) }),
)

/** A Wi-Fi network of a site on one controlling device: what is wanted, and what the device has. */
export const wifiSetting = z.extend(network, {
  id: id(),
  site_id: id(),
  company_id: id(),
  hardware_id: id(),
  hardware_name: z.string(),
  stack: z.enum(wifiStacks),
  has_passphrase: z.boolean(),
  /** Of the device that controls it; `local`: radios of the device itself, without a controller. */
  controller_status: z.enum(['enabled', 'disabled', 'local', 'unread']),
  /** What `encryption` may be here. */
  encryption_options: z.array(z.enum(encryptions)),
  state: z.enum(wantedStates),
  differences: z.array(difference),
  actual: z.nullable(actualNetwork),
  /** Access points that send it, and devices registered there, as of the last reading. */
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
  /** Null of radios without a controller. */
  is_enabled: z.nullable(z.boolean()),
  /** Devices under it, radios, and access points that they make: what a write to it reaches. */
  remote_caps: z.int(),
  radios: z.int(),
  access_points: z.int(),
  clients: z.int(),
  bands: z.array(z.enum(wifiBands)),
  encryption_options: z.array(z.enum(encryptions)),
  /** What entries of access control may hold here. */
  can_private_passphrase: z.boolean(),
  can_rate: z.boolean(),
  can_days: z.boolean(),
  is_online: z.nullable(z.boolean()),
  read_at: z.nullable(time()),
})
export type WifiController = z.infer<typeof wifiController>

/** A network that a device has and the panel does not keep yet. */
export const foundNetwork = z.extend(actualNetwork, {
  hardware_id: id(),
  hardware_name: z.string(),
  stack: z.enum(wifiStacks),
  /** Name of the profile, or of the interface, on the device: what `adopt` of a store names. */
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
  /** `radio`: an interface that is a radio; `virtual`: another network on top of one. */
  kind: z.enum(['radio', 'virtual']),
  master: z.nullable(z.string()),
  ssid: z.nullable(z.string()),
  mac: z.nullable(z.string()),
  radio_mac: z.nullable(z.string()),
  /** Identity of the device that carries the radio; null: the controlling device itself. */
  cap: z.nullable(z.string()),
  /** That device in the panel, where it was recognised by MAC address or serial number. */
  cap_hardware_id: z.nullable(id()),
  cap_version: z.nullable(z.string()),
  band: z.nullable(z.enum(wifiBands)),
  /** As the device says it: `5180/ax/Ceee`. */
  channel: z.nullable(z.string()),
  frequency: z.nullable(z.int()),
  channel_width: z.nullable(z.int()),
  /** dBm */
  tx_power: z.nullable(z.int()),
  clients: z.int(),
  state: z.enum(['running', 'idle', 'disabled', 'inactive', 'unknown']),
  /** In the device's words, where it has any. */
  detail: z.nullable(z.string()),
  is_enabled: z.boolean(),
  /** Made by the controller for as long as the radio is there: it takes no change by itself. */
  dynamic: z.boolean(),
  /** Another device controls it: it is changed there. */
  controlled_elsewhere: z.boolean(),
  comment: z.nullable(z.string()),
  setting_id: z.nullable(id()),
  /** Changes with what may be changed here: name, comment, channel, power, on or off. */
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
  /** Maker by MAC prefix; `random`: a private address, of which no maker is known. */
  vendor: z.nullable(z.string()),
  /** From access control, a reservation's comment, or what it calls itself to DHCP. */
  name: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** dBm */
  signal: z.nullable(z.int()),
  grade: z.enum(signalGrades),
  band: z.nullable(z.enum(wifiBands)),
  /** Mbit/s, from the device's view of the air: what it receives from and sends to the client. */
  rx_rate: z.nullable(z.number()),
  tx_rate: z.nullable(z.number()),
  rx_bytes: z.nullable(z.number()),
  tx_bytes: z.nullable(z.number()),
  authorized: z.boolean(),
  vlan_id: z.nullable(z.int()),
  since: z.nullable(time()),
  /** What access control of the site says of it. */
  access: z.nullable(z.enum(accessActions)),
  access_control_id: z.nullable(id()),
  read_at: time(),
})
export type Registration = z.infer<typeof registration>

/** A command that a call has asked a device for. */
export const queuedOnDevice = z.extend(queuedCommand, { hardware_id: id(), hardware_name: z.string() })
export type QueuedOnDevice = z.infer<typeof queuedOnDevice>
