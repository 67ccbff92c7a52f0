import { IconBuildingSkyscraper } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, update, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.companies.list, 'companies', list('companies'), () => import('./CompanyList.tsx'), ['invites']),
    page(paths.companies.create, 'companyCreate', create('companies'), () => import('./CompanyForm.tsx')),
    page('/company-management/update/$id', 'companyUpdate', update('companies'), () => import('./CompanyForm.tsx')),
    page('/company-management/summary/$id', 'companySummary', view('companies'), () => import('./CompanySummary.tsx'), [
      'dashboard',
      'sessions',
    ]),
  ],
  menu: [
    {
      title: 'companies',
      to: paths.companies.list,
      below: '/company-management',
      icon: IconBuildingSkyscraper,
      key: 'c',
      section: 'tenants',
      position: 10,
      ability: list('companies'),
    },
  ],
} satisfies Feature
