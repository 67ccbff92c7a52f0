import type { NasPurpose, Vendor } from '@trunkline/contract/resources/radius-words'

/** What the router is told, whatever its maker. */
export interface RouterSettings {
  /** Where the RADIUS server is reached. */
  server: string
  auth_port: number
  acct_port: number
  coa_port: number
  secret: string
  purposes: readonly NasPurpose[]
  /** Interim-Update interval in seconds. */
  interim: number
}

/** What stands in the place of a secret that the reader may not have. */
export const secretPlace = 'SECRET'

const mikrotikServices: Record<NasPurpose, string> = {
  pppoe: 'ppp',
  vpn: 'ppp',
  hotspot: 'hotspot',
  ipoe: 'dhcp',
  wireless: 'wireless',
  login: 'login',
}

/** RouterOS 6 and 7 (https://help.mikrotik.com/docs/spaces/ROS/pages/328097/RADIUS). */
function mikrotik(of: RouterSettings): string {
  const services = [...new Set(of.purposes.map((purpose) => mikrotikServices[purpose]))]
  const lines = [
    `/radius add service=${services.length > 0 ? services.join(',') : 'ppp'} address=${of.server} secret="${of.secret}" authentication-port=${of.auth_port} accounting-port=${of.acct_port} timeout=3s`,
    `/radius incoming set accept=yes port=${of.coa_port}`,
  ]
  if (services.includes('ppp') || services.length === 0)
    lines.push('/ppp aaa set use-radius=yes accounting=yes interim-update=0s')
  if (services.includes('hotspot'))
    lines.push('/ip hotspot profile set [find] use-radius=yes radius-accounting=yes radius-interim-update=received')
  if (services.includes('dhcp')) lines.push('/ip dhcp-server set [find] use-radius=accounting')
  if (services.includes('login')) lines.push('/user aaa set use-radius=yes accounting=yes default-group=read')
  return lines.join('\n')
}

/** Cisco IOS with dynamic authorization (RFC 5176). */
const cisco = (of: RouterSettings): string =>
  `aaa new-model
radius server TRUNKLINE
 address ipv4 ${of.server} auth-port ${of.auth_port} acct-port ${of.acct_port}
 timeout 3
 retransmit 3
 key ${of.secret}
aaa group server radius TRUNKLINE
 server name TRUNKLINE
aaa authentication ppp default group TRUNKLINE
aaa authorization network default group TRUNKLINE
aaa accounting update newinfo periodic ${Math.max(1, Math.round(of.interim / 60))}
aaa accounting network default start-stop group TRUNKLINE
aaa server radius dynamic-author
 client ${of.server} server-key ${of.secret}
 port ${of.coa_port}
radius-server vsa send accounting
radius-server vsa send authentication`

/** Huawei VRP of the ME60 and NE series. */
const huawei = (of: RouterSettings): string =>
  `radius-server group trunkline
 radius-server shared-key ${of.secret}
 radius-server authentication ${of.server} ${of.auth_port}
 radius-server accounting ${of.server} ${of.acct_port}
 radius-server timeout 3
 radius-server retransmit 3
radius-server authorization ${of.server} shared-key ${of.secret} server-group trunkline
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

/** Settings of a page, by the names that cnMaestro and the device's own page give them. */
const cambium = (of: RouterSettings): string =>
  `Security > RADIUS
  Authentication server: ${of.server}
  Authentication port: ${of.auth_port}
  Accounting server: ${of.server}
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
        trunkline {
          address = ${of.server}
          secret = ${of.secret}
          auth_port = ${of.auth_port}
          acct_port = ${of.acct_port}
        }
      }
      dae {
        enable = yes
        listen = 0.0.0.0
        port = ${of.coa_port}
        secret = ${of.secret}
      }
    }
  }
}`

const generic = (of: RouterSettings): string =>
  `RADIUS server: ${of.server}
Authentication: UDP ${of.auth_port}
Accounting: UDP ${of.acct_port}, Interim-Update every ${of.interim} s
Shared secret: ${of.secret}
Time-out: 3 s, tries: 3
Dynamic authorization (RFC 5176): listen on UDP ${of.coa_port}, accept from ${of.server}`

const renderers: Record<Vendor, (of: RouterSettings) => string> = {
  mikrotik,
  cisco,
  huawei,
  cambium,
  strongswan,
  generic,
}

/** The configuration to paste at a router of this maker. Nine seconds in all before a login is given up: see the outage notes of operations. */
export const routerCommands = (vendor: Vendor, of: RouterSettings): string => renderers[vendor](of)
