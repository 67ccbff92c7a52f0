import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { setNavigator } from '../../access/navigate.ts'
import { storedSession } from '../../access/session.ts'
import { reply } from '../../testing/api-server.ts'
import { button, fill, until } from '../../testing/page.ts'
import { screenTests } from '../../testing/screen.tsx'
import { sessionFor } from '../../testing/sessions.ts'
import Login from './Login.tsx'
import { replied } from '../../testing/messages.ts'

const { api, visit } = screenTests([])

/** The current address. */
const at = document.body
let went: string[]

const elsewhere = () => null
const screens = {
  '/': elsewhere,
  '/login': Login,
  '/forgot-password': elsewhere,
  '/legal': elsewhere,
  '/latest': elsewhere,
}
const open = (address: string) => visit(screens, address, null)

const input = (name: string) => at.querySelector<HTMLInputElement>(`input[name="${name}"]:not([type="radio"])`)
const type = (name: string, value: string) => fill(input(name) as HTMLInputElement, value)
const submit = () =>
  act(async () => {
    at.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    await Promise.resolve()
  })

beforeEach(() => {
  went = []
  setNavigator((to) => went.push(to))
})

describe('the sign-in page', () => {
  it('signs provider, distributors and resellers in at /auth/login and goes home', async () => {
    api.on('POST /api/auth/login', () => ({ data: sessionFor() }))
    await open('/login')
    await type('email', 'mara@reseller.example')
    await type('password', 'a long password')
    await submit()
    await until(() => went.length > 0)
    expect(went).toEqual(['/'])
    expect(api.of('/api/auth/login')[0]?.body).toEqual({ email: 'mara@reseller.example', password: 'a long password' })
    expect(storedSession()?.user.id).toBe(7)
  })

  it('signs clients in at /auth/user/login, and keeps the input when the form is switched', async () => {
    api.on('POST /api/auth/user/login', () => ({ data: sessionFor({ type: 'client' }) }))
    await open('/login?to=%2Fprofile')
    await type('email', 'mara@client.example')
    await type('password', 'a long password')
    await act(async () => at.querySelector<HTMLInputElement>('input[value="user"]')?.click())
    await until(() => at.querySelector<HTMLInputElement>('input[value="user"]')?.checked)
    expect(input('email')?.value).toBe('mara@client.example')
    await submit()
    await until(() => went.length > 0)
    expect(api.of('/api/auth/user/login')).toHaveLength(1)
    expect(api.of('/api/auth/login')).toHaveLength(0)
  })

  it('opens with the form of the address, and next time with the last used one', async () => {
    api.on('POST /api/auth/user/login', () => ({ data: sessionFor({ type: 'client' }) }))
    await open('/login?variant=user')
    expect(at.querySelector<HTMLInputElement>('input[value="user"]')?.checked).toBe(true)
    await type('email', 'mara@client.example')
    await type('password', 'a long password')
    await submit()
    await until(() => went.length > 0)
    await open('/login')
    expect(at.querySelector<HTMLInputElement>('input[value="user"]')?.checked).toBe(true)
  })

  it('asks for the second factor and keeps the input, also when going back', async () => {
    api.on('POST /api/auth/login', ({ body }) => {
      const { code } = body as { code?: string }
      if (code === undefined) return reply(422, 'two_factor_required')
      return code === '123456' ? { data: sessionFor() } : reply(422, 'two_factor_invalid')
    })
    await open('/login')
    await type('email', 'mara@reseller.example')
    await type('password', 'a long password')
    await submit()
    await until(() => input('code'))

    await act(async () => button('Back')?.click())
    expect(input('email')?.value).toBe('mara@reseller.example')
    expect(input('password')?.value).toBe('a long password')
    await submit()
    await until(() => input('code'))

    await type('code', '000000')
    await submit()
    await until(() => input('code')?.getAttribute('aria-invalid') === 'true')
    await type('code', ' 123456 ')
    await submit()
    await until(() => went.length > 0)
    expect(api.of('/api/auth/login').at(-1)?.body).toEqual({
      email: 'mara@reseller.example',
      password: 'a long password',
      code: '123456',
    })
  })

  it('reports missing input at its field and sends no request', async () => {
    await open('/login')
    await type('email', 'mara')
    await submit()
    expect(at.textContent).toContain('Invalid e-mail address.')
    expect(at.textContent).toContain('Required.')
    expect(api.received).toEqual([])
  })

  it('reports that wrong credentials may belong to the other form, and the seconds left of a rate limit', async () => {
    api.on('POST /api/auth/login', () => reply(422, 'wrong_credentials'))
    await open('/login')
    await type('email', 'mara@reseller.example')
    await type('password', 'wrong')
    await submit()
    await until(() => at.querySelector('[role="alert"]'))
    expect(at.querySelector('[role="alert"]')?.textContent).toContain('the other option above')

    api.on('POST /api/auth/login', (_, response) => {
      response.setHeader('retry-after', '42')
      return reply(429, 'rate_limited')
    })
    await submit()
    await until(() => at.querySelector('[role="alert"]')?.textContent?.includes('42 seconds'))
    expect(at.querySelector('[role="alert"] a')).toBeNull()
  })

  it('offers a password reset where the account is under attack and this browser is new to it', async () => {
    api.on('POST /api/auth/login', (_, response) => {
      response.setHeader('retry-after', '64')
      return reply(429, {
        error: { code: 'rate_limited', ...replied('sign_in.new_browser_blocked'), request_id: 'r-1' },
      })
    })
    await open('/login')
    await type('email', 'mara@reseller.example')
    await type('password', 'a long password')
    await submit()
    await until(() => at.querySelector('[role="alert"]'))
    expect(at.querySelector('[role="alert"]')?.textContent).toContain('a browser you have signed in with before')
    expect(at.querySelector('[role="alert"] a')?.getAttribute('href')).toContain('/forgot-password')
  })
})
