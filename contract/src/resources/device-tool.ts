import * as z from 'zod/mini'
import { data, endpoint, type ListDefinition } from '../endpoint.ts'
import { issue, replyMessage } from '../errors.ts'
import { type FieldMeta, id, integer, line, requiredLine, time } from '../fields.ts'
import { listQuery, page } from '../list.ts'
import { tryAddress } from '../net.ts'
import { macAddress } from './control-shapes.ts'

/** Tools that read or test, and do not interrupt the service. */
export const testTools = ['ping', 'traceroute', 'dns', 'torch', 'traffic', 'log'] as const
/** Tools that may interrupt the service, or send something to a host: they need the right to manage. */
export const serviceTools = ['wifi-scan', 'cable-test', 'wake-on-lan'] as const
export const tools = [...testTools, ...serviceTools] as const
export type Tool = (typeof tools)[number]

/** Properties of the rows of each tool, by the names of RouterOS, in the order in which they are shown. */
export const toolColumns: Readonly<Record<Tool, readonly string[]>> = {
  ping: ['seq', 'host', 'size', 'ttl', 'time', 'status'],
  traceroute: ['hop', 'address', 'loss', 'sent', 'last', 'avg', 'best', 'worst', 'std-dev', 'status'],
  dns: ['name', 'server', 'address'],
  torch: [
    'ip-protocol',
    'src-address',
    'src-port',
    'dst-address',
    'dst-port',
    'vlan-id',
    'tx',
    'rx',
    'tx-packets',
    'rx-packets',
  ],
  traffic: ['second', 'rx-bits-per-second', 'tx-bits-per-second', 'rx-packets-per-second', 'tx-packets-per-second'],
  log: ['time', 'topics', 'message'],
  'wifi-scan': ['address', 'ssid', 'channel', 'security', 'signal', 'sig', 'nf', 'snr', 'sta-count', 'radio-name'],
  'cable-test': ['name', 'status', 'cable-pairs'],
  'wake-on-lan': ['interface', 'mac'],
}

export const runStates = ['running', 'done', 'failed', 'stopped', 'interrupted'] as const
export type RunState = (typeof runStates)[number]

/** Maximum packets of a ping. */
export const maxPackets = 20
/** Maximum seconds of torch, live bandwidth and a Wi-Fi scan. */
export const maxSeconds = 30
/** Maximum minutes of the live log. */
export const maxLogMinutes = 5
/** Stored rows of a run: of the log and of live bandwidth the latest, of others the first. */
export const maxRows = 300
/** A run ends if its rows are not read for this number of seconds. */
export const unwatchedSeconds = 20

