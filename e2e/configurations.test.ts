import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstAnswering, type AnsweringDevice } from './src/answering.ts'
import { api } from './src/api.ts'
import { settle, sidewaysScroll, violations } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { signInDemo } from './src/sign-in.ts'

let panel: Panel
let browser: Browser
let admin: Visitor
let router: AnsweringDevice

beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser()
  admin = await visit(browser, panel.origin, { width: 360, height: 780 })
  await signInDemo(admin.page, 'admin', 'simrush')
  router = await firstAnswering(admin.page, 'router')
})
afterAll(async () => {
  await browser?.close()
  await panel?.stop()
})

test('a configuration is restored with the keyboard on a phone', async () => {
  const { page, errors } = admin
  const call = (path: string) => `/hardware/control/${router.id}/${path}`
  const index = async () =>
    ((await api(page, 'GET', call('backup/index'))) as { data: { id: number; reason: string }[] }).data
  const backUp = async () => {
    const { data } = (await api(page, 'POST', call('backup/store'))) as { data: { id: number } }
    await expect
      .poll(async () => {
        const shown = (await api(page, 'GET', `/hardware/command/${data.id}/show`)) as { data: { state: string } }
        return shown.data.state
      })
      .toBe('done')
  }
  const dns = async () => ((await api(page, 'GET', call('ip/dns/index'))) as { data: { servers: string[] } }).data
  const before = await dns()
  await backUp()
  const stored = (await index()).length
  const change = before.servers.includes('9.9.9.9') ? ['1.0.0.1'] : ['9.9.9.9']
  await api(page, 'PUT', call('ip/dns/update'), { servers: change })
  await expect.poll(async () => (await dns()).servers).toEqual(change)
  await backUp()
  await expect.poll(async () => (await index()).length).toBe(stored + 1)

  await page.goto(`/hardware/${router.id}?tab=backups`)
  const actions = page.getByRole('button', { name: /^Actions for the configuration/ })
  await actions.nth(1).waitFor()
  await settle(page)
  expect([...(await violations(page)), ...(await sidewaysScroll(page))]).toEqual([])
  await actions.nth(1).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Compare with the device now' }).waitFor()
  await page.getByRole('menuitem', { name: 'Compare with the device now' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(/^Read from the device at/).waitFor()
  await page.getByText('Added lines: 1. Removed lines: 1.').waitFor()
  await settle(page)
  expect([...(await violations(page)), ...(await sidewaysScroll(page))]).toEqual([])

  await actions.nth(1).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Restore configuration' }).waitFor()
  await page.getByRole('menuitem', { name: 'Restore configuration' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('/ip dns set').waitFor()
  await settle(page)
  expect([...(await violations(page)), ...(await sidewaysScroll(page))]).toEqual([])
  await dialog.getByRole('button', { name: 'Restore configuration' }).focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await dns()).servers, { timeout: 30_000 }).toEqual(before.servers)
  expect(errors.list).toEqual([])
})
