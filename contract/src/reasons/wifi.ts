import type { AnyMessage } from '../any-message.ts'
import type { Encryption, WifiBand } from '../resources/wifi-enums.ts'

type Notes = readonly AnyMessage[]
type WifiStack = 'caps-man' | 'wifi-capsman' | 'local-wireless' | 'local-wifi'

/** Reasons about Wi-Fi networks, access points and access lists. */
export interface WifiReasons {
  /** HH:MM */
  'wifi.time_format': {}
  'wifi.hours_empty': {}
  'wifi.hours_for_guests': {}
  'wifi.days_unsupported': {}
  'wifi.encryption_unsupported': { encryption: Encryption; supported: readonly Encryption[] }
  'wifi.encryption_6ghz': {}
  /** The device uses an encryption that the panel does not support. */
  'wifi.encryption_unknown': {}
  'wifi.passphrase_required': {}
  'wifi.passphrase_not_used': {}
  'wifi.band_unsupported': { band: WifiBand }
  'wifi.band_forbidden': { band: WifiBand; country: string }
  /** Frequencies are centres in MHz. */
  'wifi.frequency_outside_wifi': { frequency: number }
  'wifi.frequency_outside_bands': { frequency: number; band: WifiBand }
  'wifi.frequency_forbidden': { frequency: number; country: string }
  'wifi.frequency_unsupported': { frequency: number }
  'wifi.country_unsupported': { country: string }
  'wifi.width_2ghz': {}
  'wifi.width_required': {}
  /** `width` in MHz: the maximum channel width of a configuration for several bands. */
  'wifi.width_needs_one_band': { name: string; width: number }
  'wifi.ssid_taken': {}
  'wifi.ssid_on_device': {}
  'wifi.ssid_unreadable': {}
  'wifi.already_managed': {}
  'wifi.not_on_device': {}
  'wifi.not_read': { name: string }
  'wifi.device_elsewhere': {}
  'wifi.disabled': {}
  'wifi.stack_missing': {}
  /** The device has several Wi-Fi systems, and the request does not specify one. */
  'wifi.stack_required': {}
  'wifi.no_controller': { name: string }
  'wifi.controller_state': { enabled: boolean }
  'wifi.controlled_elsewhere': { name: string }
  'wifi.action_unknown': { action: string }

  'wifi.rows_changed': { names: readonly string[] }
  'wifi.access_point_not_at_site': {}
  'wifi.client_gone': {}
  'wifi.access_point_gone': { id: string }
  'wifi.access_point_disconnected': { name: string }
  'wifi.access_point_dynamic': { name: string }
  'wifi.access_point_name_taken': {}
  'wifi.name_for_one': {}
  'wifi.access_point_virtual': { name: string }
  'wifi.access_point_band': { name: string; band: WifiBand }
  /** The call is for access points of the other Wi-Fi system. */
  'wifi.access_point_stack': { name: string; stack: WifiStack }
  'wifi.no_connected_access_points': {}

  /** `notes`: what differs, and further notes. */
  'wifi.rejected': { text: string; notes: Notes }
  'wifi.not_converged': { notes: Notes }
  'wifi.connection_lost': { cause: AnyMessage; notes: Notes }
  'wifi.last_seen': { notes: Notes }
  /** Null: not set. */
  'wifi.field_differs': { field: string; wanted: string | null; actual: string | null }
  'wifi.still_on_device': { name: string }
  'wifi.radios_missing': { radios: number }
  'wifi.rules_differ': { rules: number }
  'wifi.shares_radio': {}
  'wifi.shares_channels': {}
  'wifi.carries_other': { other: string }
  'wifi.access_points_dynamic': {}
  'wifi.access_points_need_provisioning': { access_points: number; band: WifiBand }
  'wifi.main_of_rule': {}
  'wifi.main_of_radio': { radio: string }
  'wifi.rule_covers_bands': { bands: readonly WifiBand[] }
  'wifi.rule_left': {}
  'wifi.rule_created': {}
  'wifi.gone_with_provisioning': {}
  'wifi.radio_disabled': {}
  'wifi.passphrase_unverified': {}
  'wifi.passphrase_hidden': {}

  'wifi.provision_lost': { cause: AnyMessage }
  'wifi.provision_unverified': { notes: Notes }
  'wifi.radios_without_access_point': { radios: readonly string[]; notes: Notes }
  'wifi.access_points': { before: number; now: number }
  'wifi.ports_updated': { ports: number }
  'wifi.access_rows_updated': { rows: number }
  'wifi.references_lost': { names: readonly string[] }

  'access_list.mac_taken': { name: string }
  'access_list.hours_taken': { name: string }
  'access_list.hides_others': {}
  'access_list.hidden_by': { name: string }
  'access_list.only_allowed': {}
  'access_list.row_of_site': {}
  'access_list.row_of_network': {}
  'access_list.over_midnight': {}
  'access_list.condition_unsupported': {}
  'access_list.radius_unsupported': {}
  'access_list.signal_order': {}
  'access_list.panel_rows_first': {}
  /** The encryption key of the passphrases is missing. */
  'access_list.passphrases_lost': { names: readonly string[] }
  'access_list.differs': { rows: number; notes: Notes }
  'access_list.rejected': { notes: Notes }
  'access_list.row_rejected': { name: string; text: string }
  'access_list.row_missing': { name: string }
  'access_list.row_differs': { name: string; fields: readonly string[] }
  'access_list.row_not_removed': { name: string }
  'access_list.fields_left_out': { name: string; fields: readonly string[] }
  'access_list.more': { rows: number }
  'access_list.disconnected': { devices: number }
  'access_list.still_registered': { macs: readonly string[] }
  'access_list.not_disconnected': { text: string }
}
