import type { ImportKind as KindName } from '@trunkline/contract/resources/import-shapes'
import type { ImportKind } from './kind.ts'
import { companyImport } from './kinds/companies.ts'
import { hardwareImport } from './kinds/hardware.ts'
import { serviceImport } from './kinds/services.ts'
import { subnetImport } from './kinds/subnets.ts'

/** All import kinds by name. */
export const importKinds: Readonly<Record<KindName, ImportKind>> = {
  hardware: hardwareImport,
  companies: companyImport,
  services: serviceImport,
  subnets: subnetImport,
}
