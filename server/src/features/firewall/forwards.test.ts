import { message } from '@trunkline/contract/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NatRule } from '@trunkline/contract/resources/firewall'
import type { Simulator } from '@trunkline/simulator'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall
beforeAll(async () => {
  master = await fixture.as('master')
})
afterAll(() => fixture.stop())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const menu = 'ip/firewall/nat'
const camera = { protocol: 'tcp', outside: '9443', to_address: '10.2.0.20', to_ports: '443', comment: 'Camera' }

async function start(of: Parameters<typeof fixture.router>[0] = {}) {
  const sim: Simulator = await fixture.router(of)
  const id = await fixture.device({ router: sim })
  const request = (method: Method, path: string, body?: object) =>
    master(method, `/hardware/control/${id}/ip/firewall/${path}`, body)
  const rules = async (): Promise<NatRule[]> => (await request('GET', 'nat/index')).body.data
  return {
    sim,
    id,
    request,
    rules,
    runCommand: async (method: Method, path: string, body?: object) =>
      fixture.end(master, id, await request(method, path, body)),
    table: () => sim.table(menu),
    comments: () => sim.table(menu).map((row) => row['comment'] ?? ''),
    destroy: (rule: string) => `nat/destroy?id=${encodeURIComponent(rule)}`,
  }
}

