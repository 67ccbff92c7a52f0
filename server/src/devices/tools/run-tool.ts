import { setTimeout as sleep } from 'node:timers/promises'
import { message, type Message } from '@trunkline/contract/errors'
import { tryAddress } from '@trunkline/contract/net'
import { toolColumns, type RunInput, type Tool } from '@trunkline/contract/resources/device-tool'
import {
  isMissingMenu,
  isSince,
  uplinkPorts,
  versionOf,
  type Row,
  type Session,
  type Values,
} from '@trunkline/routeros'
import { DeviceError } from '../device-error.ts'
import { flagOf } from '../readings/values.ts'
import { createToolRows, type ToolRows } from './tool-rows.ts'

/** What a tool works with. */
export interface ToolContext {
  session: Session
  input: RunInput
  rows: ToolRows
  /** Aborted when the run is stopped; the command is then cancelled on the router. */
  signal: AbortSignal
  /** The address or name by which the panel reaches the router. */
  host: string
}

interface ToolDefinition {
  /** Seconds that the tool may take at most, with five to connect. */
  limit(input: RunInput): number
  /**
   * Runs it to its end.
   * @returns the result for display
   * @throws DeviceError
   * @throws RouterError
   */
  run(context: ToolContext): Promise<Message>
}

/** Seconds for connecting, logging in and ending, beside the duration of the tool itself. */
const overhead = 10

const isRest = ({ session }: ToolContext) => session.transport === 'rest'

/**
 * Runs a command whose rows arrive one by one, over the binary API: until it ends, or is cancelled after `seconds` or
 * when the run is stopped.
 */
async function streamed(
  { session, signal }: ToolContext,
  command: string,
  args: Values,
  onRow: (row: Row) => void,
  seconds?: number,
): Promise<void> {
  if (signal.aborted) return
  const listening = await session.stream(command, args, onRow)
  const cancel = () => void listening.cancel().catch(() => {})
  signal.addEventListener('abort', cancel, { once: true })
  const timer = seconds === undefined ? undefined : setTimeout(cancel, seconds * 1000)
  try {
    await listening.ended
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
  }
}

/** Calls `work` once per `ms`, for `seconds` or until the run is stopped: REST returns rows only at the end of a command. */
async function repeated(
  { signal }: ToolContext,
  seconds: number,
  ms: number,
  work: () => Promise<void>,
): Promise<void> {
  const until = Date.now() + seconds * 1000
  while (!signal.aborted) {
    const began = Date.now()
    await work()
    if (Date.now() + ms >= until) return
    await sleep(Math.max(0, began + ms - Date.now()), undefined, { signal }).catch(() => {})
  }
}

/** The address of a host name, resolved by the router, which is what its tools see. */
async function addressOf({ session, signal }: ToolContext, host: string): Promise<string> {
  if (tryAddress(host) !== undefined) return host
  const { ret, rows } = await session.run('resolve', { 'domain-name': host }, { timeoutMs: 10_000, signal })
  return ret ?? rows[0]?.['ret'] ?? host
}

const read = (count: number) => message('tool.rows_read', { rows: count })

/** Sections of a repeating command: the rows of the last complete one are shown. */
function sections(rows: ToolRows): { add(row: Row): void; end(): void } {
  let section: string | undefined
  let pending: Row[] = []
  return {
    add(row) {
      if (row['.section'] !== section && pending.length > 0) {
        rows.replace(pending)
        pending = []
      }
      section = row['.section']
      pending.push(row)
    },
    end() {
      if (pending.length > 0) rows.replace(pending)
    },
  }
}

const torchOrder = (a: Row, b: Row) =>
  Number(b['tx'] ?? 0) + Number(b['rx'] ?? 0) - Number(a['tx'] ?? 0) - Number(a['rx'] ?? 0)

const ping: ToolDefinition = {
  limit: ({ count = 4 }) => count + overhead,
  async run(context) {
    const { session, input, rows, signal } = context
    const { count = 4 } = input
    const address = await addressOf(context, input.address ?? '')
    // https://help.mikrotik.com/docs/spaces/ROS/pages/328147/Ping
    const command = isSince(await versionOf(session), '7.23') ? 'tool/ping' : 'ping'
    const args = { address, ...(input.size !== undefined && { size: input.size }) }
    let [sent, received] = [0, 0]
    const add = (row: Row) => {
      rows.append({ ...row, seq: String(sent) })
      sent++
      if (row['time'] !== undefined) received++
    }
    if (isRest(context)) {
      await repeated(context, count, 1000, async () => {
        const reply = await session.run(command, { ...args, count: 1 }, { timeoutMs: 5000, signal })
        for (const row of reply.rows) add(row)
      })
    } else await streamed(context, command, { ...args, count }, add)
    return message('tool.ping_ended', { sent, received })
  },
}

