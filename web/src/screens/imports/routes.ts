import { paths } from '../../paths.ts'
import { create, may, page, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.imports.companies, 'companyImport', create('companies'), () => import('./Import.tsx')),
    page(paths.imports.subnets, 'subnetImport', create('subnets'), () => import('./Import.tsx'), ['companies']),
    page(paths.imports.services, 'serviceImport', create('services'), () => import('./Import.tsx')),
    page(paths.imports.users, 'userImport', create('user-invites'), () => import('./Import.tsx')),
    page(paths.imports.sites, 'siteImport', create('sites'), () => import('./Import.tsx')),
    page(paths.imports['hardware-models'], 'modelImport', create('hardware-models'), () => import('./Import.tsx')),
    page(paths.imports.tariffs, 'tariffImport', create('tariffs'), () => import('./Import.tsx')),
    page(paths.imports.nas, 'nasImport', create('nas'), () => import('./Import.tsx')),
    page(paths.imports.licences, 'licenceImport', create('licences'), () => import('./Import.tsx')),
    page(paths.imports.hardware, 'hardwareImport', may('import', 'hardware'), () => import('./Import.tsx')),
  ],
} satisfies Feature
