import type { ToolReasons } from '../../reasons/tool.ts'
import { texts } from '../texts.ts'

export const tool = texts<ToolReasons>()({
  'tool.host_format': 'Enter an IP address or a host name.',
  'tool.device_busy': 'At most {max} tools run on a device at the same time. Stop one of them first.',
  'tool.user_busy': 'You can run at most {max} tools at the same time. Stop one of them first.',
  'tool.company_busy': 'At most {max} tools run on the devices of a company at the same time. Try again shortly.',
  'tool.confirmation_required': 'Confirm that this tool may interrupt the service.',
  'tool.not_running': 'This run has ended.',
  'tool.uplink_port':
    'The cable of {port} was not tested: the port may lead to the panel or to another network, which the test would interrupt.',
  'tool.port_unknown': 'The device has no Ethernet port {port}.',
  'tool.not_on_device': 'The device does not have this tool. It depends on the model, the version and the packages.',
  'tool.stopped': 'Stopped by {by}.',
  'tool.unwatched': 'Stopped, because no one was reading the results.',
  'tool.interrupted': 'The panel was interrupted. The device ended the tool.',
  'tool.ping_ended': '{received} of {sent} packets returned.',
  'tool.trace_ended': { by: 'hops', one: 'One hop.', other: '{hops} hops.' },
  'tool.resolved': 'Resolved to {address}.',
  'tool.rows_read': { by: 'rows', one: 'One result.', other: '{rows} results.' },
  'tool.packet_sent': 'The magic packet was sent to {mac}.',
  'tool.time_limit': 'The device did not finish within {seconds} seconds.',
  'console.syntax': 'Enter a menu, a command and values: /ip/address/print where interface=ether1',
  'console.script': 'Scripts are not run here: no brackets, braces, variables or semicolons outside of quotes.',
  'console.not_reading':
    '“{command}” is not a command that reads. These are: print, get, monitor, monitor-traffic and export.',
  'console.not_writing':
    '“{command}” is not a command that changes rows. These are: add, set, remove, enable and disable.',
  'console.menu_protected': '/{menu} is not changed from the command line of the panel.',
  'console.property_protected':
    'The value of {property} is a script and is not written from the command line of the panel.',
  'console.secret_condition': '{property} is a secret, so rows can’t be searched by it.',
  'console.operator': '“{operator}” can’t be used in a condition here, only “=”.',
  'console.row_required': 'Name the row by its id or name, or by [find name=value].',
  'console.no_row': 'The device has no such row.',
  'console.too_many_rows': '{rows} rows match, at most {max} are changed at once.',
  'console.values_required': 'Enter at least one value to write.',
})
