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
})
