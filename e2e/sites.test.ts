import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api } from './src/api.ts'
import { settle, sidewaysScroll, violations } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { downloadCsv, listReady, namesOf, rowsOf } from './src/list.ts'
import { startMailbox, type Mailbox } from './src/mail.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { demoUser, signInDemo } from './src/sign-in.ts'

let mailbox: Mailbox
let panel: Panel
let browser: Browser
let provider: Visitor
/** The demo's client whose users sign in. */
let client: { id: number; name: string }

const started = Date.now()
beforeAll(async () => {
  mailbox = await startMailbox()
  panel = await startPanel({ demo: true, smtpUrl: mailbox.url })
  browser = await startBrowser()
  provider = await visit(browser, panel.origin)
  await signInDemo(provider.page, 'primary-admin', 'simrush')
  const { data } = (await api(provider.page, 'GET', `/user/index?search=${demoUser('admin', 'client')}`)) as {
    data: { company_id: number; company_name: string }[]
  }
  const [user] = data
  if (user === undefined) throw new Error('The demo has no user of a client')
  client = { id: user.company_id, name: user.company_name }
  const { data: models } = (await api(provider.page, 'GET', '/hardware/model/index')) as { data: { id: number }[] }
  for (const name of ['Mast north', 'Mast south'])
    await api(provider.page, 'POST', '/hardware/store', { name, model: models[0]?.id, company_id: client.id })
})
afterEach(() => {
  const errors = provider.errors.list.splice(0)
  if (errors.length > 0) throw new Error(`The browser reported errors:\n${errors.join('\n')}`)
})
afterAll(async () => {
  console.log(`sites: ${Math.round((Date.now() - started) / 1000)} s`)
  await browser?.close()
  await panel?.stop()
  await mailbox?.stop()
})

/** Types into a lookup select, and selects the option with this prefix. */
async function choose(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page
    .getByRole('option', { name: new RegExp(`^${text}`) })
    .first()
    .click()
}
const errorsOf = async (page: Page) => {
  await settle(page)
  return [...(await violations(page)), ...(await sidewaysScroll(page))]
}
const daysOn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a site is created with a position picked on the map, also by keyboard', async () => {
  const { page } = provider
  await page.goto('/sites/create')
  await page.getByRole('textbox', { name: 'Name' }).fill('Hill top')
  await choose(page, 'Client', client.name)
  const map = page.getByRole('application', { name: 'Map to select the position' })
  await map.click({ position: { x: 200, y: 120 } })
  const latitude = page.getByRole('textbox', { name: 'Latitude' })
  expect(Number(await latitude.inputValue())).not.toBe(0)
  // A pasted pair of coordinates in one field moves the map.
  await latitude.fill('54° 28′ 39″ N, 0° 34′ 6″ W')
  await latitude.blur()
  await expect.poll(() => latitude.inputValue()).toBe('54.4775')
  await expect.poll(() => page.getByRole('textbox', { name: 'Longitude' }).inputValue()).toBe('-0.568333')
  await page.getByText('54° 28′ 39.0″ N, 0° 34′ 6.0″ W').waitFor()
  // The map is centred there; ten fine steps to the east select another position.
  await map.focus()
  for (let press = 0; press < 10; press++) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('textbox', { name: 'Longitude' }).inputValue()).not.toBe('-0.568333')
  expect(Number(await latitude.inputValue())).toBeCloseTo(54.4775, 3)
  expect(await errorsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Create site' }).click()
  await page.getByRole('heading', { level: 1, name: /^Hill top/ }).waitFor()
})

