import type { ImportKind as KindName } from '@trunkline/contract/resources/import-shapes'
import type { ImportKind } from './kind.ts'
import { companyImport } from './kinds/companies.ts'
import { hardwareImport } from './kinds/hardware.ts'
import { hardwareModelImport } from './kinds/hardware-models.ts'
import { licenceImport } from './kinds/licences.ts'
import { nasImport } from './kinds/nas.ts'
import { siteImport } from './kinds/sites.ts'
import { tariffImport } from './kinds/tariffs.ts'
import { userImport } from './kinds/users.ts'
import { serviceImport } from './kinds/services.ts'
import { subnetImport } from './kinds/subnets.ts'

/** All import kinds by name. */
export const importKinds: Readonly<Record<KindName, ImportKind>> = {
  hardware: hardwareImport,
  companies: companyImport,
  services: serviceImport,
  subnets: subnetImport,
  users: userImport,
  sites: siteImport,
  'hardware-models': hardwareModelImport,
  tariffs: tariffImport,
  nas: nasImport,
  licences: licenceImport,
}
