import type { BodyInput } from '@trunkline/contract/endpoint'
import type { Message } from '@trunkline/contract/errors'
import { errorOf, parseAddress, parsePrefix } from '@trunkline/contract/net'
import { formatOption82, parseMacAddress, parseOption82, type Option82Format } from '@trunkline/contract/resources/ipoe'
import type {
  AuthMethod,
  DelegatedIpv6Method,
  FramedIpv6Method,
  Ipv4Method,
  PaymentPeriod,
  ServiceStatus,
} from '@trunkline/contract/resources/radius-enums'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { sameValues } from '../../form/normalise.ts'
import type { DialCalls } from './kinds.ts'

/** A service as its form holds it. Fields have the server's names, so that what it says finds them. */
export interface DialValues {
  /** Asked for new ones only. */
  company_id: number | null
  name: string
  auth_method: AuthMethod
  /** Of IPoE empty: the server forms one. */
  username: string
  /** Empty: the one that is kept. */
  password: string
  mac: string
  circuit_id: string
  remote_id: string
  /** How the two IDs are typed. */
  option82_format: Option82Format
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
  unlimited_use: boolean
  /** Looked at where the number is limited. */
  simultaneous_use: number | null
  ipv4_method: Ipv4Method
  subnet_id: number | null
  /** Empty: the next free one, or the one that it has. */
  ip: string
  network_subnet_id: number | null
  network: string
  network_prefix: number | null
  delegated_ipv6_method: DelegatedIpv6Method
  ipv6_subnet_id: number | null
  ipv6_network: string
  ipv6_prefix: number | null
  delegated_ipv6_pool: string
  framed_ipv6_method: FramedIpv6Method
  framed_ipv6_subnet_id: number | null
  /** Empty: the next free one, or the one that it has. */
  framed_ipv6: string
  framed_ipv6_prefix: number | null
  framed_ipv6_pool: string
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
  framed_ipv6_subnet: string
}

export const dialValues = (of: Partial<Service> = {}): DialValues => ({
  company_id: of.company_id ?? null,
  name: of.name ?? '',
  auth_method: of.auth_method ?? 'password',
  username: of.username ?? '',
  password: '',
  mac: of.mac ?? '',
  circuit_id: of.circuit_id ?? '',
  remote_id: of.remote_id ?? '',
  option82_format: 'text',
  tariff_id: of.tariff_id ?? null,
  nas_id: of.nas_id ?? null,
  site_id: of.site_id ?? null,
  hardware_id: of.hardware_id ?? null,
  status: of.status ?? 'active',
  payment_period: of.payment_period ?? 'monthly',
  starts_on: of.starts_on ?? null,
  ends_on: of.ends_on ?? null,
  calling_station: of.calling_station ?? '',
  unlimited_use: of.simultaneous_use === null,
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
  delegated_ipv6_method: of.delegated_ipv6_method ?? 'none',
  delegated_ipv6_pool: of.delegated_ipv6_pool ?? '',
  framed_ipv6_method: of.framed_ipv6_method ?? 'none',
  framed_ipv6_subnet_id: of.framed_ipv6_subnet_id ?? null,
  framed_ipv6: of.framed_ipv6 ?? '',
  framed_ipv6_prefix: null,
  framed_ipv6_pool: of.framed_ipv6_pool ?? '',
  notes: of.notes ?? '',
  version: of.version ?? 0,
})

export const isStatic = (method: Ipv4Method): boolean => method === 'static-address' || method === 'static-network'

type Store = BodyInput<DialCalls['store']>
type Update = BodyInput<DialCalls['update']>

/** Where a network is taken from: this one, or the next free one of a length. */
const used = (net: string, prefix: number | null) => ({
  net: net.trim() || 'auto',
  prefix: net.trim() ? null : prefix,
})

/** An ID of option 82 as the server shows it, so that the same octets in another spelling are no change. */
function optionId(text: string, format: Option82Format): string | null {
  if (text.trim() === '') return null
  const parsed = parseOption82(text, format)
  return 'error' in parsed ? text.trim() : formatOption82(parsed.octets)
}

/** What identifies the service, by its method. */
function sentIdentity(values: DialValues) {
  const { auth_method } = values
  const username = values.username.trim()
  if (auth_method === 'password')
    return {
      auth_method,
      username,
      ...(values.password !== '' && { password: values.password }),
      calling_station: values.calling_station.trim() || null,
    }
  const named = { auth_method, ...(username !== '' && { username }) }
  if (auth_method === 'mac') {
    const parsed = parseMacAddress(values.mac)
    return { ...named, mac: 'error' in parsed ? values.mac.trim() : parsed.mac }
  }
  const { option82_format: format } = values
  return {
    ...named,
    circuit_id: optionId(values.circuit_id, format),
    remote_id: optionId(values.remote_id, format),
  }
}

