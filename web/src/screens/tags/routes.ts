import { IconTag } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, update, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.tags.list, 'tags', list('tags'), () => import('./TagList.tsx')),
    page(paths.tags.create, 'tagCreate', create('tags'), () => import('./TagForm.tsx')),
    page('/tags/update/$id', 'tagUpdate', update('tags'), () => import('./TagForm.tsx')),
  ],
  menu: [
    {
      title: 'tags',
      to: paths.tags.list,
      below: '/tags',
      icon: IconTag,
      key: 'q',
      of: 'settings',
      position: 50,
      ability: list('tags'),
    },
  ],
} satisfies Feature
