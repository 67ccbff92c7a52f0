import type { GrantedAbility } from '@trunkline/contract/abilities'
import {
  IconActivity,
  IconAddressBook,
  IconBuilding,
  IconBinaryTree,
  IconBinaryTree2,
  IconBuildingSkyscraper,
  IconCpu,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconMail,
  IconMailForward,
  IconMapPin,
  IconReceipt,
  IconRouter,
  IconServer,
  IconSettings,
  IconShieldBolt,
  IconShieldLock,
  IconTag,
  IconUserBolt,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { paths } from './paths.ts'

export interface MenuEntry {
  /** Key of the route's title, which is the entry's text too. */
  title: string
  to: string
  icon: Icon
  /** Every address that starts so, or in one of these ways, belongs to the entry. */
  below: string | readonly string[]
  /** Those that are another entry's all the same. */
  except?: readonly string[]
  /** Absent: every signed-in user. */
  ability?: GrantedAbility
  /** The second key after `g`. */
  key: string
  section?: 'tenants' | 'inventory' | 'network' | 'radius' | 'own' | 'installation'
  /** Only these have it at this place of the menu: users of clients, whose home it may be, or all others. */
  only?: 'clients' | 'others'
}

/** The pages of what hardware is made of: models, manufacturers, types and branding packages. */
const managedHardware = ['/hardware/models', '/hardware/manufacturers', '/hardware/types', paths.hardware.dpk]

/** The vertical menu, top to bottom. */
export const menu: MenuEntry[] = [
  { title: 'dashboard', to: paths.home, below: paths.home, icon: IconLayoutDashboard, key: 'd' },
  {
    title: 'accessControl',
    to: paths.accessControl,
    below: paths.accessControl,
    icon: IconShieldLock,
    key: 'w',
    only: 'clients',
    ability: { action: 'view-list', subject: 'access-control' },
  },
  {
    title: 'companies',
    to: paths.companies.list,
    below: '/company-management',
    icon: IconBuildingSkyscraper,
    key: 'c',
    section: 'tenants',
    ability: { action: 'view-list', subject: 'companies' },
  },
  {
    title: 'users',
    to: paths.users.list,
    below: '/user-management',
    icon: IconUsers,
    key: 'u',
    section: 'tenants',
    ability: { action: 'view-list', subject: 'users' },
  },
  {
    title: 'invites',
    to: paths.invites.list,
    below: '/invite-user',
    icon: IconMailForward,
    key: 'i',
    section: 'tenants',
    ability: { action: 'view-list', subject: 'user-invites' },
  },
  {
    title: 'licences',
    to: paths.licences.list,
    below: '/licence',
    icon: IconKey,
    key: 'k',
    section: 'tenants',
    ability: { action: 'view-index', subject: 'licences' },
  },
  {
    title: 'sites',
    to: paths.sites.list,
    below: ['/sites', '/site'],
    icon: IconMapPin,
    key: 'b',
    section: 'inventory',
    ability: { action: 'view-list', subject: 'sites' },
  },
  {
    title: 'accessControl',
    to: paths.accessControl,
    below: paths.accessControl,
    icon: IconShieldLock,
    key: 'j',
    section: 'inventory',
    only: 'others',
    ability: { action: 'view-list', subject: 'access-control' },
  },
  {
    title: 'hardware',
    to: paths.hardware.list,
    below: '/hardware',
    except: managedHardware,
    icon: IconRouter,
    key: 'h',
    section: 'inventory',
    ability: { action: 'view-list', subject: 'hardware' },
  },
  {
    title: 'manageHardware',
    to: paths.hardware.models.list,
    below: managedHardware,
    icon: IconCpu,
    key: 'm',
    section: 'inventory',
    ability: { action: 'view', subject: 'manage-hardware' },
  },
  {
    title: 'ipv4',
    to: paths.ipam.list('ipv4'),
    below: '/ipam/ipv4',
    icon: IconBinaryTree,
    key: '4',
    section: 'network',
    ability: { action: 'view-list', subject: 'subnets' },
  },
  {
    title: 'ipv6',
    to: paths.ipam.list('ipv6'),
    below: '/ipam/ipv6',
    icon: IconBinaryTree2,
    key: '6',
    section: 'network',
    ability: { action: 'view-list', subject: 'subnets' },
  },
  {
    title: 'subnetCategories',
    to: paths.ipam.categories.list,
    below: paths.ipam.categories.list,
    icon: IconTag,
    key: 't',
    section: 'network',
    ability: { action: 'view-list', subject: 'subnet-categories' },
  },
  {
    title: 'services',
    to: paths.services.list,
    below: '/services',
    icon: IconUserBolt,
    key: 'v',
    section: 'radius',
    ability: { action: 'view-list', subject: 'services' },
  },
  {
    title: 'dialups',
    to: paths.dialups.list,
    below: '/dialups',
    icon: IconShieldBolt,
    key: 'l',
    section: 'radius',
    ability: { action: 'view-list', subject: 'vpn-dialups' },
  },
  {
    title: 'sessions',
    to: paths.sessions.list,
    below: '/sessions',
    icon: IconActivity,
    key: 'e',
    section: 'radius',
    ability: { action: 'view-list', subject: 'services' },
  },
  {
    title: 'addressHistory',
    to: paths.addressHistory,
    below: paths.addressHistory,
    icon: IconAddressBook,
    key: 'r',
    section: 'radius',
    ability: { action: 'view-list', subject: 'address-history' },
  },
  {
    title: 'nas',
    to: paths.nas.list,
    below: '/nas',
    icon: IconServer,
    key: 'n',
    section: 'radius',
    ability: { action: 'view-list', subject: 'nas' },
  },
  {
    title: 'tariffs',
    to: paths.tariffs.list,
    below: '/tariffs',
    icon: IconReceipt,
    key: 'f',
    section: 'radius',
    ability: { action: 'view-list', subject: 'tariffs' },
  },
  {
    title: 'companyProfile',
    to: paths.companyProfile.show,
    below: paths.companyProfile.show,
    icon: IconBuilding,
    key: 'p',
    section: 'own',
    ability: { action: 'view', subject: 'companies' },
  },
  {
    title: 'audit',
    to: paths.audit.list,
    below: '/audit-log',
    icon: IconHistory,
    key: 'a',
    section: 'own',
    ability: { action: 'view-list', subject: 'audit-log' },
  },
  {
    title: 'settings',
    to: paths.settings,
    below: paths.settings,
    icon: IconSettings,
    key: 's',
    section: 'installation',
    ability: { action: 'view', subject: 'installation' },
  },
  {
    title: 'outbox',
    to: paths.outbox.list,
    below: '/outbox',
    icon: IconMail,
    key: 'o',
    section: 'installation',
    ability: { action: 'view-list', subject: 'outbox' },
  },
]

export const menuSections = [undefined, 'tenants', 'inventory', 'network', 'radius', 'own', 'installation'] as const

/** The entries that a user of `role` with these abilities has. */
export const menuFor = (role: string, can: (ability: GrantedAbility) => boolean): MenuEntry[] =>
  menu.filter(
    ({ ability, only }) =>
      (!ability || can(ability)) && (only === undefined || (only === 'clients') === (role === 'client')),
  )

/** Whether the address belongs to the entry. */
export function isHere({ to, below, except = [] }: MenuEntry, path: string): boolean {
  const under = (start: string) => path === start || path.startsWith(`${start}/`)
  return to === '/' ? path === '/' : path === to || ([below].flat().some(under) && !except.some(under))
}
