import type { Body } from '@trunkline/contract/endpoint'
import type { services } from '@trunkline/contract/resources/service'

/** The fields of a service from a form or an import, for a new or existing one. */
export type ServiceBody = Partial<Body<typeof services.store>> & Omit<Body<typeof services.update>, 'version'>
