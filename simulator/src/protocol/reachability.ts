import { waysTo, type Way } from '../router/bridge-vlans.ts'
import type { RouterState } from '../router/router-state.ts'
import type { Row } from '../tables/table.ts'
import { passesInput } from './input-chain.ts'

const services = ['api', 'api-ssl', 'www', 'www-ssl', 'ssh'] as const
type Service = (typeof services)[number]

const watched = /^\/(interface|ip\/(address|service|firewall\/filter)$)/

/**
 * Whether management connections reach the router. They use one address of `/ip/address`: while its row or its
 * interface is removed, disabled or changed, existing connections hang and new ones fail, until the original
 * state is restored.
 */
export class Reachability {
  onChange: () => void = () => {}
  isCutOff = false
  private readonly router: RouterState
  /** The address, and the id of its interface; undefined: nothing cuts off. */
  private readonly address: string | undefined
  private readonly carrierId: string | undefined
  /** The bridge port of the management connections; undefined: any port that leads to the address. */
  private readonly port: string | undefined
  /** Tagged or untagged, as at the start. */
  private readonly way: Way | undefined
  private state: string

  constructor(router: RouterState, id?: string, port?: string) {
    this.router = router
    const { rows } = router.table('/ip/address')
    const row = rows.find((one) => (id === undefined ? one['dynamic'] !== 'true' : one['.id'] === id))
    this.address = row?.['address']
    this.carrierId = router.interfaceNamed(row?.['interface'] ?? '')?.row['.id']
    this.port = port
    const carrier = this.carrier()
    if (port !== undefined && carrier) {
      ;[this.way] = waysTo(router, carrier, port) ?? []
      router.management = { interface: carrier['name'] ?? '', port }
    }
    this.state = this.read()
  }

  /** Whether a service accepts no new connections: it is disabled, lacks its certificate, or the firewall drops them. */
  isClosed(service: Service): boolean {
    const row = this.router.table('/ip/service').rows.find((one) => one['name'] === service)
    // HTTPS needs a certificate; `api-ssl` falls back to anonymous Diffie-Hellman.
    if (service === 'www-ssl' && row?.['certificate'] === 'none') return true
    return row?.['disabled'] === 'true' || !passesInput(this.router, this.carrier(), Number(row?.['port']), 'new')
  }

  /** Whether a rule for the source port of one connection drops its packets. */
  isDropped(sourcePort: number): boolean {
    return !passesInput(this.router, this.carrier(), 8728, 'established', sourcePort)
  }

  changed(menu: string): void {
    if (watched.test(menu)) this.look()
  }

  look(): void {
    const state = this.read()
    if (state === this.state) return
    this.state = state
    this.onChange()
  }

  private read(): string {
    this.isCutOff = !this.isReachable()
    return `${this.isCutOff} ${services.map((name) => this.isClosed(name)).join(' ')}`
  }

  /** The interface of the address, while both are unchanged. */
  private carrier(): Row | undefined {
    for (const row of this.router.table('/ip/address').rows) {
      if (row['address'] !== this.address || row['disabled'] === 'true') continue
      const found = this.router.interfaceNamed(row['interface'] ?? '')?.row
      if (found && found['.id'] === this.carrierId && found['disabled'] !== 'true') return found
    }
    return undefined
  }

  private isReachable(): boolean {
    if (this.address === undefined) return true
    const carrier = this.carrier()
    if (carrier === undefined || !passesInput(this.router, carrier, 8728, 'established')) return false
    const ways = waysTo(this.router, carrier, this.port)
    return ways === undefined || (this.way === undefined ? ways.size > 0 : ways.has(this.way))
  }
}
