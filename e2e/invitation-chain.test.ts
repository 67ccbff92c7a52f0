import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { inviteColleague, inviteFounder, register } from './src/invite.ts'
import { startMailbox, type Mail, type Mailbox } from './src/mail.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { signIn, signOut } from './src/sign-in.ts'

/** A company of the chain, with the user who creates it. */
interface Founder {
  company: string
  type: string
  first: string
  last: string
  email: string
  password: string
  city: string
}

const founder = (company: string, type: string, first: string, last: string, city: string): Founder => {
  const domain = `${company.toLowerCase().replaceAll(' ', '-')}.example`
  return {
    company,
    type,
    first,
    last,
    email: `${first.toLowerCase()}@${domain}`,
    password: `${first} looks out at the sea`,
    city,
  }
}

const provider = founder('North Star Carrier', 'Provider', 'Ada', 'Lindqvist', 'Hull')
const master = founder('Meridian Wholesale', 'Master distributor', 'Bruno', 'Castell', 'Leeds')
const distributor = founder('Coastline Networks', 'Distributor', 'Clara', 'Okafor', 'Whitby')
const reseller = founder('Harbour Broadband', 'Reseller', 'Derek', 'Sandford', 'Scarborough')
const client = founder('Lighthouse Hotel', 'Client', 'Edda', 'Marlowe', 'Filey')
const chain = [provider, master, distributor, reseller, client]
/** The admin of the second branch, which companies of the first branch must not see. */
const other = founder('Boreal Wholesale', 'Master distributor', 'Freya', 'Nordin', 'Aberdeen')
const editor = {
  first: 'Gwen',
  last: 'Archer',
  email: 'gwen@lighthouse-hotel.example',
  password: 'Gwen looks out at the sea',
}

let mailbox: Mailbox
let panel: Panel
let browser: Browser
const visitors = new Map<string, Visitor>()

beforeAll(async () => {
  mailbox = await startMailbox()
  panel = await startPanel({ demo: false, smtpUrl: mailbox.url })
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await panel?.stop()
  await mailbox?.stop()
})

/** The user's own browser; a new one the first time. */
async function browserOf(email: string): Promise<Page> {
  const known = visitors.get(email)
  if (known) return known.page
  const visitor = await visit(browser, panel.origin)
  visitors.set(email, visitor)
  return visitor.page
}

const person = ({ first, last, password }: { first: string; last: string; password: string }) => ({
  first,
  last,
  password,
})
const details = (of: Founder) => ({
  address: `${of.city} Quay 1`,
  city: of.city,
  postcode: 'YO1 1AA',
})

/** Invites a user to create a company, and follows the link of the mail as that user. */
async function found(inviter: Founder, invited: Founder): Promise<void> {
  await inviteFounder(await browserOf(inviter.email), {
    email: invited.email,
    type: invited.type,
    name: invited.company,
  })
  const mail = await mailbox.next(invited.email)
  expectInvitation(mail, inviter, invited.company)

  const page = await browserOf(invited.email)
  await page.goto(mail.link)
  await page.getByRole('heading', { level: 1, name: 'Accept your invitation' }).waitFor()
  await page
    .getByText(
      `${inviter.first} ${inviter.last} of ${inviter.company} invites you to set up ${invited.company} below it.`,
    )
    .waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Company name' }).inputValue()).toBe(invited.company)
  await register(page, { ...person(invited), company: details(invited) })
  await expectWelcome(invited)
}

/** The next mail after the invitation is the welcome mail: nothing was sent twice. */
async function expectWelcome({ email }: { email: string }): Promise<void> {
  expect((await mailbox.next(email)).subject).toBe('Welcome to Trunkline')
}

function expectInvitation(mail: Mail, inviter: Founder, to: string): void {
  expect(mail.from).toBe(`${inviter.company} <panel@trunkline.example>`)
  expect(mail.subject).toBe(`${inviter.company} invites you to Trunkline`)
  expect(mail.link).toMatch(new RegExp(`^${panel.origin}/register/[\\w-]{43}/\\d+$`))
  // Both parts name the inviter and the company, and contain the link.
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain(`${inviter.first} ${inviter.last} of ${inviter.company} invites you`)
    expect(part).toContain(to)
    expect(part).toContain(mail.link)
  }
  expect(mail.html).toContain(`<a href="${mail.link}"`)
}

/** Names of the rows of a list, as displayed. */
async function namesIn(page: Page, path: string, title: string): Promise<string[]> {
  await page.goto(path)
  const rows = page.getByRole('table', { name: title }).getByRole('row')
  await rows.nth(1).waitFor()
  // The first link of a row is its name.
  const names: string[] = []
  for (const row of (await rows.all()).slice(1)) names.push(await row.getByRole('link').first().innerText())
  return names.toSorted()
}

const companiesOf = (page: Page) => namesIn(page, '/company-management/list', 'Companies')

/** Set by the first failing link: later links depend on it and would only time out. */
let broken = false
beforeEach(({ onTestFailed }) => {
  if (broken) throw new Error('An earlier part of the chain has failed.')
  onTestFailed(() => {
    broken = true
  })
})

/** A client has no child companies: the list does not exist for it, and its own company is in the profile. */
async function seesNoCompanyList(page: Page): Promise<void> {
  await page.goto('/company-management/list')
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/error-404')
  await page.goto('/company-profile')
  await page.getByRole('heading', { level: 1, name: client.company }).waitFor()
}

