import { IconCpu, IconRouter } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, update, view, type Feature, type RouteEntry } from '../../route-entry.ts'

/** Other features whose texts these screens use. */
const texts = ['companies', 'devices', 'lan']

type Load = RouteEntry['load']

/** List, create and update page of a part of the hardware catalogue. `title`: the start of their title keys. */
function cataloguePages(part: 'models' | 'manufacturers' | 'types', title: string, ofList: Load, ofForm: Load) {
  const subject = `hardware-${part}` as const
  const { list: all, create: blank } = paths.hardware[part]
  return [
    page(all, `${title}s`, list(subject), ofList),
    page(blank, `${title}Create`, create(subject), ofForm),
    page(`/hardware/${part}/update/$id`, `${title}Update`, update(subject), ofForm),
  ]
}

export default {
  pages: [
    page(paths.hardware.list, 'hardware', list('hardware'), () => import('./HardwareList.tsx'), ['companies']),
    page(paths.hardware.create, 'hardwareCreate', create('hardware'), () => import('./HardwareForm.tsx'), texts),
    page('/hardware/update/$id', 'hardwareUpdate', update('hardware'), () => import('./HardwareForm.tsx'), texts),
    ...cataloguePages(
      'models',
      'hardwareModel',
      () => import('./ModelList.tsx'),
      () => import('./ModelForm.tsx'),
    ),
    ...cataloguePages(
      'manufacturers',
      'hardwareManufacturer',
      () => import('./ManufacturerList.tsx'),
      () => import('./ManufacturerForm.tsx'),
    ),
    ...cataloguePages(
      'types',
      'hardwareType',
      () => import('./TypeList.tsx'),
      () => import('./TypeForm.tsx'),
    ),
    page(paths.hardware.dpk, 'hardwareDpk', view('hardware-manufacturers'), () => import('./DpkList.tsx'), ['devices']),
    page('/hardware/$id', 'hardwareDetail', view('hardware'), () => import('./HardwareDetail.tsx'), texts),
    page('/hardware/$id/backups', 'deviceBackups', view('hardware'), () => import('./DeviceBackups.tsx'), texts),
    page('/hardware/$id/notes', 'deviceNotes', view('hardware'), () => import('./DeviceNotes.tsx'), [...texts, 'tags']),
    page('/hardware/$id/activity', 'deviceActivity', view('hardware'), () => import('./DeviceActivity.tsx'), texts),
  ],
  menu: [
    {
      title: 'hardware',
      to: paths.hardware.list,
      below: '/hardware',
      icon: IconRouter,
      key: 'h',
      tab: 'devicesTab',
      section: 'inventory',
      position: 30,
      ability: list('hardware'),
    },
    {
      title: 'hardwareModels',
      tab: 'modelsTab',
      to: paths.hardware.models.list,
      below: '/hardware/models',
      icon: IconCpu,
      key: 'm',
      of: 'hardware',
      position: 20,
      ability: list('hardware-models'),
    },
    {
      title: 'hardwareManufacturers',
      to: paths.hardware.manufacturers.list,
      below: '/hardware/manufacturers',
      of: 'hardware',
      position: 30,
      ability: list('hardware-manufacturers'),
    },
    {
      title: 'hardwareTypes',
      tab: 'typesTab',
      to: paths.hardware.types.list,
      below: '/hardware/types',
      of: 'hardware',
      position: 40,
      ability: list('hardware-types'),
    },
    {
      title: 'hardwareDpk',
      to: paths.hardware.dpk,
      below: paths.hardware.dpk,
      of: 'hardware',
      position: 50,
      ability: view('hardware-manufacturers'),
    },
  ],
} satisfies Feature
