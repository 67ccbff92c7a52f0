import { IconAddressBook } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { list, page, type Feature } from '../../route-entry.ts'

export default {
  pages: [
    page(paths.addressHistory, 'addressHistory', list('address-history'), () => import('./AddressHistory.tsx'), [
      'sessions',
    ]),
  ],
  menu: [
    {
      title: 'addressHistory',
      to: paths.addressHistory,
      below: paths.addressHistory,
      icon: IconAddressBook,
      key: 'r',
      of: 'sessions',
      position: 50,
      ability: list('address-history'),
    },
  ],
} satisfies Feature
