import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { panelPages } from '../web/src/routes.ts'
import { fullPages } from '../web/src/screens/access/routes.ts'
import accessTexts from '../web/src/screens/access/texts.en.ts'
import panelTexts from '../web/src/i18n/en-panel.ts'
import { firstAnswering, firstRow, type AnsweringDevice } from './src/answering.ts'
import { api } from './src/api.ts'
import { outsideWindow, settle, sidewaysScroll, violations } from './src/audit-page.ts'
import { startBrowser, visit, type Skin, type Visitor } from './src/browser.ts'
import { makeInventory } from './src/inventory.ts'
import { inviteFounder } from './src/invite.ts'
import { looks } from './src/looks.ts'
import { startMailbox, type Mailbox } from './src/mail.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { demoUser, fillSignIn, signInDemo } from './src/sign-in.ts'

let mailbox: Mailbox
let panel: Panel
let browser: Browser
/** The link of an open invitation, as in its mail. */
let invitation: string

const started = Date.now()
beforeAll(async () => {
  mailbox = await startMailbox()
  panel = await startPanel({ demo: true, smtpUrl: mailbox.url })
  browser = await startBrowser()
  const provider = await visit(browser, panel.origin)
  await signInDemo(provider.page, 'primary-admin', 'simrush')
  const email = 'newcomer@accessible.example'
  await inviteFounder(provider.page, { email, type: 'Reseller', name: 'Accessible Broadband' })
  invitation = new URL((await mailbox.next(email)).link).pathname
  await makeInventory(provider.page)
  await readRouter(provider.page)
  for (const [start, list] of Object.entries(listsOf)) {
    const { data } = (await api(provider.page, 'GET', list)) as { data: { id: number }[] }
    firstOf.set(start, data[0]?.id ?? (await createRecord(provider.page, list)))
  }
  await startBulkJob(provider.page)
  await readWifi(provider.page)
  await provider.close()
})
afterAll(async () => {
  console.log(`accessibility: ${Math.round((Date.now() - started) / 1000)} s`)
  await browser?.close()
  await panel?.stop()
  await mailbox?.stop()
})

const deadToken = 'a'.repeat(43)
const title = (key: string) =>
  `Trunkline - ${({ ...accessTexts.title, ...panelTexts.panel.title } as Record<string, string>)[key] ?? key}`

/** Addresses of routes with other parameters than a record's id. */
const special: Record<string, () => string> = {
  '/register/{-$token}/{-$id}': () => invitation,
  '/reset-password/$token/$id': () => `/reset-password/${deadToken}/1`,
  '/verify-email/$token/$id': () => `/verify-email/${deadToken}/1`,
  '/hardware/commands/$id': () => `/hardware/commands/${command}`,
  '/bulk-jobs/$id': () => `/bulk-jobs/${bulkJob}`,
}

/** A simulated router of the demo with a modem, and rows on it: its pages are checked with the router's replies. */
let router: AnsweringDevice
const rowOf: Record<string, string> = {}

async function readRouter(page: Page): Promise<void> {
  router = await firstAnswering(page, 'lte-router')
  rowOf['$dhcpId'] = await firstRow(page, router, 'ip/dhcp-server/index')
  rowOf['$leaseId'] = await firstRow(page, router, 'ip/dhcp-server/lease/index')
  rowOf['$natId'] = await firstRow(page, router, 'ip/firewall/nat/index')
  rowOf['$listId'] = 'management'
  const { data } = (await api(page, 'GET', `/hardware/control/${router.id}/network/index`)) as {
    data: { networks: { id: string }[] }
  }
  rowOf['$networkId'] = encodeURIComponent(data.networks[0]?.id ?? '')
}

/** A bulk job whose rows are done and skipped. */
let bulkJob: number

async function startBulkJob(page: Page): Promise<void> {
  const { data } = (await api(page, 'GET', '/hardware/index')) as { data: { id: number }[] }
  const ids = data.slice(0, 3).map(({ id }) => id)
  const reply = (await api(page, 'POST', '/hardware/bulk/refresh', { ids })) as { data: { id: number } }
  bulkJob = reply.data.id
}

/** A command for a device. */
let command: number

