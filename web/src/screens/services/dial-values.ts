import type { BodyInput } from '@trunkline/contract/endpoint'
import { faultOf, parseAddress, parsePrefix } from '@trunkline/contract/net'
import type { Ipv4Method, PaymentPeriod, ServiceStatus } from '@trunkline/contract/resources/radius-words'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { sameValues } from '../../form/normalise.ts'
import type { DialCalls } from './kinds.ts'

/** A service as its form holds it. Fields have the server's names, so that what it says finds them. */
export interface DialValues {
  /** Asked for new ones only. */
  company_id: number | null
  name: string
  username: string
  /** Empty: the one that is kept. */
  password: string
  tariff_id: number | null
  nas_id: number | null
  /** Of services. */
  site_id: number | null
  /** Of dial-ups. */
  hardware_id: number | null
  status: ServiceStatus
  payment_period: PaymentPeriod
  starts_on: string | null
  ends_on: string | null
  calling_station: string
  simultaneous_use: number | null
  ipv4_method: Ipv4Method
  subnet_id: number | null
  /** Empty: the next free one, or the one that it has. */
  ip: string
  network_subnet_id: number | null
  network: string
  network_prefix: number | null
  ipv6_subnet_id: number | null
  ipv6_network: string
  ipv6_prefix: number | null
  notes: string
  version: number
  [key: string]: unknown
}

/** The names of what is picked by id, for the words at the top. */
export interface PickedNames {
  nas: string
  subnet: string
  network_subnet: string
  ipv6_subnet: string
}

export const dialValues = (of: Partial<Service> = {}): DialValues => ({
  company_id: of.company_id ?? null,
  name: of.name ?? '',
  username: of.username ?? '',
  password: '',
  tariff_id: of.tariff_id ?? null,
  nas_id: of.nas_id ?? null,
  site_id: of.site_id ?? null,
  hardware_id: of.hardware_id ?? null,
  status: of.status ?? 'active',
  payment_period: of.payment_period ?? 'monthly',
  starts_on: of.starts_on ?? null,
  ends_on: of.ends_on ?? null,
  calling_station: of.calling_station ?? '',
  simultaneous_use: of.simultaneous_use ?? 1,
  ipv4_method: of.ipv4_method ?? 'pool',
  subnet_id: of.subnet_id ?? null,
  ip: of.address ?? '',
  network_subnet_id: of.network_subnet_id ?? null,
  network: of.network ?? '',
  network_prefix: null,
  ipv6_subnet_id: of.ipv6_subnet_id ?? null,
  ipv6_network: of.ipv6_network ?? '',
  ipv6_prefix: null,
  notes: of.notes ?? '',
  version: of.version ?? 0,
})

export const isStatic = (method: Ipv4Method): boolean => method === 'static-address' || method === 'static-network'

type Store = BodyInput<DialCalls['store']>
type Update = BodyInput<DialCalls['update']>

/** Where a network is taken from: this one, or the next free one of a length. */
const taken = (net: string, prefix: number | null) => ({
  net: net.trim() || 'auto',
  prefix: net.trim() ? null : prefix,
})

/** The values as a body takes them. What the method has no use for is left out: the server gives it back. */
function sentDial(values: DialValues) {
  const network = taken(values.network, values.network_prefix)
  const ipv6 = taken(values.ipv6_network, values.ipv6_prefix)
  return {
    name: values.name.trim(),
    username: values.username.trim(),
    ...(values.password !== '' && { password: values.password }),
    tariff_id: values.tariff_id,
    nas_id: values.nas_id,
    site_id: values.site_id,
    hardware_id: values.hardware_id,
    status: values.status,
    payment_period: values.payment_period,
    starts_on: values.starts_on,
    ends_on: values.ends_on,
    calling_station: values.calling_station.trim() || null,
    simultaneous_use: values.simultaneous_use ?? 1,
    ipv4_method: values.ipv4_method,
    ...(values.ipv4_method !== 'nas-decides' && { subnet_id: values.subnet_id }),
    ...(isStatic(values.ipv4_method) && { ip: values.ip.trim() || 'auto' }),
    ...(values.ipv4_method === 'static-network' && {
      network_subnet_id: values.network_subnet_id,
      network: network.net,
      ...(network.prefix !== null && { network_prefix: network.prefix }),
    }),
    ipv6_subnet_id: values.ipv6_subnet_id,
    ...(values.ipv6_subnet_id !== null && {
      ipv6_network: ipv6.net,
      ...(ipv6.prefix !== null && { ipv6_prefix: ipv6.prefix }),
    }),
    notes: values.notes.trim() || null,
  }
}

