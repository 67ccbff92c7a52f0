import type { ServiceKind } from '@trunkline/contract/resources/radius-enums'
import { escapeValue } from '@trunkline/contract/list'
import { services } from '@trunkline/contract/resources/service'
import { vpnDialups } from '@trunkline/contract/resources/vpn-dialup'
import { useCan } from '../../access/can.ts'
import { paths } from '../../paths.ts'

/** What a session, a login or a request is about. */
export interface Dialler {
  username: string
  service_id: number | null
  service_kind: ServiceKind | null
}

/** The page of the service or dial-up; undefined where none has the name, or the reader may not open it. */
export function useDiallerPath(): (of: Dialler) => string | undefined {
  const can = useCan()
  return ({ service_id, service_kind }) => {
    if (service_id === null || service_kind === null) return undefined
    if (service_kind === 'service') return can(services.show) ? paths.services.details(service_id) : undefined
    return can(vpnDialups.show) ? paths.dialups.details(service_id) : undefined
  }
}

/** Search parameters of a list that show the rows with exactly this value. */
export const only = (field: string, value: string) => ({
  search: `${field}:${escapeValue(value)}`,
  searchFields: `${field}:=`,
})