describe('the invitation chain', () => {
  test('the provider registers once through the link printed at the start, and signs in with its password', async () => {
    const link = /http\S+\/register\/\S+/.exec(panel.printed())?.[0] ?? ''
    expect(link).toContain(panel.origin)
    const page = await browserOf(provider.email)
    await page.goto(link)
    await page.getByRole('heading', { level: 1, name: 'Set up Trunkline' }).waitFor()
    // The token is removed from the address bar.
    await expect.poll(() => page.url()).toBe(`${panel.origin}/register`)
    await register(page, {
      ...person(provider),
      email: provider.email,
      company: { name: provider.company, ...details(provider) },
    })
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await signOut(page)
    await signIn(page, provider)
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()

    const stranger = await visit(browser, panel.origin)
    stranger.errors.allow(/status of 4\d\d/)
    await stranger.page.goto(link)
    await stranger.page.getByRole('heading', { level: 1, name: 'This invitation is no longer valid' }).waitFor()
    await stranger.close()
  })

  test('a master distributor creates its company through the mail of the provider', () => found(provider, master))
  test('a distributor creates its company through the mail of the master distributor', () => found(master, distributor))
  test('a reseller creates its company through the mail of the distributor', () => found(distributor, reseller))

  test('a client creates its company through the mail of the reseller, and lands on access control', async () => {
    await found(reseller, client)
    const page = await browserOf(client.email)
    await page.getByRole('heading', { level: 1, name: 'Access control' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/access-control')
    await signOut(page)
    await signIn(page, { ...client, form: 'client' })
    await page.getByRole('heading', { level: 1, name: 'Access control' }).waitFor()
  })

  test('the client invites an editor into its own company', async () => {
    await inviteColleague(await browserOf(client.email), { email: editor.email, role: 'Editor' })
    const mail = await mailbox.next(editor.email)
    expectInvitation(mail, client, client.company)
    const page = await browserOf(editor.email)
    await page.goto(mail.link)
    await page
      .getByText(`${client.first} ${client.last} of ${client.company} invites you to join ${client.company}.`)
      .waitFor()
    await register(page, person(editor))
    await page.getByRole('heading', { level: 1, name: 'Access control' }).waitFor()
    // An editor can change records, but not invite users.
    await page.getByRole('link', { name: 'Company', exact: true }).click()
    await page.waitForURL(/part=company/)
    await page.getByRole('main').getByText(client.company).first().waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Invite user' }).count()).toBe(0)

    const stranger = await visit(browser, panel.origin)
    stranger.errors.allow(/status of 4\d\d/)
    await stranger.page.goto(mail.link)
    await stranger.page.getByRole('heading', { level: 1, name: 'This invitation is no longer valid' }).waitFor()
    await expect
      .poll(() => stranger.page.getByRole('main').innerText())
      .toContain('It has been accepted, cancelled or replaced')
    await stranger.close()
  })

  test('a resent invitation has a new link, and the old one stops working', async () => {
    const page = await browserOf(provider.email)
    await inviteFounder(page, { email: other.email, type: other.type, name: other.company })
    const first = await mailbox.next(other.email)
    await page.getByRole('button', { name: `Actions for ${other.email}` }).click()
    await page.getByRole('menuitem', { name: 'Resend invitation' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resend invitation' }).click()
    const second = await mailbox.next(other.email)
    expect(second.link).not.toBe(first.link)

    const invited = await browserOf(other.email)
    visitors.get(other.email)?.errors.allow(/status of 4\d\d/)
    await invited.goto(first.link)
    await invited.getByRole('heading', { level: 1, name: 'This invitation is no longer valid' }).waitFor()
    await invited.goto(second.link)
    await register(invited, { ...person(other), company: details(other) })
    await expectWelcome(other)
  })

  for (const [level, who] of chain.entries())
    test(`the ${who.type.toLowerCase()} sees its own part of the tree and nothing else`, async () => {
      const page = await browserOf(who.email)
      const below = chain.slice(level).map(({ company }) => company)
      if (who === client) await seesNoCompanyList(page)
      else expect(await companiesOf(page)).toEqual([...below, ...(level === 0 ? [other.company] : [])].toSorted())

      const people = [...chain.slice(level), ...(level === 0 ? [other] : []), editor].map(
        ({ first, last }) => `${first} ${last}`,
      )
      const own = `${who.first} ${who.last}`
      expect(
        (await namesIn(page, '/user-management/list', 'Users')).map((name) => (name.startsWith(own) ? own : name)),
      ).toEqual(people.toSorted())

      if (level === 0) return
      // Neither search nor addresses show anything of the second branch, or of ancestors.
      await page.keyboard.press('Control+k')
      const box = page.getByRole('combobox', { name: 'Search screens, actions and records' })
      for (const hidden of [other.company, provider.company]) {
        await box.fill(hidden)
        await page.getByText(`No results for “${hidden}”`).waitFor()
      }
      await page.keyboard.press('Escape')
      visitors.get(who.email)?.errors.allow(/status of 404/)
      await page.goto(`/company-management/summary/${await idOf(other)}`)
      await page
        .getByText(/There is no such|not found|not there/i)
        .first()
        .waitFor()
      expect(await page.locator('body').innerText()).not.toContain(other.company)
    })

  test('the admin of the second branch sees only its own company', async () => {
    expect(await companiesOf(await browserOf(other.email))).toEqual([other.company])
  })

  test('no browser reported an error', () => {
    expect([...visitors].flatMap(([who, { errors }]) => errors.list.map((error) => `${who}: ${error}`))).toEqual([])
  })
})

/** The id of a company, from its link in the provider's list. */
async function idOf({ company }: Founder): Promise<string> {
  const page = await browserOf(provider.email)
  await page.goto('/company-management/list')
  const href = await page.getByRole('table').getByRole('link', { name: company }).first().getAttribute('href')
  return /\d+$/.exec(href ?? '')?.[0] ?? ''
}
