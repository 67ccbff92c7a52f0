import { startSimulator, type Simulator } from '@trunkline/simulator'
import { afterEach, expect, test } from 'vitest'
import { exportConfig } from '../actions/export.ts'
import { connect } from '../connect.ts'
import type { Session } from '../session.ts'
import { configurationDifference, forwardScript, inverseScript } from './difference.ts'
import { parseExport } from './parse.ts'

const text = (menu: string, ...lines: string[]) => [menu, ...lines].join('\n')
const forward = (current: string, target: string) =>
  configurationDifference(current, target).operations.map((one) => one.forward)

test('statements are read with their menu, selector and decoded values', () => {
  const parsed = parseExport(
    [
      '# 2026-11-23 by RouterOS 7.16',
      '/interface ethernet',
      'set [ find default-name=ether1 ] comment="to \\"north\\" \\$5" \\',
      '    name=uplink',
      '/ip dns set servers=9.9.9.9',
      '/ip service',
      'set telnet disabled=yes',
      '/interface eoip',
      'add name=t !keepalive comment="K\\C3\\BCche\\nnew line"',
    ].join('\r\n'),
  )
  expect(parsed).toMatchObject([
    {
      menu: 'interface/ethernet',
      verb: 'set',
      selector: '[ find default-name=ether1 ]',
      values: { comment: 'to "north" $5', name: 'uplink' },
      line: 3,
    },
    { menu: 'ip/dns', verb: 'set', selector: '', values: { servers: '9.9.9.9' } },
    { menu: 'ip/service', verb: 'set', selector: 'telnet', values: { disabled: 'yes' } },
    { menu: 'interface/eoip', verb: 'add', values: { name: 't', '!keepalive': '', comment: 'Küche\nnew line' } },
  ])
})

test('equal configurations have no difference, whatever their dates and line breaks are', () => {
  const one = text('/ip dns', 'set allow-remote-requests=yes servers=9.9.9.9')
  const other = text('# a comment', '/ip dns', 'set allow-remote-requests=yes \\', '    servers=9.9.9.9', '')
  expect(configurationDifference(one, other)).toEqual({ operations: [], skipped: [] })
})

test('a keyed row is set, or added and removed', () => {
  const before = text(
    '/interface vlan',
    'add interface=ether1 name=v10 vlan-id=10',
    'add interface=ether1 name=v20 vlan-id=20',
  )
  const after = text(
    '/interface vlan',
    'add interface=ether1 name=v10 vlan-id=11',
    'add interface=ether1 name=v30 vlan-id=30',
  )
  const { operations } = configurationDifference(before, after)
  expect(operations.map((one) => one.forward)).toEqual([
    '/interface vlan remove [/interface vlan find where name="v20"]',
    '/interface vlan set [/interface vlan find where name="v10"] vlan-id="11"',
    '/interface vlan add interface="ether1" name="v30" vlan-id="30"',
  ])
  expect(operations.map((one) => one.inverse)).toEqual([
    ':if ([:len [/interface vlan find where name="v20"]] = 0) do={/interface vlan add interface="ether1" name="v20" vlan-id="20"}',
    '/interface vlan set [/interface vlan find where name="v10"] vlan-id="10"',
    '/interface vlan remove [/interface vlan find where name="v30"]',
  ])
})

test('rules get their position back, and a rule that is part of another one is told apart', () => {
  const rules = [
    'add action=accept chain=input',
    'add action=accept chain=input protocol=tcp',
    'add action=drop chain=input',
  ]
  const before = text('/ip firewall filter', rules[0]!, rules[2]!)
  expect(forward(before, text('/ip firewall filter', ...rules))).toEqual([
    '/ip firewall filter add action="accept" chain="input" protocol="tcp" place-before=[/ip firewall filter find where action="drop" and chain="input" and !dynamic]',
  ])
  expect(forward(text('/ip firewall filter', ...rules), text('/ip firewall filter', rules[1]!, rules[2]!))).toEqual([
    '/ip firewall filter remove [/ip firewall filter find where action="accept" and chain="input" and !protocol and !dynamic]',
  ])
})

test('what cannot be restored is listed with its reason, without secrets', () => {
  const before = text(
    '/ip dns',
    'set cache-size=4096KiB',
    '/user',
    'add group=full name=a',
    '/ip firewall filter',
    'add chain=a',
    'add chain=a',
  )
  const after = text(
    '/user',
    'add group=full name=a password=hidden-1',
    '/certificate',
    'import file-name=x',
    '/ip firewall filter',
    'add chain=a',
    '/log',
    'print',
  )
  const { operations, skipped } = configurationDifference(before, after)
  expect(operations).toEqual([])
  expect(skipped.map(({ menu, reason }) => `${menu} ${reason}`).toSorted()).toEqual([
    'certificate menu',
    'ip/dns default',
    'ip/firewall/filter ambiguous',
    'log statement',
    'user menu',
    'user menu',
  ])
  expect(JSON.stringify(skipped)).not.toContain('hidden-1')
})

