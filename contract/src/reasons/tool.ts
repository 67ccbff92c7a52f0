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
}
