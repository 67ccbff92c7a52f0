import { everyEndpoint } from '@trunkline/contract/contract'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { companies } from '@trunkline/contract/resources/company'
import { customFields } from '@trunkline/contract/resources/custom-field'
import { hardware } from '@trunkline/contract/resources/hardware'
import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import { hardwareManufacturers } from '@trunkline/contract/resources/hardware-manufacturer'
import { hardwareModels } from '@trunkline/contract/resources/hardware-model'
import { hardwareTypes } from '@trunkline/contract/resources/hardware-type'
import { invites } from '@trunkline/contract/resources/invite'
import { licences } from '@trunkline/contract/resources/licence'
import { nas } from '@trunkline/contract/resources/nas'
import { notes } from '@trunkline/contract/resources/note'
import { services } from '@trunkline/contract/resources/service'
import { sites } from '@trunkline/contract/resources/site'
import { subnets } from '@trunkline/contract/resources/subnet'
import { subnetCategories } from '@trunkline/contract/resources/subnet-category'
import { tags } from '@trunkline/contract/resources/tag'
import { tariffs } from '@trunkline/contract/resources/tariff'
import { users } from '@trunkline/contract/resources/user'
import { vpnDialups } from '@trunkline/contract/resources/vpn-dialup'
import { notificationTargets } from '@trunkline/contract/resources/notification-target'
import { deviceTemplates } from '@trunkline/contract/resources/device-template'
import { maintenanceWindows } from '@trunkline/contract/resources/maintenance-window'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { createRowRoute, type RowRoute } from '../../http/row-call.ts'
import { companyHandlers } from '../companies/company.ts'
import { customFieldHandlers } from '../custom-fields/custom-field.ts'
import { hardwareHandlers } from '../hardware/hardware.ts'
import { hardwareLiveHandlers } from '../hardware/hardware-live.ts'
import { hardwareManufacturerHandlers } from '../hardware/hardware-manufacturer.ts'
import { hardwareModelHandlers } from '../hardware/hardware-model.ts'
import { hardwareTypeHandlers } from '../hardware/hardware-type.ts'
import { subnetCategoryHandlers } from '../ipam/category.ts'
import { subnetHandlers } from '../ipam/subnet.ts'
import { inviteHandlers } from '../invites/invite.ts'
import { licenceHandlers } from '../licences/licence.ts'
import { nasHandlers } from '../nas/nas.ts'
import { noteHandlers } from '../notes/note.ts'
import { serviceHandlers } from '../services/service.ts'
import { siteHandlers } from '../sites/site.ts'
import { tagHandlers } from '../tags/tag.ts'
import { tariffHandlers } from '../tariffs/tariff.ts'
import { userHandlers } from '../users/user.ts'
import { vpnDialupHandlers } from '../vpn-dialups/vpn-dialup.ts'
import { notificationTargetHandlers } from '../notification-targets/notification-target.ts'
import { deviceTemplateHandlers } from '../device-templates/device-template.ts'
import { maintenanceWindowHandlers } from '../maintenance-windows/maintenance-window.ts'

const routesOf = <Module extends Record<string, Endpoint>>(module: Module, handlers: Handlers<Module>) =>
  Object.entries(module).map(
    ([key, endpoint]) => [endpoint, handlers[key as keyof Module] as never] satisfies [Endpoint, never],
  )

/** The calls of the modules whose records bulk jobs change, or a user can change back. */
const moduleRoutes = (deps: Deps) => [
  ...routesOf(companies, companyHandlers(deps)),
  ...routesOf(users, userHandlers(deps)),
  ...routesOf(invites, inviteHandlers(deps)),
  ...routesOf(tariffs, tariffHandlers(deps)),
  ...routesOf(nas, nasHandlers(deps)),
  ...routesOf(services, serviceHandlers(deps)),
  ...routesOf(vpnDialups, vpnDialupHandlers(deps)),
  ...routesOf(hardwareTypes, hardwareTypeHandlers(deps)),
  ...routesOf(hardwareManufacturers, hardwareManufacturerHandlers(deps)),
  ...routesOf(hardwareModels, hardwareModelHandlers(deps)),
  ...routesOf(hardware, hardwareHandlers(deps)),
  ...routesOf(hardwareLive, hardwareLiveHandlers(deps)),
  ...routesOf(sites, siteHandlers(deps)),
  ...routesOf(licences, licenceHandlers(deps)),
  ...routesOf(subnetCategories, subnetCategoryHandlers(deps)),
  ...routesOf(tags, tagHandlers(deps)),
  ...routesOf(customFields, customFieldHandlers(deps)),
  ...routesOf(notes, noteHandlers(deps)),
  ...routesOf(subnets, subnetHandlers(deps)),
  ...routesOf(notificationTargets, notificationTargetHandlers(deps)),
  ...routesOf(deviceTemplates, deviceTemplateHandlers(deps)),
  ...routesOf(maintenanceWindows, maintenanceWindowHandlers(deps)),
]

/**
 * Calls that are made for single rows outside of a request of their own.
 * @param names of calls of the modules above
 * @throws Error if one is in none of them
 */
export function routesByName(deps: Deps, names: ReadonlySet<string>): ReadonlyMap<string, RowRoute> {
  const routes = new Map(
    moduleRoutes(deps)
      .filter(([{ name }]) => names.has(name))
      .map(([endpoint, handler]) => [endpoint.name, createRowRoute(endpoint, handler)]),
  )
  const missing = [...names].filter((name) => !routes.has(name))
  if (missing.length > 0) throw new Error(`row-routes.ts lacks the module of ${missing.join(', ')}`)
  return routes
}

/**
 * The calls that bulk jobs make, by name. A module with bulk actions is added above.
 * @throws Error if the contract names a call that is missing here
 */
export const rowRoutes = (deps: Deps): ReadonlyMap<string, RowRoute> =>
  routesByName(deps, new Set(everyEndpoint.flatMap(({ job }) => (job === undefined ? [] : [job.call.name]))))
