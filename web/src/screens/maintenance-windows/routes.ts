import { IconTool } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, update, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(
      paths.maintenanceWindows.list,
      'maintenanceWindows',
      list('maintenance-windows'),
      () => import('./MaintenanceWindowList.tsx'),
    ),
    page(
      paths.maintenanceWindows.create,
      'maintenanceWindowCreate',
      create('maintenance-windows'),
      () => import('./MaintenanceWindowForm.tsx'),
    ),
    page(
      '/maintenance-windows/update/$id',
      'maintenanceWindowUpdate',
      update('maintenance-windows'),
      () => import('./MaintenanceWindowForm.tsx'),
    ),
    page(
      '/maintenance-windows/details/$id',
      'maintenanceWindowDetails',
      view('maintenance-windows'),
      () => import('./MaintenanceWindowDetail.tsx'),
    ),
  ],
  menu: [
    {
      title: 'maintenanceWindows',
      to: paths.maintenanceWindows.list,
      below: '/maintenance-windows',
      icon: IconTool,
      of: 'alerts',
      tab: 'maintenanceWindowsTab',
      position: 40,
      ability: list('maintenance-windows'),
    },
  ],
} satisfies Feature
