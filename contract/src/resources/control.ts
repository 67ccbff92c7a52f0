import * as z from 'zod/mini'
import type { Ability } from '../abilities.ts'
import { data, endpoint, type DeclaredReasons, type DeviceWrite } from '../endpoint.ts'
import { issue } from '../errors.ts'
import { integer, line, requiredLine } from '../fields.ts'
import {
  cellInfo,
  cidr4,
  comment,
  deviceInterface,
  dhcpLease,
  dhcpNetwork,
  dhcpServer,
  dnsServer,
  dnsServerText,
  ethernetPort,
  fromDevice,
  interfaceTraffic,
  ipv4,
  lanAddress,
  lanDns,
  lanPool,
  macAddress,
  readQuery,
  rowId,
  seen,
  seenText,
} from './control-shapes.ts'
import { controlReasons } from './control-reasons.ts'
import { queuedCommand, createdRow } from './device-command.ts'

const base = '/hardware/control/{id}'
const subject = 'site-network'
const viewAccess = { action: 'view', subject } as const
const change = { action: 'update', subject } as const
const make = { action: 'create', subject } as const
const away = { action: 'manage', subject } as const

/** Reads a menu: within 5 seconds to connect and 15 in total, else 504 with the last reading in `details`. */
const read = <const N extends string, const P extends string, S extends z.ZodMiniType>(
  name: N,
  path: P,
  summary: string,
  row: S,
) =>
  endpoint({
    name: `hardware.control.${name}`,
    method: 'GET',
    path: `${base}/${path}` as const,
    access: viewAccess,
    object: 'hardware',
    summary,
    device: true,
    query: z.object(readQuery),
    reply: fromDevice(row),
  })

const declaredFor = (name: string): { reasons?: DeclaredReasons } => {
  const reasons = controlReasons[name]
  return reasons === undefined ? {} : { reasons }
}

/** A write: 202 with the command; its result is announced on the live channel. */
const write = <const N extends string, const P extends string, const M extends 'POST' | 'PUT', S extends z.ZodMiniType>(
  method: M,
  name: N,
  path: P,
  access: Ability,
  summary: string,
  body: S,
  deviceWrite: DeviceWrite = method === 'PUT' ? 'seen' : 'adds',
) =>
  endpoint({
    name: `hardware.control.${name}`,
    method,
    path: `${base}/${path}` as const,
    access,
    object: 'hardware',
    ...declaredFor(name),
    summary,
    deviceWrite,
    body,
    reply: data(queuedCommand),
    status: 202,
  })

/** Adds a row: the reply contains its id once the device has it. */
const store = <const N extends string, const P extends string, S extends z.ZodMiniType>(
  name: N,
  path: P,
  access: Ability,
  summary: string,
  body: S,
  deviceWrite: DeviceWrite = 'adds',
) =>
  endpoint({
    name: `hardware.control.${name}`,
    method: 'POST',
    path: `${base}/${path}` as const,
    access,
    object: 'hardware',
    ...declaredFor(name),
    summary,
    deviceWrite,
    body,
    reply: data(createdRow),
    status: 202,
    createsRow: true,
  })

const remove = <const N extends string, const P extends string>(name: N, path: P, summary: string) =>
  endpoint({
    name: `hardware.control.${name}`,
    method: 'DELETE',
    path: `${base}/${path}` as const,
    access: away,
    object: 'hardware',
    ...declaredFor(name),
    summary,
    deviceWrite: 'seen',
    query: z.object({ id: rowId(), seen: seenText() }),
    reply: data(queuedCommand),
    status: 202,
  })

const row = { id: rowId(), seen: seen() }
const netmask = () => integer(0, 32)
const leaseTime = () => integer(60, 31_536_000)
const rateLimit = () => line(64).check(z.regex(/^$|^\d+[kMG]?(\/\d+[kMG]?)?$/, issue('lan.rate_limit_format')))

