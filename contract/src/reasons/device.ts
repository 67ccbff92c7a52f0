import type { AnyMessage } from '../any-message.ts'
import type { CommandState } from '../resources/device-enums.ts'

/** What interrupted a command between sending and reading back. */
export type Interruption = 'connection' | 'worker'

/** Settings of a router's DNS, of which a command may change some. */
export type DnsSetting =
  | 'servers'
  | 'allow_remote_requests'
  | 'cache_size_kib'
  | 'cache_max_ttl_seconds'
  | 'use_doh_server'
  | 'verify_doh_cert'

/** What a row of a Wi-Fi access list does with the clients that match it. */
export type AccessRowAction = 'accept' | 'reject' | 'query-radius'

type Notes = readonly AnyMessage[]

/** Reasons about devices, their connections and commands. */
export interface DeviceReasons {
  'device.no_answer': {}
  'device.timeout': {}
  'device.connection_closed': {}
  'device.not_routeros': {}
  /** The device lists fewer rows of a menu than it counts: the reading is incomplete. */
  'device.rows_missing': { listed: number; counted: number }
  /** Tenants do not learn whether the host is down or not RouterOS. */
  'device.no_routeros_reached': {}
  'device.login_failed': {}
  /** The login failed a moment ago: the panel delays the next attempt. */
  'device.login_paused': {}
  'device.password_required': {}
  'device.certificate_changed': {}
  'device.certificate_unchanged': {}
  /** The certificate differs from the one that the request accepts. */
  'device.certificate_changed_again': {}
  /** The backup of this version needs SSH: its service is disabled, or its port unknown. */
  'device.ssh_disabled': {}
  'device.ssh_no_answer': {}
  'device.ssh_login_failed': {}
  'device.ssh_key_changed': {}
  'device.ssh_key_unchanged': {}
  /** The host key differs from the one that the request accepts. */
  'device.ssh_key_changed_again': {}
  'device.ssh_failed': {}
  'device.fingerprint_format': {}
  'device.other_serial_number': { serial_number: string; expected: string }
  'device.not_managed': {}
  'device.panel_stopping': {}
  'device.queue_full': { max: number }
  'device.address_format': {}
  'device.name_unknown': { name: string }
  'device.name_without_address': { name: string }
  'device.port_blocked': { port: number }
  'device.address_blocked': { address: string }
  'device.name_blocked': { name: string; address: string }
  'device.address_not_allowed': {}
  /** A private address (RFC 1918, RFC 4193, RFC 6598) of a network that is not allotted to the company. */
  'device.address_private': { address: string }
  'device.name_private': { name: string; address: string }
  'device.row_id_format': {}
  'device.row_before_itself': {}
  'device.uplink_to_itself': {}
  /** Comments with this prefix are reserved: they mark rows of the panel. */
  'device.comment_reserved': {}
  'device.seen_format': {}
  'device.no_change': {}
  'device.tunnel_down': {}
  'device.tunnel_dialup_required': {}
  'device.tunnel_dialup_inactive': {}
  'device.tunnel_no_nas': {}
  /** The backup is from a device with another board name. */
  'backup.other_board': { board: string; expected: string }
  /** The login of the panel could not read the secrets, without which a restore would remove them. */
  'backup.without_secrets': {}
  /** A newer configuration of the device has been stored. */
  'backup.not_current': {}
  /** The device to restore has no backup of its own, with which the other one is compared. */
  'backup.device_has_none': {}
  'backup.nothing_to_restore': {}
  'backup.file_missing': {}
  /** A binary backup is loaded only on the device that saved it. */
  'backup.other_serial': { serial_number: string; expected: string }
  'backup.serial_unknown': {}
  /** The confirmation names another serial number than that of the device. */
  'backup.serial_not_repeated': {}

