import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { clearSession, storeSession } from '../access/session.ts'
import { queryClient } from '../api/query-client.ts'
import { loadTexts, startLanguage } from '../i18n/language.ts'
import { clearNotices, useNotices } from '../ui/notify.ts'
import { startApiServer, type ApiServer } from './api-server.ts'
import { sessionFor } from './sessions.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** Screens by the routes that they stand at. */
type Screens = Record<string, () => ReactNode>

/** Who is signed in; nobody where it is null. */
type Who = Parameters<typeof sessionFor>[0] | null

/** What the tests of a screen stand on. */
export interface ScreenFixture {
  /** The server of the test that runs. */
  api: ApiServer
  /** Opens an address among screens, in the place of the page before it. Without a word, an admin is signed in. */
  visit: (screens: Screens, address: string, who?: Who) => Promise<AnyRouter>
  /** Draws something else where the page is. */
  draw: (instead: ReactNode) => Promise<void>
  /** Takes the page away within a test; what it has read and who is signed in stay. */
  leave: () => Promise<void>
}

/** The notices, by their kinds and words. */
const Notices = () => useNotices().map(({ id, kind, text }) => <p key={id}>{`${kind}! ${text}`}</p>)

/** A router that reads and writes addresses as that of the panel does: all that is in a search is a plain string. */
function routerOf(screens: Screens, address: string): AnyRouter {
  const root = createRootRoute({ validateSearch: (raw: Record<string, unknown>) => raw })
  const routes = Object.entries(screens).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  )
  return createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const stated = Object.entries(search as Record<string, unknown>).filter(([, value]) => value !== undefined)
      return stated.length === 0 ? '' : `?${new URLSearchParams(stated.map(([name, value]) => [name, String(value)]))}`
    },
  })
}

/**
 * Lays the ground for the tests of a file, which calls it once at its top: English with these parts of the texts, and
 * for each test a server of its own and an empty page, of which nothing is left afterwards.
 */
export function screenTests(texts: readonly string[], options: { notices?: boolean } = {}): ScreenFixture {
  const api = {} as ApiServer
  let page: Root | undefined

  beforeAll(async () => {
    await startLanguage('en')
    await loadTexts(texts)
  })
  // One object for all tests of the file, so that it can be taken out of the ground once.
  beforeEach(async () => void Object.assign(api, await startApiServer()))
  afterEach(async () => {
    await leave()
    queryClient.clear()
    clearNotices()
    clearSession()
    localStorage.clear()
    sessionStorage.clear()
    await api.close()
  })

  async function leave() {
    await act(async () => page?.unmount())
    page = undefined
    document.body.innerHTML = ''
  }

  async function draw(instead: ReactNode) {
    if (page === undefined) {
      const host = document.createElement('div')
      document.body.append(host)
      page = createRoot(host)
    }
    await act(async () =>
      page?.render(
        // Nothing that moves has to be waited for.
        <MantineProvider env="test">
          {instead}
          {options.notices && <Notices />}
        </MantineProvider>,
      ),
    )
  }

  async function visit(screens: Screens, address: string, who: Who = {}) {
    await leave()
    if (who !== null) storeSession(sessionFor(who))
    const router = routerOf(screens, address)
    const screen = <RouterProvider router={router as never} />
    // Pages before the sign-in stand outside of the panel, which alone has queries.
    await draw(who === null ? screen : <QueryClientProvider client={queryClient}>{screen}</QueryClientProvider>)
    return router
  }

  return { api, visit, draw, leave }
}