test('a value whose former state is unknown has no inverse', () => {
  const difference = configurationDifference('', text('/ip dns', 'set servers=9.9.9.9'))
  expect(forwardScript(difference)).toBe('/ip dns set servers="9.9.9.9"')
  expect(inverseScript(difference)).toBeUndefined()
  expect(inverseScript(configurationDifference('', text('/ip service', 'set telnet disabled=yes')))).toBe(
    ':do {/ip service set telnet disabled="no"} on-error={}',
  )
})

let open: { sim: Simulator; session: Session } | undefined
afterEach(async () => {
  await open?.session.close()
  await open?.sim.stop()
  open = undefined
})

/** Changes as an operator makes them. */
const edits: ((sim: Simulator, at: number) => void)[] = [
  (sim, at) =>
    sim.insert(
      'ip/firewall/filter',
      { chain: 'forward', action: 'drop', 'dst-port': String(1000 + at), protocol: 'tcp' },
      sim.table('ip/firewall/filter').at(at % 3)?.['.id'],
    ),
  (sim, at) =>
    sim.insert('ip/firewall/address-list', {
      list: `l${at % 2}`,
      address: `198.51.100.${at}`,
      comment: `"q" $x ${at}`,
    }),
  (sim, at) => {
    const row = sim.table('ip/firewall/filter').find((one, index) => one['dynamic'] !== 'true' && index >= at % 4)
    if (row) sim.drop('ip/firewall/filter', row['.id'] as string)
  },
  (sim, at) => sim.change('ip/dns', null, { servers: `9.9.9.${at}` }),
  (sim, at) => sim.insert('ip/pool', { name: `pool${at}`, ranges: `10.9.${at}.2-10.9.${at}.9` }),
  (sim, at) => {
    const row = sim.table('ip/address').find((one) => one['dynamic'] !== 'true')
    if (row) sim.change('ip/address', row['.id'] as string, { comment: `note ${at}` })
  },
]

test('on a router the script makes the target, and the inverse of any part of it the former configuration', async () => {
  for (let seed = 1; seed <= 6; seed++) {
    const sim = await startSimulator({ seed, users: [{ name: 'panel', password: 'kept-Secret-1' }] })
    const session = await connect({
      host: sim.host,
      port: sim.ports.api!,
      transport: 'api',
      user: 'panel',
      password: 'kept-Secret-1',
    })
    open = { sim, session }
    const read = () => exportConfig(session, { secrets: true })
    sim.change('ip/dns', null, { servers: '9.9.9.99' })
    for (let at = 0; at < 4; at++) edits[(seed + at) % edits.length]!(sim, at + 1)
    const target = await read()
    for (let at = 0; at < 6; at++) edits[(seed * 7 + at) % edits.length]!(sim, at + 20)
    const current = await read()
    const difference = configurationDifference(current, target)
    expect(difference.skipped).toEqual([])
    expect(difference.operations.length).toBeGreaterThan(0)
    const inverse = inverseScript(difference)!
    const run = (script: string) => session.run('execute', { script, 'as-string': '' })
    for (const count of [0, 1, Math.floor(difference.operations.length / 2), difference.operations.length]) {
      await run(
        difference.operations
          .slice(0, count)
          .map((one) => one.forward)
          .join('\n'),
      )
      await run(inverse)
      expect(configurationDifference(await read(), current).operations, `seed ${seed}, ${count} made`).toEqual([])
    }
    await run(forwardScript(difference))
    expect(configurationDifference(await read(), target)).toEqual({ operations: [], skipped: [] })
    await session.close()
    await sim.stop()
    open = undefined
  }
})

test('of another device, MAC addresses of interfaces and certificates stay, and are listed', () => {
  const current = `/interface ethernet
set [ find default-name=ether1 ] mac-address=02:00:00:00:0B:01
/ip service
set api-ssl certificate=here
`
  const target = `/interface ethernet
set [ find default-name=ether1 ] mac-address=02:00:00:00:0A:01 mtu=1400
/interface sstp-client
add certificate=there connect-to=192.0.2.1 name=sstp1 verify-server-certificate=no
/ip service
set api-ssl certificate=there
`
  const { operations, skipped } = configurationDifference(current, target, { isOtherDevice: true })
  const shown = operations.map(({ text }) => text).join('\n')
  expect(shown).toContain('mtu')
  expect(shown).toContain('verify-server-certificate')
  expect(shown).not.toMatch(/mac-address|[ -]certificate="(?:there|here)"/)
  expect(skipped.map(({ menu, reason }) => [menu, reason])).toEqual([
    ['interface/ethernet', 'mac'],
    ['interface/sstp-client', 'certificate'],
    ['ip/service', 'certificate'],
  ])
  expect(skipped[0]?.text).toContain('02:00:00:00:0A:01')
  expect(
    configurationDifference(current, target)
      .operations.map(({ text }) => text)
      .join('\n'),
  ).toContain('mac-address')
})