/** A site with Wi-Fi in the panel, the device that broadcasts it, and a client in its access list. */
let wifiSite: number

async function readWifi(page: Page): Promise<void> {
  const { data: entries } = (await api(page, 'GET', '/wifi/access-control/index')) as {
    data: { id: number; site_id: number }[]
  }
  for (const entry of entries) {
    wifiSite = entry.site_id
    const { data } = (await api(page, 'GET', `/site/${wifiSite}/wifi/setting/index`)) as {
      data: { id: number; hardware_id: number }[]
    }
    const [setting] = data
    if (setting === undefined) continue
    rowOf['$wifiId'] = String(setting.id)
    rowOf['$entryId'] = rowOf['$blockedWifiId'] = String(entry.id)
    await api(page, 'PUT', `/site/${wifiSite}/wifi/refresh`)
    const requested = (await api(page, 'PUT', `/site/${wifiSite}/wifi/access-control/apply`)) as {
      data: { id: number }[]
    }
    command = requested.data[0]?.id ?? 0
    return
  }
  throw new Error('The demo has no site with Wi-Fi and access control')
}

/** Pages of a site's Wi-Fi, including its access lists. */
const isOfWifi = (route: string) => route.startsWith('/site/$id/wifi') || /\/(wifi|blocked-wifi)\//.test(route)

/** The address of a page of that router, with the row in the path. */
const routerAddress = (route: string): string =>
  route
    .replace('$id', String(router.id))
    .replace(/\$(dhcp|lease|nat|list|network)Id/, (parameter) => rowOf[parameter] as string)

const allPaths = new Set(panelPages.map(({ path }) => path))
/** Addresses below a site that lead to the page of a device: devices.test.ts opens them. */
const leadsToDevice = (route: string): boolean =>
  route !== '/site/$id/hardware/active-leases' &&
  route.startsWith('/site/$id/hardware/') &&
  allPaths.has(route.replace('/site/$id/', '/').replace('/hardware/', '/hardware/$id/').replace('/$hardwareId', ''))

/** Lists for the records of some routes, by the prefix of the route. */
const listsOf: Record<string, string> = {
  '/services/': '/network/service/index',
  '/dialups/': '/network/vpn-dialup/index',
  '/nas/': '/network/nas/index',
  '/tariffs/': '/network/tariff/index',
  '/sites/': '/site/index',
  '/site/': '/site/index',
  '/licence/': '/licence/index',
  '/hardware/update/': '/hardware/index',
  '/tags/': '/tag/index',
  '/custom-fields/': '/custom-field/index',
  '/rollouts/': '/rollout/index',
  '/device-setups/': '/device-setup/index',
  '/alerts/': '/alert/index',
  '/notification-targets/': '/notification-target/index',
  '/device-templates/': '/device-template/index',
  '/maintenance-windows/': '/maintenance-window/index',
}
/** Creates the first record of a list that the demo has no record of: one with a name, or devices too. @returns its id */
async function createRecord(page: Page, list: string): Promise<number> {
  // The first sweep reports the licences of the demo that expire soon.
  if (list === '/alert/index') {
    const first = async () => ((await api(page, 'GET', list)) as { data: { id: number }[] }).data[0]?.id
    await expect.poll(first, { timeout: 90_000, interval: 1000 }).toBeDefined()
    return (await first())!
  }
  const body =
    list === '/device-setup/index'
      ? { hardware_id: router.id }
      : {
          name: 'First',
          ...(list === '/rollout/index' && { ids: [router.id] }),
          ...(list === '/notification-target/index' && { kind: 'email', recipients: 'noc@example.net' }),
        }
  const { data } = (await api(page, 'POST', list.replace(/index$/, 'store'), body)) as {
    data: { id: number }
  }
  return data.id
}

/** The first record of each list. */
const firstOf = new Map<string, number>()

/** Id of a record for the route: the second one by default, because the first is the provider itself. */
function recordOf(route: string): string {
  const start = Object.keys(listsOf).find((one) => route.startsWith(one))
  if (start !== undefined) return String(firstOf.get(start) ?? '$id')
  return route.startsWith('/outbox') ? '1' : '2'
}

