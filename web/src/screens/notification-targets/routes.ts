import { IconBellRinging } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, update, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(
      paths.notificationTargets.list,
      'notificationTargets',
      list('notification-targets'),
      () => import('./NotificationTargetList.tsx'),
    ),
    page(
      paths.notificationTargets.create,
      'notificationTargetCreate',
      create('notification-targets'),
      () => import('./NotificationTargetForm.tsx'),
    ),
    page(
      '/notification-targets/update/$id',
      'notificationTargetUpdate',
      update('notification-targets'),
      () => import('./NotificationTargetForm.tsx'),
    ),
    page(
      '/notification-targets/details/$id',
      'notificationTargetDetails',
      view('notification-targets'),
      () => import('./NotificationTargetDetail.tsx'),
    ),
  ],
  menu: [
    {
      title: 'notificationTargets',
      to: paths.notificationTargets.list,
      below: '/notification-targets',
      icon: IconBellRinging,
      of: 'alerts',
      tab: 'notificationTargetsTab',
      position: 30,
      ability: list('notification-targets'),
    },
  ],
} satisfies Feature
