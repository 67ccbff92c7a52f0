import { isIP } from 'node:net'
import type { NasPurpose, Vendor } from '@trunkline/contract/resources/radius-enums'

/** Vendor-independent settings of a router. */
export interface RouterSettings {
  /** Addresses of the RADIUS servers: IPv4, IPv6 or DNS name. */
  servers: readonly [first: string, second?: string]
  auth_port: number
  acct_port: number
  coa_port: number
  secret: string
  /** Password in IPoE requests of the router; null: none. */
  ipoe_password: string | null
  /** The panel assigns addresses from its pools. */
  assigns_addresses: boolean
  purposes: readonly NasPurpose[]
  /** Interim-Update interval in seconds. */
  interim: number
}

/** Replaces a secret that the reader may not see. */
export const secretPlaceholder = 'SECRET'
export const ipoePasswordPlaceholder = 'IPOE-PASSWORD'

const serversOf = ({ servers }: RouterSettings): string[] => servers.filter((server) => server !== undefined)

const mikrotikServices: Record<NasPurpose, string> = {
  pppoe: 'ppp',
  vpn: 'ppp',
  hotspot: 'hotspot',
  ipoe: 'dhcp',
  wireless: 'wireless',
  login: 'login',
}

/** A quoted string of the RouterOS console: `"`, `\` and `$` are special, and `?` shows help when typed. */
const quoted = (text: string) => `"${text.replace(/["\\$?]/g, (sign) => `\\${sign}`)}"`

/**
 * DHCP server with RADIUS (https://help.mikrotik.com/docs/spaces/ROS/pages/24805500/DHCP): `accounting` alone would
 * not authenticate. A lease lasts for Session-Timeout, or for lease-time if the reply contains none.
 */
const mikrotikDhcp = (of: RouterSettings): string[] => [
  '# IPoE. [find] is every DHCP server of this router; to change one only, write [find name=dhcp1] instead.',
  '/ip dhcp-server set [find] use-radius=yes',
  `/ip dhcp-server config set accounting=yes interim-update=${of.interim}s`,
  ...(of.ipoe_password === null
    ? []
    : [
        '# RouterOS 6 does not know the next line.',
        `/ip dhcp-server config set radius-password=${quoted(of.ipoe_password)}`,
      ]),
  ...(of.assigns_addresses
    ? ['# The panel assigns the addresses: none from a pool of this router, and ARP entries for leases alone.']
    : ['# Only where the panel assigns every address:']),
  `${of.assigns_addresses ? '' : '# '}/ip dhcp-server set [find] address-pool=static-only add-arp=yes lease-time=10m`,
  '# Then answer ARP for leases only, so that an address without a lease does not work:',
  '# /interface bridge set [find name=bridge1] arp=reply-only',
  '# Option 82 names the port of the customer. The access switch adds it; a RouterOS bridge before 7.24 adds it with:',
  '# /interface bridge set [find name=bridge1] dhcp-snooping=yes add-dhcp-option82=yes',
  '# /interface bridge port set [find interface=ether1] trusted=yes',
]

/** 802.1X (WPA-Enterprise): the access point forwards EAP to RADIUS. */
const mikrotikWireless = (of: RouterSettings): string[] => [
  '# Wi-Fi with the wifi package (RouterOS 7.13 and later). Elsewhere the next two lines are errors and change nothing.',
  `/interface wifi aaa add name=trunkline interim-update=${of.interim}s`,
  '/interface wifi security add name=trunkline authentication-types=wpa2-eap,wpa3-eap eap-accounting=yes',
  '# Then choose them for a network:',
  '# /interface wifi set [find name=wifi1] security=trunkline aaa=trunkline',
  '# Wi-Fi with the wireless package. Elsewhere the next line is an error and changes nothing.',
  `/interface wireless security-profiles add name=trunkline mode=dynamic-keys authentication-types=wpa2-eap eap-methods=passthrough radius-eap-accounting=yes interim-update=${of.interim}s`,
  '# /interface wireless set [find name=wlan1] security-profile=trunkline',
  '# Wired 802.1X: add dot1x to the services of /radius and choose the ports:',
  `# /interface dot1x server add interface=ether2 auth-types=dot1x accounting=yes interim-update=${of.interim}s`,
]

/** RouterOS 6 and 7 (https://help.mikrotik.com/docs/spaces/ROS/pages/328097/RADIUS). */
function mikrotik(of: RouterSettings): string {
  const services = [...new Set(of.purposes.map((purpose) => mikrotikServices[purpose]))]
  // `address` does not accept a DNS name: it is resolved when the command is executed.
  const addresses = serversOf(of).map((server) => (isIP(server) === 0 ? `[:resolve "${server}"]` : server))
  const lines = [
    ...addresses.map(
      (address) =>
        `/radius add service=${services.length > 0 ? services.join(',') : 'ppp'} address=${address} secret="${of.secret}" authentication-port=${of.auth_port} accounting-port=${of.acct_port} timeout=3s`,
    ),
    `/radius incoming set accept=yes port=${of.coa_port}`,
  ]
  if (services.includes('ppp') || services.length === 0)
    lines.push('/ppp aaa set use-radius=yes accounting=yes interim-update=0s')
  if (services.includes('hotspot'))
    lines.push('/ip hotspot profile set [find] use-radius=yes radius-accounting=yes radius-interim-update=received')
  if (services.includes('dhcp')) lines.push(...mikrotikDhcp(of))
  if (services.includes('wireless')) lines.push(...mikrotikWireless(of))
  if (services.includes('login')) lines.push('/user aaa set use-radius=yes accounting=yes default-group=read')
  // CVE-2024-3596: the panel signs its replies, which protects routers that reject unsigned ones.
  lines.push(
    `# Rejects forged replies. RouterOS before 7.15 does not know the last ${addresses.length === 1 ? 'line' : 'lines'}: leave out there.`,
    ...addresses.map((address) => `/radius set [find address=${address}] require-message-auth=yes-for-request-resp`),
  )
  return lines.join('\n')
}

