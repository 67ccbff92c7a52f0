import { IconCpu, IconRouter } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, update, view, type Feature, type RouteEntry } from '../../route-entry.ts'

/** Other features whose texts these screens use. */
const texts = ['companies', 'devices']

/** The pages of the menu entry "Manage hardware". */
const cataloguePaths = ['/hardware/models', '/hardware/manufacturers', '/hardware/types', paths.hardware.dpk]

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
  ],
  menu: [
    {
      title: 'hardware',
      to: paths.hardware.list,
      below: '/hardware',
      except: cataloguePaths,
      icon: IconRouter,
      key: 'h',
      section: 'inventory',
      position: 30,
      ability: list('hardware'),
    },
    {
      title: 'manageHardware',
      to: paths.hardware.models.list,
      below: cataloguePaths,
      icon: IconCpu,
      key: 'm',
      section: 'inventory',
      position: 40,
      ability: { action: 'view', subject: 'manage-hardware' },
    },
  ],
} satisfies Feature
