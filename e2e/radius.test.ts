import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestNas, type NasBehaviour } from '../server/src/testing/nas.ts'
import { noRadius } from '../server/src/testing/radius-here.ts'
import { api } from './src/api.ts'
import { settle, sidewaysScroll, violations } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { listReady, namesOf, rowsOf, tabTo } from './src/list.ts'
import { looks } from './src/looks.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { freeUdpPort, routerAt, type Router } from './src/radius.ts'
import { signInDemo } from './src/sign-in.ts'

const secret = 'e2e-radius-secret'
const username = 'ada@e2e.example'
const password = 'plumb line seven'
const wrong = 'not the password 4711'
const address = '127.0.0.2'

let panel: Panel
let browser: Browser
/** The provider's browser, shared by most tests. */
let provider: Visitor
/** The NAS's reply to the next disconnect requests. */
let manner: NasBehaviour = 'ack'
let nas: Awaited<ReturnType<typeof startTestNas>>
let nasId: number
let router: Router
let service: string

const started = Date.now()
beforeAll(async () => {
  const ports = { authPort: await freeUdpPort(), acctPort: await freeUdpPort() }
  panel = await startPanel({ demo: true, ...(noRadius === undefined && { radius: ports }) })
  browser = await startBrowser()
  provider = await visit(browser, panel.origin)
  await signInDemo(provider.page, 'primary-admin', 'simrush')
  nas = await startTestNas(secret, () => manner, address)
  const created = (await api(provider.page, 'POST', '/network/nas/store', {
    name: 'Bench router',
    address,
    secret,
    vendor: 'mikrotik',
    purposes: ['pppoe'],
    coa_port: nas.port,
  })) as { data: { id: number } }
  nasId = created.data.id
  router = routerAt(address, { ...ports, secret })
})
afterAll(async () => {
  console.log(`radius: ${Math.round((Date.now() - started) / 1000)} s`)
  await browser?.close()
  await nas?.stop()
  await panel?.stop()
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
/** Search parameters that show the rows of the service created here. */
const mine = `?search=username:${username}&searchFields=username:%3D`
const nothing = (page: Page) => page.getByRole('heading', { name: 'No matches' }).waitFor()

/** Types into a picker and selects the first result. */
async function selectResult(page: Page, label: string, text: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label, exact: true })
  await box.fill(text)
  await page.getByRole('option', { name: text }).first().click()
  await expect.poll(() => box.inputValue()).toContain(text)
}

