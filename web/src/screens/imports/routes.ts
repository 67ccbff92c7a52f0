import { paths } from '../../paths.ts'
import { create, may, page, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.imports.companies, 'companyImport', create('companies'), () => import('./Import.tsx')),
    page(paths.imports.subnets, 'subnetImport', create('subnets'), () => import('./Import.tsx'), ['companies']),
    page(paths.imports.services, 'serviceImport', create('services'), () => import('./Import.tsx')),
    page(paths.imports.hardware, 'hardwareImport', may('import', 'hardware'), () => import('./Import.tsx')),
  ],
} satisfies Feature