describe.each([['v7-wifi'], ['v6-capsman']] as const)('port forwards on %s', (personality) => {
  test('are added, described, changed and removed on the router', async () => {
    const { sim, id, request, rules, runCommand, table, destroy } = await start({ personality })
    await rules()
    const added = await runCommand('POST', 'nat/store', camera)
    expect(added, added.detail?.message).toMatchObject({ state: 'done', target: menu, verb: 'add', guarded: false })
    const created = table().find((row) => row['dst-port'] === '9443')
    expect(created).toMatchObject({
      chain: 'dstnat',
      action: 'dst-nat',
      protocol: 'tcp',
      'in-interface-list': 'WAN',
      'to-addresses': '10.2.0.20',
      'to-ports': '443',
    })
    expect(created?.['comment']).toMatch(/^trunkline:f[0-9a-f]{10} Camera$/)

    const rule = (await rules()).find((one) => one.is_ours) as NatRule
    expect(rule).toMatchObject({ comment: 'Camera', position: table().length, more: { 'in-interface-list': 'WAN' } })
    expect(rule.forward).toEqual({
      protocol: 'tcp',
      outside: '9443',
      to_address: '10.2.0.20',
      to_ports: '443',
      in_interface: null,
      dst_address: null,
      from: null,
    })

    const changed = await runCommand('PUT', 'nat/update', {
      id: rule.id,
      outside: '9443-9444',
      to_ports: null,
      from: '203.0.113.0/24',
      comment: 'Door',
      seen: rule,
    })
    expect(changed, changed.detail?.message).toMatchObject({ state: 'done', verb: 'set' })
    const after = table().find((row) => row['.id'] === rule.id)
    expect(after).toMatchObject({ 'dst-port': '9443-9444', 'src-address': '203.0.113.0/24' })
    expect([after?.['to-ports'], after?.['comment']]).toEqual([
      undefined,
      created?.['comment']?.replace('Camera', 'Door'),
    ])

    const stale = await request('PUT', 'nat/update', { id: rule.id, outside: '9500', seen: rule })
    expect([stale.status, stale.body.error?.code], stale.text).toEqual([409, 'stale_version'])
    const words = (seen: object) => request('PUT', 'nat/update', { id: rule.id, comment: 'Door', seen })
    expect((await words({ outside: '9443', comment: 'Door' })).body.error.params.notes).toEqual([
      message('command.field_changed', { field: 'outside', seen: '9443', now: '9443-9444' }),
    ])
    const same = await words({ outside: '9443-9444', to_ports: null, comment: 'Door' })
    expect((await fixture.end(master, id, same)).state).toBe('done')

    sim.change(menu, rule.id, { 'dst-address': '198.51.100.7' })
    await rules()
    const elsewhere = await runCommand('PUT', 'nat/update', { id: rule.id, in_interface: 'ether1', dst_address: null })
    expect(elsewhere.state, elsewhere.detail?.message).toBe('done')
    const moved = table().find((row) => row['.id'] === rule.id)
    expect([moved?.['in-interface'], moved?.['in-interface-list'], moved?.['dst-address']]).toEqual([
      'ether1',
      undefined,
      undefined,
    ])

    const removed = await runCommand('DELETE', destroy(rule.id))
    expect(removed, removed.detail?.message).toMatchObject({ state: 'done', verb: 'remove' })
    expect(table().some((row) => row['.id'] === rule.id)).toBe(false)
  }, 30_000)

  test('for both protocols consist of two rules that stay together', async () => {
    const { rules, runCommand, table, destroy } = await start({ personality })
    await rules()
    const added = await runCommand('POST', 'nat/store', { ...camera, protocol: 'tcp-udp' })
    expect(added.state, added.detail?.message).toBe('done')
    const ours = async () => (await rules()).filter((one) => one.is_ours)
    const [tcp, udp] = (await ours()) as [NatRule, NatRule]
    expect([tcp.protocol, udp.protocol, tcp.mark === udp.mark]).toEqual(['tcp', 'udp', true])
    expect([tcp.forward?.protocol, udp.forward]).toEqual(['tcp-udp', tcp.forward])

    // A change of either rule changes both.
    const set = await runCommand('PUT', 'nat/update', {
      id: udp.id,
      to_address: '10.2.0.21',
      disabled: true,
      seen: udp,
    })
    expect(set.state, set.detail?.message).toBe('done')
    expect((await ours()).map((one) => [one.protocol, one.to_addresses, one.disabled])).toEqual([
      ['tcp', '10.2.0.21', true],
      ['udp', '10.2.0.21', true],
    ])
    const moved = await runCommand('PUT', 'nat/move', { id: tcp.id, before: '*1' })
    expect(moved, moved.detail?.message).toMatchObject({ state: 'done', guarded: true })
    expect(
      table()
        .slice(0, 3)
        .map((row) => row['.id']),
    ).toEqual([tcp.id, udp.id, '*1'])

    const one = await runCommand('PUT', 'nat/update', { id: tcp.id, protocol: 'udp' })
    expect(one.state, one.detail?.message).toBe('done')
    expect((await ours()).map((rule) => rule.protocol)).toEqual(['udp'])
    const two = await runCommand('PUT', 'nat/update', { id: udp.id, protocol: 'tcp-udp' })
    expect(two.state, two.detail?.message).toBe('done')
    expect((await ours()).map((rule) => [rule.protocol, rule.forward?.protocol, rule.disabled])).toEqual([
      ['tcp', 'tcp-udp', true],
      ['udp', 'tcp-udp', true],
    ])
    const removed = await runCommand('DELETE', destroy(udp.id))
    expect(removed.state, removed.detail?.message).toBe('done')
    expect(await ours()).toEqual([])
    expect(table()).toHaveLength(2)
  }, 30_000)
})