function sentIpv6(values: DialValues) {
  const { delegated_ipv6_method: delegated, framed_ipv6_method: framed } = values
  const prefix = used(values.ipv6_network, values.ipv6_prefix)
  const own = used(values.framed_ipv6, values.framed_ipv6_prefix)
  return {
    delegated_ipv6_method: delegated,
    ...((delegated === 'static' || delegated === 'pool') && { ipv6_subnet_id: values.ipv6_subnet_id }),
    ...(delegated === 'static' && {
      ipv6_network: prefix.net,
      ...(prefix.prefix !== null && { ipv6_prefix: prefix.prefix }),
    }),
    ...(delegated === 'nas-pool' && { delegated_ipv6_pool: values.delegated_ipv6_pool.trim() }),
    framed_ipv6_method: framed,
    ...(usesSubnet(framed) && { framed_ipv6_subnet_id: values.framed_ipv6_subnet_id }),
    ...(isStaticFramed(framed) && {
      framed_ipv6: own.net,
      ...(framed === 'static-prefix' && own.prefix !== null && { framed_ipv6_prefix: own.prefix }),
    }),
    ...(framed === 'nas-pool' && { framed_ipv6_pool: values.framed_ipv6_pool.trim() }),
  }
}

export const isStaticFramed = (method: FramedIpv6Method): boolean =>
  method === 'static-prefix' || method === 'static-address'
const usesSubnet = (method: FramedIpv6Method): boolean => isStaticFramed(method) || method === 'pool'

/** The values as a body takes them. What the method has no use for is left out: the server gives it back. */
function sentDial(values: DialValues) {
  const network = used(values.network, values.network_prefix)
  return {
    name: values.name.trim(),
    ...sentIdentity(values),
    tariff_id: values.tariff_id,
    nas_id: values.nas_id,
    site_id: values.site_id,
    hardware_id: values.hardware_id,
    status: values.status,
    payment_period: values.payment_period,
    starts_on: values.starts_on,
    ends_on: values.ends_on,
    simultaneous_use: values.unlimited_use ? null : (values.simultaneous_use ?? 1),
    ipv4_method: values.ipv4_method,
    ...(values.ipv4_method !== 'nas-decides' && { subnet_id: values.subnet_id }),
    ...(isStatic(values.ipv4_method) && { ip: values.ip.trim() || 'auto' }),
    ...(values.ipv4_method === 'static-network' && {
      network_subnet_id: values.network_subnet_id,
      network: network.net,
      ...(network.prefix !== null && { network_prefix: network.prefix }),
    }),
    ...sentIpv6(values),
    notes: values.notes.trim() || null,
  }
}

export const dialBody = (values: DialValues): Store =>
  ({
    ...sentDial(values),
    ...(values.company_id !== null && { company_id: values.company_id }),
  }) as Store

/** A method is sent with its subnet: without one, the server takes another method to have none yet. */
const subnetOf: Record<string, string> = {
  delegated_ipv6_method: 'ipv6_subnet_id',
  framed_ipv6_method: 'framed_ipv6_subnet_id',
}

