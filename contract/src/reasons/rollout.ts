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
}
