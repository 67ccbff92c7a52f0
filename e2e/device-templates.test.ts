import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentViolations, sidewaysScroll } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { signInDemo } from './src/sign-in.ts'

let panel: Panel
let browser: Browser
let admin: Visitor

beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser()
  admin = await visit(browser, panel.origin)
  await signInDemo(admin.page, 'admin', 'simrush')
})
afterAll(async () => {
  await browser?.close()
  await panel?.stop()
})

test('a template with a variable names the devices that lack its value, until the company has one', async () => {
  const { page, errors } = admin
  await page.goto('/device-templates/create')
  await page.getByRole('textbox', { name: 'Name' }).fill('Logging')
  await page.getByRole('checkbox', { name: 'Syslog server' }).press('Space')
  await page
    .getByRole('textbox', { name: /address|server/i })
    .last()
    .fill('{{log_server}}')
  expect(await currentViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Create template' }).press('Enter')
  await page.getByRole('link', { name: 'Logging' }).first().click()
  await page.getByText('Variables without a value').waitFor()
  await page.getByText('log_server').first().waitFor()
  expect(await currentViolations(page)).toEqual([])
  expect(errors.list.splice(0)).toEqual([])
})

test('differences of a device are listed by field, and accepted as exceptions with a note', async () => {
  const { page, errors } = admin
  const rows = page.getByRole('row').filter({ hasText: 'Open' })
  // The devices are compared at their next reading.
  await expect
    .poll(
      async () => {
        await page.goto('/device-templates/drift')
        await page
          .getByText(/^1–|No differences/)
          .first()
          .waitFor()
        return rows.count()
      },
      { timeout: 120_000, interval: 2000 },
    )
    .toBeGreaterThan(0)
  expect(await currentViolations(page)).toEqual([])
  await rows.first().getByRole('button').last().press('Enter')
  await page.getByRole('menuitem', { name: 'Accept as exception' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('The customer has an own server')
  await dialog.getByRole('button', { name: 'Accept as exception' }).press('Enter')
  await page.getByText('Accepted as exception').first().waitFor()
  expect(errors.list.splice(0)).toEqual([])
})

test('at 320 px in the dark, templates and differences have no findings of axe', async () => {
  const { page, errors, close } = await visit(browser, panel.origin, { width: 320, height: 720, skin: 'dark' })
  await signInDemo(page, 'admin', 'simrush')
  for (const path of ['/device-templates/list', '/device-templates/create', '/device-templates/drift']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect([path, ...(await currentViolations(page)), ...(await sidewaysScroll(page))]).toEqual([path])
  }
  expect(errors.list.splice(0)).toEqual([])
  await close()
})
