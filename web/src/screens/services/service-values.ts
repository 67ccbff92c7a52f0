import type { BodyInput } from '@trunkline/contract/endpoint'
import { message, type AnyMessage } from '@trunkline/contract/errors'
import { fieldErrors } from '@trunkline/contract/issues'
import { formOf, type FormValues } from '../../record/form-of.ts'
import { errorOf, parseAddress, parsePrefix } from '@trunkline/contract/net'
import { formatOption82, parseMacAddress, parseOption82 } from '@trunkline/contract/resources/ipoe'
import type { FramedIpv6Method, Ipv4Method } from '@trunkline/contract/resources/radius-enums'
import { services } from '@trunkline/contract/resources/service'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { changesBy } from '../../record/changes.ts'
import type { ServiceCalls } from './variants.ts'

const form = formOf(services.store.body)
export const serviceLimits = form.limits

type Body = FormValues<typeof services.store.body>
type Enums = Pick<
  Service,
  'auth_method' | 'status' | 'payment_period' | 'ipv4_method' | 'delegated_ipv6_method' | 'framed_ipv6_method'
> & { option82_format: NonNullable<Body['option82_format']> }

/**
 * A service as its form holds it, by the field names of the contract. Empty: the stored password; of an IPoE service a
 * user name that the server forms; of an address or prefix the next free one, or the present one.
 */
export type ServiceValues = Omit<Body, keyof Enums> & Enums & { unlimited_use: boolean; [key: string]: unknown }

export const serviceValues = (of: Partial<Service> = {}): ServiceValues => ({
  ...form.values({ ...of, ip: of.address }),
  auth_method: of.auth_method ?? 'password',
  option82_format: 'text',
  status: of.status ?? 'active',
  payment_period: of.payment_period ?? 'monthly',
  unlimited_use: of.simultaneous_use === null,
  simultaneous_use: of.simultaneous_use ?? 1,
  ipv4_method: of.ipv4_method ?? 'pool',
  delegated_ipv6_method: of.delegated_ipv6_method ?? 'none',
  framed_ipv6_method: of.framed_ipv6_method ?? 'none',
})

export const isStatic = (method: Ipv4Method): boolean => method === 'static-address' || method === 'static-network'
export const isStaticFramed = (method: FramedIpv6Method): boolean =>
  method === 'static-prefix' || method === 'static-address'

/** Which of the fields that depend on a method apply. The server releases what the others hold. */
function applies(values: ServiceValues): Record<string, boolean> {
  const { auth_method, ipv4_method: ipv4, delegated_ipv6_method: delegated, framed_ipv6_method: framed } = values
  const routed = ipv4 === 'static-network'
  return {
    password: auth_method === 'password',
    calling_station: auth_method === 'password',
    mac: auth_method === 'mac',
    circuit_id: auth_method === 'option82',
    remote_id: auth_method === 'option82',
    // The IDs are sent in a form that does not depend on it.
    option82_format: false,
    subnet_id: ipv4 !== 'nas-decides',
    ip: isStatic(ipv4),
    network_subnet_id: routed,
    network: routed,
    network_prefix: routed && values.network.trim() === '',
    ipv6_subnet_id: delegated === 'static' || delegated === 'pool',
    ipv6_network: delegated === 'static',
    ipv6_prefix: delegated === 'static' && values.ipv6_network.trim() === '',
    delegated_ipv6_pool: delegated === 'nas-pool',
    framed_ipv6_subnet_id: isStaticFramed(framed) || framed === 'pool',
    framed_ipv6: isStaticFramed(framed),
    framed_ipv6_prefix: framed === 'static-prefix' && values.framed_ipv6.trim() === '',
    framed_ipv6_pool: framed === 'nas-pool',
  }
}

/** A MAC address as the server shows it, so that another spelling is no change. */
function macOf(text: string): string {
  const parsed = parseMacAddress(text)
  return 'error' in parsed ? text : parsed.mac
}

/** An ID of option 82 as the server shows it. */
function optionIdOf(text: string, { option82_format }: ServiceValues): string {
  const parsed = parseOption82(text, option82_format)
  return text.trim() === '' || 'error' in parsed ? text : formatOption82(parsed.octets)
}

