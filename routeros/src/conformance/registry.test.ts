import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { permissions } from './check.ts'
import { runValues } from './run-values.ts'
import { commandOf, verifyInverse } from './checks/history.ts'
import { readOptions, UsageError } from './options.ts'
import { redact } from './redact.ts'
import { listText } from './report.ts'
import { checks } from './registry.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

test('names of checks are unique, and the last one proves that nothing is left', () => {
  const names = checks.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(names.filter((name) => !/^[a-z][a-z0-9-]*$/.test(name))).toEqual([])
  expect(names.at(-1)).toBe('nothing-left')
})

test('every check names existing code that depends on its assumption', () => {
  for (const { name, usedBy } of checks) {
    expect(usedBy.length, name).toBeGreaterThan(0)
    for (const one of usedBy) {
      const [path = '', symbol = ''] = one.split(' ')
      expect(read(path), `${name}: ${one}`).toContain(symbol)
    }
  }
})

test('the documentation lists the checks of the registry', () => {
  // The formatter aligns the columns of tables.
  const cellsOf = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.replaceAll(/\s+/g, ' ').trim())
  expect(cellsOf(read('docs/reference/routeros-checks.md'))).toEqual(cellsOf(listText(checks)))
})

test.each([
  [[], '--host is missing.'],
  [['--host', '192.0.2.1'], '--user is missing.'],
  [['--host', '192.0.2.1:8728', '--user', 'x'], '--host is an address or a name, without a port.'],
  [['--host', 'r', '--user', 'x', '--port', '0'], '--port is a number from 1 to 65535.'],
  [['--host', 'r', '--user', 'x', '--rest-port', 'www'], '--rest-port is a number from 1 to 65535.'],
  [['--host', 'r', '--user', 'x', '--rest-plain'], '--rest-plain needs --rest-port.'],
  [['--host', 'r', '--user', 'x', '--only', 'tags,none'], 'There is no check none. --list prints all.'],
  [['--host', 'r', '--user', 'x', '--reboot'], "Unknown option '--reboot'"],
  [['--host', 'r', '--user', 'x', '--password=secret'], 'The password is not an argument'],
  [['--host', 'r', '--user', 'x', '--serve-address', 'pc.example'], '--serve-address is an address of this computer.'],
  [['--host', 'r', '--user', 'x', '--cable-port'], "Option '--cable-port <value>' argument missing"],
  [['--host', 'r', '--user', 'x', '--allow-cable-port'], "Unknown option '--allow-cable-port'"],
  [['--host', 'r', '--user', 'x', 'more'], "Unexpected argument 'more'"],
])('the arguments %j are rejected: %s', (args, expected) => {
  expect(() => readOptions(args)).toThrow(UsageError)
  expect(() => readOptions(args)).toThrow(expected)
})

test('arguments become options; REST uses TLS except on port 80', () => {
  const login = ['--host', '192.0.2.1', '--user', 'panel']
  expect(readOptions([...login, '--tls', '--rest-port', '443', '--allow-reboot', '--only', 'tags'])).toEqual({
    host: '192.0.2.1',
    user: 'panel',
    transport: 'api-ssl',
    rest: { port: 443, tls: true },
    allowed: new Set(['reboot']),
    values: new Map(),
    only: new Set(['tags']),
    showsIdentifiers: false,
  })
  expect(readOptions([...login, '--rest-port', '80'])).toMatchObject({ rest: { port: 80, tls: false } })
  expect(
    readOptions([...login, '--allow-blackhole', '--serve-address', '::1', '--scan-interface', 'wifi1']),
  ).toMatchObject({
    allowed: new Set(['blackhole']),
    values: new Map([
      ['serve-address', '::1'],
      ['scan-interface', 'wifi1'],
    ]),
  })
  expect(readOptions(['--list'])).toBe('list')
  expect(readOptions(['--help'])).toBe('help')
})

test.each([
  ['/ip firewall address-list remove *5', 'ip/firewall/address-list/remove', ['*5'], {}],
  ['/ip/address/set numbers=*A address=192.0.2.1/24', 'ip/address/set', ['*A'], { address: '192.0.2.1/24' }],
  ['/ip address set *A comment="a \\"b\\" c=d"', 'ip/address/set', ['*A'], { comment: 'a "b" c=d' }],
  ['/ip dns set servers=""', 'ip/dns/set', [], { servers: '' }],
])('the console command %s is parsed', (text, path, ids, values) => {
  expect(commandOf(text)).toEqual({ path, ids, values })
})

test.each([
  ['/ip dns set *5 comment=a', 'The undo is not /ip/address/set'],
  ['/ip address set *6 comment=a', 'The undo names other rows'],
  ['/ip address set *5 comment=b', 'The undo has another value of comment'],
  ['/ip address set *5', 'The undo has another value of comment'],
])('the undo %s is not the inverse: %s', (text, message) => {
  const inverse = { path: 'ip/address/set', ids: ['*5'], values: { comment: 'a' } }
  expect(() => verifyInverse(text, inverse)).toThrow(message)
  expect(() => verifyInverse('/ip address set *5 comment=a disabled=no', inverse)).not.toThrow()
})

test('the documentation names every option that checks need', () => {
  const text = read('docs/reference/routeros-checks.md')
  for (const name of [...permissions.map((one) => `allow-${one}`), ...runValues])
    expect(text).toContain(`**\`--${name}\`**`)
})

test('reports contain no secrets, and no identifiers unless requested', () => {
  const text =
    'login panel/hunter2 on edge.example.net serial HF90A; # software id = ABCD-EF12; 198.18.7.7 8.8.8.8 10.1.2.3 192.0.2.1 2a02:8388:1::1 2001:db8::1 48:8F:5A:01:02:03 02:00:5E:00:53:01 version 7.20.4'
  const redaction = { secrets: ['hunter2'], identifiers: ['HF90A', 'edge.example.net'], showsIdentifiers: false }
  expect(redact(text, redaction)).toBe(
    'login panel/*** on (identifier) serial (identifier); # software id=(identifier) (address) (address) 10.1.2.3 192.0.2.1 (address) 2001:db8::1 48:8F:5A:xx:xx:xx 02:00:5E:00:53:01 version 7.20.4',
  )
  expect(redact(text, { ...redaction, showsIdentifiers: true })).toBe(text.replace('hunter2', '***'))
})
