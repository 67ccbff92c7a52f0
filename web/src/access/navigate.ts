export type Go = (to: string, options?: { replace?: boolean }) => void

let go: Go = (to, options) => (options?.replace ? location.replace(to) : location.assign(to))

/** The router announces itself here, so that sign-in, sign-out and session ends can lead somewhere without importing it. */
export function setNavigator(navigator: Go): void {
  go = navigator
}

/** Goes to a path of the panel, with its search. */
export const goTo: Go = (to, options) => go(to, options)

/** Where the page stands now, with its search: what a sign-in comes back to. */
export const here = (): string => location.pathname + location.search

/** A return path is only ever a path of this panel: `//host` and `/\host` would leave it. */
export const safeReturn = (to: unknown): string | undefined =>
  typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : undefined

/** The return path in the address of the sign-in page. */
export const returnPath = (): string | undefined => safeReturn(new URLSearchParams(location.search).get('to'))

/** The sign-in page that leads back to `path` afterwards. */
export const loginPath = (path: string): string =>
  path === '/' || !safeReturn(path) ? '/login' : `/login?to=${encodeURIComponent(path)}`