export const dialBody = (values: DialValues): Store =>
  ({
    ...sentDial(values),
    ...(values.company_id !== null && { company_id: values.company_id }),
  }) as Store

/** What changed, with the version that it was changed from; undefined where nothing did. */
export function dialChanges(before: DialValues, after: DialValues): Update | undefined {
  const old = sentDial(before) as Record<string, unknown>
  const changed = Object.entries(sentDial(after)).filter(([key, value]) => !sameValues(value, old[key]))
  return changed.length === 0 ? undefined : { ...(Object.fromEntries(changed) as Update), version: after.version }
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** What is wrong with an address or prefix that was typed, as the contract says it; undefined where nothing was. */
const netFault = (text: string, parse: (text: string) => { family: number }, family: 4 | 6): string | undefined => {
  if (text.trim() === '') return undefined
  const fault = faultOf(() => parse(text.trim()))
  if (fault !== undefined) return fault
  return parse(text.trim()).family === family ? undefined : `IPv${family}`
}

/** A fault in words of its own (`services:fault.<key>`), or as the contract says it. */
type Fault = { key: string } | { said: string }

/** What is wrong, by field. The server says the same of what it gets. */
export function dialFaults(values: DialValues, of: { isNew: boolean; needsCompany: boolean }): Record<string, Fault> {
  const faults: Record<string, Fault> = {}
  const fault = (field: string, key: string) => {
    faults[field] ??= { key }
  }
  if (of.isNew && of.needsCompany && values.company_id === null) fault('company_id', 'company')
  if (values.username.trim() === '') fault('username', 'needed')
  else if (/[\s\\\p{Cc}]/u.test(values.username.trim())) fault('username', 'username')
  if (of.isNew && values.password === '') fault('password', 'password')
  if (/[\\\p{Cc}]/u.test(values.password)) fault('password', 'passwordSigns')
  if (bytesOf(values.password) > 128) fault('password', 'passwordLong')
  if (values.tariff_id === null) fault('tariff_id', 'tariff')
  if (values.starts_on && values.ends_on && values.ends_on < values.starts_on) fault('ends_on', 'endsFirst')
  const uses = values.simultaneous_use
  if (uses === null || !Number.isInteger(uses) || uses < 1 || uses > 100) fault('simultaneous_use', 'uses')

  const net = (field: string, parse: (text: string) => { family: number }, family: 4 | 6) => {
    const found = netFault(values[field] as string, parse, family)
    if (found?.startsWith('IPv')) fault(field, `not${found}`)
    else if (found !== undefined) faults[field] ??= { said: found }
  }
  const length = (field: string, bits: number) => {
    const value = values[field] as number | null
    if (value !== null && !(Number.isInteger(value) && value >= 1 && value <= bits)) fault(field, `length${bits}`)
  }
  if (isStatic(values.ipv4_method)) {
    if (values.subnet_id === null) fault('subnet_id', 'subnet')
    net('ip', parseAddress, 4)
  }
  if (values.ipv4_method === 'static-network') {
    if (values.network_subnet_id === null) fault('network_subnet_id', 'networkSubnet')
    net('network', parsePrefix, 4)
    if (values.network.trim() === '') length('network_prefix', 32)
  }
  if (values.ipv6_subnet_id !== null) {
    net('ipv6_network', parsePrefix, 6)
    if (values.ipv6_network.trim() === '') length('ipv6_prefix', 128)
  }
  return faults
}