/** What changed, with the version that it was changed from; undefined where nothing did. */
export function dialChanges(before: DialValues, after: DialValues): Update | undefined {
  const old = sentDial(before) as Record<string, unknown>
  const sent = sentDial(after) as Record<string, unknown>
  const differs = (key: string) => !sameValues(sent[key], old[key])
  const stored = new Set(Object.entries(subnetOf).flatMap(([method, subnet]) => (differs(method) ? [subnet] : [])))
  const changed = Object.entries(sent).filter(([key]) => differs(key) || stored.has(key))
  return changed.length === 0 ? undefined : { ...(Object.fromEntries(changed) as Update), version: after.version }
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** What is wrong with an address or prefix that was typed; undefined where nothing is. */
const netFault = (text: string, parse: (text: string) => { family: number }, family: 4 | 6): Fault | undefined => {
  if (text.trim() === '') return undefined
  const error = errorOf(() => parse(text.trim()))
  if (error !== undefined) return error
  return parse(text.trim()).family === family ? undefined : { key: `notIPv${family}` }
}

/** A text of the form (`services:fault.<key>`), or a message of the contract. */
type Fault = { key: string } | Message

/** What a form has to know beside its values. */
export interface FormState {
  isNew: boolean
  needsCompany: boolean
  /** The saved service is IPoE: it has no password yet. */
  wasIpoe?: boolean
  /** The chosen NAS is known to have no pools. */
  nasWithoutPools?: boolean
}

/** What is wrong, by field. The server says the same of what it gets. */
export function dialFaults(values: DialValues, of: FormState): Record<string, Fault> {
  const errors: Record<string, Fault> = {}
  const error = (field: string, key: string) => {
    errors[field] ??= { key }
  }
  if (of.isNew && of.needsCompany && values.company_id === null) error('company_id', 'company')
  identityFaults(values, of, errors)
  if (values.tariff_id === null) error('tariff_id', 'tariff')
  if (values.starts_on && values.ends_on && values.ends_on < values.starts_on) error('ends_on', 'endsFirst')
  const uses = values.simultaneous_use
  if (!values.unlimited_use && (uses === null || !Number.isInteger(uses) || uses < 1 || uses > 100))
    error('simultaneous_use', 'uses')

  const net = (field: string, parse: (text: string) => { family: number }, family: 4 | 6) => {
    const found = netFault(values[field] as string, parse, family)
    if (found !== undefined) errors[field] ??= found
  }
  const length = (field: string, bits: number) => {
    const value = values[field] as number | null
    if (value !== null && !(Number.isInteger(value) && value >= 1 && value <= bits)) error(field, `length${bits}`)
  }
  if (values.ipv4_method === 'pool' && values.subnet_id === null && of.nasWithoutPools) error('subnet_id', 'noPools')
  if (isStatic(values.ipv4_method)) {
    if (values.subnet_id === null) error('subnet_id', 'subnet')
    net('ip', parseAddress, 4)
  }
  if (values.ipv4_method === 'static-network') {
    if (values.network_subnet_id === null) error('network_subnet_id', 'networkSubnet')
    net('network', parsePrefix, 4)
    if (values.network.trim() === '') length('network_prefix', 32)
  }
  const { delegated_ipv6_method: delegated, framed_ipv6_method: framed } = values
  if (delegated === 'static') {
    if (values.ipv6_subnet_id === null) error('ipv6_subnet_id', 'ipv6Subnet')
    net('ipv6_network', parsePrefix, 6)
    if (values.ipv6_network.trim() === '') length('ipv6_prefix', 128)
  }
  if (delegated === 'pool' && values.ipv6_subnet_id === null) error('ipv6_subnet_id', 'ipv6Pool')
  if (isStaticFramed(framed)) {
    const isPrefix = framed === 'static-prefix'
    if (values.framed_ipv6_subnet_id === null) error('framed_ipv6_subnet_id', isPrefix ? 'ipv6Subnet' : 'ipv6Network')
    net('framed_ipv6', isPrefix ? parsePrefix : parseAddress, 6)
    if (isPrefix && values.framed_ipv6.trim() === '') length('framed_ipv6_prefix', 128)
  }
  if (framed === 'pool' && values.framed_ipv6_subnet_id === null) error('framed_ipv6_subnet_id', 'ipv6Pool')
  for (const [method, field] of [
    [delegated, 'delegated_ipv6_pool'],
    [framed, 'framed_ipv6_pool'],
  ] as const)
    if (method === 'nas-pool' && !/^[A-Za-z0-9._-]{1,63}$/.test(values[field].trim())) error(field, 'poolName')
  return errors
}

/** What is wrong with what identifies the service. */
function identityFaults(values: DialValues, of: FormState, errors: Record<string, Fault>): void {
  const error = (field: string, key: string) => {
    errors[field] ??= { key }
  }
  const { auth_method } = values
  const username = values.username.trim()
  if (username === '' && auth_method === 'password') error('username', 'needed')
  else if (/[\s\\\p{Cc}]/u.test(username)) error('username', 'username')
  else if (bytesOf(username) > 253) error('username', 'usernameLong')
  if (auth_method === 'password') {
    if ((of.isNew || of.wasIpoe) && values.password === '') error('password', 'password')
    if (/[\\\p{Cc}]/u.test(values.password)) error('password', 'passwordSigns')
    if (bytesOf(values.password) > 128) error('password', 'passwordLong')
    return
  }
  if (auth_method === 'mac') {
    const parsed = parseMacAddress(values.mac)
    if (values.mac.trim() === '') error('mac', 'mac')
    else if ('error' in parsed) errors['mac'] ??= parsed.error
    return
  }
  const isEmpty = { circuit_id: values.circuit_id.trim() === '', remote_id: values.remote_id.trim() === '' }
  for (const field of ['circuit_id', 'remote_id'] as const) {
    const parsed = parseOption82(values[field], values.option82_format)
    if (!isEmpty[field] && 'error' in parsed) errors[field] ??= parsed.error
  }
  if (isEmpty.circuit_id && isEmpty.remote_id) error('circuit_id', 'option82')
  else if (isEmpty.remote_id && values.nas_id === null) error('nas_id', 'circuitNas')
}
