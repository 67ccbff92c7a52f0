import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row, Session } from '../routeros/src/index.ts'
import { api } from './src/api.ts'
import { ansibleRows, hasAnsible } from './src/ansible.ts'
import { hasLibrouteros, openRouter, librouterosRows, placeOf, type RouterTarget } from './src/at-router.ts'
import { currentViolations, violations } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { signInDemo } from './src/sign-in.ts'

let panel: Panel
let browser: Browser
let provider: Visitor
let client: Visitor

interface Controller {
  hardware_id: number
  hardware_name: string
  stack: 'caps-man' | 'wifi-capsman' | 'local-wireless' | 'local-wifi'
}
/** A site of the client with a router that broadcasts Wi-Fi, and a direct connection to that router. */
let site: { id: number; name: string }
let controller: Controller
let router: Session
let place: RouterTarget
/** Menus of its Wi-Fi system. */
let root: string

const started = Date.now()

beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser()
  provider = await visit(browser, panel.origin)
  client = await visit(browser, panel.origin, { width: 320, height: 640 })
  await signInDemo(provider.page, 'admin', 'simrush')
  await signInDemo(client.page, 'admin', 'client')
  ;({ site, controller } = await firstWithWifi(client.page))
  root = controller.stack === 'caps-man' ? 'caps-man' : 'interface/wifi'
  place = await placeOf(panel, provider.page, controller.hardware_id)
  router = await openRouter(place)
})
afterAll(async () => {
  console.log(`wifi: ${Math.round((Date.now() - started) / 1000)} s`)
  await router?.close()
  await browser?.close()
  await panel?.stop()
})

interface Settings {
  data: { id: number; hardware_id: number; ssid: string; state: string }[]
  controllers: Controller[]
}
const settingsOf = (page: Page, id: number) => api(page, 'GET', `/site/${id}/wifi/setting/index`) as Promise<Settings>

/** The first site of the caller with a reachable controller; the simulated routers start after the first page. */
async function firstWithWifi(page: Page): Promise<{ site: { id: number; name: string }; controller: Controller }> {
  const { data } = (await api(page, 'GET', '/site/index?perPage=50')) as { data: { id: number; name: string }[] }
  for (;;) {
    for (const one of data) {
      const read = (await api(page, 'PUT', `/site/${one.id}/wifi/refresh`)) as {
        data: { hardware_id: number; ok: boolean }[]
      }
      const ok = new Set(read.data.filter((row) => row.ok).map((row) => row.hardware_id))
      const { controllers, data: stored } = await settingsOf(page, one.id)
      // One whose networks are not in the panel yet.
      const found = controllers.find(
        ({ stack, hardware_id }) =>
          /caps/.test(stack) && ok.has(hardware_id) && !stored.some((setting) => setting.hardware_id === hardware_id),
      )
      if (found) return { site: one, controller: found }
    }
    await page.waitForTimeout(2000)
  }
}

/** The panel's network named Home on that controller; undefined if it is not in the panel. */
const home = async () =>
  (await settingsOf(provider.page, site.id)).data.find(
    ({ ssid, hardware_id }) => ssid === 'Home' && hardware_id === controller.hardware_id,
  )

const rowsOf = (menu: string): Promise<Row[]> => router.print(`${root}/${menu}`)
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

