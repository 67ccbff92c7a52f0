import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageFile } from '../simulator/src/router/npk.ts'
import { api } from './src/api.ts'
import { settle, sidewaysScroll, violations } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { signInDemo } from './src/sign-in.ts'

let panel: Panel
let browser: Browser
/** A router of the demo with the main package only. */
let device: Device
const version = '7.21.2'

interface Device {
  id: number
  name: string
  architecture: string
}

/** A router of version 7 that needs no further package; undefined if none has been read yet. */
async function findDevice(page: Page): Promise<Device> {
  const { data: rows } = (await api(page, 'GET', '/hardware/index?perPage=200')) as {
    data: { id: number; name: string; online_status: string; routeros_version: string | null }[]
  }
  for (const { id, name, online_status, routeros_version } of rows) {
    if (online_status !== 'online' || routeros_version?.startsWith('7.') !== true) continue
    const { data } = (await api(page, 'GET', `/hardware/control/${id}/live/show`)) as {
      data: { architecture: string | null; packages: string[] }
    }
    if (data.packages.join(',') === 'routeros' && data.architecture !== null)
      return { id, name, architecture: data.architecture === 'x86_64' ? 'x86' : data.architecture }
  }
  return undefined as never
}

beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await panel?.stop()
})

/** Pictures of a run, for a look at them: `PICTURES=folder`. */
const picture = async (page: Page, name: string) => {
  const folder = process.env['PICTURES']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
const findings = async ({ page, errors }: Visitor) => {
  await settle(page)
  return [...(await violations(page)), ...(await sidewaysScroll(page)), ...errors.list.splice(0)]
}
/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, role: 'button' | 'radio' | 'combobox' | 'textbox', name: string | RegExp, max = 60) {
  const target = page.getByRole(role, { name }).first()
  await target.waitFor()
  for (let at = 0; at < max; at++) {
    if (await target.evaluate((element) => element === document.activeElement)) return target
    await page.keyboard.press('Tab')
  }
  throw new Error(`${role} ${String(name)} is not reached by Tab`)
}

test(
  'a package is uploaded, and a device of the list is upgraded to it, by keyboard',
  { timeout: 300_000 },
  async () => {
    const admin = await visit(browser, panel.origin)
    const { page, errors } = admin
    await signInDemo(page, 'admin', 'reseller')
    // The first readings take some seconds.
    await expect.poll(async () => (device = await findDevice(page)), { timeout: 60_000, interval: 2000 }).toBeDefined()

    await page.goto('/rollouts/packages')
    await page.getByText('No packages', { exact: true }).waitFor()
    expect(await findings(admin)).toEqual([])
    await page.getByRole('button', { name: 'Upload package' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Upload package' })
    const suffix = device.architecture === 'x86' ? '' : `-${device.architecture}`
    const file = { name: `routeros-${version}${suffix}.npk`, mimeType: 'application/octet-stream' }
    errors.allow(/status of 422/)
    await dialog.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from('no package') })
    await dialog.getByRole('button', { name: 'Upload package' }).click()
    await dialog.getByText('Must be a RouterOS package (.npk).').first().waitFor()
    expect(await findings(admin)).toEqual([])
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ ...file, buffer: packageFile({ name: 'routeros', version, architecture: device.architecture }) })
    await dialog.getByRole('button', { name: 'Upload package' }).click()
    await page.getByText(`routeros-${version}-${device.architecture}.npk`).first().waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await findings(admin)).toEqual([])
    await picture(page, 'packages')

    await page.goto(`/hardware/list?search=${encodeURIComponent(`id:${device.id}`)}`)
    const box = page.getByRole('checkbox', { name: new RegExp(device.name) }).first()
    await box.focus()
    await page.keyboard.press('Space')
    const bar = page.getByRole('region', { name: /selected|Selection|Actions/i })
    await bar.getByRole('button', { name: /^More/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Upgrade…' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Plan upgrade' }).waitFor()
    await page.getByText('1 device selected in the list.').waitFor()

    await (await tabTo(page, 'textbox', 'Name')).pressSequentially('Spring')
    await tabTo(page, 'radio', /^Download from MikroTik/)
    await page.keyboard.press('ArrowDown')
    const select = await tabTo(page, 'combobox', /Uploaded version/)
    await picture(page, 'form')
    expect(await findings(admin)).toEqual([])
    await select.focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: new RegExp(`^${version.replaceAll('.', '\\.')}`) }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await tabTo(page, 'button', 'Plan upgrade')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor()
    await page.getByText('Check the order and the versions, then start.').waitFor()
    await picture(page, 'planned')
    expect(await findings(admin)).toEqual([])
    await tabTo(page, 'button', 'Start upgrade')
    await page.keyboard.press('Enter')
    const confirm = page.getByRole('dialog', { name: 'Start Spring?' }).getByRole('button', { name: 'Start upgrade' })
    await confirm.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Every device has a result.').waitFor({ timeout: 180_000 })
    await picture(page, 'finished')
    await page.getByText('Upgraded', { exact: true }).first().waitFor()
    expect(await findings(admin)).toEqual([])
    await admin.close()
  },
)

