import type {
  DhcpLease,
  DhcpNetwork,
  DhcpServer,
  LanAddress,
  LanDns,
  LanPool,
} from '@trunkline/contract/resources/control-shapes'
import { changesOf, seenOf, type RowValues } from './draft.ts'

/** The fields of a row that can be written, as the contract names them. */
export interface RowShape<V extends RowValues> {
  /** Values of a new row. */
  empty: V
  /** Fields that are null when empty. */
  nullable: readonly (keyof V & string)[]
  /** Fields that identify a row. */
  identity: readonly (keyof V & string)[]
  /** Changes a body before it is sent. */
  finish?: (body: RowValues) => RowValues
}

export type AddressValues = Pick<LanAddress, 'address' | 'interface' | 'disabled' | 'comment'>
export const addressShape: RowShape<AddressValues> = {
  empty: { address: '', interface: '', disabled: false, comment: null },
  nullable: ['comment'],
  identity: ['address', 'interface'],
}

export type DnsValues = Pick<
  LanDns,
  | 'servers'
  | 'allow_remote_requests'
  | 'cache_size_kib'
  | 'cache_max_ttl_seconds'
  | 'use_doh_server'
  | 'verify_doh_cert'
>
export const dnsShape: RowShape<DnsValues> = {
  empty: {
    servers: [],
    allow_remote_requests: false,
    cache_size_kib: null,
    cache_max_ttl_seconds: null,
    use_doh_server: null,
    verify_doh_cert: false,
  },
  nullable: [],
  identity: [],
}

export type NetworkValues = Omit<DhcpNetwork, 'id' | 'dynamic'>
export const networkShape: RowShape<NetworkValues> = {
  empty: { address: '', gateway: null, netmask: null, dns_server: [], ntp_server: [], domain: null, comment: null },
  nullable: ['gateway', 'netmask', 'domain', 'comment'],
  identity: ['address'],
}

export type PoolValues = Pick<LanPool, 'name' | 'address_start' | 'address_end' | 'next_pool' | 'comment'>
export const poolShape: RowShape<PoolValues> = {
  empty: { name: '', address_start: null, address_end: null, next_pool: null, comment: null },
  nullable: ['next_pool', 'comment'],
  identity: ['name'],
}

export type ServerValues = Pick<
  DhcpServer,
  'name' | 'interface' | 'address_pool' | 'lease_time_seconds' | 'disabled' | 'comment'
>
export const serverShape: RowShape<ServerValues> = {
  empty: { name: '', interface: '', address_pool: '', lease_time_seconds: 1800, disabled: false, comment: null },
  nullable: ['comment'],
  identity: ['name'],
}

export type LeaseValues = Pick<
  DhcpLease,
  'address' | 'mac' | 'server' | 'lease_time_seconds' | 'rate_limit' | 'blocked' | 'disabled' | 'comment'
>
export const leaseShape: RowShape<LeaseValues> = {
  empty: {
    address: null,
    mac: null,
    server: null,
    lease_time_seconds: null,
    rate_limit: null,
    blocked: false,
    disabled: false,
    comment: null,
  },
  nullable: ['server', 'lease_time_seconds', 'rate_limit', 'comment'],
  identity: ['address', 'mac'],
}

/** The writable values of a row that was read. */
export function valuesOf<V extends RowValues>(shape: RowShape<V>, row: V): V {
  return Object.fromEntries(Object.keys(shape.empty).map((field) => [field, row[field]])) as V
}

/** Values as the contract takes them: trimmed, empty ones null in nullable fields and an empty text elsewhere. */
function toBody<V extends RowValues>(shape: RowShape<V>, values: Partial<V>): RowValues {
  const body: RowValues = {}
  for (const [field, value] of Object.entries(values)) {
    const text = typeof value === 'string' ? value.trim() : value
    const empty = text === '' || text === null
    const isText = typeof shape.empty[field] === 'string' || shape.empty[field] === null
    body[field] = !empty ? text : shape.nullable.includes(field) ? null : isText ? '' : text
  }
  return body
}

/** The body of a call that adds a row, without empty fields. */
export function addBody<V extends RowValues>(shape: RowShape<V>, draft: V): RowValues {
  const body = toBody(shape, draft)
  for (const field of shape.nullable) if (body[field] === null) delete body[field]
  return shape.finish?.(body) ?? body
}

/** The body of a call that changes a row or settings: the changed fields, and the values they were changed from. */
export function setBody<V extends RowValues>(shape: RowShape<V>, id: string | undefined, base: V, draft: V): RowValues {
  const changed = changesOf(base, draft)
  const body = toBody(shape, changed)
  return {
    ...(id === undefined ? {} : { id }),
    ...(shape.finish?.(body) ?? body),
    seen: seenOf(base, changed, shape.identity),
  }
}
