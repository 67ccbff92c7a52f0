import { between } from '../tables/random.ts'
import type { Row } from '../tables/table.ts'
import { interfacesNamed } from './commands-interface.ts'
import type { Handler } from './handler.ts'
import { monitor } from './monitor.ts'
import type { RouterState } from './router-state.ts'
import { drift } from './system.ts'
import { noPermission } from './trap.ts'

/** Flows of DHCP clients to an address of TEST-NET-3 (RFC 5737). */
function flows(router: RouterState, name: string): Row[] {
  const hosts = router.rows('/ip/dhcp-server/lease').flatMap((row) => row['active-address'] ?? [])
  return hosts.slice(0, 3).map((host): Row => {
    const rate = (of: string): number =>
      Math.round(drift(router, `torch ${name} ${host} ${of}`, 2_000, 900_000, 20_000))
    const [tx, rx] = [rate('tx'), rate('rx')]
    return {
      'ip-protocol': 'tcp',
      'src-address': host,
      'dst-address': '203.0.113.10',
      'src-port': String(between(router.seed, `port ${host}`, 32_768, 60_999)),
      'dst-port': '443',
      tx: String(tx),
      rx: String(rx),
      'tx-packets': String(Math.ceil(tx / 9_600)),
      'rx-packets': String(Math.ceil(rx / 9_600)),
    }
  })
}

/** Rows of one second each, numbered by `.section`; for `duration`, or until it is cancelled. */
const torch: Handler = (router, caller, args) => {
  if (!caller.policies.has('test')) throw noPermission()
  const [found] = interfacesNamed(router, new Map([['interface', args.get('interface') ?? '']]))
  const name = found?.row['name'] ?? ''
  return monitor(router, args, () => flows(router, name))
}

export const torchHandlers: Readonly<Record<string, Handler>> = { '/tool/torch': torch }
