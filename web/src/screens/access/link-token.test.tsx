import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it } from 'vitest'
import { linkOf, useLinkToken, type LinkToken } from './link-token.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const token = 'abcdefghijklmnopqrstuvwxyz'

describe('the token of a link', () => {
  it('is read from the path, malformed ones are not', () => {
    expect(linkOf(token, '5')).toEqual({ token, id: 5 })
    expect(linkOf(token, '0')).toEqual({ token, id: 0 })
    for (const [one, id] of [
      [undefined, undefined],
      [token, undefined],
      [token, '-1'],
      [token, '5x'],
      ['short', '5'],
    ] as const)
      expect(linkOf(one, id)).toBeNull()
  })

  it('is removed from the address bar without a navigation, and a reload finds it', async () => {
    ;(window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
      `http://localhost/register/${token}/5`,
    )
    const seen: (LinkToken | null)[] = []
    const Reader = () => {
      seen.push(useLinkToken('/register'))
      return null
    }
    // Screens load after the router has started to listen to the address.
    const Screen = () => {
      const [arrived, arrive] = useState(false)
      useEffect(() => arrive(true), [])
      return arrived ? <Reader /> : null
    }
    const open = async () => {
      const root = createRootRoute()
      const route = createRoute({ getParentRoute: () => root, path: '/register/{-$token}/{-$id}', component: Screen })
      const router = createRouter({ routeTree: root.addChildren([route]), history: createBrowserHistory() })
      const page = createRoot(document.createElement('div'))
      await act(async () => {
        page.render(<RouterProvider router={router} />)
        await router.load()
        // A navigation that the change of the address sets off comes a moment later.
        await new Promise((resolve) => setTimeout(resolve, 50))
      })
      const path = router.state.location.pathname
      act(() => page.unmount())
      router.history.destroy()
      return path
    }
    expect(await open()).toBe(`/register/${token}/5`)
    expect(location.pathname).toBe('/register')
    expect(await open()).toBe('/register')
    expect(seen.filter((one) => one?.token !== token || one.id !== 5)).toEqual([])
    expect(seen.length).toBeGreaterThanOrEqual(2)
  })
})
