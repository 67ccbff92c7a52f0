import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allAnswering, firstAnswering, type AnsweringDevice as Device } from './src/answering.ts'
import { api } from './src/api.ts'
import { currentViolations, violations } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { looks } from './src/looks.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { signInDemo } from './src/sign-in.ts'

let panel: Panel
let browser: Browser
let admin: Visitor
/** Demo devices with simulated routers: one that the tests change, one that is disconnected, and others. */
let router: Device
let lost: Device
let modem: Device
let sw: Device

const started = Date.now()

beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser()
  admin = await visit(browser, panel.origin)
  await signInDemo(admin.page, 'admin', 'simrush')
  const { page } = admin
  // The simulated routers start after the first page, and the poller reports which ones reply.
  modem = await firstAnswering(page, 'lte-router')
  sw = await firstAnswering(page, 'switch')
  ;[router, lost] = (await allAnswering(page, 'router', 2)) as [Device, Device]
})
afterAll(async () => {
  console.log(`devices: ${Math.round((Date.now() - started) / 1000)} s`)
  await browser?.close()
  await panel?.stop()
})

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** Waits for the page of a device on which this tab is open. */
const tabOf = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Pages of this device' })
    .locator('a[aria-current=page]', { hasText: name })
    .waitFor()

/** The device's current values, read without the cache. */
async function requested<T>(device: Device, menu: string): Promise<T> {
  const { data, cached } = (await api(admin.page, 'GET', `/hardware/control/${device.id}/${menu}`)) as {
    data: T
    cached: boolean
  }
  expect(cached).toBe(false)
  return data
}

