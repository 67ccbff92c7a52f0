import { IconBuilding } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { page, update, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.profile.show, 'profile', 'any', () => import('./Profile.tsx'), ['users']),
    page(paths.profile.update, 'profileUpdate', 'any', () => import('./ProfileUpdate.tsx'), ['users']),
    page(paths.companyProfile.show, 'companyProfile', view('companies'), () => import('./CompanyProfile.tsx'), [
      'companies',
    ]),
    page(
      paths.companyProfile.update,
      'companyProfileUpdate',
      update('companies'),
      () => import('./CompanyProfileUpdate.tsx'),
      ['companies'],
    ),
  ],
  menu: [
    {
      title: 'companyProfile',
      to: paths.companyProfile.show,
      below: paths.companyProfile.show,
      icon: IconBuilding,
      key: 'p',
      of: 'settings',
      position: 40,
      ability: view('companies'),
    },
  ],
} satisfies Feature
