import { ethernet, ethernetState, interfaceTraffic, poe, poeState } from '../menus/interface.ts'
import { proplistOf, readRow, readRows, type RowOf } from '../menus/menu.ts'
import type { CallOptions, Row, Session } from '../session.ts'
import { unlessRejected } from './missing.ts'

export interface EthernetPort {
  port: RowOf<typeof ethernet>
  /** Null if the router does not report it. */
  state: RowOf<typeof ethernetState> | null
  /** Null for ports without PoE. */
  poe: { settings: RowOf<typeof poe>; state: RowOf<typeof poeState> | null } | null
}

/**
 * Ethernet ports with link, optical module and PoE: two calls, plus two if the device supplies PoE.
 * @param names all ports if absent
 */
export async function ethernetPorts(
  session: Session,
  names?: readonly string[],
  options: CallOptions = {},
): Promise<EthernetPort[]> {
  const [rows, poeRows] = await Promise.all([
    session.print(ethernet.path, { ...options, proplist: proplistOf(ethernet) }),
    unlessRejected(session.print(poe.path, { ...options, proplist: proplistOf(poe) })),
  ])
  const ports = readRows(ethernet, rows).filter((port) => names === undefined || names.includes(port.name ?? ''))
  if (ports.length === 0) return []
  const fed = readRows(poe, poeRows ?? []).filter((one) => ports.some((port) => port.name === one.name))
  const [states, poeStates] = await Promise.all([
    monitor(session, ethernet.path, ports, options),
    fed.length === 0 ? [] : monitor(session, poe.path, fed, options),
  ])
  return ports.map((port) => {
    const state = states.find((row) => row.name === port.name)
    const settings = fed.find((one) => one.name === port.name)
    const poeRow = poeStates.find((row) => row.name === port.name)
    return {
      port,
      state: state === undefined ? null : readRow(ethernetState, state),
      poe: settings === undefined ? null : { settings, state: poeRow === undefined ? null : readRow(poeState, poeRow) },
    }
  })
}

/**
 * State of several ports, in one call if the version accepts a list, else sequentially. A port of a switch chip that
 * does not report its state is included without it.
 */
async function monitor(
  session: Session,
  path: string,
  ports: readonly { name: string | null }[],
  options: CallOptions,
): Promise<Row[]> {
  const names = ports.flatMap(({ name }) => (name === null ? [] : [name]))
  const call = async (requested: readonly string[]): Promise<Row[]> => {
    const args = { numbers: requested.join(','), once: '' }
    const answer = await unlessRejected(session.run(`${path}/monitor`, args, options))
    return (answer?.rows ?? []).map((row, at) => ({ name: requested[at] ?? '', ...row }))
  }
  const states = await call(names)
  if (states.length >= names.length || names.length === 1) return states
  const found: Row[] = []
  for (const name of names) found.push(...(await call([name])))
  return found
}

/**
 * Current traffic of interfaces, all in one call.
 * @param names at most some dozens: each costs CPU time of the router
 */
export async function traffic(
  session: Session,
  names: readonly string[],
  options: CallOptions = {},
): Promise<RowOf<typeof interfaceTraffic>[]> {
  if (names.length === 0) return []
  const { rows } = await session.run(interfaceTraffic.path, { interface: names.join(','), once: '' }, options)
  return readRows(interfaceTraffic, rows)
}
