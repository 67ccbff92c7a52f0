import type { Body } from '@trunkline/contract/endpoint'
import type { services } from '@trunkline/contract/resources/service'

type SentBody = Partial<Body<typeof services.store>> & Omit<Body<typeof services.update>, 'version'>

/** Allocated prefixes and addresses, which `show` returns as null where there is none. */
const allocated = ['network', 'ipv6_network', 'framed_ipv6'] as const

/** The fields of a service from a form or an import, for a new or existing one. */
export type ServiceBody = Omit<SentBody, (typeof allocated)[number]> & {
  [Field in (typeof allocated)[number]]?: string | undefined
}

/** A body without the allocations that are null: what `show` returns can be sent to `update`, and requests none. */
export function serviceBody(sent: SentBody): ServiceBody {
  const body = { ...sent }
  for (const field of allocated) if (body[field] === null) delete body[field]
  return body as ServiceBody
}
