import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { api } from './src/api.ts'
import { demoPassword } from './src/panel.ts'
import { demoUser, fillSignIn, formOf, signIn, signOut } from './src/sign-in.ts'
import { totp } from './src/totp.ts'
import { useTenants } from './src/tenants.ts'

const tenants = useTenants('credentials')

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

describe('the second factor', () => {
  test('is enabled with a code of the app, and required from then on, as a code or a recovery code', async () => {
    const { page, errors } = await tenants.newcomer()
    errors.allow(/status of 4\d\d/)
    const email = demoUser('read-only', 'distributor')
    await signIn(page, { email })
    await page.goto('/profile?tab=security')
    await page.getByRole('button', { name: 'Turn on' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(demoPassword)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('img', { name: /^QR code/ }).waitFor()
    const secret = (await dialog.getByRole('code').innerText()).replaceAll(' ', '')
    await dialog.getByRole('textbox', { name: 'Six-digit code' }).fill(totp(secret))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor()
    const codes = await dialog.getByRole('listitem').allInnerTexts()
    expect(codes.length).toBeGreaterThanOrEqual(8)
    await dialog.getByRole('button', { name: 'Done, I saved it' }).click()
    await signOut(page)

    await fillSignIn(page, { email })
    await heading(page, 'Two-factor sign-in')
    await page.getByRole('textbox', { name: 'Six-digit code' }).fill('000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Six-digit code' }).getAttribute('aria-invalid'))
      .toBe('true')
    // The code that enabled it has been used; the next one is already valid.
    await page.getByRole('textbox', { name: 'Six-digit code' }).fill(totp(secret, 1))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await heading(page, 'Dashboard')
    await signOut(page)

    const useRecoveryCode = async () => {
      await fillSignIn(page, { email })
      await heading(page, 'Two-factor sign-in')
      await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
      await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '')
      await page.getByRole('button', { name: 'Confirm' }).click()
    }
    await useRecoveryCode()
    await heading(page, 'Dashboard')
    await signOut(page)
    // Each recovery code works once.
    await useRecoveryCode()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Recovery code' }).getAttribute('aria-invalid'))
      .toBe('true')
  })
})

describe('a forgotten password', () => {
  test('is reset through a link in a mail, which works once', async () => {
    const { page, errors } = await tenants.newcomer()
    errors.allow(/status of 4\d\d/)
    const email = demoUser('read-only', 'client')
    const password = 'a newer wire hums at night'

    // A session with the old password.
    const old = (await tenants.newcomer()).page
    await signIn(old, { email, form: 'client' })
    const { data } = (await api(old, 'POST', '/auth/token/store', {
      name: 'Script',
      scopes: ['companies:view'],
      expires_on: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
      password: demoPassword,
    })) as { data: { token: string } }
    const tokenStatus = async () =>
      (await fetch(`${tenants.panel.origin}/api/auth/show`, { headers: { authorization: `Bearer ${data.token}` } }))
        .status
    expect(await tokenStatus()).toBe(200)

    await page.goto('/login?variant=user')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await heading(page, 'Forgot password')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await heading(page, 'Check your e-mail')
    const mail = await tenants.mailbox.next(email)
    expect(mail.link).toMatch(new RegExp(`^${tenants.panel.origin}/reset-password/[\\w-]{43}/\\d+$`))

    await page.goto(mail.link)
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill(password)
    await page.getByRole('textbox', { name: 'Confirm new password' }).fill(password)
    await expect.poll(() => page.getByRole('checkbox', { name: 'Revoke my API tokens' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Save password' }).click()
    await heading(page, 'Password changed')
    expect(await tokenStatus()).toBe(401)
    await heading(old, 'Sign in')

    await signIn(page, { email, password, form: 'client' })
    await signOut(page)
    await fillSignIn(page, { email, form: formOf('client') })
    await page.getByRole('alert').first().waitFor()

    await page.goto(mail.link)
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill(`${password}, again`)
    await page.getByRole('textbox', { name: 'Confirm new password' }).fill(`${password}, again`)
    await page.getByRole('button', { name: 'Save password' }).click()
    await heading(page, 'This link is no longer valid')
  })

  test('shows the same for an unknown address, and sends nothing', async () => {
    const { page } = await tenants.newcomer()
    await page.goto('/forgot-password')
    await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody@nowhere.example')
    await page.getByRole('button', { name: 'Send link' }).click()
    await heading(page, 'Check your e-mail')
  })
})
