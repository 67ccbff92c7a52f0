/** Addresses of the pages before the sign-in, and where it leads. `paths.ts` has all; those of the panel come with it. */
export const openPaths = {
  home: '/',
  accessControl: '/access-control',
  login: '/login',
  legal: '/legal',
  latest: '/latest',
  register: '/register',
  forgotPassword: '/forgot-password',
  notFound: '/error-404',
} as const