describe('LAN settings of a router', () => {
  /** DNS servers that the router does not have yet, also when a test is repeated. */
  const others = ({ servers }: { servers: string[] }) =>
    servers.includes('8.8.4.4') ? ['9.9.9.9', '149.112.112.112'] : ['1.0.0.1', '8.8.4.4']

  test('are read, changed, and reported as applied once the router has them', async () => {
    const { page, errors } = admin
    await page.goto(`/hardware/${router.id}/lan`)
    await tabOf(page, 'LAN')
    const before = await requested<{ servers: string[] }>(router, 'ip/dns/index')
    const field = page.getByRole('textbox', { name: 'DNS servers', exact: true })
    await expect.poll(() => field.inputValue()).toBe(before.servers.join(', '))
    const wanted = others(before)
    await field.fill(wanted.join(', '))
    const form = page.getByRole('region', { name: 'DNS', exact: true })
    await form.getByText('On the device:').waitFor()
    expect(await currentViolations(page)).toEqual([])
    await form.getByRole('button', { name: 'Apply to device' }).click()
    await form.getByText('Applied and verified on the device.').waitFor()
    expect(await requested(router, 'ip/dns/index')).toMatchObject({ servers: wanted })
    expect(await currentViolations(page)).toEqual([])
    expect(errors.list.splice(0)).toEqual([])
  })

  test('do not overwrite a concurrent change: the user resolves the conflict', async () => {
    const { page, errors } = admin
    await page.goto(`/hardware/${router.id}/lan`)
    const field = page.getByRole('textbox', { name: 'DNS servers', exact: true })
    const before = await requested<{ servers: string[] }>(router, 'ip/dns/index')
    await expect.poll(() => field.inputValue()).toBe(before.servers.join(', '))
    const mine = before.servers.includes('1.1.1.1') ? '1.0.0.1' : '1.1.1.1'
    await field.fill(mine)
    // A change by another user.
    await api(page, 'PUT', `/hardware/control/${router.id}/ip/dns/update`, { servers: others(before) })
    await page.getByRole('alert', { name: 'Changed on the device' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Keep my value: DNS servers' }).click()
    await page
      .getByRole('region', { name: 'DNS', exact: true })
      .getByRole('button', { name: 'Apply to device' })
      .click()
    await expect
      .poll(() => requested<{ servers: string[] }>(router, 'ip/dns/index').then(({ servers }) => servers))
      .toEqual([mine])
    expect(errors.list.splice(0)).toEqual([])
  })
})

test('the pages of a device have one frame, and addresses below its site lead to them', async () => {
  const { page, errors } = admin
  const frame = async () => ({
    crumbs: await page.getByRole('navigation', { name: 'Breadcrumb' }).innerText(),
    title: await page.getByRole('heading', { level: 1 }).innerText(),
    tabs: await page.getByRole('navigation', { name: 'Pages of this device' }).getByRole('link').allInnerTexts(),
  })
  await page.goto(`/hardware/${modem.id}`)
  await page.getByRole('figure', { name: /LTE signal/ }).waitFor()
  const first = await frame()
  expect(first.tabs).toContain('Cellular')
  const names = page.getByRole('navigation', { name: 'Pages of this device' })
  for (const name of first.tabs) {
    await names.getByRole('link', { name, exact: true }).click()
    await tabOf(page, name)
    expect(await frame(), name).toEqual(first)
  }
  for (const [path, expected] of [
    [`lan/${modem.id}`, 'lan'],
    [`lte/${modem.id}`, 'lte'],
    [`ports/${modem.id}`, 'ports'],
    [`networks/${modem.id}`, 'networks'],
    [`switch/${modem.id}`, 'switch'],
    [`firewall/${modem.id}`, 'firewall'],
    [`dhcp/add?hardware=${modem.id}`, 'dhcp/add'],
    [`network/add?hardware=${modem.id}`, 'network/add'],
  ]) {
    await page.goto(`/site/${modem.site_id}/hardware/${path}`)
    await page.waitForURL(new RegExp(`/hardware/${modem.id}/${expected}$`))
  }
  await page.goto(`/site/${modem.site_id}/hardware/dhcp/add`)
  await page.getByRole('combobox', { name: 'Router' }).waitFor()
  expect(await currentViolations(page)).toEqual([])
  expect(errors.list.splice(0)).toEqual([])
})

test('after a reboot the page shows no uptime from before it', async () => {
  const { page, errors } = admin
  await page.goto(`/hardware/${sw.id}`)
  const card = page.getByRole('region', { name: 'Live status' })
  const uptime = card.locator('dt', { hasText: 'Uptime' }).locator('xpath=following-sibling::dd')
  const before = await uptime.innerText()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Reboot device' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reboot device' }).click()
  await page.locator('#main').getByText('Rebooted (confirmed by uptime).').waitFor({ timeout: 60_000 })
  await expect
    .poll(
      async () =>
        (await card.getByText('Waiting for a new one').count()) + Number((await uptime.innerText()) !== before),
      {
        timeout: 1500,
      },
    )
    .toBeGreaterThan(0)
  await expect.poll(() => uptime.innerText()).not.toBe(before)
  expect(errors.list.splice(0)).toEqual([])
})

test('a lease becomes a reservation with one click, also on the router', async () => {
  const { page, errors } = admin
  const leases = await requested<{ id: string; address: string; dynamic: boolean }[]>(
    router,
    'ip/dhcp-server/lease/index',
  )
  const lease = leases.find((row) => row.dynamic)
  expect(lease).toBeDefined()
  await page.goto(`/site/${router.site_id}/hardware/active-leases?search=${encodeURIComponent(lease?.address ?? '')}`)
  await heading(page, 'DHCP leases')
  await page.getByRole('button', { name: `Actions for ${lease?.address}` }).click()
  await page.getByRole('menuitem', { name: 'Reserve address', exact: true }).click()
  await page.getByText('Applied and verified on the device.').first().waitFor()
  await expect
    .poll(async () =>
      (await requested<{ address: string; dynamic: boolean }[]>(router, 'ip/dhcp-server/lease/index')).find(
        (row) => row.address === lease?.address,
      ),
    )
    .toMatchObject({ dynamic: false })
  expect(await currentViolations(page)).toEqual([])
  expect(errors.list.splice(0)).toEqual([])
})

