import type { ComponentType } from 'react'
import type { GuardedRoute } from './access/guard.ts'
import { paths } from './paths.ts'

export type Screen = { default: ComponentType }

export interface RouteEntry extends GuardedRoute {
  /** Key of the route's title: the page title is `Trunkline - <title>`. */
  title: string
  load: () => Promise<Screen>
}

const screens = import.meta.glob<Screen>(['./screens/*/[A-Z]*.tsx', '!./screens/*/*.test.tsx'])

/** The lazy screen of a file below `screens/`. */
function screen(name: string): () => Promise<Screen> {
  return () => screens[`./screens/${name}.tsx`]?.() ?? Promise.reject(new Error(`There is no screen ${name}.`))
}

const view = (subject: 'companies' | 'users') => ({ action: 'view', subject }) as const
const update = (subject: 'companies' | 'users') => ({ action: 'update', subject }) as const
const create = (subject: 'companies' | 'user-invites') => ({ action: 'create', subject }) as const
const list = (subject: 'companies' | 'users' | 'user-invites' | 'audit-log' | 'access-control') => ({ action: 'view-list', subject }) as const
const installation = (action: 'view' | 'manage') => ({ action, subject: 'installation' }) as const

/**
 * Pages without the panel around them: sign-in and its relatives, legal, latest, 404. `{-$name}` is a part of the
 * path that may be missing.
 */
export const fullPages: RouteEntry[] = [
  { path: paths.login, title: 'login', access: 'auth', redirectIfLoggedIn: true, load: screen('access/Login') },
  { path: '/register/{-$token}/{-$id}', title: 'register', access: 'auth', load: screen('access/Register') },
  { path: paths.forgotPassword, title: 'forgotPassword', access: 'auth', redirectIfLoggedIn: true, load: screen('access/ForgotPassword') },
  { path: '/reset-password/$token/$id', title: 'resetPassword', access: 'auth', load: screen('access/ResetPassword') },
  { path: '/verify-email/$token/$id', title: 'verifyEmail', access: 'auth', load: screen('access/VerifyEmail') },
  { path: paths.legal, title: 'legal', access: 'open', load: screen('access/Legal') },
  { path: paths.latest, title: 'latest', access: 'open', load: screen('access/Latest') },
  { path: paths.notFound, title: 'notFound', access: 'open', load: screen('access/NotFound') },
]

/** Pages inside the panel's frame. A route whose ability the user lacks is the same error-404 as one that does not exist. */
export const panelPages: RouteEntry[] = [
  { path: paths.home, title: 'dashboard', access: 'any', load: screen('dashboard/Dashboard') },
  { path: paths.accessControl, title: 'accessControl', access: list('access-control'), load: screen('access-control/AccessControl') },
  { path: paths.profile.show, title: 'profile', access: 'any', load: screen('profile/Profile') },
  { path: paths.profile.update, title: 'profileUpdate', access: 'any', load: screen('profile/ProfileUpdate') },
  { path: paths.companyProfile.show, title: 'companyProfile', access: view('companies'), load: screen('profile/CompanyProfile') },
  { path: paths.companyProfile.update, title: 'companyProfileUpdate', access: update('companies'), load: screen('profile/CompanyProfileUpdate') },
  { path: paths.companies.list, title: 'companies', access: list('companies'), load: screen('companies/CompanyList') },
  { path: paths.companies.create, title: 'companyCreate', access: create('companies'), load: screen('companies/CompanyForm') },
  { path: '/company-management/update/$id', title: 'companyUpdate', access: update('companies'), load: screen('companies/CompanyForm') },
  { path: '/company-management/summary/$id', title: 'companySummary', access: view('companies'), load: screen('companies/CompanySummary') },
  { path: paths.users.list, title: 'users', access: list('users'), load: screen('users/UserList') },
  { path: '/user-management/update/$id', title: 'userUpdate', access: update('users'), load: screen('users/UserForm') },
  { path: '/user-management/details/$id', title: 'userDetails', access: view('users'), load: screen('users/UserDetail') },
  { path: paths.invites.list, title: 'invites', access: list('user-invites'), load: screen('invites/InviteList') },
  { path: paths.invites.create, title: 'inviteCreate', access: create('user-invites'), load: screen('invites/InviteForm') },
  { path: paths.audit.list, title: 'audit', access: list('audit-log'), load: screen('audit/AuditList') },
  { path: paths.outbox.list, title: 'outbox', access: installation('manage'), load: screen('installation/OutboxList') },
  { path: '/outbox/$id', title: 'mail', access: installation('manage'), load: screen('installation/Mail') },
  { path: paths.settings, title: 'settings', access: installation('view'), load: screen('installation/Settings') },
]