/** An address of the route, with a record if it shows one. */
function addressOf(route: string): string {
  if (isOfWifi(route))
    return route
      .replace('$id', String(wifiSite))
      .replace(/\$(wifi|entry|blockedWifi)Id/, (parameter) => rowOf[parameter] as string)
  if (route.startsWith('/hardware/$id')) return routerAddress(route)
  const address = special[route]?.() ?? route.replace('$id', recordOf(route))
  if (address.includes('$')) throw new Error(`The tests have no address for ${route}`)
  return address
}

/** A browser window in one theme and width, with its findings. */
interface Looker extends Visitor {
  found: string[]
  /** Checks the current page. */
  look(what: string, how?: { title?: string; busy?: boolean }): Promise<void>
}

async function lookerOf(skin: Skin, width: number): Promise<Looker> {
  const visitor = await visit(browser, panel.origin, {
    skin,
    width,
    height: width < 768 ? 640 : 900,
  })
  const { page, errors } = visitor
  const found: string[] = []
  return {
    ...visitor,
    found,
    async look(what, { title: expected, busy = true } = {}) {
      await settle(page, { busy })
      const here = [...(await violations(page)), ...(await sidewaysScroll(page)), ...errors.list.splice(0)]
      const stated = await page.title()
      if (expected !== undefined && stated !== expected) here.push(`its title is "${stated}", not "${expected}"`)
      found.push(...here.map((error) => `${what}, ${skin}, ${width} px: ${error}`))
    },
  }
}

