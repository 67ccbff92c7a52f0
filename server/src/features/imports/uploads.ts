import { companies } from '@trunkline/contract/resources/company'
import { hardware } from '@trunkline/contract/resources/hardware'
import { services } from '@trunkline/contract/resources/service'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { companyImport } from './kinds/companies.ts'
import { hardwareImport } from './kinds/hardware.ts'
import { serviceImport } from './kinds/services.ts'
import { subnetImport } from './kinds/subnets.ts'
import { startImport } from './start.ts'

/** The calls of other rooms that an import starts with. */
export const uploads = {
  hardware: hardware.import,
  companies: companies.import,
  services: services.import,
  subnets: subnets.import,
}

export const uploadHandlers = (deps: Deps): Handlers<typeof uploads> => ({
  hardware: (call) => startImport(deps, call, hardwareImport),
  companies: (call) => startImport(deps, call, companyImport),
  services: (call) => startImport(deps, call, serviceImport),
  subnets: (call) => startImport(deps, call, subnetImport),
})

/** What a room serves by itself. */
export function withoutImport<Room extends { import: unknown }>(room: Room): Omit<Room, 'import'> {
  const { import: _, ...rest } = room
  return rest
}
