import type { IpVersion } from '@trunkline/contract/resources/subnet-words'
import type { ComponentType } from 'react'
import type { GuardedRoute } from './access/guard.ts'
import { paths } from './paths.ts'

export type Screen = { default: ComponentType }

export interface RouteEntry extends GuardedRoute {
  /** Key of the route's title: the page title is `Trunkline - <title>`. */
  title: string
  /** Its file below `screens/`. */
  screen: string
  load: () => Promise<Screen>
  /** Rooms whose texts the screen shows: its own, and those it borrows words from. */
  texts: string[]
}

const screens = import.meta.glob<Screen>([
  './screens/*/[A-Z]*.tsx',
  '!./screens/*/*.test.tsx',
  '!./screens/*/*Dialog.tsx',
])

/** The lazy screen of a file below `screens/`, with the texts of its room and of those it borrows from. */
function screen(name: `${string}/${string}`, ...borrowed: string[]): Pick<RouteEntry, 'screen' | 'load' | 'texts'> {
  return {
    screen: `${name}.tsx`,
    load: () => screens[`./screens/${name}.tsx`]?.() ?? Promise.reject(new Error(`There is no screen ${name}.`)),
    texts: [name.split('/')[0] as string, ...borrowed],
  }
}

const view = (subject: 'companies' | 'users' | 'subnets') => ({ action: 'view', subject }) as const
const update = (subject: 'companies' | 'users' | 'subnets' | 'subnet-categories') =>
  ({ action: 'update', subject }) as const
const create = (subject: 'companies' | 'user-invites' | 'subnets' | 'subnet-categories') =>
  ({ action: 'create', subject }) as const
const list = (
  subject: 'companies' | 'users' | 'user-invites' | 'audit-log' | 'access-control' | 'subnets' | 'subnet-categories',
) => ({ action: 'view-list', subject }) as const
const installation = { action: 'view', subject: 'installation' } as const
const outbox = (action: 'view-list' | 'view') => ({ action, subject: 'outbox' }) as const

/** The pages of subnets, which are the same for both versions of IP. */
const ofVersion = (version: IpVersion): RouteEntry[] => [
  {
    path: paths.ipam.list(version),
    title: version,
    access: list('subnets'),
    ...screen('ipam/SubnetTree', 'companies'),
  },
  {
    path: paths.ipam.create(version),
    title: 'subnetCreate',
    access: create('subnets'),
    ...screen('ipam/SubnetForm', 'companies'),
  },
  {
    path: `/ipam/${version}/update/$id`,
    title: 'subnetUpdate',
    access: update('subnets'),
    ...screen('ipam/SubnetForm', 'companies'),
  },
  {
    path: `/ipam/${version}/$id`,
    title: 'subnet',
    access: view('subnets'),
    ...screen('ipam/SubnetDetail', 'companies'),
  },
]

/**
 * Pages without the panel around them: sign-in and its relatives, legal, latest, 404. `{-$name}` is a part of the
 * path that may be missing.
 */
export const fullPages: RouteEntry[] = [
  { path: paths.login, title: 'login', access: 'auth', redirectIfLoggedIn: true, ...screen('access/Login') },
  { path: '/register/{-$token}/{-$id}', title: 'register', access: 'auth', ...screen('access/Register', 'panel') },
  {
    path: paths.forgotPassword,
    title: 'forgotPassword',
    access: 'auth',
    redirectIfLoggedIn: true,
    ...screen('access/ForgotPassword'),
  },
  {
    path: '/reset-password/$token/$id',
    title: 'resetPassword',
    access: 'auth',
    ...screen('access/ResetPassword', 'panel'),
  },
  { path: '/verify-email/$token/$id', title: 'verifyEmail', access: 'auth', ...screen('access/VerifyEmail') },
  { path: paths.legal, title: 'legal', access: 'open', ...screen('access/Legal') },
  { path: paths.latest, title: 'latest', access: 'open', ...screen('access/Latest') },
  { path: paths.notFound, title: 'notFound', access: 'open', ...screen('access/NotFound') },
]

