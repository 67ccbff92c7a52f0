import { IconServer } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, update, view, type Feature } from '../../route-entry.ts'

/** Further features whose texts these screens show. */
const texts = ['companies', 'extra-attributes']

export default {
  pages: [
    page(paths.nas.list, 'nas', list('nas'), () => import('./NasList.tsx'), ['companies', 'dashboard']),
    page(paths.nas.unknown, 'nasUnknown', list('nas'), () => import('./UnansweredList.tsx'), ['companies']),
    page(paths.nas.create, 'nasCreate', create('nas'), () => import('./NasForm.tsx'), texts),
    page('/nas/update/$id', 'nasUpdate', update('nas'), () => import('./NasForm.tsx'), texts),
    page('/nas/details/$id', 'nasDetails', view('nas'), () => import('./NasDetail.tsx'), [
      'companies',
      'dashboard',
      'sessions',
    ]),
  ],
  menu: [
    {
      title: 'nas',
      to: paths.nas.list,
      below: '/nas',
      icon: IconServer,
      key: 'n',
      section: 'radius',
      position: 50,
      ability: list('nas'),
    },
    {
      title: 'nasUnknown',
      to: paths.nas.unknown,
      below: paths.nas.unknown,
      of: 'nas',
      position: 10,
      ability: list('nas'),
    },
  ],
} satisfies Feature
