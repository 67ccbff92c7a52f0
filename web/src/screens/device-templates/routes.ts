import { IconArrowsDiff, IconTemplate } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, update, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(
      paths.deviceTemplates.list,
      'deviceTemplates',
      list('device-templates'),
      () => import('./DeviceTemplateList.tsx'),
    ),
    page(
      paths.deviceTemplates.create,
      'deviceTemplateCreate',
      create('device-templates'),
      () => import('./DeviceTemplateForm.tsx'),
      ['rollouts', 'tags'],
    ),
    page(
      '/device-templates/update/$id',
      'deviceTemplateUpdate',
      update('device-templates'),
      () => import('./DeviceTemplateForm.tsx'),
      ['rollouts', 'tags'],
    ),
    page(
      '/device-templates/details/$id',
      'deviceTemplateDetails',
      view('device-templates'),
      () => import('./DeviceTemplateDetail.tsx'),
      ['rollouts'],
    ),
    page(paths.deviceDrift, 'deviceDrift', list('hardware'), () => import('./DriftList.tsx')),
  ],
  menu: [
    {
      title: 'deviceTemplates',
      to: paths.deviceTemplates.list,
      below: '/device-templates',
      icon: IconTemplate,
      key: '0',
      tab: 'templatesTab',
      of: 'hardware',
      position: 18,
      ability: list('device-templates'),
    },
    {
      title: 'deviceDrift',
      tab: 'driftTab',
      to: paths.deviceDrift,
      below: paths.deviceDrift,
      icon: IconArrowsDiff,
      of: 'hardware',
      position: 19,
      ability: list('hardware'),
    },
  ],
} satisfies Feature
