import { IconKey } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, may, page, update, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.licences.list, 'licences', may('view-index', 'licences'), () => import('./LicenceList.tsx'), [
      'companies',
    ]),
    page(paths.licences.create, 'licenceCreate', create('licences'), () => import('./LicenceForm.tsx'), ['companies']),
    page(paths.licences.bulk, 'licenceBulk', create('licences'), () => import('./LicenceBulk.tsx'), ['companies']),
    page('/licence/update/$id', 'licenceUpdate', update('licences'), () => import('./LicenceForm.tsx'), ['companies']),
    page('/licence/$id', 'licence', view('licences'), () => import('./LicenceDetail.tsx'), ['companies']),
  ],
  menu: [
    {
      title: 'licences',
      to: paths.licences.list,
      below: '/licence',
      icon: IconKey,
      key: 'k',
      section: 'tenants',
      position: 30,
      ability: may('view-index', 'licences'),
    },
  ],
} satisfies Feature
