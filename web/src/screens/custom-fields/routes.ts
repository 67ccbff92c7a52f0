import { IconForms } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, update, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.customFields.list, 'customFields', list('custom-fields'), () => import('./CustomFieldList.tsx')),
    page(
      paths.customFields.create,
      'customFieldCreate',
      create('custom-fields'),
      () => import('./CustomFieldForm.tsx'),
    ),
    page(
      '/custom-fields/update/$id',
      'customFieldUpdate',
      update('custom-fields'),
      () => import('./CustomFieldForm.tsx'),
    ),
  ],
  menu: [
    {
      title: 'customFields',
      to: paths.customFields.list,
      below: '/custom-fields',
      icon: IconForms,
      key: 'x',
      of: 'settings',
      position: 60,
      ability: list('custom-fields'),
    },
  ],
} satisfies Feature
