import type { Endpoint } from '@trunkline/contract/endpoint'
import { siteNetworksControl, type SiteNetworks, type SwitchPorts } from '@trunkline/contract/resources/control-network'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { noNetworks, readSiteNetworks, type NetworksRead } from '../../devices/readings/networks.ts'
import { composeSwitchPorts, readSwitchPorts, type SwitchPortsRead } from '../../devices/readings/switch-ports.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { checkManaged, managementAddresses, loadDevice } from './device.ts'
import { withSeen, type Draft } from './draft.ts'
import { addNetwork } from './network-add.ts'
import { blocksOf } from './network-block.ts'
import { isManagementNetwork, findManagementAccess, type NetworkContext } from './network-context.ts'
import { removeNetwork } from './network-remove.ts'
import { setNetwork } from './network-set.ts'
import { answerReading } from './reading.ts'
import { checkSeen, type Sent } from './seen.ts'
import { setSwitchPort } from './switch-port.ts'

interface PendingChange {
  actor: Actor
  params: { id: number }
  db<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

interface NetworkExtras {
  addresses: string[]
  blocks: Awaited<ReturnType<typeof blocksOf>>
}

const addressesOf = (read: NetworksRead | undefined) => read?.networks.map(({ address }) => address) ?? []

/** Adds to each network its subnet in address management and whether it is the management network. */
const toNetworks = (
  { networks, bridges, model }: NetworksRead,
  { addresses, blocks }: NetworkExtras,
): SiteNetworks => ({
  networks: networks.map((network) => {
    const block = network.address === null ? undefined : blocks.get(network.address)
    return {
      ...network,
      subnet_id: block?.subnet_id ?? null,
      subnet: block?.subnet ?? null,
      is_management: isManagementNetwork(network, addresses),
    }
  }),
  bridges,
  model,
})

const toSwitchPorts = ({ ports, bridges, vlans, tables }: SwitchPortsRead, addresses: string[]): SwitchPorts => {
  const management = findManagementAccess(tables, addresses)
  return { ports: ports.map((port) => ({ ...port, is_management: port.name === management.port })), bridges, vlans }
}

/** Handlers of the networks of a router and their ports. */
export const networkHandlers = (deps: Deps): Handlers<typeof siteNetworksControl> => {
  /** Checks the permission, builds the command from the body and enqueues it for the device. */
  const enqueueDraft = async <B>(
    endpoint: Endpoint & { path: string },
    target: string,
    { actor, params, db }: PendingChange,
    sent: B,
    buildDraft: (context: NetworkContext, sent: B) => Promise<Draft>,
  ) =>
    db(async (tx) => {
      const device = await loadDevice(tx, actor, endpoint.access, params.id)
      checkManaged(device)
      const seen = await checkSeen(deps.devices, tx, device.id, target, sent as Sent)
      const created = await buildDraft(
        {
          tx,
          actor,
          device,
          last: async <T>(menu: string) => (await deps.devices.last(tx, device.id, menu))?.rows as T[] | undefined,
        },
        sent,
      )
      const draft = withSeen(created, seen)
      return {
        data: await deps.devices.submit(tx, actor, { hardware_id: device.id, kind: 'change', target, ...draft }),
      }
    })

  return {
    async networks(call) {
      let extras: NetworkExtras = { addresses: [], blocks: new Map() }
      let rows = noNetworks
      const read = await answerReading(
        deps,
        siteNetworksControl.networks,
        call,
        { key: 'network', work: readSiteNetworks, empty: noNetworks },
        async ({ tx, device }) => {
          const last = (await deps.devices.last(tx, device.id, 'network'))?.rows as NetworksRead | undefined
          extras = {
            addresses: await managementAddresses(tx, device),
            blocks: await blocksOf(tx, addressesOf(last)),
          }
          return extras
        },
        (answered, also) => toNetworks((rows = answered), also),
      )
      // Addresses that are new in this reading: their subnets are looked up now.
      const fresh = rows.networks.filter(({ address }) => address !== null && !extras.blocks.has(address))
      if (fresh.length === 0 || read.cached) return read
      const blocks = new Map([
        ...extras.blocks,
        ...(await call.db((tx) =>
          blocksOf(
            tx,
            fresh.map(({ address }) => address),
          ),
        )),
      ])
      return { ...read, data: toNetworks(rows, { ...extras, blocks }) }
    },
    addNetwork: (call) => enqueueDraft(siteNetworksControl.addNetwork, 'network', call, call.body, addNetwork),
    setNetwork: (call) => enqueueDraft(siteNetworksControl.setNetwork, 'network', call, call.body, setNetwork),
    removeNetwork: (call) =>
      enqueueDraft(siteNetworksControl.removeNetwork, 'network', call, call.query, removeNetwork),
    switchPorts: (call) =>
      answerReading(
        deps,
        siteNetworksControl.switchPorts,
        call,
        { key: 'switch-port', work: readSwitchPorts, empty: composeSwitchPorts([], noNetworks.tables) },
        ({ tx, device }) => managementAddresses(tx, device),
        toSwitchPorts,
      ),
    setSwitchPort: (call) =>
      enqueueDraft(siteNetworksControl.setSwitchPort, 'switch-port', call, call.body, setSwitchPort),
  }
}
