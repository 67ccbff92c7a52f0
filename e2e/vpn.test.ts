import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { noVpn, startTestVpn, type TestVpn } from '../server/src/testing/vpn.ts'
import { api } from './src/api.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { listReady, rowsOf } from './src/list.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { freeUdpPort } from './src/radius.ts'
import { signInDemo } from './src/sign-in.ts'

/** strongSwan dials in with an account created in the browser: IKEv2 with EAP, in network namespaces. */
describe.skipIf(noVpn !== undefined)('a dial-up created in the browser, with strongSwan', () => {
  const secret = 'e2e-vpn-secret-1'
  const username = 'traveller@e2e.example'
  const password = 'ferry at half past nine'
  let panel: Panel
  let browser: Browser
  let provider: Visitor
  let vpn: TestVpn
  let details: string

  const started = Date.now()
  beforeAll(async () => {
    const ports = { authPort: await freeUdpPort(), acctPort: await freeUdpPort() }
    panel = await startPanel({ demo: true, radius: ports })
    // Before the browser, which aborts requests when an interface is added or removed.
    vpn = await startTestVpn({ ...ports, secret })
    browser = await startBrowser()
    provider = await visit(browser, panel.origin)
    await signInDemo(provider.page, 'primary-admin', 'simrush')
    const { page } = provider
    const pool = (await api(page, 'POST', '/network/subnet/store', {
      net: '198.19.77.0/28',
      type: 'pool',
      name: 'Travellers',
    })) as { data: { id: number } }
    await api(page, 'POST', '/network/nas/store', {
      name: 'VPN gate',
      address: vpn.address,
      secret,
      vendor: 'strongswan',
      purposes: ['vpn'],
      pool_ids: [pool.data.id],
    })
    await api(page, 'POST', '/network/tariff/store', { name: 'Travel 20', currency: 'EUR', download_rate: 20_000 })
  })
  afterAll(async () => {
    console.log(`vpn: ${Math.round((Date.now() - started) / 1000)} s`)
    await browser?.close()
    await vpn?.stop()
    await panel?.stop()
  })
  afterEach(() => vpn.hangUp())

  /** Types into a picker and selects the first result. */
  const selectResult = async (page: Page, label: string, text: string) => {
    const box = page.getByRole('combobox', { name: label, exact: true })
    await box.fill(text)
    await page.getByRole('option', { name: text }).first().click()
    await expect.poll(() => box.inputValue()).toContain(text)
  }
  const badge = (page: Page, text: string) =>
    page.getByRole('main').getByText(text, { exact: true }).first().waitFor({ timeout: 30_000 })

  test('dials in, is shown online with its address, and is disconnected by the button, with its bytes', async () => {
    const { page } = provider
    await page.goto('/dialups/create')
    await page.getByRole('heading', { level: 1, name: 'New VPN dial-up' }).waitFor()
    await selectResult(page, 'Tariff', 'Travel 20')
    await selectResult(page, 'NAS', 'VPN gate')
    await page.getByRole('textbox', { name: 'User name', exact: true }).fill(username)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
    await page.getByRole('combobox', { name: 'Status', exact: true }).click()
    await page.getByRole('option', { name: 'Active', exact: true }).click()
    await page.getByRole('radio', { name: 'From a pool', exact: true }).check()
    await page.getByRole('button', { name: 'Create VPN dial-up' }).click()
    await page.waitForURL(/\/dialups\/details\/\d+/)
    details = new URL(page.url()).pathname
    await badge(page, 'Offline')

    const caller = vpn.dial(username, password)
    await expect.poll(() => caller.address(), { timeout: 40_000 }).toMatch(/^198\.19\.77\.\d+$/)
    const address = (await caller.address()) as string
    // The page updates without a reload.
    await badge(page, 'Online')
    await badge(page, address)
    expect(await vpn.download(1_500_000)).toBe(1_500_000)

    await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
    await expect.poll(() => caller.address(), { timeout: 30_000 }).toBeUndefined()
    await badge(page, 'Offline')
    await page.goto(`/sessions/requests?search=username:${username}`)
    await listReady(page, 'CoA and disconnects')
    await rowsOf(page, 'CoA and disconnects').first().getByText('Applied', { exact: true }).waitFor()
    await page.goto(`/sessions/history?search=username:${username}`)
    await listReady(page, 'Ended sessions')
    await expect.poll(() => rowsOf(page, 'Ended sessions').first().innerText()).toMatch(/1\.[5-9]\d? MB/)
  })

  test('is rejected once it is suspended, and the log shows the reason', async () => {
    const { page } = provider
    await page.goto(details)
    await badge(page, 'Offline')
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click()
    await badge(page, 'Suspended')

    const caller = vpn.dial(username, password)
    await page.goto(`/sessions/logins?search=username:${username};accepted:0`)
    const rejected = rowsOf(page, 'Login log').first().getByText('Suspended', { exact: true })
    // The list does not move while it is read: new rows are announced, and shown on request.
    const news = page.getByRole('button', { name: 'Show', exact: true })
    await rejected.or(news).waitFor({ timeout: 60_000 })
    if (await news.isVisible()) await news.click()
    await rejected.waitFor()
    expect(await caller.address()).toBeUndefined()
  })
})
