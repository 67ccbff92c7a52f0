import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settle, sidewaysScroll, violations } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { signInDemo } from './src/sign-in.ts'

let panel: Panel
let browser: Browser
let reseller: Visitor

const started = Date.now()
beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser()
  reseller = await visit(browser, panel.origin)
  await signInDemo(reseller.page, 'admin', 'reseller')
})
afterAll(async () => {
  console.log(`user import: ${Math.round((Date.now() - started) / 1000)} s`)
  await browser?.close()
  await panel?.stop()
})

test('users of a file are invited, and rows with errors are skipped', async () => {
  const { page, errors } = reseller
  await page.goto('/user-management/list')
  await page.getByRole('link', { name: 'Import users' }).click()
  await page.getByRole('heading', { level: 1, name: 'Import users', exact: true }).waitFor()
  const csv = [
    'E-mail,Role,First name,Last name,Send invitation',
    'nora@imported.example,editor,Nora,North,yes',
    'sven@imported.example,read-only,Sven,South,no',
    'no address,editor,,,',
  ].join('\r\n')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.waitForURL(/import=\d+/)
  await page.getByText('1 error', { exact: true }).waitFor()
  await settle(page)
  expect([...(await violations(page)), ...(await sidewaysScroll(page))]).toEqual([])
  await page.getByRole('radio', { name: 'Skip rows with errors', exact: true }).check()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await page.locator('#main').getByText('Done: 2 created, 0 updated.').waitFor()
  await page.getByRole('link', { name: 'Show new rows' }).click()
  await page.getByText('nora@imported.example').first().waitFor()
  await page.getByText('sven@imported.example').first().waitFor()
  expect(errors.list.splice(0)).toEqual([])
})