test(
  'settings of a device of the list are changed, after the differences were shown, by keyboard',
  { timeout: 300_000 },
  async () => {
    const admin = await visit(browser, panel.origin)
    const { page } = admin
    await signInDemo(page, 'admin', 'reseller')
    await expect.poll(async () => (device = await findDevice(page)), { timeout: 60_000, interval: 2000 }).toBeDefined()
    await page.goto(`/rollouts/change?devices=${device.id}`)
    await page.getByRole('heading', { level: 1, name: 'Change settings' }).waitFor()
    await page.getByText('1 device selected in the list.').waitFor()
    await (await tabTo(page, 'textbox', 'Name')).pressSequentially('New servers')
    await tabTo(page, 'button', 'Plan change')
    await page.keyboard.press('Enter')
    await page.getByText('Select at least one setting.').first().waitFor()
    expect(await findings(admin)).toEqual([])
    await page.getByRole('checkbox', { name: 'DNS servers' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('checkbox', { name: 'Address list' }).focus()
    await page.keyboard.press('Space')
    await (await tabTo(page, 'textbox', /^Servers/)).pressSequentially('192.0.2.53, 192.0.2.5x')
    await (await tabTo(page, 'textbox', /^Name of the list/)).pressSequentially('office')
    await (await tabTo(page, 'textbox', /^Prefixes/)).pressSequentially('198.51.100.0/24')
    await tabTo(page, 'button', 'Plan change')
    await page.keyboard.press('Enter')
    // The error is at the field of the form, not at the path of the call.
    await page
      .getByRole('textbox', { name: /^Servers/ })
      .and(page.locator('[aria-invalid=true]'))
      .waitFor()
    await page.getByRole('textbox', { name: /^Servers/ }).fill('192.0.2.53')
    await picture(page, 'change-form')
    expect(await findings(admin)).toEqual([])
    await tabTo(page, 'button', 'Plan change')
    await page.keyboard.press('Enter')
    await page.getByText('Check what would change, then start.').waitFor({ timeout: 60_000 })
    await page.getByText('198.51.100.0/24').first().waitFor()
    await picture(page, 'change-planned')
    expect(await findings(admin)).toEqual([])
    await tabTo(page, 'button', 'Start change')
    await page.keyboard.press('Enter')
    const confirm = page
      .getByRole('dialog', { name: 'Start New servers?' })
      .getByRole('button', { name: 'Start change' })
    await confirm.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Every device has a result.').waitFor({ timeout: 120_000 })
    await page.getByText('Changed', { exact: true }).first().waitFor()
    await picture(page, 'change-finished')
    expect(await findings(admin)).toEqual([])
    await admin.close()
  },
)

test('at 320 px, light and dark, the screens of upgrades have no findings of axe', { timeout: 200_000 }, async () => {
  for (const skin of ['light', 'dark'] as const) {
    const admin = await visit(browser, panel.origin, { width: 320, height: 780, skin })
    const { page } = admin
    await signInDemo(page, 'admin', 'reseller')
    const { data } = (await api(page, 'GET', '/rollout/index')) as { data: { id: number }[] }
    for (const [name, path] of [
      ['list', '/rollouts/list'],
      ['packages', '/rollouts/packages'],
      ['form', `/rollouts/create?devices=${device.id}`],
      ['change', `/rollouts/change?devices=${device.id}`],
      ['page', `/rollouts/details/${data[0]!.id}`],
    ] as const) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (name === 'form') await page.getByText('Uploaded version, which devices').click()
      if (name === 'page') await page.getByText('Every device has a result.').waitFor()
      expect([name, skin, ...(await findings(admin))]).toEqual([name, skin])
      await picture(page, `phone-${name}-${skin}`)
    }
    await admin.close()
  }
})
