export type Go = (to: string, options?: { replace?: boolean }) => void

let go: Go = (to, options) => (options?.replace ? location.replace(to) : location.assign(to))

/** The router registers here, so that sign-in, sign-out and session ends can navigate without importing it. */
export function setNavigator(navigator: Go): void {
  go = navigator
}

/** Navigates to a path of the panel with its search. */
export const goTo: Go = (to, options) => go(to, options)

/** The current path with its search, to return to after sign-in. */
export const here = (): string => location.pathname + location.search

/** A return path must be a path of this panel: `//host` and `/\host` would leave it. */
export const safeReturn = (to: unknown): string | undefined =>
  typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : undefined

/** The return path in the URL of the sign-in page. */
export const returnPath = (): string | undefined => safeReturn(new URLSearchParams(location.search).get('to'))

/** The sign-in page with a return to `path`. */
export const loginPath = (path: string): string =>
  path === '/' || !safeReturn(path) ? '/login' : `/login?to=${encodeURIComponent(path)}`
