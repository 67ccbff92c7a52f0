import type { Reason } from '../errors.ts'

/** The device and the Wi-Fi system of a call. */
const deviceErrors: readonly Reason[] = ['wifi.device_elsewhere', 'wifi.not_read', 'wifi.stack_missing']
/** The controller of a device, by its last reading. */
const controllerConflicts: readonly Reason[] = ['wifi.no_controller', 'wifi.not_read', 'wifi.stack_missing']

const network: readonly Reason[] = [
  'field.country',
  'field.duplicate',
  'wifi.band_forbidden',
  'wifi.band_unsupported',
  'wifi.days_unsupported',
  'wifi.encryption_6ghz',
  'wifi.encryption_unsupported',
  'wifi.frequency_forbidden',
  'wifi.frequency_outside_bands',
  'wifi.frequency_outside_wifi',
  'wifi.hours_empty',
  'wifi.hours_for_guests',
  'wifi.passphrase_not_used',
  'wifi.passphrase_required',
  'wifi.ssid_on_device',
  'wifi.ssid_taken',
  'wifi.width_2ghz',
]

/** Networks of a site. */
export const wifiNetworkReasons = {
  store: { 422: [...deviceErrors, ...network, 'wifi.already_managed', 'wifi.not_on_device'] },
  update: { 422: network },
} as const

/** The controller of a network of the panel, and one that a call names. */
export const controllerReasons = {
  changeStatus: { 409: controllerConflicts },
  provision: { 409: controllerConflicts, 422: ['wifi.access_point_gone'] },
  changeNamed: { 409: controllerConflicts, 422: deviceErrors },
  provisionNamed: { 409: controllerConflicts, 422: [...deviceErrors, 'wifi.access_point_gone'] },
} as const

const selection: readonly Reason[] = [
  'wifi.access_point_dynamic',
  'wifi.access_point_not_at_site',
  'wifi.controlled_elsewhere',
]

export const accessPointReasons = {
  update: {
    409: ['wifi.rows_changed'],
    422: [
      ...selection,
      'device.no_change',
      'wifi.access_point_band',
      'wifi.access_point_name_taken',
      'wifi.access_point_stack',
      'wifi.access_point_virtual',
      'wifi.frequency_forbidden',
      'wifi.frequency_outside_wifi',
      'wifi.name_for_one',
      'wifi.width_2ghz',
    ],
  },
  enable: { 409: ['wifi.rows_changed'], 422: selection },
} as const

const hours: readonly Reason[] = [
  'access_list.hidden_by',
  'access_list.hides_others',
  'access_list.hours_taken',
  'access_list.mac_taken',
]
const entry: readonly Reason[] = [
  ...hours,
  'access_list.only_allowed',
  'field.mac',
  'hardware.mac_group',
  'hardware.mac_zero',
]

/** Entries of access control. */
export const accessEntryReasons = { store: { 422: entry }, update: { 422: entry }, move: { 422: hours } } as const
