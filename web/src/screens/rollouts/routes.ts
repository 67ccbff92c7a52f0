import { IconCloudUp, IconPackage } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.rollouts.list, 'rollouts', list('rollouts'), () => import('./RolloutList.tsx')),
    page(paths.rollouts.create, 'rolloutCreate', create('rollouts'), () => import('./RolloutForm.tsx')),
    page(paths.rolloutChange, 'rolloutChange', create('rollouts'), () => import('./ChangeForm.tsx')),
    page(paths.routerosPackages, 'routerosPackages', list('routeros-packages'), () => import('./PackageList.tsx')),
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
    {
      title: 'routerosPackages',
      tab: 'packagesTab',
      to: paths.routerosPackages,
      below: paths.routerosPackages,
      icon: IconPackage,
      of: 'hardware',
      position: 16,
      ability: list('routeros-packages'),
    },
  ],
} satisfies Feature
