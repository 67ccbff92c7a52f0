import type { EthernetPort } from '@trunkline/contract/resources/control-shapes'
import { ethernetPorts, type EthernetPort as Read, type Row, type Session } from '@trunkline/routeros'
import { optional } from './identity.ts'
import { textOf, integerOf } from './values.ts'

const kinds: [start: RegExp, kind: EthernetPort['kind']][] = [
  [/^combo/i, 'combo'],
  [/^qsfp/i, 'qsfp'],
  [/^sfp28/i, 'sfp28'],
  [/^sfp-sfpplus|^sfpplus|^sfp\+/i, 'sfp-plus'],
  [/^sfp/i, 'sfp'],
]
const kindOf = (name: string): EthernetPort['kind'] => kinds.find(([start]) => start.test(name))?.[1] ?? 'ethernet'

/** Ports in the order of the front panel, stored as `interface/ethernet`. */
export async function readPorts(session: Session): Promise<EthernetPort[]> {
  const [ports, bridges] = await Promise.all([
    ethernetPorts(session),
    optional(session.print('interface/bridge/port', { proplist: ['interface', 'bridge', 'pvid', 'disabled'] })),
  ])
  const joined = new Map(bridges.map((row) => [row['interface'] ?? '', row]))
  const list = ports.map((port, at) => portOf(port, at, joined.get(port.port.name ?? '')))
  // Copper ports first, then SFP cages, each by factory name; the router sorts by names that users may change.
  const cage = ({ kind }: EthernetPort) => (kind === 'ethernet' ? 0 : kind === 'combo' ? 1 : 2)
  const number = ({ default_name, name }: EthernetPort) => Number(/(\d+)(?!.*\d)/.exec(default_name ?? name)?.[1] ?? 0)
  return list
    .toSorted((a, b) => cage(a) - cage(b) || number(a) - number(b) || a.position - b.position)
    .map((port, at) => ({ ...port, position: at + 1 }))
}

function portOf({ port, state, poe }: Read, at: number, bridge: Row | undefined): EthernetPort {
  const kind = kindOf(port.default_name ?? port.name ?? '')
  const out = poe?.settings.poe_out ?? port.poe_out ?? ''
  const rate = state?.status === 'link-ok' ? state.rate : null
  return {
    id: port.id ?? '',
    name: port.name ?? '',
    default_name: port.default_name,
    position: at,
    kind,
    mac: port.mac_address,
    running: port.running,
    disabled: port.disabled,
    comment: port.comment,
    status: state?.status ?? null,
    rate_mbps: rate === null ? null : Math.round(rate / 1_000_000),
    full_duplex: state?.full_duplex ?? null,
    auto_negotiation: port.auto_negotiation,
    bridge: textOf(bridge?.['bridge']),
    pvid: integerOf(bridge?.['pvid']),
    poe:
      out === ''
        ? null
        : {
            out,
            status: poe?.state?.poe_out_status ?? null,
            volts: poe?.state?.poe_out_voltage ?? null,
            milliamperes: poe?.state?.poe_out_current ?? null,
            watts: poe?.state?.poe_out_power ?? null,
          },
    sfp:
      kind === 'ethernet'
        ? null
        : {
            present: state?.sfp_module_present ?? false,
            celsius: state?.sfp_temperature ?? null,
            rx_power: state?.sfp_rx_power ?? null,
            tx_power: state?.sfp_tx_power ?? null,
            vendor: state?.sfp_vendor_name ?? null,
          },
  }
}
