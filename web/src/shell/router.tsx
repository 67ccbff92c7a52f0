import { createRootRoute, createRoute, createRouter, redirect, retainSearchParams } from '@tanstack/react-router'
import { loadChunk } from '../api/chunk.ts'
import { decideRoute } from '../access/guard.ts'
import { loginPath, setNavigator } from '../access/navigate.ts'
import { dropInMemorySession, endOwnSession, storedSession } from '../access/session.ts'
import { loadTexts } from '../i18n/language.ts'
import { openPaths } from '../open-paths.ts'
import type { RouteEntry } from '../route-entry.ts'
import { fullPages } from '../screens/access/routes.ts'
import { lazyScreen } from './lazy-screen.tsx'
import { PageError } from './page-error.tsx'
import { Root } from './root.tsx'

/** Time that an auth page waits for the logout of the old session. Milliseconds. */
const logoutTimeout = 3000

/** Search parameters are plain strings. The router's own JSON parsing would turn `search=0123` into a number. */
const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))
const stringifySearch = (search: Record<string, unknown>): string => {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value))
  const text = query.toString()
  return text && `?${text}`
}

const root = createRootRoute({
  component: Root,
  errorComponent: PageError,
  validateSearch: (raw: Record<string, unknown>) => raw,
  // The company context survives navigation unless a link sets `company` itself, even to undefined.
  search: { middlewares: [retainSearchParams(['company'])] },
})

const notFound = () => redirect({ to: openPaths.notFound, search: {} as never })

/** Path segments that are ids of the panel. RouterOS ids such as `*1` are not. */
const ours = ['id', 'hardwareId', 'wifiId', 'entryId', 'blockedWifiId']
const isId = (text: string | undefined) => text === undefined || /^[1-9]\d{0,14}$/.test(text)

/** The guard of a route: applies the decision of `decideRoute`. */
async function guard(
  entry: RouteEntry,
  location: { href: string; search: Record<string, unknown> },
  params: Partial<Record<string, string>>,
): Promise<void> {
  const decision = decideRoute(storedSession(), entry)
  if (decision.go === 'login') {
    dropInMemorySession()
    throw redirect({ href: loginPath(location.href), replace: true })
  }
  // Pages of e-mailed links report invalid links themselves.
  const sent = entry.access === 'auth' || entry.access === 'open'
  if (decision.go === 'not-found' || (!sent && !ours.every((part) => isId(params[part])))) throw notFound()
  if (decision.go === 'home') throw redirect({ href: decision.path, replace: true })
  if (decision.go === 'sign-out')
    await Promise.race([endOwnSession(), new Promise((resolve) => setTimeout(resolve, logoutTimeout))])
}

function routeOf(entry: RouteEntry, parent: () => typeof root) {
  const screen = lazyScreen(entry.load)
  return createRoute({
    getParentRoute: parent,
    path: entry.path,
    staticData: { title: entry.title },
    beforeLoad: ({ location, params }) =>
      guard(entry, location as { href: string; search: Record<string, unknown> }, params),
    loader: async () => {
      await Promise.all([screen.load(), loadTexts(entry.texts)])
    },
    component: screen.Screen,
  })
}

const fullFrame = createRoute({ getParentRoute: () => root, id: 'full' })

// The first address that is none of the pages before the sign-in: the panel's pages are added, and it is tried again.
const others = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: async ({ location }) => {
    if (panelReady) throw notFound()
    await addPanel()
    throw redirect({ href: location.href, replace: true })
  },
})

const outside = [fullFrame.addChildren(fullPages.map((entry) => routeOf(entry, () => fullFrame as never))), others]

export const router = createRouter({
  routeTree: root.addChildren(outside),
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultErrorComponent: PageError,
  // The old page stays until the new one is loaded; the progress line shows that.
  defaultPendingMs: Infinity,
  defaultStaleTime: Infinity,
})

setNavigator((to, options) => void router.navigate({ href: to, ...(options?.replace && { replace: true }) } as never))

let panelReady = false

/** Adds the pages after sign-in. Loaded once; a failed load is retried. */
export async function addPanel(): Promise<void> {
  // The texts of the panel list those of the screens: requested at once, they delay no screen.
  const [{ panelPages, default: Panel }] = await Promise.all([
    loadChunk(() => import('./panel/panel.tsx')),
    loadTexts(['panel']),
  ])
  if (panelReady) return
  const panel = createRoute({
    getParentRoute: () => root,
    id: 'panel',
    loader: () => loadTexts(['panel']),
    component: Panel,
  })
  root.addChildren([...outside, panel.addChildren(panelPages.map((entry) => routeOf(entry, () => panel as never)))])
  router.setRoutes(router.buildRouteTree())
  panelReady = true
}
