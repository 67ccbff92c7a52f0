import { companyTypes, userRoles } from '@trunkline/contract/abilities'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { storageOf } from './src/browser.ts'
import { demoPassword } from './src/panel.ts'
import { demoUser, fillSignIn, signIn, signInDemo, signOut } from './src/sign-in.ts'
import { useTenants } from './src/tenants.ts'

const tenants = useTenants('session')

const pathOf = (page: Page) => new URL(page.url()).pathname
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const keysOf = async (page: Page) => Object.keys(await storageOf(page)).toSorted()
const signedInKeys = ['accessToken', 'refreshToken', 'userData', 'version']

describe('signing in', () => {
  test.each(companyTypes)(
    'every role of a %s lands on its home page, and leaves no data behind after sign-out',
    async (type) => {
      const { page, errors } = await tenants.newcomer()
      for (const role of userRoles) {
        await signInDemo(page, role, type)
        await heading(page, type === 'client' ? 'Access control' : 'Dashboard')
        expect(pathOf(page)).toBe(type === 'client' ? '/access-control' : '/')
        expect(await keysOf(page)).toEqual(signedInKeys)
        // A call that is under way when the session ends is answered with 401.
        await page.waitForLoadState('networkidle')
        await signOut(page)
        expect(await keysOf(page)).toEqual(['version'])
      }
      expect(errors.list).toEqual([])
    },
  )

  test('the other sign-in form and a wrong password are rejected with the same message', async () => {
    const { page, errors } = await tenants.newcomer()
    errors.allow(/status of 4\d\d/)
    await page.goto('/login')
    const rejected = page.getByRole('alert').filter({ hasText: 'The e-mail address or password is incorrect' })
    await fillSignIn(page, { email: demoUser('editor', 'client'), form: 'others' })
    await rejected.waitFor()
    await page.reload()
    await fillSignIn(page, { email: demoUser('editor', 'reseller'), password: 'not the password' })
    await rejected.waitFor()
    expect(await keysOf(page)).not.toContain('accessToken')
  })

  test('the second branch sees German right after sign-in', async () => {
    const { page } = await tenants.newcomer()
    await page.goto('/login')
    await fillSignIn(page, { email: demoUser('admin', 'master-distributor', 2) })
    await heading(page, 'Übersicht')
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link').allInnerTexts())
      .toContain('Firmen')
  })

  test('the theme is the fifth and last stored key', async () => {
    const { page } = await tenants.newcomer()
    await signInDemo(page, 'editor', 'distributor')
    await page.getByRole('button', { name: /^Your account: / }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    expect(await keysOf(page)).toEqual([...signedInKeys.slice(0, 2), 'skin', ...signedInKeys.slice(2)])
    expect((await storageOf(page))['skin']).toBe('dark')
    const stored = JSON.parse((await storageOf(page))['userData'] ?? '{}') as { role: string; abilities: unknown[] }
    expect(stored.role).toBe('admin')
    expect(stored.abilities).toContainEqual({ action: 'read', subject: 'dashboard' })
  })
})

describe('guarded pages', () => {
  test('a signed-out user is sent to the sign-in page, and from there to the requested page', async () => {
    const { page } = await tenants.newcomer()
    await page.goto('/user-management/list?search=berg')
    await heading(page, 'Sign in')
    expect(page.url()).toBe(
      `${tenants.panel.origin}/login?to=${encodeURIComponent('/user-management/list?search=berg')}`,
    )
    await fillSignIn(page, { email: demoUser('admin', 'reseller') })
    await heading(page, 'Users')
    expect(page.url()).toBe(`${tenants.panel.origin}/user-management/list?search=berg`)
  })

  test('a page without permission looks like one that does not exist', async () => {
    const { page } = await tenants.newcomer()
    await signInDemo(page, 'editor', 'client')
    for (const path of ['/company-management/list', '/invite-user', '/settings', '/outbox/list', '/no-such-page']) {
      await page.goto(path)
      await heading(page, 'Page not found')
      expect(pathOf(page)).toBe('/error-404')
    }
    await expect
      .poll(() => page.getByRole('link', { name: 'Go to start page' }).getAttribute('href'))
      .toBe('/access-control')
  })

  test('an address with an invalid id does not exist, and sends no request', async () => {
    const { page, errors } = await tenants.newcomer()
    await signInDemo(page, 'admin', 'simrush')
    for (const path of ['/hardware/quay', '/site/0/wifi', '/site/1/hardware/lan/NaN', '/user-management/details/1e3']) {
      await page.goto(path)
      await heading(page, 'Page not found')
    }
    expect(errors.list).toEqual([])
  })

  test('a signed-in user is redirected home from the sign-in page, and signed out by the other auth pages', async () => {
    const { page } = await tenants.newcomer()
    await signInDemo(page, 'admin', 'distributor')
    await page.goto('/login')
    await heading(page, 'Dashboard')
    await page.goto('/register')
    await heading(page, 'Registration by invitation only')
    expect(await keysOf(page)).toEqual(['version'])
    await page.goto('/')
    await heading(page, 'Sign in')
  })

  test('after sign-out neither the back button nor the old token work', async () => {
    const { page } = await tenants.newcomer()
    await signInDemo(page, 'admin', 'distributor')
    await page.goto('/user-management/list')
    await heading(page, 'Users')
    const token = (await storageOf(page))['accessToken'] ?? ''
    await signOut(page)
    await page.goBack()
    await heading(page, 'Sign in')
    const answer = await fetch(`${tenants.panel.origin}/api/user/index`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(401)
  })
})

describe('the end of a session', () => {
  /** Fills in the profile form while the same user ends all other sessions in another browser. */
  async function endInMidForm(page: Page, email: string, firstName: string): Promise<void> {
    await signIn(page, { email })
    await page.goto('/profile/update-info')
    await page.getByRole('textbox', { name: 'First name' }).fill(firstName)
    const elsewhere = (await tenants.newcomer()).page
    await signIn(elsewhere, { email })
    await elsewhere.goto('/profile?tab=security')
    await elsewhere.getByRole('button', { name: 'End other sessions' }).click()
    await elsewhere.getByRole('dialog').getByRole('button', { name: 'End other sessions' }).click()
    await elsewhere.getByText('All other sessions ended.').first().waitFor()
  }

  /** Signs in again in the dialog over the form. */
  async function comeBack(page: Page): Promise<void> {
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.waitFor()
    expect(await keysOf(page)).not.toContain('accessToken')
    await dialog.getByRole('textbox', { name: 'Password' }).fill(demoPassword)
    await dialog.getByRole('button', { name: 'Sign in and continue' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }

  test('while filling in a form keeps the input, and submits it after signing in again', async () => {
    const { page, errors } = await tenants.newcomer()
    errors.allow(/status of 401/)
    await endInMidForm(page, demoUser('read-only', 'reseller'), 'Marguerite')
    // The live channel has notified the page without user input.
    await comeBack(page)
    await expect.poll(() => page.getByRole('textbox', { name: 'First name' }).inputValue()).toBe('Marguerite')
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(page, /^Marguerite /)
    expect(await keysOf(page)).toEqual(signedInKeys)
    expect(errors.list).toEqual([])
  })

  test('found by the submit itself submits again once the user has signed in', async () => {
    const { page, errors } = await tenants.newcomer()
    errors.allow(/status of 401|ERR_FAILED|WebSocket/)
    await page.route('**/socket.io/**', (route) => route.abort())
    await page.routeWebSocket(/socket\.io/, (socket) => void socket.close())
    await endInMidForm(page, demoUser('read-only', 'master-distributor'), 'Leonora')
    await page.getByRole('button', { name: 'Save' }).click()
    await comeBack(page)
    await heading(page, /^Leonora /)
    expect(errors.list).toEqual([])
  })

  test('without input redirects to the sign-in page and back', async () => {
    const { page, errors } = await tenants.newcomer()
    errors.allow(/status of 401/)
    await signInDemo(page, 'editor', 'master-distributor')
    await page.goto('/company-management/list')
    await heading(page, 'Companies')
    await page.evaluate(() => {
      localStorage.setItem('accessToken', 'tka_no-longer-good')
      localStorage.setItem('refreshToken', 'tkr_no-longer-good')
    })
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await heading(page, 'Sign in')
    expect(await keysOf(page)).toEqual(['version'])
    await fillSignIn(page, { email: demoUser('editor', 'master-distributor') })
    await heading(page, 'Users')
  })

  test('two tabs with an expired access token refresh it once, and both continue', async () => {
    const { context, page, errors } = await tenants.newcomer()
    errors.allow(/status of 401/)
    await signInDemo(page, 'admin', 'master-distributor')
    const second = await context.newPage()
    await second.goto('/user-management/list')
    await heading(second, 'Users')
    const refreshes: string[] = []
    context.on('request', (request) => {
      if (request.url().endsWith('/auth/refresh-token')) refreshes.push(request.url())
    })
    const before = await storageOf(page)
    await page.evaluate(() => localStorage.setItem('accessToken', 'tka_has-run-out'))
    await Promise.all([
      page.getByRole('link', { name: 'Companies', exact: true }).click(),
      second.getByRole('link', { name: 'Invitations', exact: true }).click(),
    ])
    await page.getByRole('table', { name: 'Companies' }).waitFor()
    await second.getByRole('table', { name: 'Invitations' }).waitFor()
    const after = await storageOf(page)
    expect(refreshes).toHaveLength(1)
    expect(after['refreshToken']).not.toBe(before['refreshToken'])
    // The replaced token is used once more, as a copied tab would: the session continues within the grace period.
    await page.evaluate((token) => {
      localStorage.setItem('refreshToken', token)
      localStorage.setItem('accessToken', 'tka_has-run-out')
    }, before['refreshToken'] ?? '')
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('table', { name: 'Users' }).waitFor()
  })

  test('signs out a deactivated user within seconds, without a click', async () => {
    const { page: worker, errors } = await tenants.newcomer()
    errors.allow(/status of 401/)
    await signInDemo(worker, 'editor', 'reseller')
    await worker.getByRole('button', { name: /^Live\. / }).waitFor()

    const { page: admin } = await tenants.newcomer()
    await signInDemo(admin, 'admin', 'reseller')
    await openUser(admin, demoUser('editor', 'reseller'))
    await admin.getByRole('button', { name: 'More', exact: true }).click()
    await admin.getByRole('menuitem', { name: 'Deactivate' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await admin
      .getByText(/ deactivated and signed out$/)
      .first()
      .waitFor()
    const began = Date.now()
    await heading(worker, 'Sign in')
    const took = Date.now() - began
    console.log(`a deactivated user was out after ${took} ms`)
    expect(took).toBeLessThan(10_000)
    await fillSignIn(worker, { email: demoUser('editor', 'reseller') })
    await worker.getByRole('alert').first().waitFor()
  })
})

/** Finds a user by e-mail address in the list and opens it. */
async function openUser(page: Page, email: string): Promise<void> {
  await page.goto('/user-management/list')
  await page.getByRole('searchbox', { name: 'Search this list' }).fill(email)
  await page.waitForURL(/search=/)
  const row = page.getByRole('row').filter({ hasText: email })
  await row.getByRole('link').first().click()
  await page.getByRole('button', { name: 'More', exact: true }).waitFor()
}

describe('logging in as another user', () => {
  test('shows a bar with the remaining time on every page, and Stop returns to the previous page', async () => {
    const { page } = await tenants.newcomer()
    await signInDemo(page, 'admin', 'reseller')
    await openUser(page, demoUser('admin', 'client'))
    const before = page.url()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Sign in as user' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Ticket 4711')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in as user' }).click()

    await heading(page, 'Access control')
    const timer = page.getByRole('timer')
    await timer.waitFor()
    const bar = page.getByRole('region', { name: 'Signed in as another user' })
    await expect.poll(() => bar.innerText()).toMatch(/^.+, signed in as .+ \(.+\)/)
    expect(await page.title()).toMatch(/^As .+ · Trunkline - Access control$/)
    const first = await timer.innerText()
    expect(first).toMatch(/^(29:\d\d|30:00) left$/)
    await expect.poll(() => timer.innerText(), { timeout: 10_000 }).not.toBe(first)

    // Credentials of a user can be changed only by that user.
    await page.goto('/profile?tab=security')
    await page.getByText(/^You are signed in as .+ can change the password/).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Change password' }).count()).toBe(0)
    await expect.poll(() => bar.isVisible()).toBe(true)

    await bar.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'More', exact: true }).waitFor()
    await bar.waitFor({ state: 'hidden' })
    expect(page.url()).toBe(before)
    expect(await page.title()).toBe('Trunkline - User')
  })
})