describe('a client on a phone', () => {
  /** The blocked device. */
  let mac: string

  test('sees the Wi-Fi clients of a site, and blocks one: the router disconnects and rejects it', async () => {
    const { page, errors } = client
    await page.goto(`/access-control?search=site_id:${site.id}&searchFields=site_id:%3D`)
    await heading(page, 'Access control')
    const now = page.getByRole('region', { name: /On the Wi-Fi now/ })
    // There may be clients at the site's other router: select one that is at this one now.
    await api(page, 'PUT', `/site/${site.id}/wifi/refresh`)
    mac = (await rowsOf('registration-table'))[0]?.['mac-address'] ?? ''
    await now.getByRole('textbox', { name: 'Search devices on the Wi-Fi' }).fill(mac)
    const row = now.getByRole('listitem').filter({ hasText: mac })
    await row.waitFor()
    expect(await currentViolations(page)).toEqual([])
    await row.getByRole('button', { name: /^Block / }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Block', exact: true }).click()
    // The list below shows the entry at once, and its confirmed state when the command has ended, without "Show".
    const entry = page.getByRole('list', { name: 'Access control' }).getByRole('listitem').filter({ hasText: mac })
    await entry.waitFor({ timeout: 3000 })
    await page.getByText('Applied to', { exact: false }).first().waitFor()
    await expect.poll(() => entry.innerText()).not.toContain('Applying')
    await expect.poll(() => page.getByRole('button', { name: 'Show', exact: true }).count()).toBe(0)
    await expect
      .poll(async () => (await rowsOf('access-list')).find((one) => one['mac-address'] === mac))
      .toMatchObject({ action: 'reject' })
    await expect
      .poll(async () => (await rowsOf('registration-table')).map((one) => one['mac-address']))
      .not.toContain(mac)
    // Rows of the panel precede the owner's own.
    const list = await rowsOf('access-list')
    expect(list.findIndex((one) => one['mac-address'] === mac)).toBeLessThan(
      list.findIndex((one) => one['comment'] === 'stolen tablet'),
    )
    await page.getByText('Applied to', { exact: false }).first().waitFor()
    if (hasLibrouteros) expect(await librouterosRows(place, `${root}/access-list`)).toEqual(await rowsOf('access-list'))
    expect(await currentViolations(page)).toEqual([])
    expect(errors.list.splice(0)).toEqual([])
  })

  test('sees the entry in the list, and disables it: the router accepts the client again', async () => {
    const { page, errors } = client
    await page.goto(`/access-control?search=${encodeURIComponent(mac)}`)
    const entry = page.getByRole('switch').first()
    await entry.waitFor()
    await entry.press('Space')
    await expect
      .poll(async () =>
        (await rowsOf('access-list')).filter((one) => one['mac-address'] === mac && one['disabled'] !== 'true'),
      )
      .toEqual([])
    expect(errors.list.splice(0)).toEqual([])
  })
})

describe('a provider', () => {
  test('adopts a network of the device into the panel, without a change on the device', async () => {
    const { page, errors } = provider
    const before = JSON.stringify(await rowsOf('security'))
    await page.goto(`/site/${site.id}/wifi`)
    await heading(page, 'Wi-Fi')
    await page
      .getByRole('button', { name: `Adopt network Home of ${controller.hardware_name}` })
      .first()
      .click()
    await expect.poll(async () => (await home())?.state).toBe('same')
    expect(JSON.stringify(await rowsOf('security'))).toBe(before)
    expect(await currentViolations(page)).toEqual([])
    expect(errors.list.splice(0)).toEqual([])
  })

  test('changes its passphrase and applies it: all access points have it, and it is not disclosed', async () => {
    const { page, errors } = provider
    const passphrase = 'a passphrase of the test'
    await page.goto(`/site/${site.id}/hardware/wifi/${(await home())?.id}`)
    await page.getByLabel('Passphrase', { exact: true }).fill(passphrase)
    expect(await currentViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Save and apply to device' }).click()
    await expect
      .poll(async () => {
        const configuration = (await rowsOf('configuration')).filter((row) => row['ssid'] === 'Home')
        const security = await rowsOf('security')
        return configuration.map(
          (row) => row['security.passphrase'] ?? security.find(({ name }) => name === row['security'])?.['passphrase'],
        )
      })
      .toEqual([passphrase, passphrase])
    // The panel's commands and its log do not contain it.
    const { data } = (await api(page, 'GET', `/hardware/command/index?perPage=50`)) as {
      data: unknown[]
    }
    expect(JSON.stringify(data)).not.toContain(passphrase)
    expect(panel.printed()).not.toContain(passphrase)
    expect(errors.list.splice(0)).toEqual([])
  })

  test('sees a change made at the router, and adopts it', async () => {
    const { page, errors } = provider
    const rows = (await rowsOf('configuration')).filter((row) => row['ssid'] === 'Home')
    for (const row of rows) await router.set(`${root}/configuration`, row['.id'] ?? '', { 'hide-ssid': true })
    await api(page, 'PUT', `/site/${site.id}/wifi/refresh`)
    await page.goto(`/site/${site.id}/wifi`)
    const card = page.getByRole('region', { name: /^Home/ }).filter({ hasText: `${controller.hardware_name} ·` })
    await card.getByText('Out of sync', { exact: true }).waitFor()
    await card
      .getByRole('cell', { name: 'Hidden' })
      .or(card.getByText('Hidden', { exact: true }))
      .first()
      .waitFor()
    expect(await currentViolations(page)).toEqual([])
    await card.getByRole('button', { name: 'Import from device' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Import from device' }).click()
    await expect.poll(async () => (await home())?.state).toBe('same')
    const after = (await rowsOf('configuration')).filter((row) => row['ssid'] === 'Home')
    expect(after.map((row) => row['hide-ssid'])).toEqual(rows.map(() => 'true'))
    expect(errors.list.splice(0)).toEqual([])
  })
})

test.skipIf(!hasAnsible)('Ansible reads the panel’s Wi-Fi rows as our client does', async () => {
  const menus = ['configuration', 'security', 'access-list', 'provisioning']
  const read = await ansibleRows(
    place,
    menus.map((menu) => `${root}/${menu}`),
  )
  for (const [i, menu] of menus.entries()) expect(read[i], menu).toEqual(await rowsOf(menu))
  expect(read.every((rows) => rows.length > 0)).toBe(true)
})