  'command.not_queued': { state: CommandState }
  'command.cancelled': { by: string }
  'command.not_started': {}
  'command.gave_up': { attempts: number }
  'command.gave_up_checking': { attempts: number }
  'command.changed_meanwhile': { notes: Notes }
  'command.field_changed': { field: string; seen: string; now: string }
  'command.row_gone': { id: string }
  'command.menu_missing': { menu: string }
  'command.no_effect': {}
  /** `notes`: what differs. */
  'command.not_applied': { notes: Notes }
  'command.partly_applied': { notes: Notes }
  'command.field_differs': { field: string; actual: string; wanted: string }
  'command.secret_differs': { field: string }
  'command.row_not_added': {}
  'command.row_not_removed': {}
  'command.row_not_moved': {}
  'command.row_ambiguous': {}
  /** `steps` of the change succeeded before one failed. */
  'command.partly_done': { cause: AnyMessage; steps: number }
  'command.unverifiable': { after: Interruption }
  /** The device was read after the command. */
  'command.checked': { after: Interruption; cause: AnyMessage }
  'command.unchecked': { after: Interruption; cause: AnyMessage }
  'command.no_new_connection': {}
  'command.rollback_not_armed': { cause: AnyMessage; notes: Notes }
  'command.rollback_not_stored': {}
  /** Device-mode forbids scheduler entries, and a background job ends with its connection. */
  'command.rollback_not_permitted': {}
  'command.rollback_lost': { notes: Notes }
  'command.may_restart': {}
  'command.rolled_back': { cause: AnyMessage }
  /** The router restored a backup, since a script could not revert the change. */
  'command.backup_loaded': { cause: AnyMessage }
  'command.rollback_pending': { cause: AnyMessage }
  'command.silent_since': { cause: AnyMessage }
  /** After a rollback was due, the device has neither the new nor the previous values. */
  'command.found_otherwise': { cause: AnyMessage; found: AnyMessage }
  /** Another configuration than the one that the user compared with. */
  'command.configuration_changed': {}
  /** Rows that the router does not find exactly once. */
  'command.rows_not_found': { notes: Notes }
  'command.restore_incomplete': { notes: Notes }
  'command.backup_missing': {}
  /** The device at the address is not the one that saved the binary backup. */
  'command.backup_of_other': { backup: string; device: string }
  'command.backup_not_uploaded': { cause: AnyMessage }
  'command.backup_not_loaded': { cause: AnyMessage }
  /** The device has restarted with a backup; `notes`: what differs, and what is missing. */
  'command.load_differs': { notes: Notes }
  'command.loaded': { notes: Notes }
  'command.load_unread': { cause: AnyMessage }
  'command.certificates_missing': { names: readonly string[] }
  'command.not_restarted': {}
  'command.not_back': {}
  'command.restart_unproven': {}
  'command.download_expired': {}
  'command.download_interrupted': {}
  'command.download_lost': { cause: AnyMessage }
  'command.file_missing': {}
  /** A branding package whose download was interrupted. */
  'command.package_missing': {}
  'command.package_not_installed': {}
  /** Several notes on a command that succeeded. */
  'command.notes': { notes: Notes }

  /** Notes of a command in its title: part of a sentence. */
  'command_note.vlan': { vlan: number; bridge: string }
  'command_note.power_cycle': { seconds: number }
  'command_note.bridge': { bridge: string }
  'command_note.no_bridge': {}
  'command_note.untagged': { vlan: number }
  'command_note.nothing_untagged': {}
  'command_note.tagged': { vlans: readonly number[] }
  'command_note.nothing_tagged': {}
  'command_note.switched': { on: boolean }
  'command_note.poe': { mode: string }
  'command_note.dns_setting': { setting: DnsSetting }
  'command_note.access': { action: AccessRowAction }
  'command_note.before': { rule: AnyMessage }
  'command_note.to_end': {}
  'command_note.outside_networks': {}
  'command_note.outside_dhcp_networks': {}
  'command_note.dropped_by': { rule: AnyMessage }
}