const traceroute: ToolDefinition = {
  // REST ends a request after 60 seconds.
  limit: () => 55,
  async run(context) {
    const { session, input, rows, signal } = context
    const address = await addressOf(context, input.address ?? '')
    const args = { address, 'max-hops': 20, timeout: '1s', 'use-dns': false }
    let section: string | undefined
    let hop = 0
    const add = (row: Row) => {
      if (row['.section'] !== section) hop = 0
      section = row['.section']
      hop++
      rows.put(String(hop), { ...row, hop: String(hop) })
    }
    if (isRest(context)) {
      const reply = await session.run('tool/traceroute', { ...args, count: 1 }, { timeoutMs: 50_000, signal })
      for (const row of reply.rows) add(row)
    } else await streamed(context, 'tool/traceroute', { ...args, count: 3 }, add)
    return message('tool.trace_ended', { hops: rows.list().length })
  },
}

const dns: ToolDefinition = {
  limit: () => overhead + 5,
  async run({ session, input: { name = '', server }, rows, signal }) {
    const args = { 'domain-name': name, ...(server !== undefined && { server }) }
    const { ret, rows: found } = await session.run('resolve', args, { timeoutMs: 10_000, signal })
    const address = ret ?? found[0]?.['ret'] ?? ''
    rows.append({ name, address, ...(server !== undefined && { server }) })
    return message('tool.resolved', { address })
  },
}

const torch: ToolDefinition = {
  limit: ({ seconds = 15 }) => seconds + overhead,
  async run(context) {
    const { session, input, rows, signal } = context
    const { seconds = 15 } = input
    // Without these the router does not separate the flows. https://help.mikrotik.com/docs/spaces/ROS/pages/8323088/Torch
    const args = {
      interface: input.interface ?? '',
      'src-address': '0.0.0.0/0',
      'dst-address': '0.0.0.0/0',
      port: 'any',
      'ip-protocol': 'any',
    }
    if (isRest(context)) {
      await repeated(context, seconds, 1000, async () => {
        const reply = await session.run('tool/torch', { ...args, duration: '2s' }, { timeoutMs: 12_000, signal })
        const last = reply.rows.at(-1)?.['.section']
        rows.replace(reply.rows.filter((row) => row['.section'] === last).toSorted(torchOrder))
      })
    } else {
      const found = sections({ ...rows, replace: (all) => rows.replace([...all].sort(torchOrder)) })
      await streamed(context, 'tool/torch', { ...args, duration: `${seconds}s` }, (row) => found.add(row), seconds + 2)
      found.end()
    }
    return read(rows.list().length)
  },
}

const traffic: ToolDefinition = {
  limit: ({ seconds = 15 }) => seconds + overhead,
  async run(context) {
    const { session, input, rows, signal } = context
    const { seconds = 15 } = input
    const command = 'interface/monitor-traffic'
    const args = { interface: input.interface ?? '' }
    let second = 0
    const add = (row: Row) => rows.append({ ...row, second: String(second++) })
    if (isRest(context)) {
      await repeated(context, seconds, 1000, async () => {
        const reply = await session.run(command, { ...args, once: '' }, { timeoutMs: 5000, signal })
        for (const row of reply.rows) add(row)
      })
    } else await streamed(context, command, args, add, seconds)
    return read(rows.list().length)
  },
}

/** Lines of the log before the run that are shown, and seconds between two readings over REST. */
const [formerLines, logInterval] = [30, 3]

const log: ToolDefinition = {
  limit: ({ minutes = 2 }) => minutes * 60 + overhead,
  async run(context) {
    const { session, input, rows, signal } = context
    const { minutes = 2, topic = '' } = input
    const proplist = ['time', 'topics', 'message']
    const isWanted = (row: Row) => topic === '' || (row['topics'] ?? '').split(',').includes(topic)
    let isFirst = true
    const known = new Set<string>()
    const readNew = async () => {
      const all = await session.print('log', { proplist, timeoutMs: 10_000, signal })
      const wanted = all.filter(isWanted).filter((row) => !known.has(row['.id'] ?? ''))
      for (const row of isFirst ? wanted.slice(-formerLines) : wanted) rows.append(row)
      isFirst = false
      known.clear()
      for (const row of all) known.add(row['.id'] ?? '')
    }
    if (isRest(context)) await repeated(context, minutes * 60, logInterval * 1000, readNew)
    else {
      // Listens before it reads, so that no line between the two is missing.
      const early: Row[] = []
      const add = (row: Row) => {
        if (isFirst) early.push(row)
        else if (row['.dead'] === undefined && isWanted(row) && !known.has(row['.id'] ?? '')) rows.append(row)
      }
      const listening = streamed(context, 'log/listen', { '.proplist': `.id,${proplist.join(',')}` }, add, minutes * 60)
      listening.catch(() => {})
      await readNew()
      for (const row of early) add(row)
      await listening
    }
    return read(rows.list().length)
  },
}

