import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noRadius } from '../server/src/testing/radius-here.ts'
import { api } from './src/api.ts'
import { settle, sidewaysScroll, violations } from './src/audit-page.ts'
import { startBrowser, visit } from './src/browser.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { freeUdpPort } from './src/radius.ts'
import { signInDemo } from './src/sign-in.ts'

let panel: Panel
let browser: Browser

beforeAll(async () => {
  const radius = { authPort: await freeUdpPort(), acctPort: await freeUdpPort() }
  panel = await startPanel({ demo: true, ...(noRadius === undefined && { radius }) })
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await panel?.stop()
})

describe.skipIf(noRadius !== undefined)('extra attributes', () => {
  test.each([
    { width: 320, skin: 'dark' },
    { width: 1366, skin: 'light' },
  ] as const)(
    'are chosen from the installed dictionary by keyboard, at $width px and $skin',
    async ({ width, skin }) => {
      const { page, errors, close } = await visit(browser, panel.origin, { width, skin })
      await signInDemo(page, 'primary-admin', 'simrush')
      await expect
        .poll(async () => (await api(page, 'GET', '/network/radius/attributes')) as { loaded: boolean })
        .toMatchObject({ loaded: true })
      await page.goto('/tariffs/create')
      await page.getByRole('textbox', { name: 'Name' }).fill(`Attributes ${width}`)
      const first = page.getByRole('listitem', { name: 'Line 1' })
      await page.getByRole('button', { name: 'Add attribute' }).press('Enter')
      await expect
        .poll(() => first.getByLabel('Attribute').evaluate((one) => one === document.activeElement))
        .toBe(true)
      await page.keyboard.type('framed-mt')
      await page.getByRole('option', { name: /^Framed-MTU/ }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect.poll(() => first.getByLabel('Attribute').inputValue()).toBe('Framed-MTU')
      await first.getByLabel('Value').fill('big')
      await page.getByText('Enter a whole number from 0 to 4294967295').waitFor()
      await settle(page)
      expect([...(await violations(page)), ...(await sidewaysScroll(page))]).toEqual([])
      // The server's error is shown at its line.
      errors.allow(/422/)
      await page.getByRole('button', { name: 'Create tariff' }).click()
      await page
        .getByRole('alert')
        .getByRole('link', { name: /^Line 1: Value: Enter a whole number/ })
        .waitFor()
      await expect.poll(() => first.getByLabel('Value').getAttribute('aria-invalid')).toBe('true')
      await settle(page)
      expect([...(await violations(page)), ...(await sidewaysScroll(page))]).toEqual([])
      await first.getByLabel('Value').fill('1492')
      await page.getByText('Framed-MTU = 1492').waitFor()
      await page.getByText('6 of 2,000 octets').waitFor()
      await page.getByRole('button', { name: 'Create tariff' }).click()
      await page.getByRole('heading', { level: 1, name: 'RADIUS tariffs' }).waitFor()
      expect(errors.list).toEqual([])
      await close()
    },
  )
})
