import type { Icon } from '@tabler/icons-react'
import { IconShieldBolt, IconUserBolt } from '@tabler/icons-react'
import { useMatch } from '@tanstack/react-router'
import type { Subject } from '@trunkline/contract/abilities'
import type { ServiceKind } from '@trunkline/contract/resources/radius-enums'
import { services } from '@trunkline/contract/resources/service'
import { vpnDialups } from '@trunkline/contract/resources/vpn-dialup'
import { paths } from '../../paths.ts'

/** The calls of both kinds differ in their addresses alone. */
export type ServiceCalls = typeof services

export interface ServiceVariant {
  kind: ServiceKind
  calls: ServiceCalls
  subject: Subject
  paths: typeof paths.services
  /** Where the texts of this kind are found (`record/words.ts`). */
  texts: string
  icon: Icon
}

/** What differs between services and VPN dial-ups, which share their screens. */
const variants: Record<ServiceKind, ServiceVariant> = {
  service: {
    kind: 'service',
    calls: services,
    subject: 'services',
    paths: paths.services,
    texts: 'services:kind.service',
    icon: IconUserBolt,
  },
  'vpn-dialup': {
    kind: 'vpn-dialup',
    calls: vpnDialups as unknown as ServiceCalls,
    subject: 'vpn-dialups',
    paths: paths.dialups,
    texts: 'services:kind.vpn-dialup',
    icon: IconShieldBolt,
  },
}

/** The variant of a part of a page, or without one of the page, by its path. */
export function useVariant(kind?: ServiceKind): ServiceVariant {
  const isDialup = useMatch({ strict: false, select: ({ fullPath }) => fullPath.startsWith('/dialups/') })
  return variants[kind ?? (isDialup ? 'vpn-dialup' : 'service')]
}
