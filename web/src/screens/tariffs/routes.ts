import { IconReceipt } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, update, type Feature } from '../../route-entry.ts'

/** Further features whose texts these screens show. */
const texts = ['companies', 'extra-attributes']

export default {
  pages: [
    page(paths.tariffs.list, 'tariffs', list('tariffs'), () => import('./TariffList.tsx'), ['companies']),
    page(paths.tariffs.create, 'tariffCreate', create('tariffs'), () => import('./TariffForm.tsx'), texts),
    page('/tariffs/update/$id', 'tariffUpdate', update('tariffs'), () => import('./TariffForm.tsx'), texts),
  ],
  menu: [
    {
      title: 'tariffs',
      to: paths.tariffs.list,
      below: '/tariffs',
      icon: IconReceipt,
      key: 'f',
      section: 'radius',
      position: 60,
      ability: list('tariffs'),
    },
  ],
} satisfies Feature