describe('the position of a forward', () => {
  test('is before the rule that would match its packets, and after one with a narrower source', async () => {
    const { sim, rules, runCommand, comments } = await start()
    sim.insert(menu, {
      chain: 'dstnat',
      action: 'dst-nat',
      protocol: 'tcp',
      'dst-port': '9443',
      'in-interface-list': 'WAN',
      'src-address': '203.0.113.9',
      'to-addresses': '10.2.0.99',
      comment: 'for one',
    })
    const all = { chain: 'dstnat', action: 'dst-nat', 'in-interface-list': 'WAN', 'to-addresses': '10.2.0.98' }
    sim.insert(menu, { ...all, comment: 'exposed host' })
    await rules()
    const end = await runCommand('POST', 'nat/store', camera)
    expect(end.state, end.detail?.message).toBe('done')
    expect(comments().slice(-3)).toEqual(['for one', expect.stringContaining('Camera'), 'exposed host'])
    // No error if the rule that it should precede was removed meanwhile.
    sim.drop(menu, sim.table(menu).at(-1)?.['.id'] as string)
    const late = await runCommand('POST', 'nat/store', { ...camera, outside: '9555' })
    expect(late.state).toBe('refused')
    expect(late.detail).toMatchObject({ reason: 'command.row_gone' })
  })

  test('remains correct when a rule of the owner is moved, and dynamic rules are not moved', async () => {
    const { sim, rules, runCommand, request, table } = await start()
    const dynamic = sim.insert(menu, { chain: 'dstnat', action: 'accept', dynamic: 'true' })
    await rules()
    const end = await runCommand('PUT', 'nat/move', { id: '*2', before: '*1' })
    expect(end, end.detail?.message).toMatchObject({ state: 'done', guarded: true, verb: 'move' })
    expect(table().map((row) => row['.id'])).toEqual(['*2', '*1', dynamic])
    for (const body of [
      { id: dynamic, before: '*1' },
      { id: '*1', before: dynamic },
    ]) {
      const reply = await request('PUT', 'nat/move', body)
      expect([reply.status, reply.body.error.reason]).toEqual([409, 'lan.dynamic_row'])
    }
    const self = await request('PUT', 'nat/move', { id: '*1', before: '*1' })
    expect([self.status, Object.keys(self.body.error.fields)]).toEqual([422, ['before']])
    expect((await request('PUT', 'nat/move', { id: '*1', before: '*99' })).status).toBe(409)
  }, 30_000)
})

describe('a router that does not apply a command', () => {
  test.each([['lie'], ['halfApply']] as const)(
    'is not reported as done: %s',
    async (kind) => {
      for (const verb of ['add', 'set', 'remove'] as const) {
        const { sim, rules, runCommand, destroy } = await start()
        await rules()
        await runCommand('POST', 'nat/store', camera)
        const rule = (await rules()).find((one) => one.is_ours) as NatRule
        sim.faults.add({ kind, menu, verb })
        const end =
          verb === 'add'
            ? await runCommand('POST', 'nat/store', { ...camera, outside: '9444' })
            : verb === 'set'
              ? await runCommand('PUT', 'nat/update', { id: rule.id, outside: '9445', to_ports: '445', seen: rule })
              : await runCommand('DELETE', destroy(rule.id))
        if (kind === 'halfApply' && verb === 'remove') continue
        expect(['refused', 'unknown', 'differs'], `${verb}: ${end.state} ${end.detail?.reason}`).toContain(end.state)
      }
    },
    60_000,
  )

  test('reports if only one of two rules was added, and shows the actual rules', async () => {
    const { sim, rules, runCommand } = await start()
    await rules()
    sim.faults.add({ kind: 'refuse', menu, verb: 'add', nth: 2, message: 'failure: too many rules' })
    const end = await runCommand('POST', 'nat/store', { ...camera, protocol: 'tcp-udp' })
    expect(end).toMatchObject({
      state: 'refused',
      detail: {
        reason: 'command.partly_done',
        params: { cause: { params: { text: 'failure: too many rules' } }, steps: 1 },
      },
    })
    const ours = (await rules()).filter((one) => one.is_ours)
    expect(ours.map((one) => one.forward?.protocol)).toEqual(['tcp'])
  })

  test('is asked again after a disconnect, and the rule exists once', async () => {
    const { sim, rules, runCommand } = await start()
    await rules()
    sim.faults.add({ kind: 'cut', menu, verb: 'add', nth: 1, afterBytes: 0, does: true })
    const end = await runCommand('POST', 'nat/store', camera)
    expect(end.state, end.detail?.message).toBe('done')
    expect((await rules()).filter((one) => one.is_ours)).toHaveLength(1)
  })
})