/** Pages inside the panel's frame. A route whose ability the user lacks is the same error-404 as one that does not exist. */
export const panelPages: RouteEntry[] = [
  { path: paths.home, title: 'dashboard', access: 'any', ...screen('dashboard/Dashboard', 'audit', 'companies') },
  {
    path: paths.accessControl,
    title: 'accessControl',
    access: list('access-control'),
    ...screen('access-control/AccessControl', 'audit', 'companies', 'dashboard', 'invites', 'users'),
  },
  { path: paths.profile.show, title: 'profile', access: 'any', ...screen('profile/Profile') },
  { path: paths.profile.update, title: 'profileUpdate', access: 'any', ...screen('profile/ProfileUpdate') },
  {
    path: paths.companyProfile.show,
    title: 'companyProfile',
    access: view('companies'),
    ...screen('profile/CompanyProfile', 'companies'),
  },
  {
    path: paths.companyProfile.update,
    title: 'companyProfileUpdate',
    access: update('companies'),
    ...screen('profile/CompanyProfileUpdate', 'companies'),
  },
  {
    path: paths.companies.list,
    title: 'companies',
    access: list('companies'),
    ...screen('companies/CompanyList', 'invites'),
  },
  {
    path: paths.companies.create,
    title: 'companyCreate',
    access: create('companies'),
    ...screen('companies/CompanyForm'),
  },
  {
    path: '/company-management/update/$id',
    title: 'companyUpdate',
    access: update('companies'),
    ...screen('companies/CompanyForm'),
  },
  {
    path: '/company-management/summary/$id',
    title: 'companySummary',
    access: view('companies'),
    ...screen('companies/CompanySummary', 'users'),
  },
  { path: paths.users.list, title: 'users', access: list('users'), ...screen('users/UserList', 'companies') },
  {
    path: '/user-management/update/$id',
    title: 'userUpdate',
    access: update('users'),
    ...screen('users/UserForm', 'companies'),
  },
  {
    path: '/user-management/details/$id',
    title: 'userDetails',
    access: view('users'),
    ...screen('users/UserDetail', 'companies'),
  },
  {
    path: paths.invites.list,
    title: 'invites',
    access: list('user-invites'),
    ...screen('invites/InviteList', 'companies', 'users'),
  },
  {
    path: paths.invites.create,
    title: 'inviteCreate',
    access: create('user-invites'),
    ...screen('invites/InviteForm', 'companies', 'users'),
  },
  ...ofVersion('ipv4'),
  ...ofVersion('ipv6'),
  {
    path: paths.ipam.import,
    title: 'subnetImport',
    access: create('subnets'),
    ...screen('ipam/ImportSubnets', 'companies'),
  },
  {
    path: paths.ipam.categories.list,
    title: 'subnetCategories',
    access: list('subnet-categories'),
    ...screen('ipam/CategoryList', 'companies'),
  },
  {
    path: paths.ipam.categories.create,
    title: 'subnetCategoryCreate',
    access: create('subnet-categories'),
    ...screen('ipam/CategoryForm', 'companies'),
  },
  {
    path: '/ipam/categories/update/$id',
    title: 'subnetCategoryUpdate',
    access: update('subnet-categories'),
    ...screen('ipam/CategoryForm', 'companies'),
  },
  {
    path: paths.audit.list,
    title: 'audit',
    access: list('audit-log'),
    ...screen('audit/AuditList', 'companies', 'invites', 'users'),
  },
  { path: paths.outbox.list, title: 'outbox', access: outbox('view-list'), ...screen('installation/OutboxList') },
  { path: '/outbox/$id', title: 'mail', access: outbox('view'), ...screen('installation/Mail') },
  { path: paths.settings, title: 'settings', access: installation, ...screen('installation/Settings') },
]
