/** Reasons about tools of a device, and about its command line. */
export interface ToolReasons {
  'tool.host_format': {}
  'tool.device_busy': { max: number }
  'tool.user_busy': { max: number }
  'tool.company_busy': { max: number }
  'tool.confirmation_required': {}
  'tool.not_running': {}
  /** The port may lead to the panel or to another network: a cable test would interrupt it. */
  'tool.uplink_port': { port: string }
  'tool.port_unknown': { port: string }
  'tool.not_on_device': {}
  'tool.stopped': { by: string }
  /** No browser has read the rows for a while. */
  'tool.unwatched': {}
  'tool.interrupted': {}
  'tool.ping_ended': { sent: number; received: number }
  'tool.trace_ended': { hops: number }
  'tool.resolved': { address: string }
  'tool.rows_read': { rows: number }
  'tool.packet_sent': { mac: string }
  'tool.time_limit': { seconds: number }
  /** The line is not a path, a command and `name=value` pairs. */
  'console.syntax': {}
  /** Brackets, variables and several commands in one line. */
  'console.script': {}
  'console.not_reading': { command: string }
  'console.not_writing': { command: string }
  /** Users, scripts, packages and files are not changed from the command line. */
  'console.menu_protected': { menu: string }
  /** The value of the property is a script, which could run any command. */
  'console.property_protected': { property: string }
  /** A condition on a secret would tell whether a guess is right. */
  'console.secret_condition': { property: string }
  'console.operator': { operator: string }
  'console.row_required': {}
  'console.no_row': {}
  'console.too_many_rows': { rows: number; max: number }
  'console.values_required': {}
}