/** The menu of each kind of radio, the argument that names it, and arguments that keep its clients connected. */
const radioMenus = [
  { menu: 'interface/wifi', argument: 'number', more: {} },
  { menu: 'interface/wifiwave2', argument: 'number', more: {} },
  { menu: 'interface/wireless', argument: 'number', more: { background: true } },
  { menu: 'caps-man/interface', argument: 'interface', more: {} },
] as const

/** Rows of a menu; none if the router lacks it. */
async function rowsIfPresent(session: Session, menu: string, proplist: readonly string[]): Promise<Row[]> {
  try {
    return await session.print(menu, { proplist, timeoutMs: 10_000 })
  } catch (error) {
    if (isMissingMenu(error)) return []
    throw error
  }
}

/** Names of radios that can scan, by the menu of each. @throws RouterError */
export async function radiosOf(session: Session): Promise<{ name: string; menu: (typeof radioMenus)[number] }[]> {
  const found = await Promise.all(
    radioMenus.map(async (menu) => {
      const all = await rowsIfPresent(session, menu.menu, ['name', 'disabled', 'master-interface'])
      // A virtual access point has no radio of its own.
      return all
        .filter((row) => ['', 'none'].includes(row['master-interface'] ?? '') && !flagOf(row['disabled']))
        .map((row) => ({ name: row['name'] ?? '', menu }))
    }),
  )
  return found.flat()
}

const wifiScan: ToolDefinition = {
  limit: ({ seconds = 10 }) => seconds + overhead + 5,
  async run(context) {
    const { session, input, rows, signal } = context
    const { seconds = 10, interface: name = '' } = input
    const radio = (await radiosOf(session)).find((one) => one.name === name)
    if (radio === undefined) throw new DeviceError('refused', message('tool.not_on_device'))
    const { menu, argument, more } = radio.menu
    const args = { [argument]: name, duration: `${seconds}s`, ...more }
    const add = (row: Row) => rows.put(row['address'] ?? '', row)
    if (isRest(context)) {
      const reply = await session.run(`${menu}/scan`, args, { timeoutMs: (seconds + 10) * 1000, signal })
      for (const row of reply.rows) add(row)
    } else await streamed(context, `${menu}/scan`, args, add, seconds + 2)
    return read(rows.list().length)
  },
}

const ethernet = 'interface/ethernet'

/** Ethernet ports, and those of them that may lead to the panel or to another network. @throws RouterError */
export async function portsOf(session: Session, host: string): Promise<{ names: string[]; uplinks: Set<string> }> {
  const [ports, uplinks] = await Promise.all([rowsIfPresent(session, ethernet, ['name']), uplinkPorts(session, host)])
  return { names: ports.flatMap((row) => row['name'] ?? []), uplinks }
}

const cableTest: ToolDefinition = {
  limit: () => overhead + 10,
  async run({ session, input: { interface: port = '' }, rows, signal, host }) {
    const { names, uplinks } = await portsOf(session, host)
    if (!names.includes(port)) throw new DeviceError('refused', message('tool.port_unknown', { port }))
    if (uplinks.has(port)) throw new DeviceError('refused', message('tool.uplink_port', { port }))
    const args = { numbers: port, once: '' }
    const reply = await session.run(`${ethernet}/cable-test`, args, { timeoutMs: 10_000, signal })
    for (const row of reply.rows) rows.put(row['name'] ?? port, { name: port, ...row })
    return read(rows.list().length)
  },
}

const wakeOnLan: ToolDefinition = {
  limit: () => overhead + 5,
  async run({ session, input: { interface: name = '', mac = '' }, rows, signal }) {
    await session.run('tool/wol', { interface: name, mac }, { timeoutMs: 5000, signal })
    rows.append({ interface: name, mac })
    return message('tool.packet_sent', { mac })
  },
}

const definitions: Record<Tool, ToolDefinition> = {
  ping,
  traceroute,
  dns,
  torch,
  traffic,
  log,
  'wifi-scan': wifiScan,
  'cable-test': cableTest,
  'wake-on-lan': wakeOnLan,
}

/** Seconds after which a run ends, whatever the device does. */
export const secondsOfTool = (tool: Tool, input: RunInput): number => definitions[tool].limit(input)

export const rowsOfTool = (tool: Tool): ToolRows => createToolRows(toolColumns[tool])

/**
 * Runs a tool on an open session, and collects its rows.
 * @throws DeviceError, also where the device does not have the tool
 * @throws RouterError
 */
export async function runTool(tool: Tool, context: ToolContext): Promise<Message> {
  try {
    return await definitions[tool].run(context)
  } catch (error) {
    if (isMissingMenu(error)) throw new DeviceError('refused', message('tool.not_on_device'), { cause: error })
    throw error
  }
}
