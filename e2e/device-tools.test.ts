import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allAnswering, firstAnswering, type AnsweringDevice as Device } from './src/answering.ts'
import { currentViolations } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { signInDemo } from './src/sign-in.ts'

let panel: Panel
let browser: Browser
let admin: Visitor
let router: Device
let other: Device

beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser()
  admin = await visit(browser, panel.origin)
  await signInDemo(admin.page, 'admin', 'simrush')
  router = await firstAnswering(admin.page, 'lte-router')
  ;[other] = (await allAnswering(admin.page, 'router', 1)) as [Device]
})
afterAll(async () => {
  await browser?.close()
  await panel?.stop()
})

const open = async (page: Page, device: Device, query = '') => {
  await page.goto(`/hardware/${device.id}/tools${query}`)
  await page
    .getByRole('navigation', { name: 'Pages of this device' })
    .locator('a[aria-current=page]', { hasText: 'Tools' })
    .waitFor()
  await page.getByRole('combobox', { name: 'Tool', exact: true }).waitFor()
}
const result = (page: Page) => page.getByRole('region', { name: /^Result:/ })
const picture = (page: Page, name: string) =>
  process.env['PICTURES'] === undefined
    ? Promise.resolve()
    : page.screenshot({ path: `${process.env['PICTURES']}/${name}.png`, fullPage: true })

test('a ping is started by the keyboard, shows its rows, and is listed with its result', async () => {
  const { page, errors } = admin
  await open(page, router)
  const address = page.getByRole('textbox', { name: 'Address or host name' })
  // The gateway of the device is proposed.
  await expect.poll(() => address.inputValue()).toMatch(/^\d+\.\d+/)
  const packets = page.getByRole('textbox', { name: 'Packets' })
  await packets.fill('2')
  await page.keyboard.press('Enter')
  await result(page).getByText('2 of 2 packets returned.').waitFor({ timeout: 20_000 })
  expect(await result(page).getByRole('row').count()).toBe(3)
  await page.getByRole('region', { name: 'Runs' }).getByText('2 of 2 packets returned.').first().waitFor()
  expect(await currentViolations(page)).toEqual([])
  await picture(page, 'tools-ping')
  // The run is in the address.
  await page.reload()
  await result(page).getByText('2 of 2 packets returned.').waitFor()
  expect(errors.list.splice(0)).toEqual([])
})

test('an invalid address is reported at its field', async () => {
  const { page, errors } = admin
  await open(page, router)
  const address = page.getByRole('textbox', { name: 'Address or host name' })
  await address.fill('not a host')
  await page.keyboard.press('Enter')
  await page.getByText('Enter an IP address or a host name.').waitFor()
  expect(await currentViolations(page)).toEqual([])
  errors.list.splice(0)
})

test('live bandwidth is drawn while it is measured, and stopped by its button', async () => {
  const { page, errors } = admin
  await open(page, router, '?tool=traffic')
  await page.getByRole('combobox', { name: 'Interface' }).waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('figure', { name: /Bandwidth of/ }).waitFor({ timeout: 20_000 })
  expect(await currentViolations(page)).toEqual([])
  await picture(page, 'tools-traffic')
  await result(page).getByRole('button', { name: 'Stop' }).click()
  await result(page)
    .getByText(/Stopped by/)
    .waitFor()
  expect(errors.list.splice(0)).toEqual([])
})

test('a cable test is confirmed before it runs', async () => {
  const { page, errors } = admin
  await open(page, other, '?tool=cable-test')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/link of the port may go down/).waitFor()
  expect(await currentViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await result(page).getByText('One result.').waitFor({ timeout: 20_000 })
  expect(errors.list.splice(0)).toEqual([])
})

test('the command line completes words, keeps its history, and confirms a change', async () => {
  const { page, errors } = admin
  await open(page, router)
  const line = page.getByRole('combobox', { name: 'Line' })
  await line.click()
  await page.keyboard.type('/ip/add')
  const list = page.getByRole('listbox', { name: 'Completions' })
  await list.getByRole('option', { name: 'address', exact: true }).waitFor()
  expect(await currentViolations(page)).toEqual([])
  await picture(page, 'console-completion')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => line.inputValue()).toBe('/ip/address')
  await page.keyboard.type('/print')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  const replies = page.getByRole('log', { name: 'Replies' })
  await replies.getByRole('table').first().waitFor()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => line.inputValue()).toBe('/ip/address/print')
  await line.fill('/system/reboot')
  await page.keyboard.press('Enter')
  await replies.getByRole('alert').getByText('is not a command that reads').waitFor()
  await line.fill('/ip/firewall/address-list/add list=guests address=192.0.2.77')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('rolls back by itself').waitFor()
  expect(await currentViolations(page)).toEqual([])
  await picture(page, 'console-confirm')
  await dialog.getByRole('button', { name: 'Apply to device' }).click()
  await page.locator('#main').getByText('Applied and verified on the device.').waitFor({ timeout: 60_000 })
  expect(await currentViolations(page)).toEqual([])
  errors.list.splice(0)
})

test.each(['light', 'dark'] as const)('the page fits a width of 320 pixels (%s)', async (skin) => {
  const phone = await visit(browser, panel.origin, { skin, width: 320, height: 640 })
  await signInDemo(phone.page, 'admin', 'simrush')
  await open(phone.page, router)
  await phone.page.getByRole('region', { name: 'Runs' }).getByRole('table').waitFor()
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(await currentViolations(phone.page)).toEqual([])
  await picture(phone.page, `tools-phone-${skin}`)
  await phone.page.close()
})
