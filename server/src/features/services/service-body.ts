import type { Body } from '@trunkline/contract/endpoint'
import type { services } from '@trunkline/contract/resources/service'

/** What a form or an import says of a service, new or changed. */
export type ServiceBody = Partial<Body<typeof services.store>> & Omit<Body<typeof services.update>, 'version'>
