import { startSimulator, type Simulator, type SimulatorOptions } from '@trunkline/simulator'
import { afterEach, expect, test } from 'vitest'
import { connect } from '../connect.ts'
import type { Session } from '../session.ts'
import { inverseOf, type PlannedWrite } from './inverse.ts'

const login = { name: 'panel', password: 'kept-Secret-1' }
let simulator: Simulator | undefined
let session: Session | undefined
afterEach(async () => {
  await session?.close()
  await simulator?.stop()
})

async function start(options: SimulatorOptions = {}): Promise<{ of: Simulator; on: Session }> {
  simulator = await startSimulator({ users: [login], still: true, ...options })
  session = await connect({
    host: simulator.host,
    port: simulator.ports.api as number,
    transport: 'api',
    user: login.name,
    password: login.password,
  })
  return { of: simulator, on: session }
}

const menus = [
  'interface/bridge/port',
  'interface/bridge/vlan',
  'interface/list/member',
  'interface/vlan',
  'ip/address',
  'ip/dhcp-server',
  'ip/dhcp-server/network',
  'ip/dns',
  'ip/firewall/address-list',
  'ip/firewall/filter',
  'ip/firewall/nat',
  'ip/pool',
]
/** Tables without ids, counters and what the router determines, in their order. */
const volatile = new Set(['.id', 'bytes', 'packets', 'creation-time', 'cache-used'])
const tables = (of: Simulator) =>
  Object.fromEntries(
    menus.map((menu) => [
      menu,
      of
        .table(menu)
        .map((row) =>
          Object.fromEntries(Object.entries(row).filter(([name, value]) => !volatile.has(name) && value !== '')),
        ),
    ]),
  )

async function write(on: Session, writes: readonly PlannedWrite[]): Promise<void> {
  for (const { menu, verb, id, values = {} } of writes) {
    if (verb === 'add') await on.add(menu, values)
    else if (verb === 'set') await on.set(menu, id ?? null, values)
    else if (verb === 'remove') await on.remove(menu, id as string)
    else if (verb === 'move') await on.move(menu, id as string, null)
  }
}

/** Rows that a network of a site consists of. */
async function prepare(on: Session) {
  const vlan = await on.add('interface/vlan', { name: 'vlan50', 'vlan-id': 50, interface: 'bridge' })
  const address = await on.add('ip/address', { address: '10.50.0.1/24', interface: 'vlan50', comment: 'a "b" $c [x]' })
  const pool = await on.add('ip/pool', { name: 'pool50', ranges: '10.50.0.10-10.50.0.99' })
  const server = await on.add('ip/dhcp-server', { name: 'dhcp50', interface: 'vlan50', 'address-pool': 'pool50' })
  const network = await on.add('ip/dhcp-server/network', { address: '10.50.0.0/24', gateway: '10.50.0.1' })
  const list = await on.add('ip/firewall/address-list', { list: 'blocked', address: '192.0.2.7', comment: 'one' })
  const rules: string[] = []
  for (const port of ['80', '443', '25'])
    rules.push(
      await on.add('ip/firewall/nat', {
        chain: 'dstnat',
        action: 'dst-nat',
        protocol: 'tcp',
        'dst-port': port,
        'to-addresses': '10.50.0.20',
      }),
    )
  const [first = '', second = '', third = ''] = rules
  return { vlan, address, pool, server, network, list, first, second, third }
}
type Ids = Awaited<ReturnType<typeof prepare>>

const writes = (...all: PlannedWrite[]): PlannedWrite[] => all

