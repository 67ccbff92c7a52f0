import { IconUsers } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { list, page, update, view, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.users.list, 'users', list('users'), () => import('./UserList.tsx'), ['companies']),
    page('/user-management/update/$id', 'userUpdate', update('users'), () => import('./UserForm.tsx'), ['companies']),
    page('/user-management/details/$id', 'userDetails', view('users'), () => import('./UserDetail.tsx'), ['companies']),
  ],
  menu: [
    {
      title: 'users',
      to: paths.users.list,
      below: '/user-management',
      icon: IconUsers,
      key: 'u',
      section: 'tenants',
      position: 20,
      ability: list('users'),
    },
  ],
} satisfies Feature
