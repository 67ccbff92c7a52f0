import type { importUploads } from '@trunkline/contract/resources/import-upload'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { companyImport } from './kinds/companies.ts'
import { hardwareImport } from './kinds/hardware.ts'
import { serviceImport } from './kinds/services.ts'
import { subnetImport } from './kinds/subnets.ts'
import { startImport } from './start.ts'

/** Handlers of the calls that start imports. */
export const uploadHandlers = (deps: Deps): Handlers<typeof importUploads> => ({
  hardware: (call) => startImport(deps, call, hardwareImport),
  companies: (call) => startImport(deps, call, companyImport),
  services: (call) => startImport(deps, call, serviceImport),
  subnets: (call) => startImport(deps, call, subnetImport),
})
