import { paths } from './paths.ts'
import { screensOf, type RouteEntry, type Screen } from './route-entry.ts'

const screen = screensOf(import.meta.glob<Screen>(['./screens/access/[A-Z]*.tsx', '!./screens/*/*.test.tsx']))

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
