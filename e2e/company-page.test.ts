import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api } from './src/api.ts'
import { settle, sidewaysScroll, violations } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { listReady, namesOf } from './src/list.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { demoUser, signInDemo } from './src/sign-in.ts'

let panel: Panel
let browser: Browser
let provider: Visitor
/** A client with services. */
let client: { id: number; name: string }

beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser()
  provider = await visit(browser, panel.origin)
  await signInDemo(provider.page, 'primary-admin', 'simrush')
  const { data } = (await api(provider.page, 'GET', '/network/service/index?search=online:1')) as {
    data: { company_id: number; company_name: string }[]
  }
  const [service] = data
  if (service === undefined) throw new Error('The demo has no service that is online')
  client = { id: service.company_id, name: service.company_name }
})
afterEach(() => {
  const errors = provider.errors.list.splice(0)
  if (errors.length > 0) throw new Error(`The browser reported errors:\n${errors.join('\n')}`)
})
afterAll(async () => {
  await browser?.close()
  await panel?.stop()
})

test('a customer is found, and a service is added on its page', async () => {
  const { page } = provider
  await page.goto('/company-management/list')
  await listReady(page, 'Companies')
  await page.getByRole('searchbox', { name: 'Search this list' }).fill(client.name)
  await page.getByRole('link', { name: client.name, exact: true }).click()
  await page.getByRole('heading', { name: client.name }).waitFor()
  const tab = page.getByRole('tab', { name: /^Services/ })
  const count = async () => Number((await tab.innerText()).replace(/\D/g, ''))
  const before = await count()
  await tab.click()
  await listReady(page, 'RADIUS Services')
  const opened = page.url()
  expect(new URL(opened).searchParams.get('tab')).toBe('services')

  // The form starts with the company, and Cancel returns to the tab.
  const add = page.getByRole('link', { name: 'Add service' })
  const customer = page.getByRole('combobox', { name: 'Customer', exact: true })
  await add.click()
  await expect.poll(() => customer.inputValue()).toContain(client.name)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await listReady(page, 'RADIUS Services')
  expect(page.url()).toBe(opened)

  await add.click()
  await expect.poll(() => customer.inputValue()).toContain(client.name)
  await page.getByRole('combobox', { name: 'Tariff', exact: true }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('textbox', { name: 'User name', exact: true }).fill('second-line@customer.example')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('correct-horse-battery')
  await page.getByRole('radio', { name: 'Assigned by the NAS' }).check()
  await page.getByRole('button', { name: 'Create service' }).click()
  // Where the list was cached, the new row waits behind "Show".
  const show = page.getByRole('button', { name: 'Show', exact: true })
  await expect
    .poll(async () => {
      if (await show.isVisible()) await show.click()
      return await namesOf(page, 'RADIUS Services')
    })
    .toContain('second-line@customer.example')
  expect(page.url()).toBe(opened)
  await expect.poll(count).toBe(before + 1)
})

test('the tabs have no accessibility violations and do not scroll sideways', async () => {
  const { page } = provider
  for (const [width, scheme] of [
    [1366, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: scheme })
    for (const search of ['', '?tab=services', '?tab=services&part=sessions', '?tab=addresses', '?tab=activity']) {
      await page.goto(`/company-management/summary/${client.id}${search}`)
      await page.getByRole('heading', { name: client.name }).waitFor()
      await settle(page)
      expect([width, search, ...(await violations(page)), ...(await sidewaysScroll(page))]).toEqual([width, search])
    }
  }
  await page.setViewportSize({ width: 1366, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
})

test('a service shows its usage by week, and links to its records', async () => {
  const { page } = provider
  const { data } = (await api(page, 'GET', `/network/service/index?company=${client.id}`)) as { data: { id: number }[] }
  await page.goto(`/services/details/${data[0]?.id}`)
  await page.getByRole('region', { name: 'State' }).waitFor()
  await page.getByText('Week', { exact: true }).click()
  await page.getByRole('button', { name: 'Change tariff' }).click()
  await page.getByRole('dialog', { name: /^Change tariff of / }).waitFor()
  await page.keyboard.press('Escape')
  await settle(page)
  expect([...(await violations(page)), ...(await sidewaysScroll(page))]).toEqual([])
})

test('a client sees its own page, without subnets and companies below', async () => {
  const visitor = await visit(browser, panel.origin)
  await signInDemo(visitor.page, 'admin', 'client')
  const { data } = (await api(provider.page, 'GET', `/user/index?search=${demoUser('admin', 'client')}`)) as {
    data: { company_id: number }[]
  }
  await visitor.page.goto(`/company-management/summary/${data[0]?.company_id}`)
  await visitor.page.getByRole('tab', { name: /^Users/ }).waitFor()
  const names = (await visitor.page.getByRole('tab').allInnerTexts()).map((name) => name.replace(/[\s\d]+$/, ''))
  expect(names).toEqual([
    'Overview',
    'Services',
    'Sites',
    'Devices',
    'Licences',
    'Users',
    'Invitations',
    'Graphs',
    'Activity',
    'Notes and files',
  ])
  await visitor.page.getByRole('tab', { name: /^Services/ }).click()
  await listReady(visitor.page, 'RADIUS Services')
  await expect.poll(() => visitor.page.getByRole('link', { name: 'Add service' }).count()).toBe(0)
})

test('its tabs, and those of a device, are on one line at every width, and reached by keyboard', async () => {
  const { page } = provider
  const size = page.viewportSize()
  const { data } = (await api(page, 'GET', '/hardware/index?perPage=25')) as { data: { id: number }[] }
  const lines = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((tabs) => new Set(tabs.map((tab) => Math.round(tab.getBoundingClientRect().top))).size)
  for (const width of [1366, 1024, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/company-management/summary/${client.id}`)
    await page.getByRole('tab', { name: 'Overview' }).waitFor()
    await settle(page)
    expect(await lines('[role=tab]')).toBe(1)
    await page.getByRole('tab', { name: 'Overview' }).focus()
    await page.keyboard.press('End')
    const last = page.getByRole('tab').last()
    expect(await last.evaluate((tab) => tab === document.activeElement)).toBe(true)
    const inView = async () => {
      const box = await last.boundingBox()
      return box !== null && box.x >= 0 && box.x + box.width <= width + 1
    }
    await expect.poll(inView).toBe(true)
    await settle(page)
    expect([...(await violations(page)), ...(await sidewaysScroll(page))]).toEqual([])
    await page.goto(`/hardware/${data[0]?.id}`)
    await page.locator('[data-tabs] a').first().waitFor()
    expect(await lines('[data-tabs] a')).toBe(1)
    await page.locator('[data-tabs] a').last().focus()
    await settle(page)
    expect(await sidewaysScroll(page)).toEqual([])
  }
  if (size) await page.setViewportSize(size)
})
