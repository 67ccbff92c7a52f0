import type { services } from '@trunkline/contract/resources/service'
import { vpnDialups } from '@trunkline/contract/resources/vpn-dialup'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { serviceKindHandlers } from '../services/service.ts'

/** Dial-ups are another kind of service: their calls differ from those of services in names and paths only. */
export const vpnDialupHandlers = (deps: Deps): Handlers<typeof vpnDialups> =>
  serviceKindHandlers(deps, vpnDialups as unknown as typeof services, 'vpn-dialup') as unknown as Handlers<
    typeof vpnDialups
  >
