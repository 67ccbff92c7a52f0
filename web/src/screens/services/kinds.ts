import type { Subject } from '@trunkline/contract/abilities'
import type { ServiceKind } from '@trunkline/contract/resources/radius-enums'
import { services } from '@trunkline/contract/resources/service'
import { vpnDialups } from '@trunkline/contract/resources/vpn-dialup'
import { paths } from '../../paths.ts'

/** The calls of both kinds differ in their addresses alone. */
export type DialCalls = typeof services

export interface Dial {
  kind: ServiceKind
  calls: DialCalls
  subject: Subject
  paths: typeof paths.services
  /** Keys of the page titles. */
  titles: { list: string; show: string }
}

/** Services and VPN dial-ups: one set of screens, which looks here for what differs. */
export const dials: Record<ServiceKind, Dial> = {
  service: {
    kind: 'service',
    calls: services,
    subject: 'services',
    paths: paths.services,
    titles: { list: 'services', show: 'service' },
  },
  'vpn-dialup': {
    kind: 'vpn-dialup',
    calls: vpnDialups as unknown as DialCalls,
    subject: 'vpn-dialups',
    paths: paths.dialups,
    titles: { list: 'dialups', show: 'dialup' },
  },
}
