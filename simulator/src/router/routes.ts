import type { Row } from '../tables/table.ts'
import type { RouterState } from './router-state.ts'

const number = (address: string): number => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

/** Whether an IPv4 network such as `192.0.2.1/24`, with or without host bits, contains an address. */
function contains(network: string, address: string): boolean {
  const [base = '', length = '32'] = network.split('/')
  const size = 2 ** (32 - Number(length))
  return Math.floor(number(base) / size) === Math.floor(number(address) / size)
}

const isAddress = (text: string): boolean => /^\d+\.\d+\.\d+\.\d+$/.test(text)

/** The addresses of running interfaces, with the interface that has them. */
const connected = (router: RouterState): { network: string; on: string }[] =>
  router.rows('/ip/address').flatMap((row) => {
    const on = row['actual-interface'] ?? row['interface'] ?? ''
    const port = router.interfaceNamed(on)?.row
    return row['disabled'] === 'true' || port === undefined || port['disabled'] === 'true'
      ? []
      : [{ network: row['address'] ?? '', on }]
  })

/** How a version reports the next hop of a gateway that it reaches. */
function hop(router: RouterState, gateway: string): Row | undefined {
  const on = isAddress(gateway)
    ? connected(router).find(({ network }) => contains(network, gateway))?.on
    : router.interfaceNamed(gateway)?.row['name']
  if (on === undefined) return undefined
  if (router.version.major < 7)
    return { 'gateway-status': isAddress(gateway) ? `${gateway} reachable via  ${on}` : `${gateway} reachable` }
  return { 'immediate-gw': isAddress(gateway) ? `${gateway}%${on}` : on }
}

/** Stored routes, those of connected networks, and the default routes of DHCP clients. */
export function routes(router: RouterState): Row[] {
  const table: Row = router.version.major >= 7 ? { 'routing-table': 'main' } : {}
  const flags: Row = { distance: '1', scope: '30', 'target-scope': '10', disabled: 'false', ...table }
  const stored = router.table('/ip/route').rows.map((row): Row => {
    const way = row['disabled'] === 'true' ? undefined : hop(router, row['gateway'] ?? '')
    return {
      ...table,
      ...row,
      ...way,
      static: 'true',
      active: String(way !== undefined),
      inactive: String(way === undefined),
    }
  })
  const dynamic = router.rows('/ip/dhcp-client').flatMap((row): Row[] => {
    const gateway = row['gateway'] ?? ''
    if (row['disabled'] === 'true' || row['status'] !== 'bound' || row['add-default-route'] === 'no') return []
    const way = hop(router, gateway)
    return way === undefined
      ? []
      : [
          {
            ...flags,
            'dst-address': '0.0.0.0/0',
            gateway,
            ...way,
            distance: row['default-route-distance'] ?? '1',
            dynamic: 'true',
            dhcp: 'true',
            active: 'true',
          },
        ]
  })
  const local = connected(router).map(({ network, on }): Row => {
    const [base = '', length = '32'] = network.split('/')
    const size = 2 ** (32 - Number(length))
    const first = Math.floor(number(base) / size) * size
    const dotted = [24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join('.')
    return {
      ...flags,
      'dst-address': `${dotted}/${length}`,
      gateway: on,
      ...(router.version.major >= 7 ? { 'immediate-gw': on, 'local-address': `${base}%${on}` } : {}),
      distance: '0',
      dynamic: 'true',
      connect: 'true',
      active: 'true',
    }
  })
  // Dynamic rows have ids behind those of the stored ones.
  return [
    ...stored,
    ...[...dynamic, ...local].map((row, at) => ({ '.id': `*8000${(at + 1).toString(16).padStart(4, '0')}`, ...row })),
  ]
}