describe.each(looks)('in the %s theme at %i px', (skin, width) => {
  let looker: Looker
  const narrow = width < 768
  beforeAll(async () => {
    looker = await lookerOf(skin, width)
  })
  afterAll(() => looker?.close())

  test('every page before the sign-in is accessible', async () => {
    const { page, errors } = looker
    // The links of two pages are invalid, so the server replies with these errors.
    errors.allow(/status of 4(10|22) .*\/auth\/(verify-email|reset-password)/)
    for (const route of fullPages) {
      await page.goto(addressOf(route.path))
      await looker.look(route.path, { title: title(route.title) })
    }
    expect(looker.found.splice(0)).toEqual([])
  })

  test('every page of the panel is accessible', async () => {
    await signInDemo(looker.page, 'primary-admin', 'simrush')
    for (const route of panelPages.filter(({ path }) => !leadsToDevice(path))) {
      await looker.page.goto(addressOf(route.path))
      await looker.look(route.path, { title: title(route.title) })
    }
    expect(looker.found.splice(0)).toEqual([])
  })

  test('a list is accessible in all its states', async () => {
    const { page, errors } = looker
    const list = '/company-management/list'
    const open = async (search: string) => {
      await page.goto(list + search)
      await page
        .getByRole('status')
        .filter({ hasText: /of \d+$/ })
        .waitFor()
    }
    await page.goto(`${list}?search=nothingofthatname`)
    await page.getByRole('heading', { name: 'No matches' }).waitFor()
    await looker.look('a list without a match')

    await open('?trashed=only')
    await looker.look('the trash of a list')

    await open('?search=type:client,reseller;is_active:1&searchFields=type:in&orderBy=name&sortedBy=desc&company=2')
    await page
      .getByRole('button', { name: /^Remove: / })
      .first()
      .waitFor()
    await looker.look('a list with filters, an order and a company context')

    errors.allow(/status of 500 .*\/company\/index/)
    await page.route('**/api/company/index*', (route) =>
      route.fulfill({
        status: 500,
        json: { error: { code: 'internal', message: 'Broken on purpose.', request_id: 'r-1' } },
      }),
    )
    await page.goto(list)
    await page.getByRole('alert').getByText('The list couldn’t be loaded').waitFor()
    await looker.look('a list that failed')
    await page.unroute('**/api/company/index*')

    // Never replied to: the request ends with the page.
    await page.route('**/api/company/index*', () => {})
    await page.goto(list)
    await page.getByText('Loading …').waitFor({ state: 'attached' })
    await looker.look('a list that is loading', { busy: false })
    await page.unroute('**/api/company/index*')

    await open('')
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .first()
      .check()
    await page.getByRole('region', { name: 'Selected rows' }).waitFor()
    await looker.look('a list with a selection')
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await page.getByRole('dialog', { name: 'Deactivate companies' }).waitFor()
    await looker.look('the question of a bulk action')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear selection' }).click()

    await page
      .getByRole('button', { name: /^Actions for / })
      .nth(1)
      .click()
    await page.getByRole('menuitem').first().waitFor()
    await looker.look('the menu of a row')
    await page.keyboard.press('Escape')

    for (const button of ['Filter', 'Views', ...(narrow ? [] : ['Columns and density'])]) {
      await page
        .getByRole('group', { name: 'Search, filter and display' })
        .getByRole('button', { name: button })
        .click()
      await page.getByRole('dialog').getByRole('button').first().waitFor()
      await looker.look(`the panel of "${button}"`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    expect(looker.found.splice(0)).toEqual([])
  })

  test('menus, dialogs and forms with errors are accessible', async () => {
    const { page } = looker
    const overlay = async (what: string, opener: () => Promise<void>, wait: () => Promise<void>) => {
      await opener()
      await wait()
      await looker.look(what)
      looker.found.push(...(await outsideWindow(page)).map((error) => `${what}: ${error}`))
      await page.keyboard.press('Escape')
    }
    const dialog = (name: string) => () => page.getByRole('dialog', { name }).waitFor()
    await page.goto('/user-management/list')
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    if (narrow)
      await overlay('the menu', () => page.getByRole('button', { name: 'Open menu' }).click(), dialog('Main menu'))
    await overlay(
      'the account menu',
      () => page.getByRole('button', { name: /^Your account/ }).click(),
      () => page.getByRole('menuitem', { name: 'Sign out' }).waitFor(),
    )
    await overlay(
      'the notifications',
      () => page.getByRole('button', { name: /^Notifications/ }).click(),
      dialog('Notifications'),
    )
    await overlay(
      'the tenant switcher',
      () => page.getByRole('button', { name: /^Select a company below/ }).click(),
      () => page.getByRole('listbox').getByRole('option').nth(1).waitFor(),
    )
    await overlay(
      'the palette',
      () => page.keyboard.press('Control+k'),
      () => page.getByRole('listbox').getByRole('option').first().waitFor(),
    )
    await overlay(
      'the palette with records',
      async () => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: 'Search screens, actions and records' }).fill('a')
      },
      () =>
        page
          .getByRole('option', { name: /Company ·|User ·/ })
          .first()
          .waitFor(),
    )
    await overlay('the shortcuts', () => page.keyboard.press('?'), dialog('Keyboard shortcuts'))

    await page.goto('/user-management/details/6')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Sign in as user' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in as user' }).click()
    await page.getByRole('dialog').getByRole('alert').first().waitFor()
    await looker.look('a dialog with a form and an error')

    await page.goto('/company-management/create')
    await page.getByRole('button', { name: 'Create company' }).click()
    await page.getByRole('alert', { name: /has an error|have errors/ }).waitFor()
    await looker.look('a form with errors')
    await page.getByRole('combobox', { name: 'Country', exact: true }).click()
    await page.getByRole('option').nth(3).waitFor()
    await looker.look('an open select')

    for (const tab of ['API tokens', 'Preferences']) {
      await page.goto('/profile')
      await page.getByRole('tab', { name: tab }).click()
      await page.getByRole('tabpanel', { name: tab }).waitFor()
      await looker.look(`the tab "${tab}" of the profile`)
    }
    expect(looker.found.splice(0)).toEqual([])
  })

  test("a client's home is accessible", async () => {
    const { page } = looker
    // An auth page other than the home page ends the provider's session.
    await page.goto('/register')
    await settle(page)
    await page.goto('/login')
    await fillSignIn(page, { email: demoUser('admin', 'client'), form: 'client' })
    await page.getByRole('heading', { level: 1, name: 'Access control' }).waitFor()
    await looker.look("a client's home", { title: title('accessControl') })
    expect(looker.found.splice(0)).toEqual([])
  })
})

test('every route of the panel was checked', () => {
  const unknown = [...fullPages, ...panelPages].filter(
    ({ path }) => !leadsToDevice(path) && addressOf(path).includes('$'),
  )
  expect(unknown).toEqual([])
})
