import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from './src/api.ts'
import { settle, sidewaysScroll, violations } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { signInDemo } from './src/sign-in.ts'

let panel: Panel
let browser: Browser
/** The admin of a reseller with a client that has a site. */
let reseller: Visitor
let site: string
let deviceId: number

const started = Date.now()
beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser()
  reseller = await visit(browser, panel.origin)
  await signInDemo(reseller.page, 'admin', 'reseller')
  const { data } = (await api(reseller.page, 'GET', '/company/list?type_id=client')) as { data: { id: number }[] }
  site = 'Harbour office'
  await api(reseller.page, 'POST', '/site/store', { name: site, company_id: data[0]?.id, time_zone: 'Europe/London' })
})
afterAll(async () => {
  console.log(`hardware: ${Math.round((Date.now() - started) / 1000)} s`)
  await browser?.close()
  await panel?.stop()
})

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** Types into a picker and selects the first result. */
async function selectResult(page: Page, label: string, text: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label, exact: true })
  await box.fill(text)
  await page.getByRole('option', { name: text }).first().click()
  await expect.poll(() => box.inputValue()).toContain(text)
}

/** Findings of axe and horizontal overflow on the current page. */
async function errorsOf(page: Page): Promise<string[]> {
  await settle(page)
  return [...(await violations(page)), ...(await sidewaysScroll(page))]
}

