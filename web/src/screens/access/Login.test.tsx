import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setNavigator } from '../../access/navigate.ts'
import { clearSession, storedSession } from '../../access/session.ts'
import { startLanguage } from '../../i18n/language.ts'
import { reply, startApiServer, type ApiServer } from '../../testing/api-server.ts'
import { sessionFor } from '../../testing/sessions.ts'
import Login from './Login.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let api: ApiServer
let page: Root
let at: HTMLElement
let went: string[]

beforeAll(() => startLanguage('en'))

async function open(address: string) {
  const root = createRootRoute()
  const route = (path: string) =>
    createRoute({ getParentRoute: () => root, path, component: path === '/login' ? Login : () => null })
  const router = createRouter({
    routeTree: root.addChildren(['/', '/login', '/forgot-password', '/legal', '/latest'].map(route)),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  await act(async () => {
    page.render(
      <MantineProvider>
        <RouterProvider router={router} />
      </MantineProvider>,
    )
    await router.load()
  })
}

const input = (name: string) => at.querySelector<HTMLInputElement>(`input[name="${name}"]:not([type="radio"])`)
const button = (text: string) => [...at.querySelectorAll('button')].find((one) => one.textContent?.trim() === text)

function type(name: string, value: string) {
  const field = input(name) as HTMLInputElement
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const submit = () =>
  act(async () => {
    at.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    await Promise.resolve()
  })
const until = async (done: () => unknown) => {
  for (let i = 0; !done(); i++) {
    if (i > 400) throw new Error(`It did not come to that: ${at.textContent}`)
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)))
  }
}

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  clearSession()
  api = await startApiServer()
  went = []
  setNavigator((to) => went.push(to))
  at = document.createElement('div')
  document.body.append(at)
  page = createRoot(at)
})
afterEach(async () => {
  act(() => page.unmount())
  at.remove()
  await api.close()
})

describe('the sign-in page', () => {
  it('signs provider, distributors and resellers in at /auth/login and goes home', async () => {
    api.on('POST /api/auth/login', () => ({ data: sessionFor() }))
    await open('/login')
    type('email', 'mara@reseller.example')
    type('password', 'a long password')
    await submit()
    await until(() => went.length > 0)
    expect(went).toEqual(['/'])
    expect(api.of('/api/auth/login')[0]?.body).toEqual({ email: 'mara@reseller.example', password: 'a long password' })
    expect(storedSession()?.user.id).toBe(7)
  })

  it('signs clients in at /auth/user/login, and keeps what was typed when the form is switched', async () => {
    api.on('POST /api/auth/user/login', () => ({ data: sessionFor({ type: 'client' }) }))
    await open('/login?to=%2Fprofile')
    type('email', 'mara@client.example')
    type('password', 'a long password')
    await act(async () => at.querySelector<HTMLInputElement>('input[value="user"]')?.click())
    await until(() => at.querySelector<HTMLInputElement>('input[value="user"]')?.checked)
    expect(input('email')?.value).toBe('mara@client.example')
    await submit()
    await until(() => went.length > 0)
    expect(api.of('/api/auth/user/login')).toHaveLength(1)
    expect(api.of('/api/auth/login')).toHaveLength(0)
  })

  it('opens with the form of the address, and next time with the one that was used', async () => {
    api.on('POST /api/auth/user/login', () => ({ data: sessionFor({ type: 'client' }) }))
    await open('/login?variant=user')
    expect(at.querySelector<HTMLInputElement>('input[value="user"]')?.checked).toBe(true)
    type('email', 'mara@client.example')
    type('password', 'a long password')
    await submit()
    await until(() => went.length > 0)
    act(() => page.unmount())
    page = createRoot(at)
    await open('/login')
    expect(at.querySelector<HTMLInputElement>('input[value="user"]')?.checked).toBe(true)
  })

  it('asks for the second factor without losing what was typed, also on the way back', async () => {
    api.on('POST /api/auth/login', ({ body }) => {
      const { code } = body as { code?: string }
      if (code === undefined) return reply(422, 'two_factor_required')
      return code === '123456' ? { data: sessionFor() } : reply(422, 'two_factor_invalid')
    })
    await open('/login')
    type('email', 'mara@reseller.example')
    type('password', 'a long password')
    await submit()
    await until(() => input('code'))

    await act(async () => button('Back')?.click())
    expect(input('email')?.value).toBe('mara@reseller.example')
    expect(input('password')?.value).toBe('a long password')
    await submit()
    await until(() => input('code'))

    type('code', '000000')
    await submit()
    await until(() => input('code')?.getAttribute('aria-invalid') === 'true')
    type('code', ' 123456 ')
    await submit()
    await until(() => went.length > 0)
    expect(api.of('/api/auth/login').at(-1)?.body).toEqual({
      email: 'mara@reseller.example',
      password: 'a long password',
      code: '123456',
    })
  })

  it('says what is missing at its field and asks the server nothing', async () => {
    await open('/login')
    type('email', 'mara')
    await submit()
    expect(at.textContent).toContain('This is not an e-mail address.')
    expect(at.textContent).toContain('This is required.')
    expect(api.heard).toEqual([])
  })

  it('says that wrong credentials may belong to the other form, and how long to wait when it was too often', async () => {
    api.on('POST /api/auth/login', () => reply(422, 'wrong_credentials'))
    await open('/login')
    type('email', 'mara@reseller.example')
    type('password', 'wrong')
    await submit()
    await until(() => at.querySelector('[role="alert"]'))
    expect(at.querySelector('[role="alert"]')?.textContent).toContain('the other kind of sign-in')

    api.on('POST /api/auth/login', (_, response) => {
      response.setHeader('retry-after', '42')
      return reply(429, 'rate_limited')
    })
    await submit()
    await until(() => at.querySelector('[role="alert"]')?.textContent?.includes('42 seconds'))
  })
})
