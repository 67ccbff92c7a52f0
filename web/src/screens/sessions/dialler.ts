import type { ServiceKind } from '@trunkline/contract/resources/radius-enums'
import { escapeValue } from '@trunkline/contract/list'
import { services } from '@trunkline/contract/resources/service'
import { vpnDialups } from '@trunkline/contract/resources/vpn-dialup'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'

/** The service of a session, a login or a request. */
export interface ServiceReference {
  username: string
  service_id: number | null
  service_kind: ServiceKind | null
}

/** The page of the service or VPN dial-up; undefined where no service has the name, or the reader may not open it. */
export function useDiallerPath(): (of: ServiceReference) => string | undefined {
  const can = useCan()
  return ({ service_id, service_kind }) => {
    if (service_id === null || service_kind === null) return undefined
    if (service_kind === 'service') return can(services.show) ? paths.services.details(service_id) : undefined
    return can(vpnDialups.show) ? paths.dialups.details(service_id) : undefined
  }
}

/** Search parameters of a list for the rows with exactly this value. */
export const searchExactly = (field: string, value: string) => ({
  search: `${field}:${escapeValue(value)}`,
  searchFields: `${field}:=`,
})