const addressFields = {
  address: cidr4(),
  interface: requiredLine(64),
  disabled: z.optional(z.boolean()),
  comment: comment(),
}
const dnsFields = {
  servers: z.optional(z.array(dnsServer()).check(z.maxLength(8))),
  allow_remote_requests: z.optional(z.boolean()),
  cache_size_kib: z.optional(integer(64, 4_194_304)),
  cache_max_ttl_seconds: z.optional(integer(0, 31_536_000)),
  /** Empty: no DNS over HTTPS. */
  use_doh_server: z.optional(line(255).check(z.regex(/^$|^https:\/\/\S+$/, issue('lan.doh_format')))),
  verify_doh_cert: z.optional(z.boolean()),
}
const networkFields = {
  address: cidr4(),
  gateway: z.nullish(ipv4()),
  netmask: z.nullish(netmask()),
  /** A list, or the addresses in one string as RouterOS writes them: `9.9.9.9,1.1.1.1`. */
  dns_server: z.optional(z.union([z.array(dnsServer()).check(z.maxLength(8)), dnsServerText()])),
  ntp_server: z.optional(z.array(ipv4()).check(z.maxLength(8))),
  domain: z.nullish(line(128)),
  comment: comment(),
}
const poolFields = {
  name: requiredLine(64),
  address_start: ipv4(),
  address_end: ipv4(),
  next_pool: z.nullish(line(64)),
  comment: comment(),
}
const leaseFields = {
  address: ipv4(),
  mac: macAddress(),
  server: z.nullish(line(64)),
  lease_time_seconds: z.nullish(leaseTime()),
  rate_limit: z.nullish(rateLimit()),
  blocked: z.optional(z.boolean()),
  disabled: z.optional(z.boolean()),
  comment: comment(),
}
const serverFields = {
  name: requiredLine(64),
  interface: requiredLine(64),
  address_pool: requiredLine(64),
  lease_time_seconds: z.optional(leaseTime()),
  disabled: z.optional(z.boolean()),
  comment: comment(),
}

