import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SiteNetwork } from '@trunkline/contract/resources/control-network'
import type { Simulator } from '@trunkline/simulator'
import { withSystem } from '../../db/system-transaction.ts'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import { createSubnet } from '../../testing/ipam/create-subnet.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { releaseEndedBlocks } from './network-block.ts'

/** Networks with a subnet from address management: allocated with the command, released when it fails. */
// A change of many steps is slow on a busy machine: routers roll back after seven seconds.
const fixture = await setupPanelWithDevices({ confirmMs: 5000 })
let master: ApiCall, space: number
beforeAll(async () => {
  master = await fixture.as('master')
  space = await fixture.panel.sql((tx) =>
    createSubnet(tx, { net: '10.90.0.0/16', company_id: fixture.companies.master }),
  )
})
afterAll(() => fixture.stop())

async function place(name: string) {
  const sim = await fixture.router({ speed: 3 })
  const id = await fixture.device({ router: sim, name })
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    master(method, `/hardware/control/${id}/${path}`, body)
  const networks = async (): Promise<SiteNetwork[]> => (await call('GET', 'network/index')).body.data.networks
  await networks()
  return {
    sim,
    id,
    call,
    networks,
    end: async (...of: Parameters<typeof call>) => fixture.end(master, id, await call(...of)),
  }
}
const lab = () => ({
  name: 'lab',
  vlan_id: 60,
  bridge: 'bridge',
  subnet_id: space,
  prefix: 26,
  dhcp: {},
  isolated: true,
})
const settle = () => withSystem(fixture.panel.databases, releaseEndedBlocks, { actor_name: 'test' })
const held = async (hardware_id: number) =>
  (
    await fixture.panel.sql((tx) =>
      sql<{ net: string; name: string; vlan: number; company_id: number }>`
        select net::text as net, name, vlan, company_id from subnet
        where used_by_kind = 'hardware' and used_by_id = ${hardware_id} and state = 'assigned' order by net`.execute(
        tx,
      ),
    )
  ).rows
const lanAddress = (sim: Simulator) => sim.table('ip/address').find((one) => one['interface'] === 'lab')?.['address']

describe('a subnet from address management', () => {
  test('is allocated with the command, listed with the network, and in quarantine after its removal', async () => {
    const { sim, id, networks, end } = await place('Quay')
    const added = await end('POST', 'network/store', lab())
    expect(added, added.detail?.message).toMatchObject({ state: 'done' })
    const [block] = await held(id)
    expect(block).toMatchObject({ name: 'lab', vlan: 60, company_id: fixture.companies.client })
    expect(block?.net).toMatch(/^10\.90\.\d+\.\d+\/26$/)
    const first = block?.net.replace(/(\d+)\/26$/, (_, last) => `${Number(last) + 1}/26`)
    expect(lanAddress(sim)).toBe(first)
    const created = (await networks()).find(({ name }) => name === 'lab') as SiteNetwork
    expect(created).toMatchObject({ subnet: block?.net, address: first, isolated: true })
    const last = (text: string | null | undefined) => Number(text?.split('.')[3]?.split('/')[0])
    expect([last(created.dhcp?.start) - last(first), last(created.dhcp?.end) - last(first)]).toEqual([1, 61])
    expect(await settle()).toBe(0)
    expect(await held(id)).toHaveLength(1)

    const moved = await end('PUT', 'network/update', {
      id: created.id,
      subnet_id: space,
      prefix: 28,
      dhcp: null,
    })
    expect(moved.state, moved.detail?.message).toBe('done')
    expect(await held(id)).toHaveLength(2)
    expect(await settle()).toBe(1)
    const [now] = await held(id)
    expect(now?.net).toMatch(/\/28$/)

    const removed = await end('DELETE', `network/destroy?id=${encodeURIComponent(created.id)}`)
    expect(removed.state, removed.detail?.message).toBe('done')
    expect(await settle()).toBe(1)
    expect(await settle()).toBe(0)
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{ state: string }>`select state from subnet where net = ${now?.net}::cidr`.execute(tx),
    )
    expect(rows.map(({ state }) => state)).toEqual(['quarantined'])
  }, 60_000)

  test.each<[why: string, state: string, hinder: (sim: Simulator) => void | Promise<void>]>([
    [
      'refused',
      'reverted',
      (sim) => void sim.faults.add({ kind: 'refuse', menu: 'ip/pool', verb: 'add', message: 'failure: no' }),
    ],
    ['out of reach', 'unreachable', (sim) => sim.stop()],
  ])(
    'is released if the router is %s',
    async (_why, state, hinder) => {
      const { sim, id, call } = await place(`Router ${state}`)
      const reply = await call('POST', 'network/store', lab())
      expect(reply.status, reply.text).toBe(202)
      expect(await held(id)).toHaveLength(1)
      expect(await settle()).toBe(0)
      await hinder(sim)
      const ended = await fixture.end(master, id, reply)
      expect(ended.state, ended.detail?.message).toBe(state)
      expect(await settle()).toBe(1)
      expect(await held(id)).toEqual([])
    },
    60_000,
  )

  test('is released after a rollback, and retained while the result is unknown', async () => {
    const { id, call } = await place('Cancelled')
    const [one, other] = [
      await call('POST', 'network/store', lab()),
      await call('POST', 'network/store', { ...lab(), vlan_id: 61, name: 'lab2' }),
    ]
    await master('PUT', `/hardware/command/${one.body.data.id}/cancel`)
    await fixture.panel.sql((tx) =>
      sql`update device_command set state = 'unknown', finished_at = now() where id = ${other.body.data.id}`.execute(
        tx,
      ),
    )
    expect(await settle()).toBe(1)
    expect((await held(id)).map(({ name }) => name)).toEqual(['lab2'])
  })

  test('is not allocated by a rejected command', async () => {
    const { id, call } = await place('Refused')
    const reply = await call('POST', 'network/store', { ...lab(), vlan_id: 20 })
    expect(reply.status).toBe(422)
    expect(await held(id)).toEqual([])
  })
})