describe('a device', () => {
  test('is created from its model, which sets the other fields and limits the warranty', async () => {
    const { page } = reseller
    await page.goto('/hardware/create')
    await heading(page, 'New device')
    await selectResult(page, 'Model', 'hAP ax³')
    await expect.poll(() => page.getByRole('combobox', { name: 'Manufacturer' }).inputValue()).toBe('MikroTik')
    await expect.poll(() => page.getByRole('combobox', { name: 'Type', exact: true }).inputValue()).not.toBe('')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Quay router')
    await page.getByRole('textbox', { name: 'Serial number' }).fill('E2E000001')
    await page.getByRole('textbox', { name: 'MAC address' }).fill('48a9.8a01.0203')
    const warranty = page.getByLabel('Warranty until')
    await expect.poll(() => warranty.getAttribute('max')).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    await warranty.fill('2199-01-01')
    await page.getByRole('button', { name: 'Create device' }).click()
    await page.getByText('The warranty of this model is not longer').first().waitFor()
    await warranty.fill((await warranty.getAttribute('max')) as string)
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill('198.51.100.7')
    await page.getByLabel('Password', { exact: true }).fill('a sealed secret')
    await page.getByRole('button', { name: 'Create device' }).click()
    await heading(page, 'Quay router')
    deviceId = Number(/\/hardware\/(\d+)$/.exec(page.url())?.[1])
    await page.getByText('48:A9:8A:01:02:03').waitFor()
    await page.getByText('No connection details yet').waitFor()
    await page.getByText('Stored encrypted').waitFor()
    expect(await page.content()).not.toContain('a sealed secret')
    expect(await errorsOf(page)).toEqual([])
  })

  test('is found, added to a site and removed from it', async () => {
    const { page } = reseller
    await page.goto('/hardware/list')
    await heading(page, 'Hardware')
    await page.getByRole('searchbox').fill('E2E0000')
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: 'Select Quay router' }).check()
    await page.getByRole('button', { name: 'Add to site' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The company of the site becomes the owner.').waitFor()
    await selectResult(page, 'Site', site)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add to site' }).click()
    await page.locator('tbody').getByText(site).waitFor()
    await page.getByRole('checkbox', { name: 'Select Quay router' }).check()
    await page.getByRole('button', { name: 'Remove from site' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from site' }).click()
    await expect.poll(() => page.locator('tbody').getByText(site).count()).toBe(0)
  })

  test('that is in use cannot be deleted, and the panel shows what uses it', async () => {
    const { page, errors } = reseller
    const { data: found } = (await api(page, 'GET', '/site/list')) as { data: { id: number }[] }
    await api(page, 'PUT', `/site/${found[0]?.id}/hardware/add`, { hardwareIds: [deviceId] })
    await api(page, 'POST', '/network/nas/store', {
      name: 'Quay NAS',
      address: '198.51.100.7',
      vendor: 'mikrotik',
      purposes: ['pppoe'],
      hardware_id: deviceId,
    })
    errors.allow(/status of 409 .*\/hardware\/deassociation/)
    await page.goto(`/hardware/${deviceId}`)
    await page.getByRole('link', { name: 'NAS Quay NAS' }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Remove from site' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Remove from site' }).click()
    await dialog.getByText('No device was removed').waitFor()
    await dialog.getByRole('listitem').filter({ hasText: 'NAS Quay NAS' }).waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(errors.list.splice(0)).toEqual([])
  })
})

test('a device in the trash is not queried, and is recovered from its page', async () => {
  const { page, errors } = reseller
  const { data: models } = (await api(page, 'GET', '/hardware/model/index')) as { data: { id: number }[] }
  const { data: owner } = (await api(page, 'GET', '/company/list?type_id=client')) as { data: { id: number }[] }
  const { data: device } = (await api(page, 'POST', '/hardware/store', {
    name: 'Spare router',
    model: models[0]?.id,
    company_id: owner[0]?.id,
  })) as { data: { id: number } }
  await page.goto(`/hardware/${device.id}`)
  await heading(page, 'Spare router')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click()
  const banner = page.getByRole('region', { name: 'In the trash' })
  await banner.waitFor()
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/hardware/control/') && calls.push(request.url()))
  await page.reload()
  await banner.waitFor()
  await page.goto(`/hardware/${device.id}/lan`)
  await page.getByText('Devices in the trash are not read').waitFor()
  expect(await errorsOf(page)).toEqual([])
  expect(calls).toEqual([])
  await banner.getByRole('button', { name: 'Recover' }).click()
  await banner.waitFor({ state: 'detached' })
  expect(errors.list.splice(0)).toEqual([])
})

describe('the import of devices', () => {
  const csv = [
    'Name;Seriennummer;Modell;Bauform;Kennwort',
    'Imported one;IMP001;hAP ax³;x;secret one',
    'Imported two;IMP002;hAP ax³;x;secret two',
    'Imported bad;IMP003;hAP of nobody;x;secret three',
  ].join('\r\n')

  test('shows errors, skips the rows, and links to the imported ones', async () => {
    const { page, errors } = reseller
    await page.goto('/hardware/upload')
    await heading(page, 'Import hardware')
    expect(await errorsOf(page)).toEqual([])
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'devices.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await page.waitForURL(/import=\d+/)
    await page.getByText('1 error', { exact: true }).waitFor()
    await page.getByRole('cell', { name: 'No such model.' }).waitFor()
    // An unknown column can be skipped, and secrets are masked.
    await expect.poll(() => page.getByRole('combobox', { name: 'Field for Bauform' }).inputValue()).toBe('')
    expect(await page.content()).not.toContain('secret one')
    expect(await errorsOf(page)).toEqual([])

    // Another page, and back to the address.
    const address = page.url()
    await page.goto('/hardware/list')
    await page.goto(address)
    await page.getByText('1 error', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.getByText('The file has rows with errors.').first().waitFor()
    await page.getByRole('radio', { name: 'Skip rows with errors', exact: true }).check()
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await page.locator('#main').getByText('Done: 2 created, 0 updated.').waitFor()
    expect(await errorsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Show new rows' }).click()
    await heading(page, 'Hardware')
    await page.getByRole('link', { name: 'Imported one' }).waitFor()
    await page.getByRole('link', { name: 'Imported two' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Quay router' }).count()).toBe(0)
    expect(errors.list.splice(0)).toEqual([])
  })

  test('rejects a file that is not a table, with the reason', async () => {
    const { page, errors } = reseller
    await page.goto('/hardware/upload')
    await heading(page, 'Import hardware')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'devices.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    await page.getByText('Choose a CSV or XLSX file.').waitFor()
    errors.allow(/status of 422 .*\/hardware\/import/)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'devices.csv', mimeType: 'text/csv', buffer: Buffer.from('%PDF-1.7\n') })
    await page.getByText('This is a PDF.').waitFor()
    expect(errors.list.splice(0)).toEqual([])
  })
})

test('the provider can change the catalogue, and a reseller can view it', async () => {
  const { page } = reseller
  await page.goto('/hardware/models/list?search=hAP ax³')
  await heading(page, 'Hardware models')
  await page.getByRole('cell', { name: 'hAP ax³' }).first().waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Add model' }).count()).toBe(0)
  await page.goto('/hardware/models/create')
  await page.waitForURL(/error-404/)
  await page.goto('/hardware/dpk')
  await heading(page, '.DPK files')
  await expect.poll(() => page.getByRole('button', { name: 'Upload package' }).count()).toBe(0)

  const provider = await visit(browser, panel.origin)
  await signInDemo(provider.page, 'admin', 'simrush')
  await provider.page.goto('/hardware/dpk')
  await provider.page.getByRole('button', { name: 'Upload package' }).click()
  const dialog = provider.page.getByRole('dialog')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'brand.dpk', mimeType: 'application/octet-stream', buffer: Buffer.from('no package') })
  await selectResult(provider.page, 'Manufacturer', 'MikroTik')
  provider.errors.allow(/status of 422 .*\/dpk\/store/)
  await dialog.getByRole('button', { name: 'Upload package' }).click()
  await dialog.getByText('Must be a branding package for RouterOS').first().waitFor()
  expect(await violations(provider.page)).toEqual([])
  const body = Buffer.concat([Buffer.from('fb0f10a1', 'hex'), Buffer.from([4, 0, 0, 0]), Buffer.from('logo')])
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'brand.dpk', mimeType: 'application/octet-stream', buffer: body })
  await dialog.getByRole('button', { name: 'Upload package' }).click()
  await provider.page.getByRole('cell', { name: 'brand.dpk' }).waitFor()
  expect(provider.errors.list.splice(0)).toEqual([])
  await provider.close()
})
