import { contains, formatAddress, lastOf, networkOf, tryAddress } from '@trunkline/contract/net'
import type { SiteNetwork, SwitchPort } from '@trunkline/contract/resources/control-network'
import type { RowValues } from '../lan/draft.ts'
import { valuesOf, type RowShape } from '../lan/row-shape.ts'

export interface DhcpValues {
  start: string | null
  end: string | null
  dns: string[]
  lease_seconds: number | null
}

export type NetworkValues = Pick<
  SiteNetwork,
  'name' | 'vlan_id' | 'address' | 'isolated' | 'tagged' | 'untagged' | 'disabled' | 'comment'
> & { bridge: string; subnet_id: number | null; prefix: number | null; dhcp: DhcpValues | null }

/** Leaves empty fields of DHCP out: the server keeps or derives them. */
const finish = (body: RowValues): RowValues => {
  const dhcp = body['dhcp'] as DhcpValues | null | undefined
  if (dhcp == null) return body
  const { start, end, dns, lease_seconds } = dhcp
  return {
    ...body,
    dhcp: {
      start: start?.trim() || null,
      end: end?.trim() || null,
      dns,
      ...(lease_seconds === null || lease_seconds === undefined ? {} : { lease_seconds }),
    },
  }
}

export const networkShape: RowShape<NetworkValues> = {
  empty: {
    name: '',
    vlan_id: null,
    bridge: '',
    address: null,
    subnet_id: null,
    prefix: null,
    dhcp: { start: null, end: null, dns: [], lease_seconds: null },
    isolated: false,
    tagged: [],
    untagged: [],
    disabled: false,
    comment: null,
  },
  nullable: ['vlan_id', 'address', 'subnet_id', 'prefix', 'dhcp', 'comment'],
  identity: ['name'],
  finish,
}

/** A network as the form holds it, with its lock. */
export type NetworkRow = NetworkValues & Pick<SiteNetwork, 'id' | 'locked' | 'is_management' | 'model'>

export const rowOf = (network: SiteNetwork): NetworkRow => {
  const { dhcp } = network
  return {
    ...network,
    bridge: network.bridge ?? network.interface,
    subnet_id: null,
    prefix: null,
    dhcp: dhcp && { start: dhcp.start, end: dhcp.end, dns: dhcp.dns, lease_seconds: dhcp.lease_seconds },
  }
}

/**
 * A DHCP range for the router's address (`10.3.0.1/24`): the half of the network without the router. Undefined for other
 * text and for networks below /29.
 */
export function suggestRange(address: string | null): { start: string; end: string } | undefined {
  const [host = '', length = ''] = (address ?? '').trim().split('/')
  const own = tryAddress(host)
  const bits = Number(length)
  if (own?.family !== 4 || !/^\d{1,2}$/.test(length) || bits < 8 || bits > 29) return undefined
  const network = networkOf(own, bits)
  if (!contains(network, own)) return undefined
  const last = lastOf(network).value
  const middle = network.value + (last - network.value + 1n) / 2n
  const [start, end] = own.value < middle ? [middle, last - 1n] : [network.value + 1n, middle - 1n]
  const text = (value: bigint) => formatAddress({ family: 4, value })
  return { start: text(start), end: text(end) }
}

export type PortValues = Pick<SwitchPort, 'bridge' | 'untagged' | 'tagged' | 'disabled' | 'comment'> & {
  poe: string | null
}

export const portShape: RowShape<PortValues> = {
  empty: { bridge: null, untagged: null, tagged: [], disabled: false, comment: null, poe: null },
  nullable: ['bridge', 'untagged', 'comment'],
  identity: [],
}

export const portValues = (port: SwitchPort): PortValues => ({
  ...valuesOf(portShape, port as unknown as PortValues),
  poe: port.poe?.out ?? null,
})
