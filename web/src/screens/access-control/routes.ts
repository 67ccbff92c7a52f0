import { IconShieldLock } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { list, page, type Feature } from '../../route-entry.ts'

const { accessControl: path } = paths
const ability = list('access-control')
/** Further features whose texts the page uses. */
const texts = ['audit', 'companies', 'dashboard', 'devices', 'invites', 'lan', 'sites', 'users', 'wifi', 'wifi-access']
const entry = { title: 'accessControl', to: path, below: path, icon: IconShieldLock, position: 20, ability } as const

export default {
  pages: [page(path, 'accessControl', ability, () => import('./AccessControl.tsx'), texts)],
  menu: [
    { ...entry, key: 'w', only: 'clients' },
    { ...entry, key: 'j', section: 'network', only: 'others' },
  ],
} satisfies Feature