test('a DHCP server is changed on its own page, which returns to the list', async () => {
  const { page, errors } = admin
  await page.goto(`/hardware/${router.id}/dhcp`)
  await tabOf(page, 'DHCP')
  expect(await currentViolations(page)).toEqual([])
  const [server] = await requested<{ id: string; name: string }[]>(router, 'ip/dhcp-server/index')
  await page.getByRole('link', { name: server?.name ?? '', exact: true }).click()
  await page.getByRole('heading', { level: 2, name: 'Edit DHCP server' }).waitFor()
  await tabOf(page, 'DHCP')
  await page.getByRole('textbox', { name: 'Comment' }).fill('Offices')
  expect(await currentViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Apply to device' }).click()
  await page.getByRole('heading', { level: 2, name: 'Edit DHCP server' }).waitFor({ state: 'detached' })
  await page.getByText('Offices').waitFor()
  expect(await requested(router, 'ip/dhcp-server/index')).toContainEqual(
    expect.objectContaining({ id: server?.id, comment: 'Offices' }),
  )
  expect(errors.list.splice(0)).toEqual([])
})

test('the page of an unreachable router shows the last reading with its age', async () => {
  const { page, errors } = admin
  await page.goto(`/hardware/${lost.id}/ports`)
  await page.getByRole('toolbar').getByRole('button').first().waitFor()
  const { data } = (await api(page, 'GET', `/hardware/${lost.id}/show`)) as { data: { version: number } }
  // No process listens there.
  await api(page, 'PUT', `/hardware/${lost.id}/update`, { version: data.version, management_port: 9 })
  errors.allow(/status of 504 .*\/hardware\/control/)
  await page.reload()
  await page.getByText('Last reading').waitFor()
  await page.getByRole('toolbar').getByRole('button').first().waitFor()
  expect(await currentViolations(page)).toEqual([])
  expect(errors.list.splice(0)).toEqual([])
})

describe.each(looks)('in the %s theme at %i px', (skin, width) => {
  test('cells, ports, traffic, LAN settings and leases are accessible', async () => {
    const visitor = await visit(browser, panel.origin, { width, skin })
    const { page, errors } = visitor
    await signInDemo(page, 'admin', 'simrush')
    await page.goto(`/hardware/${modem.id}`)
    await page.getByRole('figure', { name: /LTE signal/ }).waitFor()
    expect(await currentViolations(page)).toEqual([])
    await page.goto(`/hardware/${modem.id}/lte`)
    await page.getByText('RSRP').first().waitFor()
    expect(await currentViolations(page)).toEqual([])
    await page.goto(`/hardware/${sw.id}/ports`)
    const front = page.getByRole('toolbar')
    await front.getByRole('button').first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(() => front.getByRole('button').nth(1).getAttribute('aria-pressed')).toBe('true')
    expect(await currentViolations(page)).toEqual([])
    await page.goto(`/hardware/${router.id}/traffic`)
    await page.getByRole('figure').waitFor()
    expect(await currentViolations(page)).toEqual([])
    await page.goto(`/hardware/${router.id}/lan`)
    await page.getByRole('textbox', { name: 'DNS servers', exact: true }).waitFor()
    expect(await currentViolations(page)).toEqual([])
    await page.goto(`/hardware/${router.id}/active-leases`)
    await page
      .getByRole('button', { name: /^Reserve address/ })
      .first()
      .waitFor()
    expect(await currentViolations(page)).toEqual([])
    await page.goto(`/site/${router.site_id}/hardware/active-leases`)
    await heading(page, 'DHCP leases')
    expect(await currentViolations(page)).toEqual([])
    expect(errors.list.splice(0)).toEqual([])
    await visitor.close()
  })
})

test('a read-only user sees no personal data of a modem, and no buttons for changes', async () => {
  const visitor = await visit(browser, panel.origin)
  const { page, errors } = visitor
  await signInDemo(page, 'read-only', 'simrush')
  await page.goto(`/hardware/${modem.id}/lte`)
  await page.getByText('are shown to users who can edit the device').waitFor()
  await expect.poll(() => page.getByText('IMSI', { exact: true }).count()).toBe(0)
  await page.goto(`/site/${router.site_id}/hardware/lan/${router.id}`)
  const [server] = (await requested<{ servers: string[] }>(router, 'ip/dns/index')).servers
  await page
    .getByText(server ?? '')
    .first()
    .waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Apply to device' }).count()).toBe(0)
  expect(errors.list.splice(0)).toEqual([])
  await visitor.close()
})
