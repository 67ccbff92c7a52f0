import type { Page } from 'playwright-core'
import type { CompanyType, UserRole } from '@trunkline/contract/abilities'
import { demoPassword } from './panel.ts'

/** The sign-in form for users of clients; all other users have the other form. */
export type Form = 'client' | 'others'

export const formOf = (type: CompanyType): Form => (type === 'client' ? 'client' : 'others')

/** A demo user's e-mail address. */
export const demoUser = (role: UserRole, type: CompanyType, branch: 1 | 2 = 1): string =>
  `${role}@${type}${branch === 2 && type !== 'simrush' ? '-2' : ''}.example`

/** Fills in the current sign-in page, and submits it. */
export async function fillSignIn(
  page: Page,
  { email, password = demoPassword, form = 'others' }: { email: string; password?: string; form?: Form },
): Promise<void> {
  const kind = form === 'client' ? /^Client/ : /^Provider, distributor or reseller/
  await page.getByRole('radio', { name: kind }).check()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** In the language of the user. */
const accountMenu = /^(Your account|Ihr Konto): /

/** Signs in at the sign-in page, and waits for the panel. */
export async function signIn(page: Page, who: { email: string; password?: string; form?: Form }): Promise<void> {
  await page.goto('/login')
  await fillSignIn(page, who)
  await page.getByRole('button', { name: accountMenu }).waitFor()
}

/** Signs a demo user in. */
export const signInDemo = (page: Page, role: UserRole, type: CompanyType, branch: 1 | 2 = 1) =>
  signIn(page, { email: demoUser(role, type, branch), form: formOf(type) })

/** Opens the account menu and signs out. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account: / }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
}
