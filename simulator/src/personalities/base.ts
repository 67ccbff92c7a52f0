import { allPolicies } from '../router/rules-system.ts'
import { formatDateTime } from '../router/values.ts'
import type { Row } from '../tables/table.ts'
import { numbered, type Maker } from './rows.ts'

const services: Maker = (router) => {
  const isSeven = router.version.major >= 7
  const sessions: Row = isSeven ? { vrf: 'main', 'max-sessions': '20' } : {}
  const names: [string, string][] = [
    ['telnet', '23'],
    ['ftp', '21'],
    ['www', '80'],
    ['ssh', '22'],
    ['www-ssl', '443'],
    ['api', '8728'],
    ['winbox', '8291'],
    ['api-ssl', '8729'],
  ]
  return numbered(
    names.map(([name, port]) => ({
      name,
      port,
      address: '',
      ...(name.endsWith('-ssl') ? { certificate: 'none', 'tls-version': 'any' } : {}),
      ...sessions,
      invalid: 'false',
      disabled: String(name === 'telnet' || name === 'ftp'),
    })),
    0,
  )
}

/** The default groups. https://help.mikrotik.com/docs/spaces/ROS/pages/8978504/User */
const groups: Maker = (router) => {
  const known = allPolicies.filter((name) => router.version.major >= 7 || name !== 'rest-api')
  const policy = (denied: readonly string[]): string =>
    [...known.filter((name) => !denied.includes(name)), ...denied.map((name) => `!${name}`)].join(',')
  return numbered([
    { name: 'read', policy: policy(['ftp', 'write', 'policy']), skin: 'default', default: 'true' },
    { name: 'write', policy: policy(['ftp', 'policy']), skin: 'default', default: 'true' },
    { name: 'full', policy: policy([]), skin: 'default', default: 'true' },
  ])
}

const users: Maker = (router) =>
  numbered(
    router.users.map((user, index) => ({
      name: user.name,
      group: user.group,
      address: '',
      'last-logged-in': formatDateTime(router.version, router.clock.at(router.booted + 3_600_000)),
      expired: 'false',
      disabled: 'false',
      password: user.password,
      ...(index === 0 ? { comment: 'system default user' } : {}),
    })),
  )

const nat: Maker = () =>
  numbered([
    {
      chain: 'srcnat',
      action: 'masquerade',
      'out-interface-list': 'WAN',
      'ipsec-policy': 'out,none',
      log: 'false',
      'log-prefix': '',
      bytes: '0',
      packets: '0',
      invalid: 'false',
      dynamic: 'false',
      disabled: 'false',
      comment: 'defconf: masquerade',
    },
    {
      chain: 'dstnat',
      action: 'dst-nat',
      protocol: 'tcp',
      'dst-port': '8443',
      'in-interface': 'ether1',
      'to-addresses': '10.0.0.20',
      'to-ports': '443',
      log: 'false',
      'log-prefix': '',
      bytes: '0',
      packets: '0',
      invalid: 'false',
      dynamic: 'false',
      disabled: 'true',
      comment: 'camera',
    },
  ])

const filter: Maker = () => {
  const rule = (values: Row): Row => ({
    ...values,
    log: 'false',
    'log-prefix': '',
    bytes: '0',
    packets: '0',
    invalid: 'false',
    dynamic: 'false',
    disabled: 'false',
  })
  return numbered([
    rule({
      chain: 'input',
      action: 'accept',
      'connection-state': 'established,related,untracked',
      comment: 'defconf: accept established,related,untracked',
    }),
    rule({ chain: 'input', action: 'drop', 'connection-state': 'invalid', comment: 'defconf: drop invalid' }),
    rule({ chain: 'input', action: 'accept', protocol: 'icmp', comment: 'defconf: accept ICMP' }),
    rule({ chain: 'input', action: 'accept', protocol: 'tcp', 'dst-port': '8291,8728,8729', comment: 'management' }),
    rule({
      chain: 'input',
      action: 'drop',
      'in-interface-list': '!LAN',
      comment: 'defconf: drop all not coming from LAN',
    }),
    rule({
      chain: 'forward',
      action: 'accept',
      'connection-state': 'established,related,untracked',
      comment: 'defconf: accept established,related, untracked',
    }),
    rule({ chain: 'forward', action: 'drop', 'connection-state': 'invalid', comment: 'defconf: drop invalid' }),
  ])
}

