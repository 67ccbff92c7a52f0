import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { undisturbedDevice, type AnsweringDevice } from './src/answering.ts'
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
  router = await undisturbedDevice(admin.page, 'router', '7.')
})
afterAll(async () => {
  await browser?.close()
  await panel?.stop()
})

/** What a user does with the configurations of a device, without the page. */
function configurationsOf(page: Page, { id }: AnsweringDevice) {
  const call = (path: string) => `/hardware/control/${id}/${path}`
  const dns = async () => ((await api(page, 'GET', call('ip/dns/index'))) as { data: { servers: string[] } }).data
  return {
    index: async () =>
      ((await api(page, 'GET', call('backup/index'))) as { data: { id: number; binary_state: string | null }[] }).data,
    dns,
    setDns: async (servers: string[]) => {
      await api(page, 'PUT', call('ip/dns/update'), { servers })
      await expect.poll(async () => (await dns()).servers).toEqual(servers)
    },
    backUp: async () => {
      const { data } = (await api(page, 'POST', call('backup/store'))) as { data: { id: number } }
      await expect
        .poll(async () => {
          const shown = (await api(page, 'GET', `/hardware/command/${data.id}/show`)) as { data: { state: string } }
          return shown.data.state
        })
        .toBe('done')
    },
  }
}

test('a configuration is restored with the keyboard on a phone', async () => {
  const { page, errors } = admin
  const { index, dns, setDns, backUp } = configurationsOf(page, router)
  const before = await dns()
  await backUp()
  const stored = (await index()).length
  const change = before.servers.includes('9.9.9.9') ? ['1.0.0.1'] : ['9.9.9.9']
  await setDns(change)
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

test('a binary backup is loaded with the keyboard on a phone, once the serial number of the device is typed', async () => {
  const { page, errors } = admin
  // The panel copies the file over SSH, which the older routers of the demo have.
  const device = await undisturbedDevice(page, 'router', '6.')
  const { index, dns, setDns, backUp } = configurationsOf(page, device)
  const before = await dns()
  await backUp()
  await setDns(before.servers.includes('9.9.9.9') ? ['1.0.0.1'] : ['9.9.9.9'])
  await backUp()
  expect((await index())[1]?.binary_state).toBe('stored')

  await page.goto(`/hardware/${device.id}?tab=backups`)
  const actions = page.getByRole('button', { name: /^Actions for the configuration/ })
  await actions.nth(1).waitFor()
  await actions.nth(1).focus()
  await page.keyboard.press('Enter')
  const entry = page.getByRole('menuitem', { name: 'Load binary backup', exact: true })
  await entry.waitFor()
  for (let n = 0; n < 12 && !(await entry.evaluate((item) => item === document.activeElement)); n++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog')
  await dialog.getByText('The last resort.', { exact: false }).waitFor()
  await dialog.getByText('Added lines: 1. Removed lines: 1.').waitFor()
  const field = dialog.getByLabel('Serial number of the device')
  const load = dialog.getByRole('button', { name: 'Load backup and restart', exact: true })
  await settle(page)
  expect([...(await violations(page)), ...(await sidewaysScroll(page))]).toEqual([])
  expect(await load.isDisabled()).toBe(true)

  errors.allow(/status of 422/)
  await field.focus()
  await page.keyboard.type('HG-OTHER')
  await page.keyboard.press('Enter')
  await dialog.getByText('This is not the serial number of the device.', { exact: true }).waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
  await settle(page)
  expect([...(await violations(page)), ...(await sidewaysScroll(page))]).toEqual([])
  expect((await dns()).servers).not.toEqual(before.servers)

  await page.keyboard.press('Control+A')
  await page.keyboard.type(device.serial_number)
  await dialog.getByText('This is not the serial number of the device.').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await dns()).servers, { timeout: 60_000 }).toEqual(before.servers)
  expect(errors.list).toEqual([])
})