describe('the lists, by keyboard only', () => {
  const lists = [
    ['v', 'RADIUS Services'],
    ['l', 'Vpn Dialup Users'],
    ['n', 'NAS devices'],
    ['f', 'RADIUS Tariffs'],
    ['e', 'Active sessions'],
  ] as const
  test('are opened with their shortcuts, and the lists of sessions from each other', async () => {
    const { page } = provider
    await page.goto('/')
    await heading(page, 'Dashboard')
    for (const [letter, title] of lists) {
      await page.keyboard.press('g')
      await page.keyboard.press(letter)
      await heading(page, title)
      await listReady(page, title)
    }
    for (const [tab, title] of [
      ['Ended', 'Ended sessions'],
      ['Login log', 'Login log'],
      ['CoA and disconnects', 'CoA and disconnects'],
      ['Online', 'Active sessions'],
    ] as const) {
      const link = page.getByRole('navigation', { name: 'Sessions: pages' }).getByRole('link', { name: tab })
      await tabTo(page, link)
      await page.keyboard.press('Enter')
      await heading(page, title)
      await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
    }
  })

  test('are linked from the cards of the dashboard', async () => {
    const { page } = provider
    for (const [card, title] of [
      ['Services', 'RADIUS Services'],
      ['VPN users', 'Vpn Dialup Users'],
      ['Online sessions', 'Active sessions'],
    ] as const) {
      await page.goto('/')
      await page.getByRole('link', { name: `Show all: ${card}` }).click()
      await heading(page, title)
    }
  })

  test.each([
    ['/services/list', 'RADIUS Services', 'search=status:active&orderBy=username&sortedBy=desc'],
    ['/dialups/list', 'Vpn Dialup Users', 'orderBy=username&sortedBy=desc'],
    ['/nas/list', 'NAS devices', 'orderBy=name&sortedBy=desc'],
    ['/tariffs/list', 'RADIUS Tariffs', 'orderBy=name&sortedBy=desc'],
    ['/sessions/list', 'Active sessions', 'orderBy=username&sortedBy=desc&perPage=50'],
    ['/sessions/history', 'Ended sessions', 'search=closed_by:stop&page=2'],
    ['/sessions/logins', 'Login log', 'search=reason:login.service_suspended&orderBy=username&sortedBy=asc'],
    ['/sessions/requests', 'CoA and disconnects', 'search=state:ack&orderBy=username&sortedBy=asc'],
  ])('%s is restored on return from a record', async (path, title, search) => {
    const { page } = provider
    await page.goto(`${path}?${search}`)
    const names = await namesOf(page, title)
    const link = rowsOf(page, title).getByRole('link').first()
    await tabTo(page, link)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname !== path)
    await settle(page)
    await page.goBack()
    expect(await namesOf(page, title)).toEqual(names)
    const now = new URL(page.url())
    expect(now.pathname).toBe(path)
    for (const [key, value] of new URLSearchParams(search)) expect(now.searchParams.get(key)).toBe(value)
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})

describe('a service', () => {
  test('is created with the form, and appears in the list', async () => {
    const { page } = provider
    const tariff = (await api(page, 'POST', '/network/tariff/store', {
      name: 'Bench 50',
      currency: 'EUR',
      download_rate: 50_000,
      upload_rate: 10_000,
    })) as { data: { id: number } }
    expect(tariff.data.id).toBeGreaterThan(0)
    await page.goto('/services/create')
    await heading(page, 'New service')
    const customer = page.getByRole('combobox', { name: 'Customer', exact: true })
    await customer.click()
    await page.getByRole('option').first().click()
    await expect.poll(() => customer.inputValue()).not.toBe('')
    await selectResult(page, 'Tariff', 'Bench 50')
    await selectResult(page, 'NAS', 'Bench router')
    await page.getByRole('textbox', { name: 'User name', exact: true }).fill(username)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
    await page.getByRole('combobox', { name: 'Status', exact: true }).click()
    await page.getByRole('option', { name: 'Active', exact: true }).click()
    await page.getByRole('radio', { name: 'Assigned by the NAS' }).check()
    await page.getByRole('button', { name: 'Create service' }).click()
    await page.waitForURL(/\/services\/details\/\d+/)
    service = new URL(page.url()).pathname
    await page.goto('/services/list')
    await page.getByRole('searchbox', { name: 'Search this list' }).fill(username)
    // It is also in the list before a search is submitted.
    await expect.poll(() => namesOf(page, 'RADIUS Services')).toEqual([username])
  })

  test('of IPoE is created without user name and password, and found by its MAC address in another notation', async () => {
    const { page } = provider
    await page.goto('/services/create')
    await heading(page, 'New service')
    const customer = page.getByRole('combobox', { name: 'Customer', exact: true })
    await customer.click()
    await page.getByRole('option').first().click()
    await expect.poll(() => customer.inputValue()).not.toBe('')
    await selectResult(page, 'Tariff', 'Bench 50')
    await page.getByRole('radio', { name: 'MAC address (IPoE)' }).check()
    await expect.poll(() => page.getByRole('textbox', { name: 'Password', exact: true }).count()).toBe(0)
    await page.getByRole('textbox', { name: 'MAC address', exact: true }).fill('0:e1:c:38:c8')
    await page.getByRole('checkbox', { name: 'Unlimited sessions' }).check()
    await page.getByRole('radio', { name: 'Assigned by the NAS' }).check()
    const save = page.getByRole('button', { name: 'Create service' })
    await save.click()
    await page.getByText('Enter the MAC address as').first().waitFor()
    await page.getByRole('textbox', { name: 'MAC address', exact: true }).fill('0:e1:c:38:c8:f8')
    await save.click()
    await page.waitForURL(/\/services\/details\/\d+/)
    await heading(page, '00:e1:0c:38:c8:f8')
    await page.getByText('00:E1:0C:38:C8:F8', { exact: true }).first().waitFor()
    await page.getByText('Unlimited', { exact: true }).waitFor()
    await page.goto('/services/list')
    await page.getByRole('searchbox', { name: 'Search this list' }).fill('00e1.0c38.c8f8')
    await expect.poll(() => namesOf(page, 'RADIUS Services')).toEqual(['00:e1:0c:38:c8:f8'])
  })

  test('has a preview of FreeRADIUS’s reply', async () => {
    const { page } = provider
    await page.goto(`${service}?tab=preview`)
    await page.getByText('Login accepted').waitFor()
    const answer = page.getByRole('group', { name: 'Reply attributes' })
    await answer.getByRole('row', { name: /Mikrotik-Rate-Limit := .*10000k\/50000k/ }).waitFor()
  })
})

describe.skipIf(noRadius !== undefined)('on a real FreeRADIUS', () => {
  test('a rejected login is logged with its reason and a remedy, but without the password', async () => {
    const { page } = provider
    expect(await router.dial(username, wrong)).toBe('Access-Reject')
    expect(await router.dial('nobody@e2e.example', wrong)).toBe('Access-Reject')
    const id = Number(service.split('/').at(-1))
    await api(page, 'PUT', '/network/service/change-status', { ids: [id], status: 'suspended' })
    expect(await router.dial(username, password)).toBe('Access-Reject')
    await api(page, 'PUT', '/network/service/change-status', { ids: [id], status: 'active' })
    expect(await router.dial(username, password)).toBe('Access-Accept')

    const rows = rowsOf(page, 'Login log')
    const results = async () =>
      (await rows.allInnerTexts()).map(
        (text) => ['Accepted', 'Suspended', 'Wrong password'].find((result) => text.includes(result)) ?? text,
      )
    // Accepted logins are stored within two seconds.
    await expect
      .poll(
        async () => {
          await page.goto(`/sessions/logins${mine}`)
          await listReady(page, 'Login log')
          return results()
        },
        { timeout: 20_000 },
      )
      .toEqual(['Accepted', 'Suspended', 'Wrong password'])
    await rows
      .nth(2)
      .getByRole('button', { name: /^Details/ })
      .click()
    const drawer = page.getByRole('dialog', { name: username })
    await drawer.getByText('The user name exists, but the password was wrong.').waitFor()
    await drawer.getByText('Set the password again in the service').waitFor()
    await page.keyboard.press('Escape')

    await page.goto('/sessions/logins')
    await page.getByRole('link', { name: 'Rejected only' }).click()
    await page.getByRole('searchbox', { name: 'Search this list' }).fill('nobody@e2e')
    await rowsOf(page, 'Login log').filter({ hasText: 'nobody@e2e.example' }).getByText('Unknown user').waitFor()
    const log = JSON.stringify(await api(page, 'GET', '/network/login/index?perPage=200'))
    for (const text of [log, await page.content()]) {
      expect(text).not.toContain(wrong)
      expect(text).not.toContain(password)
    }
  })

  /** Logs in as the service; the list of sessions shows it. */
  async function goOnline(page: Page, session: string): Promise<void> {
    const counted = { 'User-Name': username, 'Framed-IP-Address': '100.99.0.7' }
    expect(await router.account('Start', session, counted)).toBe('Accounting-Response')
    await page.goto(`/sessions/list${mine}`)
    await rowsOf(page, 'Active sessions').getByText('100.99.0.7').waitFor()
  }

  /** Selects the only session and disconnects it; the dialog shows the replies. */
  async function disconnect(page: Page) {
    await rowsOf(page, 'Active sessions').getByRole('checkbox').check()
    await page
      .getByRole('region', { name: 'Selected rows' })
      .getByRole('button', { name: 'Disconnect', exact: true })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Disconnect sessions' })
    await dialog.getByText(username, { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Disconnect 1 session' }).click()
    return dialog
  }

  test('a disconnect that the NAS rejects is reported with its Error-Cause, and the session continues', async () => {
    const { page } = provider
    manner = { nak: 504 }
    await goOnline(page, 'e2e-1')
    const dialog = await disconnect(page)
    await dialog.getByText('No session was ended').waitFor()
    await dialog.getByText('Rejected by NAS').waitFor()
    await dialog.getByText('The NAS can’t end this session (504)').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.reload()
    expect(await namesOf(page, 'Active sessions')).toEqual([username])

    await page.goto(`/sessions/requests${mine}`)
    await listReady(page, 'CoA and disconnects')
    const row = rowsOf(page, 'CoA and disconnects').first()
    for (const text of ['Disconnect', 'Rejected by NAS', 'The NAS can’t end this session (504)'])
      await row.getByText(text, { exact: true }).waitFor()
  })

  test('a NAS that does not reply is reported as such', async () => {
    const { page } = provider
    manner = 'silence'
    await goOnline(page, 'e2e-1')
    const dialog = await disconnect(page)
    // No reply yet is not a success.
    await dialog.getByText('Sent', { exact: true }).waitFor()
    await dialog.getByText('0 of 1 requests finished').waitFor()
    await dialog.getByText('No session was ended').waitFor()
    await dialog.getByText('No reply', { exact: true }).waitFor()
    await dialog.getByText(`No response from ${address} port ${nas.port} after 3 attempts`).waitFor()
  })

  test('an ACK of the NAS ends the session, which is then listed as ended, with its cause', async () => {
    const { page } = provider
    manner = 'ack'
    await goOnline(page, 'e2e-1')
    const dialog = await disconnect(page)
    await dialog.getByText('1 session ended', { exact: true }).waitFor()
    await dialog.getByText('Applied', { exact: true }).waitFor()
    await router.account('Stop', 'e2e-1', {
      'User-Name': username,
      'Framed-IP-Address': '100.99.0.7',
      'Acct-Session-Time': 60,
      'Acct-Input-Octets': 1_000_000,
      'Acct-Output-Octets': 5_000_000,
      'Acct-Terminate-Cause': 'Admin-Reset',
    })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.reload()
    await nothing(page)
    await page.goto(`/sessions/history${mine}`)
    await listReady(page, 'Ended sessions')
    const row = rowsOf(page, 'Ended sessions').first()
    for (const text of ['Reset by administrator', '5 MB', '1 MB']) await row.getByText(text, { exact: true }).waitFor()
  })
})

describe.each(looks)('in the %s theme at %i px', (skin, width) => {
  test('the pages of a service, a dial-up, a NAS and of sessions are accessible, with their dialogs', async () => {
    const visitor = await visit(browser, panel.origin, { skin, width, height: width < 768 ? 640 : 900 })
    const { page, errors } = visitor
    const found: string[] = []
    const look = async (what: string) => {
      // The bar at the top covers part of a page that is scrolled.
      await page.evaluate(() => scrollTo(0, 0))
      await settle(page)
      const here = [...(await violations(page)), ...(await sidewaysScroll(page)), ...errors.list.splice(0)]
      found.push(...here.map((error) => `${what}, ${skin}, ${width} px: ${error}`))
    }
    /** Opens the menu of the first row and selects its first action. */
    const details = async () => {
      await page
        .getByRole('button', { name: /^Actions for / })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Details' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).waitFor()
    }
    await signInDemo(page, 'primary-admin', 'simrush')
    // The panel of the test has no public name, so the page of a NAS asks for an address.
    await api(page, 'PUT', '/installation/update', { radius_address: '192.0.2.10' })
    const dialups = (await api(page, 'GET', '/network/vpn-dialup/index')) as { data: { id: number }[] }
    for (const record of [service, `/dialups/details/${dialups.data[0]?.id}`, `/nas/details/${nasId}`]) {
      await page.goto(record)
      await page.getByRole('tablist').waitFor()
      const tabs = await page.getByRole('tab').allInnerTexts()
      expect(tabs.length).toBeGreaterThan(1)
      for (const [index, tab] of tabs.entries()) {
        await page.getByRole('tab').nth(index).click()
        await look(`${record}, ${tab}`)
      }
    }
    for (const list of ['list', 'history', 'requests']) {
      await page.goto(`/sessions/${list}`)
      await look(`/sessions/${list}`)
      await details()
      await look(`the details on /sessions/${list}`)
    }
    await page.goto('/sessions/logins?search=accepted:0')
    await look('the refused logins')
    await page
      .getByRole('button', { name: /^Details/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('What to do').waitFor()
    await look('the details of a refused login')

    await page.goto('/sessions/list')
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .first()
      .check()
    await page
      .getByRole('region', { name: 'Selected rows' })
      .getByRole('button', { name: 'Disconnect', exact: true })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Disconnect sessions' })
    await dialog.waitFor()
    await look('the question of a disconnect')
    await dialog.getByRole('button', { name: 'Disconnect 1 session' }).click()
    await dialog.getByText(/^(No session was|1 session) ended$/).waitFor()
    await look('what became of a disconnect')
    await visitor.close()
    expect(found).toEqual([])
  })
})