const log: Maker = (router) => {
  const at = (after: number): string => formatDateTime(router.version, router.clock.at(router.booted + after))
  return numbered([
    { time: at(4_000), topics: 'system,info', message: 'router rebooted' },
    { time: at(21_000), topics: 'interface,info', message: 'ether1 link up (speed 1G, full duplex)' },
    { time: at(22_000), topics: 'interface,info', message: 'ether2 link up (speed 1G, full duplex)' },
    { time: at(31_000), topics: 'dhcp,info', message: 'dhcp-client on ether1 got IP address' },
  ])
}

const packages: Maker = (router) => {
  const { stacks } = router
  const names = ['routeros']
  if (stacks.includes('wireless') && router.version.has('wifi')) names.push('wireless')
  if (stacks.includes('wifi')) names.push('wifi-qcom')
  const isSeven = router.version.major >= 7
  const list = isSeven ? names : ['system', 'dhcp', 'ppp', 'security', 'wireless', 'routing', 'hotspot', 'ipv6']
  return numbered(
    list.map((name) => ({
      name,
      version: router.version.text,
      'build-time': isSeven && router.version.has('isoDates') ? '2025-03-14 09:22:11' : 'Jun/06/2024 07:51:38',
      scheduled: '',
      ...(isSeven ? { size: name === 'routeros' ? '12251136' : '3170304' } : {}),
      disabled: 'false',
    })),
  )
}

const profile = (name: string): Row => ({
  name,
  'use-mpls': 'default',
  'use-compression': 'default',
  'use-encryption': name === 'default' ? 'default' : 'yes',
  'only-one': 'default',
  'change-tcp-mss': 'yes',
  default: 'true',
})

/** Rows that every router has: firewall, users, services and so on. */
export const baseTables: Readonly<Record<string, Maker>> = {
  '/ip/firewall/nat': nat,
  '/ip/firewall/filter': filter,
  '/ip/firewall/address-list': (router) =>
    numbered([
      {
        list: 'management',
        address: '10.0.0.0/8',
        'creation-time': formatDateTime(router.version, router.clock.at(router.booted + 9_000)),
        dynamic: 'false',
        disabled: 'false',
      },
    ]),
  '/ip/service': services,
  '/user/group': groups,
  '/user': users,
  '/log': log,
  '/system/identity': (router) => [{ '.id': '*0', name: router.identity }],
  '/system/package': packages,
  '/system/logging/action': () =>
    numbered(
      [
        { name: 'memory', target: 'memory', 'memory-lines': '1000', 'memory-stop-on-full': 'false', default: 'true' },
        { name: 'disk', target: 'disk', 'disk-file-name': 'log', 'disk-lines-per-file': '1000', default: 'true' },
        { name: 'echo', target: 'echo', remember: 'true', default: 'true' },
        { name: 'remote', target: 'remote', remote: '0.0.0.0', 'remote-port': '514', default: 'true' },
      ],
      0,
    ),
  '/system/logging': () =>
    numbered(
      ['info', 'error', 'warning', 'critical'].map((topics) => ({
        topics,
        prefix: '',
        action: topics === 'critical' ? 'echo' : 'memory',
        invalid: 'false',
        default: 'true',
        disabled: 'false',
      })),
      0,
    ),
  '/routing/table': () => [
    { '.id': '*0', name: 'main', fib: '', dynamic: 'true', invalid: 'false', disabled: 'false' },
  ],
  '/ppp/profile': () => numbered([profile('default'), profile('default-encryption')], 0),
}
