import { openPaths } from '../../open-paths.ts'
import { page, type RouteEntry } from '../../route-entry.ts'

/**
 * Pages without the panel around them: sign-in and its relatives, legal, latest, 404. `{-$name}` is a part of the
 * path that may be missing.
 */
export const fullPages: RouteEntry[] = [
  { ...page(openPaths.login, 'login', 'auth', () => import('./Login.tsx')), redirectIfLoggedIn: true },
  page('/register/{-$token}/{-$id}', 'register', 'auth', () => import('./Register.tsx'), [
    'panel',
    'companies',
    'users',
  ]),
  {
    ...page(openPaths.forgotPassword, 'forgotPassword', 'auth', () => import('./ForgotPassword.tsx')),
    redirectIfLoggedIn: true,
  },
  page('/reset-password/$token/$id', 'resetPassword', 'auth', () => import('./ResetPassword.tsx'), ['panel']),
  page('/verify-email/$token/$id', 'verifyEmail', 'auth', () => import('./VerifyEmail.tsx')),
  page(openPaths.legal, 'legal', 'open', () => import('./Legal.tsx')),
  page(openPaths.latest, 'latest', 'open', () => import('./Latest.tsx')),
  page(openPaths.notFound, 'notFound', 'open', () => import('./NotFound.tsx')),
]
