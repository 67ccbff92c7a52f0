import type { RolloutReasons } from '../../reasons/rollout.ts'
import { texts } from '../texts.ts'

export const rollout = texts<RolloutReasons>()({
  'rollout.version_format': 'Enter a RouterOS version such as 7.20.4.',
  'rollout.version_older': 'This version is older than {installed}, which {device} runs. Choose a newer version.',
  'rollout.window_never': 'This window never opens: it starts and ends at the same time.',
  'rollout.device_not_managed':
    '{device} has no management address or user. Add them, or remove it from the selection.',
  'rollout.device_busy': '{device} is part of the rollout {rollout}, which has not ended.',
  'rollout.nothing_planned': 'No device of this rollout can be upgraded.',
  'rollout.wrong_state': 'The rollout is in another state now. Reload the page.',
  'rollout.device_wrong_state': 'The device is in another state now. Reload the page.',
  'rollout.too_many_failures':
    'Stopped after {failures} failures. No further device starts until you resume the rollout.',
  'rollout.offered_other': 'The device is offered {offered} instead of {planned}. Nothing was changed.',
  'rollout.offered_older': 'The device is offered {offered}, which is older than the installed {installed}.',
  'rollout.below_factory': 'The device is offered {offered}, but accepts nothing older than {factory}.',
  'rollout.low_space': 'Not enough free space: {free} bytes, the packages need {needed}.',
  'rollout.low_voltage': 'The supply voltage is {voltage} V, below the minimum of {min} V.',
  'rollout.not_in_plan': 'The device is offered {offered}, which no other device of this rollout is upgraded to.',
  'rollout.check_failed': 'The device could not check for updates: {status}',
  'rollout.check_timeout': 'The device did not finish its check for updates within {seconds} seconds.',
  'rollout.download_failed': 'The device could not download the packages: {status}',
  'rollout.waits_for_device': 'Unreachable. It is upgraded when it returns. {cause}',
  'rollout.waits_for_window': 'Waits for the maintenance window of its site.',
  'rollout.not_back':
    'The device did not return within {minutes} minutes after its restart. It is checked when it returns.',
  'rollout.not_installed': 'The device restarted, but still runs {version}. Its log has the cause.',
  'rollout.other_version': 'The device runs {version} instead of {planned}.',
  'rollout.never_returned': 'The device did not return within {days} days.',
  'rollout.gave_up': 'The panel gave up after {attempts} attempts.',
  'rollout.firmware_failed': 'RouterBOOT is {current} after the restart instead of {wanted}.',
  'rollout.firmware_not_written': 'The device did not confirm that RouterBOOT was written.',
  'rollout.changed_by_other': 'The device already runs {version}. The panel did not restart it.',
  'rollout.interfaces_down': 'Interfaces that no longer run: {interfaces}.',
  'rollout.sessions_fewer': 'PPP sessions: {before} before, {after} after.',
  'rollout.clients_fewer': 'DHCP clients: {before} before, {after} after.',
  'rollout.configuration_changed': 'Configuration: {added} lines added, {removed} removed.',
})
