import { IconCloudUp } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.rollouts.list, 'rollouts', list('rollouts'), () => import('./RolloutList.tsx')),
    page(paths.rollouts.create, 'rolloutCreate', create('rollouts'), () => import('./RolloutForm.tsx'), ['wifi']),
    page('/rollouts/details/$id', 'rolloutDetails', view('rollouts'), () => import('./RolloutDetail.tsx')),
  ],
  menu: [
    {
      title: 'rollouts',
      to: paths.rollouts.list,
      below: '/rollouts',
      icon: IconCloudUp,
      key: 'y',
      of: 'hardware',
      position: 15,
      ability: list('rollouts'),
    },
  ],
} satisfies Feature
