import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from './src/api.ts'
import { currentViolations, sidewaysScroll } from './src/audit-page.ts'
import { startBrowser, visit } from './src/browser.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { demoUser, fillSignIn, formOf, signInDemo } from './src/sign-in.ts'

let panel: Panel
let browser: Browser

beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await panel?.stop()
})

const picture = (page: Page, name: string) =>
  process.env['PICTURES'] === undefined
    ? Promise.resolve()
    : page.screenshot({ path: `${process.env['PICTURES']}/${name}.png`, fullPage: true })

test('a company below is given sign-in rules, and an invalid time is rejected at its field', async () => {
  const { page, errors, close } = await visit(browser, panel.origin)
  await signInDemo(page, 'admin', 'simrush')
  const { data } = (await api(page, 'GET', `/user/index?search=${demoUser('editor', 'client')}`)) as {
    data: { company_id: number }[]
  }
  await page.goto(`/company-management/summary/${data[0]?.company_id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Sign-in rules' }).click()
  const dialog = page.getByRole('dialog')
  const idle = dialog.getByLabel(/^Unused sessions end after/)
  await idle.fill('5')
  await dialog.getByRole('switch', { name: 'Require two-factor sign-in' }).press('Space')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.getByText(/15/).last().waitFor()
  expect(await idle.getAttribute('aria-invalid')).toBe('true')
  expect(await currentViolations(page)).toEqual([])
  await picture(page, 'sign-in-rules')
  await idle.fill('60')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('Sign-in rules saved.').waitFor()
  errors.list.splice(0)
  await close()
})

test('a user without the required second factor sees on a phone only the page that asks for it', async () => {
  const { page, errors, close } = await visit(browser, panel.origin, { width: 320, height: 720, skin: 'dark' })
  await page.goto('/login')
  await fillSignIn(page, { email: demoUser('editor', 'client'), form: formOf('client') })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const start = page.getByRole('button', { name: /Set up/ })
  await start.waitFor()
  expect([...(await currentViolations(page)), ...(await sidewaysScroll(page))]).toEqual([])
  await picture(page, 'two-factor-required')
  // No other address leads past it.
  await page.goto('/hardware/list')
  await start.waitFor()
  errors.list.splice(0)
  await close()
})
