import { IconMailForward } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { create, list, page, type Feature } from '../../route-entry.ts'

/** Further features whose texts these screens show. */
const texts = ['companies', 'users']

export default {
  pages: [
    page(paths.invites.list, 'invites', list('user-invites'), () => import('./InviteList.tsx'), texts),
    page(paths.invites.create, 'inviteCreate', create('user-invites'), () => import('./InviteForm.tsx'), texts),
  ],
  menu: [
    {
      title: 'invites',
      to: paths.invites.list,
      below: '/invite-user',
      icon: IconMailForward,
      key: 'i',
      of: 'users',
      position: 10,
      ability: list('user-invites'),
    },
  ],
} satisfies Feature