const names = ['TRUNKLINE', 'TRUNKLINE-2']

/** Cisco IOS with dynamic authorization (RFC 5176). */
const cisco = (of: RouterSettings): string =>
  `aaa new-model
${serversOf(of)
  .map(
    (server, i) => `radius server ${names[i]}
 address ${isIP(server) === 6 ? 'ipv6' : 'ipv4'} ${server} auth-port ${of.auth_port} acct-port ${of.acct_port}
 timeout 3
 retransmit 3
 key ${of.secret}`,
  )
  .join('\n')}
aaa group server radius TRUNKLINE
${serversOf(of)
  .map((_, i) => ` server name ${names[i]}`)
  .join('\n')}
aaa authentication ppp default group TRUNKLINE
aaa authorization network default group TRUNKLINE
aaa accounting update newinfo periodic ${Math.max(1, Math.round(of.interim / 60))}
aaa accounting network default start-stop group TRUNKLINE
aaa server radius dynamic-author
${serversOf(of)
  .map((server) => ` client ${server} server-key ${of.secret}`)
  .join('\n')}
 port ${of.coa_port}
radius-server vsa send accounting
radius-server vsa send authentication`

/** Huawei VRP of the ME60 and NE series. */
function huawei(of: RouterSettings): string {
  const servers = serversOf(of)
  const lines = (make: (server: string) => string) => servers.map(make).join('\n')
  const named = servers.filter((server) => isIP(server) === 0)
  return `${named.length > 0 ? `# VRP takes no DNS names: write the address in place of ${named.join(' and ')}.\n` : ''}radius-server group trunkline
 radius-server shared-key ${of.secret}
${lines((server) => ` radius-server authentication ${server} ${of.auth_port}`)}
${lines((server) => ` radius-server accounting ${server} ${of.acct_port}`)}
 radius-server timeout 3
 radius-server retransmit 3
${lines((server) => `radius-server authorization ${server} shared-key ${of.secret} server-group trunkline`)}
aaa
 authentication-scheme trunkline
  authentication-mode radius
 accounting-scheme trunkline
  accounting-mode radius
  accounting interim interval ${Math.max(1, Math.round(of.interim / 60))}
 domain trunkline
  authentication-scheme trunkline
  accounting-scheme trunkline
  radius-server group trunkline`
}

/** `Server: a`, and `Server 2: b` for a second server. */
const listed = (of: RouterSettings, label: string): string =>
  serversOf(of)
    .map((server, i) => `${label}${i === 0 ? '' : ` ${i + 1}`}: ${server}`)
    .join('\n')

/** Field names of cnMaestro and the device's web interface. */
const cambium = (of: RouterSettings): string =>
  `Security > RADIUS
${listed(of, '  Authentication server')}
  Authentication port: ${of.auth_port}
${listed(of, '  Accounting server')}
  Accounting port: ${of.acct_port}
  Shared secret: ${of.secret}
  Time-out: 3 s, tries: 3
  Accounting: start, interim and stop, every ${of.interim} s
  Dynamic authorization: on, port ${of.coa_port}`

/** The eap-radius plugin (https://docs.strongswan.org/docs/latest/plugins/eap-radius.html). */
const strongswan = (of: RouterSettings): string =>
  `charon {
  plugins {
    eap-radius {
      accounting = yes
      station_id_with_port = no
      servers {
${serversOf(of)
  .map(
    (server, i) => `        trunkline${i === 0 ? '' : i + 1} {
          address = ${server}
          secret = ${of.secret}
          auth_port = ${of.auth_port}
          acct_port = ${of.acct_port}
        }`,
  )
  .join('\n')}
      }
      dae {
        enable = yes
        port = ${of.coa_port}
        secret = ${of.secret}
      }
    }
  }
}`

const generic = (of: RouterSettings): string =>
  `${listed(of, 'RADIUS server')}
Authentication: UDP ${of.auth_port}
Accounting: UDP ${of.acct_port}, Interim-Update every ${of.interim} s
Shared secret: ${of.secret}
Time-out: 3 s, tries: 3
Dynamic authorization (RFC 5176): listen on UDP ${of.coa_port}, accept from ${serversOf(of).join(' and ')}`

const renderers: Record<Vendor, (of: RouterSettings) => string> = {
  mikrotik,
  cisco,
  huawei,
  cambium,
  strongswan,
  generic,
}

/**
 * The configuration to paste on a router of this vendor. Timeouts add up to nine seconds per login: see the outage
 * notes of operations.
 */
export const routerCommands = (vendor: Vendor, of: RouterSettings): string => renderers[vendor](of)
