import type { SiteNetwork, SiteNetworks } from '@trunkline/contract/resources/control-network'
import type { Simulator, SimulatorOptions } from '@trunkline/simulator'
import { expect } from 'vitest'
import type { setupPanelWithDevices } from './panel-with-devices.ts'
import type { ApiCall } from '../panel.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A device with its simulator, whose networks have been read. */
export async function setupNetworkDevice(
  fixture: Awaited<ReturnType<typeof setupPanelWithDevices>>,
  master: ApiCall,
  of: SimulatorOptions = {},
  prepare: (sim: Simulator) => void = () => {},
) {
  const sim = await fixture.router({ speed: 3, ...of })
  prepare(sim)
  const id = await fixture.device({ router: sim })
  const call = (method: Method, path: string, body?: object) => master(method, `/hardware/control/${id}/${path}`, body)
  const read = async (): Promise<SiteNetworks> => {
    const reply = await call('GET', 'network/index')
    expect(reply.status, reply.text).toBe(200)
    return reply.body.data
  }
  const named = async (name: string) => (await read()).networks.find((one) => one.name === name) as SiteNetwork
  const row = (menu: string, by: Record<string, string>) =>
    sim.table(menu).find((one) => Object.entries(by).every(([property, value]) => one[property] === value))
  await read()
  return {
    sim,
    id,
    call,
    read,
    named,
    row,
    end: async (method: Method, path: string, body?: object) => fixture.end(master, id, await call(method, path, body)),
  }
}

/** Enables VLAN filtering on its bridge. */
export const filtering = (sim: Simulator) =>
  sim.change('interface/bridge', sim.table('interface/bridge')[0]!['.id'] as string, { 'vlan-filtering': 'true' })

/** The body of a network form. */
export const office = {
  name: 'office',
  vlan_id: 30,
  bridge: 'bridge',
  address: '10.30.0.1/24',
  dhcp: { start: '10.30.0.100', end: '10.30.0.199', dns: ['9.9.9.9'], lease_seconds: 3600 },
  isolated: true,
  tagged: ['ether2'],
  untagged: ['ether5'],
  comment: 'Second floor',
}