export const control = {
  statistics: endpoint({
    name: 'hardware.control.statistics',
    method: 'GET',
    path: `${base}/interface/statistic/show`,
    access: viewAccess,
    object: 'hardware',
    summary: 'List interfaces with their counters; `type=onlyTraffic` returns their current traffic instead',
    device: true,
    query: z.object({ ...readQuery, type: z.optional(z.enum(['onlyTraffic'])) }),
    reply: fromDevice(
      z.object({
        interfaces: z.optional(z.array(deviceInterface)),
        /** Measured at `read_at`. */
        traffic: z.optional(z.array(interfaceTraffic)),
      }),
    ),
  }),
  ports: read(
    'ports',
    'interface/ethernet/index',
    'List Ethernet ports in front-panel order, with link, PoE and SFP',
    z.array(ethernetPort),
  ),
  powerCycle: write(
    'POST',
    'power-cycle',
    'interface/ethernet/power-cycle',
    change,
    'Power-cycle a PoE port',
    z.object({
      id: rowId(),
      seconds: z._default(integer(1, 60), 5),
    }),
    'acts',
  ),
  cells: read('cells', 'interface/lte/index', 'List LTE and 5G modems with signal and cell', z.array(cellInfo)),

  addresses: read('address.index', 'ip/address/index', 'List addresses of the device', z.array(lanAddress)),
  addAddress: store(
    'address.store',
    'ip/address/store',
    make,
    'Add an address; guarded where the panel connects through it',
    z.object(addressFields),
  ),
  setAddress: write(
    'PUT',
    'address.update',
    'ip/address/update',
    change,
    'Update an address; guarded where the panel connects through it',
    z.extend(z.partial(z.object(addressFields)), row),
  ),
  removeAddress: remove(
    'address.destroy',
    'ip/address/destroy',
    'Remove an address; rejected where the panel connects through it',
  ),

  dns: read('dns.index', 'ip/dns/index', 'Show DNS settings of the device', lanDns),
  /** The menu has one row: store sets it. */
  storeDns: store(
    'dns.store',
    'ip/dns/store',
    change,
    'Set the DNS settings',
    z.object({ ...dnsFields, seen: seen() }),
    'seen',
  ),
  setDns: write(
    'PUT',
    'dns.update',
    'ip/dns/update',
    change,
    'Update the DNS settings',
    z.object({ ...dnsFields, seen: seen() }),
  ),

  networks: read(
    'dhcp-network.index',
    'ip/dhcp-server/network/index',
    'List DHCP networks: the options that DHCP sends to clients',
    z.array(dhcpNetwork),
  ),
  addNetwork: store(
    'dhcp-network.store',
    'ip/dhcp-server/network/store',
    make,
    'Add a DHCP network',
    z.object(networkFields),
  ),
  setNetwork: write(
    'PUT',
    'dhcp-network.update',
    'ip/dhcp-server/network/update',
    change,
    'Update a DHCP network',
    z.extend(z.partial(z.object(networkFields)), row),
  ),
  removeNetwork: remove('dhcp-network.destroy', 'ip/dhcp-server/network/destroy', 'Remove a DHCP network'),

  pools: read('pool.index', 'ip/pool/index', 'List address pools of the device', z.array(lanPool)),
  addPool: store('pool.store', 'ip/pool/store', make, 'Add a pool', z.object(poolFields)),
  setPool: write(
    'PUT',
    'pool.update',
    'ip/pool/update',
    change,
    'Update a pool with a single range',
    z.extend(z.partial(z.object(poolFields)), row),
  ),
  removePool: remove('pool.destroy', 'ip/pool/destroy', 'Remove a pool; rejected while a DHCP server uses it'),

  leases: endpoint({
    name: 'hardware.control.lease.index',
    method: 'GET',
    path: `${base}/ip/dhcp-server/lease/index`,
    access: viewAccess,
    object: 'hardware',
    summary: 'List DHCP leases; `dinamic=0` only reservations, `dinamic=1` only dynamic leases',
    device: true,
    query: z.object({ ...readQuery, dinamic: z.optional(z.stringbool()) }),
    reply: fromDevice(z.array(dhcpLease)),
  }),
  addLease: store(
    'lease.store',
    'ip/dhcp-server/lease/store',
    change,
    'Reserve an address for a MAC address',
    z.object(leaseFields),
  ),
  setLease: write(
    'PUT',
    'lease.update',
    'ip/dhcp-server/lease/update',
    change,
    'Update a lease; a dynamic lease becomes a reservation first',
    z.extend(z.partial(z.object(leaseFields)), row),
  ),
  reserveLease: write(
    'POST',
    'lease.reserve',
    'ip/dhcp-server/lease/reserve',
    change,
    'Convert a dynamic lease to a reservation',
    z.object({ id: rowId(), comment: comment(), seen: seen() }),
    'seen',
  ),
  removeLease: endpoint({
    name: 'hardware.control.lease.destroy',
    method: 'DELETE',
    path: `${base}/ip/dhcp-server/lease/destroy`,
    access: change,
    object: 'hardware',
    summary: 'Remove a lease or reservation',
    deviceWrite: 'seen',
    query: z.object({ id: rowId(), seen: seenText() }),
    reply: data(queuedCommand),
    status: 202,
  }),

  servers: read('dhcp-server.index', 'ip/dhcp-server/index', 'List DHCP servers of the device', z.array(dhcpServer)),
  addServer: store('dhcp-server.store', 'ip/dhcp-server/store', make, 'Add a DHCP server', z.object(serverFields)),
  setServer: write(
    'PUT',
    'dhcp-server.update',
    'ip/dhcp-server/update',
    change,
    'Update a DHCP server',
    z.extend(z.partial(z.object(serverFields)), row),
  ),
  removeServer: remove('dhcp-server.destroy', 'ip/dhcp-server/destroy', 'Remove a DHCP server'),
}