/** The values as the body of a new service. */
export function serviceBody(values: ServiceValues): BodyInput<ServiceCalls['store']> {
  const applicable = applies(values)
  const nextFree = (text: string) => text.trim() || 'auto'
  const body = {
    ...form.body({
      ...values,
      // An update may set it too; the contract names it there alone.
      status: values.status as 'active',
      mac: macOf(values.mac),
      circuit_id: optionIdOf(values.circuit_id, values),
      remote_id: optionIdOf(values.remote_id, values),
      simultaneous_use: values.unlimited_use ? null : (values.simultaneous_use ?? 1),
      ip: nextFree(values.ip),
      network: nextFree(values.network),
      ipv6_network: nextFree(values.ipv6_network),
      framed_ipv6: nextFree(values.framed_ipv6),
    }),
    // Sent empty as well, which deletes it.
    name: values.name.trim(),
  }
  return Object.fromEntries(Object.entries(body).filter(([field]) => applicable[field] !== false)) as typeof body
}

/** A method is sent with its subnet: without one, the server takes another method to have none yet. */
const subnetOf = { delegated_ipv6_method: 'ipv6_subnet_id', framed_ipv6_method: 'framed_ipv6_subnet_id' } as const

/** What changed, with the version that it was changed from; undefined where nothing did. */
export function serviceChanges(
  before: ServiceValues,
  after: ServiceValues,
): BodyInput<ServiceCalls['update']> | undefined {
  const changes = changesBy(serviceBody)(before, after)
  const body = serviceBody(after)
  return (
    changes && {
      ...Object.fromEntries(
        Object.entries(subnetOf).flatMap(([method, subnet]) =>
          method in changes && body[subnet] !== undefined ? [[subnet, body[subnet]]] : [],
        ),
      ),
      ...changes,
    }
  )
}

/** What the check of a form knows beside its values. */
export interface FormState {
  isNew: boolean
  needsCompany: boolean
  /** The saved service is IPoE: it has no password yet. */
  wasIpoe?: boolean
  /** The chosen NAS is known to have no pools. */
  nasWithoutPools?: boolean
}

/** The errors of the values by field: those of the contract, and those of rules that span several fields. */
export function serviceErrors(values: ServiceValues, of: FormState): Record<string, AnyMessage> {
  const { auth_method, ipv4_method: ipv4 } = values
  const applicable = applies(values)
  const isEmpty = (field: string) => String(values[field] ?? '').trim() === ''
  const required = {
    company_id: of.isNew && of.needsCompany,
    username: auth_method === 'password',
    password: auth_method === 'password' && (of.isNew || of.wasIpoe === true),
    mac: auth_method === 'mac',
    tariff_id: true,
    simultaneous_use: !values.unlimited_use,
    subnet_id: isStatic(ipv4),
    network_subnet_id: applicable['network_subnet_id'],
    ipv6_subnet_id: applicable['ipv6_subnet_id'],
    framed_ipv6_subnet_id: applicable['framed_ipv6_subnet_id'],
    delegated_ipv6_pool: applicable['delegated_ipv6_pool'],
    framed_ipv6_pool: applicable['framed_ipv6_pool'],
  }
  const errors: Record<string, AnyMessage> = {}
  for (const [field, isRequired] of Object.entries(required))
    if (isRequired && isEmpty(field)) errors[field] = message('field.required')

  const body = serviceBody(values)
  const { error } = services.store.body.safeParse(body)
  Object.assign(errors, { ...(error && fieldErrors(error, body)), ...errors })

  const framedParse = values.framed_ipv6_method === 'static-address' ? parseAddress : parsePrefix
  for (const [field, family, parse] of [
    ['ip', 4, parseAddress],
    ['network', 4, parsePrefix],
    ['ipv6_network', 6, parsePrefix],
    ['framed_ipv6', 6, framedParse],
  ] as const) {
    if (!applicable[field] || isEmpty(field) || errors[field]) continue
    const parsed = () => parse(values[field].trim())
    const error = errorOf(parsed)
    if (error !== undefined) errors[field] = error
    else if (parsed().family !== family) errors[field] = message(family === 4 ? 'ip.ipv4_format' : 'ip.ipv6_format')
  }
  if (values.starts_on && values.ends_on && values.ends_on < values.starts_on)
    errors['ends_on'] ??= message('range.end_before_start')
  if (ipv4 === 'pool' && values.subnet_id === null && of.nasWithoutPools)
    errors['subnet_id'] ??= message('nas.without_pool')
  if (auth_method === 'option82') {
    for (const field of ['circuit_id', 'remote_id'] as const) {
      const parsed = parseOption82(values[field], values.option82_format)
      if (!isEmpty(field) && 'error' in parsed) errors[field] = parsed.error
    }
    if (isEmpty('circuit_id') && isEmpty('remote_id')) errors['circuit_id'] = message('service.option82_required')
    else if (isEmpty('remote_id') && values.nas_id === null) errors['nas_id'] = message('service.circuit_id_needs_nas')
  }
  return errors
}
