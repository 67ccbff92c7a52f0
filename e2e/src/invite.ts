import type { Page } from 'playwright-core'

/** Sends an invitation that creates a company directly below that of the page's user. */
export async function inviteFounder(
  page: Page,
  { email, type, name }: { email: string; type: string; name: string },
): Promise<void> {
  await page.goto('/invite-user')
  await page.getByRole('radio', { name: 'Create a new company' }).check()
  await page.getByRole('textbox', { name: 'New company' }).fill(name)
  await choose(page, 'Type', type)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await send(page, email)
}

/** Sends an invitation into the company of the page's user. */
export async function inviteColleague(page: Page, { email, role }: { email: string; role: string }): Promise<void> {
  await page.goto('/invite-user')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await choose(page, 'Role', role)
  await send(page, email)
}

async function send(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByRole('heading', { level: 1, name: 'Invitations' }).waitFor()
  await page.getByRole('main').getByText(email, { exact: true }).waitFor()
}

/** Selects an option of a select. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Fills in the registration form of an invitation's link, and submits it. */
export async function register(
  page: Page,
  {
    first,
    last,
    password,
    email,
    company,
  }: {
    first: string
    last: string
    password: string
    /** Only for the provider; other users have the address of their invitation. */
    email?: string
    /** Details of the company that is created. */
    company?: { name?: string; address: string; city: string; postcode: string }
  },
): Promise<void> {
  const fill = (label: string, value: string) => page.getByRole('textbox', { name: label, exact: true }).fill(value)
  await fill('First name', first)
  await fill('Last name', last)
  if (email !== undefined) await fill('E-mail', email)
  await fill('Password', password)
  if (company) {
    if (company.name !== undefined) await fill('Company name', company.name)
    await fill('Street and number', company.address)
    await fill('Postcode', company.postcode)
    await fill('City', company.city)
  }
  await page.getByRole('button', { name: 'Register and sign in' }).click()
  await page.getByRole('button', { name: `Your account: ${first} ${last}` }).waitFor()
}