const changes: Record<string, (ids: Ids) => PlannedWrite[]> = {
  'a changed value, one that was unset, and one that was removed': (ids) =>
    writes(
      { menu: 'ip/address', verb: 'set', id: ids.address, values: { comment: 'other', disabled: true } },
      {
        menu: 'ip/firewall/nat',
        verb: 'set',
        id: ids.second,
        values: { 'src-address': '192.0.2.1', 'dst-port': '444' },
      },
    ),
  'changed names and addresses, which identify rows and refer to them': (ids) =>
    writes(
      { menu: 'interface/vlan', verb: 'set', id: ids.vlan, values: { name: 'vlan51', 'vlan-id': 51 } },
      { menu: 'ip/address', verb: 'set', id: ids.address, values: { address: '10.51.0.1/24' } },
      { menu: 'ip/dhcp-server', verb: 'remove', id: ids.server },
    ),
  'a singleton': () => [{ menu: 'ip/dns', verb: 'set', id: null, values: { servers: '192.0.2.53' } }],
  'added rows': () =>
    writes(
      { menu: 'ip/pool', verb: 'add', values: { name: 'more', ranges: '10.60.0.2-10.60.0.9' } },
      {
        menu: 'ip/address',
        verb: 'add',
        values: { address: '10.60.0.1/24', interface: 'ether3' },
        identifies: { address: '10.60.0.1/24', interface: 'ether3' },
      },
      {
        menu: 'ip/firewall/nat',
        verb: 'add',
        values: { chain: 'srcnat', action: 'masquerade', 'out-interface': 'ether1', comment: 'new' },
      },
    ),
  'a removed network, whose rows refer to each other': (ids) =>
    writes(
      { menu: 'ip/dhcp-server', verb: 'remove', id: ids.server },
      { menu: 'ip/dhcp-server/network', verb: 'remove', id: ids.network },
      { menu: 'ip/pool', verb: 'remove', id: ids.pool },
      { menu: 'ip/address', verb: 'remove', id: ids.address },
      { menu: 'ip/firewall/address-list', verb: 'remove', id: ids.list },
    ),
  'two removed neighbours of an ordered menu': (ids) =>
    writes(
      { menu: 'ip/firewall/nat', verb: 'remove', id: ids.first },
      { menu: 'ip/firewall/nat', verb: 'remove', id: ids.second },
    ),
  'two moved neighbours, the first one first': (ids) =>
    writes(
      { menu: 'ip/firewall/nat', verb: 'move', id: ids.first },
      { menu: 'ip/firewall/nat', verb: 'move', id: ids.second },
    ),
  'two moved neighbours, the second one first': (ids) =>
    writes(
      { menu: 'ip/firewall/nat', verb: 'move', id: ids.second },
      { menu: 'ip/firewall/nat', verb: 'move', id: ids.first },
    ),
  'a moved rule': (ids) => [{ menu: 'ip/firewall/nat', verb: 'move', id: ids.first }],
}

test.each(Object.entries(changes))(
  'the inverse of %s restores all tables, within the uptime and after a restart',
  async (_, change) => {
    for (const kind of ['source', 'startupSource'] as const) {
      const { of, on } = await start()
      const planned = change(await prepare(on))
      const before = tables(of)
      const inverse = await inverseOf(on, planned)
      if (typeof inverse === 'string') throw new Error(`no inverse: ${inverse}`)
      // Nothing to revert yet.
      await on.run('execute', { script: inverse[kind], 'as-string': '' })
      expect(tables(of)).toEqual(before)
      await write(on, planned)
      expect(tables(of)).not.toEqual(before)
      await on.run('execute', { script: inverse[kind], 'as-string': '' })
      expect(tables(of)).toEqual(before)
      // Two mechanisms may start it.
      await on.run('execute', { script: inverse[kind], 'as-string': '' })
      expect(tables(of)).toEqual(before)
      expect(of.table('log').map(({ message }) => message)).not.toContainEqual(expect.stringContaining('rollback'))
      await on.close()
      await of.stop()
    }
  },
)

test('a change without an inverse says why', async () => {
  const { of, on } = await start()
  const ids = await prepare(on)
  const reason = (write: PlannedWrite) => inverseOf(on, [write])
  expect(await reason({ menu: 'interface/ethernet', verb: 'run' })).toBe('command')
  expect(await reason({ menu: 'interface/wireguard', verb: 'remove', id: '*1' })).toBe('command')
  expect(await reason({ menu: 'ip/pool', verb: 'remove', id: '*FFFF' })).toBe('row')
  // An equal row could not be told apart from the new one.
  const { list, address } = { list: 'blocked', address: '192.0.2.7' }
  expect(await reason({ menu: 'ip/firewall/address-list', verb: 'add', values: { list, address } })).toBe('row')
  of.change('ip/address', ids.address, { comment: '*****' })
  expect(await reason({ menu: 'ip/address', verb: 'set', id: ids.address, values: { comment: 'x' } })).toBe('secret')
  const hidden = new Set(['network'])
  expect(
    await reason({ menu: 'ip/address', verb: 'set', id: ids.address, values: { network: '10.50.0.0' }, hidden }),
  ).toBe('secret')
})

test('a row that the scripts of the router do not find is noticed before the write', async () => {
  const { of, on } = await start()
  const ids = await prepare(on)
  of.faults.add({ kind: 'lie', menu: '', verb: 'execute' })
  expect(await inverseOf(on, [{ menu: 'ip/address', verb: 'set', id: ids.address, values: { comment: 'x' } }])).toBe(
    'row',
  )
})
