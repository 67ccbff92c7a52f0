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
  'rollout.nothing_to_repeat': 'No device of this rollout is left to be planned again.',
  'rollout.wrong_state': 'The rollout is in another state now. Reload the page.',
  'rollout.device_wrong_state': 'The device is in another state now. Reload the page.',
  'rollout.too_many_failures':
    'Stopped after {failures} failures. No further device starts until you resume the rollout.',
  'rollout.offered_other': 'The device is offered {offered} instead of {planned}. Nothing was changed.',
  'rollout.offered_older': 'The device is offered {offered}, which is older than the installed {installed}.',
  'rollout.below_factory': '{offered} is older than {factory}, the oldest version that the device accepts.',
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
  'rollout.packages_missing_after':
    'Packages that were not installed: {packages}. The log of the device has the cause.',
  'npk.format': 'Must be a RouterOS package (.npk). Extract ZIP archives first.',
  'npk.damaged': 'This package is incomplete or damaged. Download it again.',
  'npk.unknown': 'Name, version and architecture of this package are unknown. Upload it with its original file name.',
  'npk.name_differs':
    'The file name does not match the content, which is {found}. Upload it with its original file name.',
  'npk.exists_as': '{name} has already been uploaded.',
  'npk.other_content': 'Another file has already been uploaded as {name}. Delete it first.',
  'npk.per_company': 'The packages of a company may have {megabytes} MB together. Delete some first.',
  'npk.in_use': 'The rollout {rollout}, which has not ended, installs this version.',
  'rollout.no_packages': 'No package of version {version} has been uploaded.',
  'rollout.package_missing': '{device} needs {packages}. Upload them, or remove the device from the selection.',
  'rollout.packages_missing': 'Packages that have not been uploaded: {packages}. Nothing was changed.',
  'rollout.architecture_unknown': 'The panel does not know the architecture {architecture}.',
  'rollout.version_step': '{device} runs RouterOS 6. Upgrade it to {step} first.',
  'rollout.step_first': 'The device runs RouterOS 6. Upgrade it to {step} first.',
  'rollout.wifi_package':
    'The package wifiwave2 of {device} has several successors. Upgrade it with the offered version.',
  'rollout.wifi_package_unknown':
    'The installed package wifiwave2 has several successors. Upgrade the device with the offered version.',
  'rollout.device_below_factory': '{device} accepts nothing older than {factory}. Choose a newer version.',
  'rollout.installed_newer':
    'The device runs {installed}, which is newer than {planned}. The panel does not downgrade.',
  'rollout.fetch_failed': 'The device could not fetch {file} from the panel. {cause}',
  'rollout.file_differs': '{file} on the device differs from the uploaded package. It was removed.',
  'rollout.selection_changed':
    'The filter matches other devices now: {added} more, {removed} fewer. Plan again, or confirm that the planned devices are meant.',
  'change.name_format': 'Use letters, digits, spaces and _ . @ + - only.',
  'change.host_format': 'Enter an IPv4 address or a host name.',
  'change.duplicate': 'Another item changes the same. Remove one of them.',
  'change.menu_missing': 'The device does not have the menu {menu}. Nothing was changed.',
  'change.row_ambiguous': 'The device has several rows {row} in {menu}. Remove the duplicates first.',
  'change.row_built_in': 'The row {row} in {menu} belongs to RouterOS and cannot be removed.',
  'change.value_missing': 'The device has no row {row} in {menu} yet. To add it, enter: {fields}.',
  'change.ntp_two_addresses': 'RouterOS 6 takes at most two addresses of time servers. Use names for the others.',
  'change.own_user': 'The panel itself logs in as {name}.',
  'change.own_service':
    'The panel itself uses the service {service}. It cannot be disabled or moved to another port here.',
  'change.changed_since_plan': 'The device has changed since the plan. Plan it again. {cause}',
  'template.secret_is_variable': 'Enter a secret variable in double braces. Templates contain no passwords.',
  'template.variable_format': 'Write a variable as its name in double braces, with lower-case letters, digits and _.',
  'template.variable_name': 'Use lower-case letters, digits and _, starting with a letter, at most 40 characters.',
  'template.variable_built_in': 'The panel sets {name} itself. Use another name.',
  'template.one_level': 'Enter exactly one company, site or device.',
  'template.not_for_device':
    'The template is not for {device}: it belongs to another company, or has another type or tags.',
  'template.drift_gone': 'This difference no longer exists.',
  'template.variables_missing': 'Variables without a value: {variables}. Nothing was written.',
  'template.secret_in_plain':
    'The secret variable {variable} is in a setting of the template {template} that is not a password. Nothing was written.',
  'template.secret_of_above':
    'The secret variable {variable} belongs to a company above the one of the template {template}. Set a value of your own. Nothing was written.',
  'template.value_invalid':
    'With the values of this device, {field} of the template {template} is invalid. Nothing was written.',
  'template.devices_lack_variables': 'Variables without a value: {variables}. Devices that lack one: {devices}.',
})
