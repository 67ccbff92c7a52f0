import type { AnyMessage } from '../any-message.ts'

/** Reasons about upgrades of devices in waves. */
export interface RolloutReasons {
  'rollout.version_format': {}
  /** The version is older than the installed one of a device. */
  'rollout.version_older': { device: string; installed: string }
  'rollout.window_never': {}
  'rollout.device_not_managed': { device: string }
  'rollout.device_busy': { device: string; rollout: string }
  'rollout.nothing_planned': {}
  /** The state of the rollout does not allow the action. */
  /** Every device of the rollout has succeeded, is in the trash, or is part of another one. */
  'rollout.nothing_to_repeat': {}
  'rollout.wrong_state': {}
  'rollout.device_wrong_state': {}
  /** Why it stopped. */
  'rollout.too_many_failures': { failures: number }
  /** Why a device is held. */
  'rollout.offered_other': { offered: string; planned: string }
  'rollout.offered_older': { offered: string; installed: string }
  'rollout.below_factory': { offered: string; factory: string }
  'rollout.low_space': { free: number; needed: number }
  'rollout.low_voltage': { voltage: number; min: number }
  'rollout.not_in_plan': { offered: string }
  'rollout.check_failed': { status: string }
  'rollout.check_timeout': { seconds: number }
  'rollout.download_failed': { status: string }
  'rollout.waits_for_device': { cause: AnyMessage }
  'rollout.waits_for_window': {}
  'rollout.not_back': { minutes: number }
  'rollout.not_installed': { version: string }
  'rollout.other_version': { version: string; planned: string }
  'rollout.never_returned': { days: number }
  'rollout.gave_up': { attempts: number }
  'rollout.firmware_failed': { current: string; wanted: string }
  'rollout.firmware_not_written': {}
  'rollout.changed_by_other': { version: string }
  /** Differences between the facts before and after an upgrade. */
  'rollout.interfaces_down': { interfaces: string }
  'rollout.sessions_fewer': { before: number; after: number }
  'rollout.clients_fewer': { before: number; after: number }
  'rollout.configuration_changed': { added: number; removed: number }
  /** Uploaded packages that the device needs are not installed. */
  'rollout.packages_missing_after': { packages: string }
  /** Uploaded packages. */
  'npk.format': {}
  'npk.damaged': {}
  /** Neither the header nor the name of the file says what it is. */
  'npk.unknown': {}
  /** The name of the file contradicts its header. */
  'npk.name_differs': { found: string }
  'npk.exists_as': { name: string }
  /** Another file for the same package, version and architecture. */
  'npk.other_content': { name: string }
  'npk.per_company': { megabytes: number }
  'npk.in_use': { rollout: string }
  /** Why a device cannot get an uploaded version. */
  'rollout.no_packages': { version: string }
  'rollout.package_missing': { device: string; packages: string }
  'rollout.packages_missing': { packages: string }
  'rollout.architecture_unknown': { architecture: string }
  'rollout.version_step': { device: string; step: string }
  'rollout.step_first': { step: string }
  'rollout.wifi_package': { device: string }
  'rollout.wifi_package_unknown': {}
  'rollout.device_below_factory': { device: string; factory: string }
  'rollout.installed_newer': { installed: string; planned: string }
  'rollout.fetch_failed': { file: string; cause: AnyMessage }
  'rollout.file_differs': { file: string }
  /** The filter of a change matches other devices than at its planning. */
  'rollout.selection_changed': { added: number; removed: number }
  'change.name_format': {}
  'change.host_format': {}
  /** Two items about the same. */
  'change.duplicate': {}
  /** Why a device is held. */
  'change.menu_missing': { menu: string }
  'change.row_ambiguous': { menu: string; row: string }
  'change.row_built_in': { menu: string; row: string }
  'change.value_missing': { menu: string; row: string; fields: string }
  'change.ntp_two_addresses': {}
  'change.own_user': { name: string }
  'change.own_service': { service: string }
  'change.changed_since_plan': { cause: AnyMessage }
  /** Texts of templates. */
  'template.secret_is_variable': {}
  'template.variable_format': {}
  'template.variable_name': {}
  'template.variable_built_in': { name: string }
  'template.one_level': {}
  'template.not_for_device': { device: string }
  'template.drift_gone': {}
  /** Why a device cannot be compared with its templates, or gets none. */
  'template.variables_missing': { variables: string }
  'template.secret_in_plain': { variable: string; template: string }
  'template.secret_of_above': { variable: string; template: string }
  'template.value_invalid': { template: string; field: string }
  'template.devices_lack_variables': { variables: string; devices: string }
}
