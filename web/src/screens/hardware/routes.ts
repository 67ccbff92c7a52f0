import { IconCpu, IconRouter } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, update, view, type Feature } from '../../route-entry.ts'

/** Further features whose texts these screens show. */
const texts = ['companies', 'devices']

/** The pages of what hardware is made of: models, manufacturers, types and branding packages. */
const managedHardware = ['/hardware/models', '/hardware/manufacturers', '/hardware/types', paths.hardware.dpk]

export default {
  pages: [
    page(paths.hardware.list, 'hardware', list('hardware'), () => import('./HardwareList.tsx'), ['companies']),
    page(paths.hardware.create, 'hardwareCreate', create('hardware'), () => import('./HardwareForm.tsx'), texts),
    page('/hardware/update/$id', 'hardwareUpdate', update('hardware'), () => import('./HardwareForm.tsx'), texts),
    page(paths.hardware.models.list, 'hardwareModels', list('hardware-models'), () => import('./ModelList.tsx')),
    page(
      paths.hardware.models.create,
      'hardwareModelCreate',
      create('hardware-models'),
      () => import('./ModelForm.tsx'),
    ),
    page(
      '/hardware/models/update/$id',
      'hardwareModelUpdate',
      update('hardware-models'),
      () => import('./ModelForm.tsx'),
    ),
    page(
      paths.hardware.manufacturers.list,
      'hardwareManufacturers',
      list('hardware-manufacturers'),
      () => import('./ManufacturerList.tsx'),
    ),
    page(
      paths.hardware.manufacturers.create,
      'hardwareManufacturerCreate',
      create('hardware-manufacturers'),
      () => import('./ManufacturerForm.tsx'),
    ),
    page(
      '/hardware/manufacturers/update/$id',
      'hardwareManufacturerUpdate',
      update('hardware-manufacturers'),
      () => import('./ManufacturerForm.tsx'),
    ),
    page(paths.hardware.types.list, 'hardwareTypes', list('hardware-types'), () => import('./TypeList.tsx')),
    page(paths.hardware.types.create, 'hardwareTypeCreate', create('hardware-types'), () => import('./TypeForm.tsx')),
    page('/hardware/types/update/$id', 'hardwareTypeUpdate', update('hardware-types'), () => import('./TypeForm.tsx')),
    page(paths.hardware.dpk, 'hardwareDpk', view('hardware-manufacturers'), () => import('./DpkList.tsx'), ['devices']),
    page('/hardware/$id', 'hardwareDetail', view('hardware'), () => import('./HardwareDetail.tsx'), texts),
  ],
  menu: [
    {
      title: 'hardware',
      to: paths.hardware.list,
      below: '/hardware',
      except: managedHardware,
      icon: IconRouter,
      key: 'h',
      section: 'inventory',
      position: 30,
      ability: list('hardware'),
    },
    {
      title: 'manageHardware',
      to: paths.hardware.models.list,
      below: managedHardware,
      icon: IconCpu,
      key: 'm',
      section: 'inventory',
      position: 40,
      ability: { action: 'view', subject: 'manage-hardware' },
    },
  ],
} satisfies Feature
