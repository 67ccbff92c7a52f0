import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { connect } from '@trunkline/routeros'
import { expect, test } from 'vitest'
import { createAddressGuard, prefixList } from './address-guard.ts'

const guard = createAddressGuard()
const outcome = (host: string, port = 8729, of = guard) =>
  of
    .check(host, port, async () => true)
    .then(
      ({ address }) => address,
      (error: { error?: string }) => error.error,
    )

test.each([
  // This machine, in every notation.
  '127.0.0.1',
  '127.1.2.3',
  'localhost',
  'localhost.',
  'LOCALHOST',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '0177.0000.0000.0001',
  '127.1',
  '127.0.1',
  '127.0.0.1.',
  '0',
  '0.0.0.0',
  '::',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::FFFF:10.0.0.1',
  '0:0:0:0:0:ffff:0a00:0001',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2001:0:53aa:64c:0:0:80ff:fffe',
  // The metadata service of clouds, and other link-local addresses.
  '169.254.169.254',
  '169.254.0.1',
  '::ffff:169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  // Multicast, unspecified, reserved.
  '224.0.0.1',
  '239.255.255.250',
  'ff02::1',
  '255.255.255.255',
  '240.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  // Not addresses.
  '',
  ' ',
  '10.0.0.256',
  '010.0.0.1',
  '10.0.0.1/24',
  '10.0.0.1:8728',
  'http://10.0.0.1',
  'admin@10.0.0.1',
  'a b',
  '10.0.0.1\u0000.example',
  '-x.example',
  '１２７.0.0.1',
])('%j is no address of a device', async (host) => {
  expect(await outcome(host)).toBe('address')
})

test.each(['10.0.0.1', '192.168.88.1', '172.16.0.1', '100.64.0.1', '8.8.8.8', '2a00:1450::1', 'fd00::1', '[fd00::1]'])(
  '%s is a permitted router address',
  async (host) => {
    expect(await outcome(host)).toBe(host.replace(/[[\]]/g, ''))
  },
)

test.each([
  [22, 'address'],
  [25, 'address'],
  [53, 'address'],
  [5432, 'address'],
  [6379, 'address'],
  [2375, 'address'],
  [0, 'address'],
  [65_536, 'address'],
  [80, '10.0.0.1'],
  [443, '10.0.0.1'],
  [8728, '10.0.0.1'],
  [28_729, '10.0.0.1'],
])('port %i: %s', async (port, expected) => {
  expect(await outcome('10.0.0.1', port)).toBe(expected)
})

test('an unknown name is reported as unreachable, not as rejected', async () => {
  expect(await outcome('no-such-router.invalid')).toBe('unreachable')
})

test("the panel's own addresses and the hosts of its services are rejected", async () => {
  const own = createAddressGuard({ own: ['10.20.30.40'] })
  expect(await outcome('10.20.30.40', 8728, own)).toBe('address')
  const mine = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address
  if (mine !== undefined) expect(await outcome(mine)).toBe('address')
})

test('configured networks exclude all others, and no setting permits this machine', async () => {
  const only = createAddressGuard({ networks: ['10.8.0.0/16', 'fd00::/8', '127.0.0.0/8'] })
  expect(await outcome('10.8.1.2', 8728, only)).toBe('10.8.1.2')
  expect(await outcome('fd12::1', 8728, only)).toBe('fd12::1')
  for (const host of ['10.9.0.1', '192.168.88.1', '127.0.0.1']) expect(await outcome(host, 8728, only)).toBe('address')
})

test("the demo's own addresses are permitted, and no others", async () => {
  const demo = createAddressGuard({ allow: (address, port) => address === '127.77.0.1' && port === 8728 })
  expect(await outcome('127.77.0.1', 8728, demo)).toBe('127.77.0.1')
  expect(await outcome('127.77.0.1', 8080, demo)).toBe('address')
  expect(await outcome('127.0.0.1', 8728, demo)).toBe('address')
})

test.each(['10.0.0.0/33', 'x/8', '10.0.0.0/8/8', 'fd00::/129', '10.0.0/8'])('%s is not a prefix', (prefix) => {
  expect(() => prefixList([prefix])).toThrow('is not a prefix')
})

test('a redirect of REST is not followed', async () => {
  let requested = 0
  const inside = createServer((_, reply) => {
    requested++
    reply.end('{}')
  }).listen(0, '127.0.0.1')
  const router = createServer((_, reply) => {
    reply
      .writeHead(302, { location: `http://127.0.0.1:${(inside.address() as AddressInfo).port}/rest/system/resource` })
      .end()
  }).listen(0, '127.0.0.1')
  await Promise.all([once(inside, 'listening'), once(router, 'listening')])
  const { port } = router.address() as AddressInfo
  await expect(
    (async () => {
      const session = await connect({
        host: '127.0.0.1',
        port,
        transport: 'rest',
        tls: false,
        user: 'admin',
        password: 'x',
      } as Parameters<typeof connect>[0])
      await session.print('system/resource')
    })(),
  ).rejects.toThrow()
  expect(requested).toBe(0)
  for (const server of [inside, router]) {
    server.closeAllConnections()
    server.close()
  }
})