test('devices are assigned to a site and removed again, and its summary shows it', async () => {
  const { page } = provider
  await page.getByRole('button', { name: 'Add devices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add devices to Hill top' })
  for (const name of ['Mast north', 'Mast south']) {
    await dialog.getByRole('combobox', { name: 'Device' }).fill(name)
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
    await dialog.getByRole('list', { name: 'Device' }).getByText(name).waitFor()
  }
  await dialog.getByRole('button', { name: 'Add devices' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const devices = page.getByRole('region', { name: 'Devices of this site' })
  await devices.getByRole('link', { name: 'Mast south' }).waitFor()
  expect(await errorsOf(page)).toEqual([])
  await devices.getByRole('checkbox', { name: 'Select Mast south' }).check()
  await devices.getByRole('button', { name: 'Remove 1 device' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from site' }).click()
  await devices.getByRole('link', { name: 'Mast south' }).waitFor({ state: 'detached' })
  await expect.poll(() => devices.getByRole('link', { name: 'Mast north' }).count()).toBe(1)
})

test('the map shows sites, has the same content as a table, and links to a site', async () => {
  const { page } = provider
  await page.goto('/sites/list')
  await listReady(page, 'Sites')
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Map' }).click()
  await page.getByRole('application', { name: 'Map of sites' }).waitFor()
  const table = page.getByRole('region', { name: 'On this map' }).getByRole('table')
  const link = table.getByRole('link', { name: 'Hill top' })
  await link.waitFor()
  // The view is in the address, so that a reload and a shared link show the same view.
  await page.waitForURL(/view=map.*at=|at=.*view=map/)
  await page.reload()
  await link.waitFor()
  expect(await errorsOf(page)).toEqual([])
  await page.getByRole('button', { name: /^Online/ }).click()
  await link.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Online/ }).click()
  await link.click()
  await page.getByRole('heading', { level: 1, name: /^Hill top/ }).waitFor()
})

test('a client sees its own sites on its home page, and may edit their contact', async () => {
  const visitor = await visit(browser, panel.origin, { width: 375, height: 700 })
  const { page } = visitor
  try {
    await signInDemo(page, 'admin', 'client')
    await page.getByRole('link', { name: 'Company', exact: true }).click()
    await page.getByRole('region', { name: 'Your sites' }).getByRole('link', { name: 'Hill top' }).click()
    await page.getByRole('heading', { level: 1, name: /^Hill top/ }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Add devices' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Contact' }).fill('Nora Vale')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Nora Vale').waitFor()
    expect(visitor.errors.list).toEqual([])
  } finally {
    await visitor.close()
  }
})

test('licences are created in bulk, found in the list, changed in status and exported', async () => {
  const { page } = provider
  await page.goto('/licence/create/bulk')
  await choose(page, 'Company', client.name)
  await page.getByRole('spinbutton', { name: 'Number of licences' }).fill('30')
  await page.getByLabel('End', { exact: false }).first().fill(daysOn(20))
  await page.getByRole('button', { name: 'Create licences' }).click()
  await page.getByText(`30 licences created for ${client.name}.`).waitFor()
  const [head, ...keys] = await downloadCsv(page, page.getByRole('button', { name: 'Download keys (CSV)' }))
  expect(head).toContain('key')
  expect(keys).toHaveLength(30)
  expect(new Set(keys.map((line) => line[head?.indexOf('key') ?? 0])).size).toBe(30)
  await page.getByRole('link', { name: 'Show in list' }).click()
  await listReady(page, 'Licences')
  await page.getByText('1–25 of 30').waitFor()
  await rowsOf(page, 'Licences').first().getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Suspend/ })
    .click()
  await rowsOf(page, 'Licences').first().getByText('Suspended').waitFor()
})

test('a reminder is sent after confirmation, recorded, and received by the company’s admins', async () => {
  const { page } = provider
  await page.goto('/licence/list?search=status:available&searchFields=status:=')
  const [key = ''] = await namesOf(page, 'Licences')
  await page.getByRole('link', { name: key }).click()
  const log = page.getByRole('region', { name: 'Reminders' })
  await log.getByRole('button', { name: 'Send reminder' }).click()
  const dialog = page.getByRole('dialog', { name: `Send reminder to ${client.name}?` })
  await dialog.getByRole('button', { name: 'Send reminder' }).click()
  await log.getByText(/^Reminder sent to /).waitFor()
  await log.getByText(/^Sent by /).waitFor()
  const mail = await mailbox.next(demoUser('admin', 'client'))
  expect(mail.text).toContain(key)
  expect(await errorsOf(page)).toEqual([])
})

test('if licences are enforced, a company without one sees a notice on the pages of that part, and nowhere else', async () => {
  const { data: users } = (await api(provider.page, 'GET', `/user/index?search=${demoUser('admin', 'reseller')}`)) as {
    data: { company_id: number }[]
  }
  const company = users[0]?.company_id
  const { data: own } = (await api(
    provider.page,
    'GET',
    `/licence/index?perPage=200&search=company_id:${company}&searchFields=company_id:=`,
  )) as { data: { id: number }[] }
  if (own.length > 0)
    await api(provider.page, 'PUT', '/licence/change-status', { ids: own.map(({ id }) => id), status: 'cancelled' })
  await provider.page.goto('/settings')
  await provider.page.getByRole('switch', { name: 'Enforce licences' }).check()
  await provider.page.getByRole('button', { name: 'Save' }).click()
  await provider.page.getByText('Settings saved').first().waitFor()
  const visitor = await visit(browser, panel.origin, {})
  const { page } = visitor
  try {
    await signInDemo(page, 'admin', 'reseller')
    const bar = page.getByRole('region', { name: 'Licence' })
    await page.goto('/services/list')
    await bar.getByText(/no licence for tariffs, NAS devices and services/).waitFor()
    expect(await violations(page)).toEqual([])
    await page.goto('/company-management/list')
    await listReady(page, 'Companies')
    await expect.poll(() => bar.count()).toBe(0)
  } finally {
    await visitor.close()
  }
})
