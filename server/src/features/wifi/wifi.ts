import type { wifi } from '@trunkline/contract/resources/wifi'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { accessPointHandlers } from './access-points.ts'
import { controllerHandlers } from './controllers.ts'
import { refreshHandler } from './refresh.ts'
import { registrationHandlers } from './registrations.ts'
import { settingHandlers } from './settings.ts'

/** Handlers of the Wi-Fi of a site. */
export const wifiHandlers = (deps: Deps): Handlers<typeof wifi> => ({
  ...settingHandlers(deps),
  ...registrationHandlers(deps),
  ...accessPointHandlers(deps),
  ...controllerHandlers(deps),
  ...refreshHandler(deps),
})