/** Labels of RFC 1123, 2.1, with the underscore of service names; the last one is not a number. */
const hostName =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*(?!\d+\.?$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.?$/i

const host = () =>
  requiredLine(253)
    .check(z.refine((text) => hostName.test(text) || tryAddress(text) !== undefined, issue('tool.host_format')))
    .register(z.globalRegistry, { 'x-sample': '192.0.2.1' } as FieldMeta)

/** What a run was started with; only the fields of its tool. */
export const runInput = z.object({
  address: z.optional(z.string()),
  name: z.optional(z.string()),
  server: z.optional(z.string()),
  interface: z.optional(z.string()),
  mac: z.optional(z.string()),
  topic: z.optional(z.string()),
  count: z.optional(z.int()),
  size: z.optional(z.int()),
  seconds: z.optional(z.int()),
  minutes: z.optional(z.int()),
})
export type RunInput = z.infer<typeof runInput>

export const runRow = z.object({
  id: id(),
  hardware_id: id(),
  company_id: id(),
  tool: z.enum(tools),
  input: runInput,
  state: z.enum(runStates),
  /** Result, or why it ended; null while it runs. */
  detail: z.nullable(replyMessage()),
  requested_by: z.string(),
  started_at: time(),
  finished_at: z.nullable(time()),
})
export type RunRow = z.infer<typeof runRow>

export const run = z.extend(runRow, {
  /** Properties as the device returns them, by name. */
  rows: z.array(z.record(z.string(), z.string())),
  /** Whether older rows were dropped, or further ones not stored. */
  is_cut: z.boolean(),
  /** The run ends by then at the latest. */
  deadline_at: time(),
})
export type Run = z.infer<typeof run>

/** What the forms of tools offer, read from the device. */
export const toolOptions = z.object({
  interfaces: z.array(z.object({ name: z.string(), type: z.string(), running: z.boolean() })),
  /** Ports whose cable may be tested. */
  ports: z.array(z.string()),
  radios: z.array(z.string()),
  /** Next hop of the best default route. */
  gateway: z.nullable(z.string()),
})
export type ToolOptions = z.infer<typeof toolOptions>

const list: ListDefinition = {
  fields: { id: 'id', tool: tools, state: runStates, requested_by: 'text', started_at: 'time' },
  free: ['requested_by'],
  sort: ['id', 'started_at'],
  order: ['id', 'desc'],
}

const base = '/hardware/control/{id}/tool'
const subject = 'device-tools'
const busy = ['tool.device_busy', 'tool.user_busy', 'tool.company_busy', 'device.not_managed', 'row.trashed'] as const

export const deviceTools = {
  index: endpoint({
    name: 'device-tool.index',
    method: 'GET',
    path: `${base}/index`,
    access: { action: 'view-list', subject },
    object: 'hardware',
    errorStatuses: [409],
    reasons: { 409: ['row.trashed'] },
    summary: 'List runs of tools on the device, latest first',
    query: z.object(listQuery),
    reply: page(runRow),
    list,
  }),
  options: endpoint({
    name: 'device-tool.options',
    method: 'GET',
    path: `${base}/options`,
    access: { action: 'create', subject },
    object: 'hardware',
    errorStatuses: [409],
    reasons: { 409: ['row.trashed', 'device.not_managed'] },
    summary: 'Read the interfaces, radios and gateway that tools can use from the device',
    device: true,
    reply: data(toolOptions),
  }),
  show: endpoint({
    name: 'device-tool.show',
    method: 'GET',
    path: `${base}/{runId}/show`,
    access: { action: 'view', subject },
    object: 'hardware',
    parts: { runId: 'device-tool-run' },
    errorStatuses: [409],
    reasons: { 409: ['row.trashed'] },
    summary: 'Show a run with its rows',
    reply: data(run),
  }),
  start: endpoint({
    name: 'device-tool.start',
    method: 'POST',
    path: `${base}/start`,
    access: { action: 'create', subject },
    object: 'hardware',
    reasons: { 409: busy, 422: ['field.required'] },
    summary: 'Run a tool that reads or tests: ping, traceroute, DNS lookup, torch, live bandwidth, live log',
    perMinute: 30,
    body: z.object({
      tool: z.enum(testTools),
      /** Of `ping` and `traceroute`. */
      address: z.optional(host()),
      /** Of `dns`. */
      name: z.optional(host()),
      /** DNS server of `dns`; absent: those of the device. */
      server: z.optional(
        requiredLine(45)
          .check(z.refine((text) => tryAddress(text) !== undefined, issue('field.format')))
          .register(z.globalRegistry, { 'x-sample': '192.0.2.53' } as FieldMeta),
      ),
      /** Of `torch` and `traffic`. */
      interface: z.optional(requiredLine(64)),
      /** Of `log`: only lines with this topic. */
      topic: z.optional(line(40).check(z.regex(/^[a-z0-9-]*$/, issue('field.format')))),
      /** Packets of `ping`; default 4. */
      count: z.optional(integer(1, maxPackets)),
      /** Bytes of a packet of `ping`. */
      size: z.optional(integer(28, 1500)),
      /** Duration of `torch` and `traffic`; default 15. */
      seconds: z.optional(integer(1, maxSeconds)),
      /** Duration of `log`; default 2. */
      minutes: z.optional(integer(1, maxLogMinutes)),
    }),
    reply: data(run),
    status: 201,
  }),
  startService: endpoint({
    name: 'device-tool.start-service',
    method: 'POST',
    path: `${base}/start-service`,
    access: { action: 'manage', subject },
    object: 'hardware',
    reasons: { 409: busy, 422: ['field.required', 'tool.confirmation_required'] },
    summary: 'Run a tool that may interrupt the service: Wi-Fi scan, cable test, wake on LAN',
    perMinute: 30,
    body: z.object({
      tool: z.enum(serviceTools),
      /** The radio, the port, or the interface through which the packet is sent. */
      interface: requiredLine(64),
      /** Of `wake-on-lan`. */
      mac: z.optional(macAddress()),
      /** Duration of `wifi-scan`; default 10. */
      seconds: z.optional(integer(1, maxSeconds)),
      /** The caller knows that the tool may interrupt the service. */
      confirm: z.boolean(),
    }),
    reply: data(run),
    status: 201,
  }),
  follow: endpoint({
    name: 'device-tool.follow',
    method: 'PUT',
    path: `${base}/{runId}/follow`,
    access: { action: 'create', subject },
    object: 'hardware',
    parts: { runId: 'device-tool-run' },
    errorStatuses: [409],
    reasons: { 409: ['row.trashed'] },
    summary: 'Show a run with its rows, and keep it running: a run that is not followed for 20 seconds is stopped',
    reply: data(run),
  }),
  stop: endpoint({
    name: 'device-tool.stop',
    method: 'PUT',
    path: `${base}/{runId}/stop`,
    access: { action: 'create', subject },
    object: 'hardware',
    parts: { runId: 'device-tool-run' },
    reasons: { 409: ['tool.not_running', 'row.trashed'] },
    summary: 'Stop a run; the command is cancelled on the device',
    reply: data(run),
  }),
}
