import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { currentViolations } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { downloadCsv, listReady, namesOf, rowsOf, tabTo } from './src/list.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { signInDemo } from './src/sign-in.ts'

let panel: Panel
let browser: Browser
const visitors = new Set<Visitor>()
/** The provider's browser, shared by most tests; sign-in is tested elsewhere. */
let provider: Visitor

const started = Date.now()
beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser()
  provider = await visit(browser, panel.origin)
  await signInDemo(provider.page, 'primary-admin', 'simrush')
})
afterEach(async () => {
  for (const visitor of visitors) await visitor.close()
  visitors.clear()
})
afterAll(async () => {
  console.log(`lists: ${Math.round((Date.now() - started) / 1000)} s`)
  await browser?.close()
  await panel?.stop()
})

async function newcomer(origin = panel.origin, width?: number): Promise<Visitor> {
  const visitor = await visit(browser, origin, width === undefined ? {} : { width })
  visitors.add(visitor)
  return visitor
}

const companies = '/company-management/list'
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
/** Waits until the address contains the state of the list. */
const address = (page: Page, wanted: Record<string, string>) => expect.poll(() => searchOf(page)).toEqual(wanted)
const range = (page: Page) => page.getByRole('status').filter({ hasText: /\d of \d+$/ })
/** Number of matching rows, from the footer of the list. */
async function totalOf(page: Page): Promise<number> {
  return Number(/of (\d+)$/.exec(await range(page).innerText())?.[1])
}
const toolbar = (page: Page) => page.getByRole('group', { name: 'Search, filter and display' })
const openList = async (page: Page, search = '') => {
  await page.goto(companies + search)
  await listReady(page, 'Companies')
}
/** A company or user by the name of its row. */
const row = (page: Page, title: string, name: string) => rowsOf(page, title).filter({ hasText: name })

describe('a list, by keyboard only', () => {
  test('is searched, filtered, ordered, paged and edited, and restored on return', async () => {
    const { page } = provider
    await openList(page)

    await tabTo(page, page.getByRole('searchbox', { name: 'Search this list' }))
    await page.keyboard.type('net')
    await address(page, { search: 'net' })
    await page.getByRole('button', { name: 'Remove: Contains “net”' }).waitFor()
    const found = await namesOf(page, 'Companies')
    expect(found.length).toBeGreaterThan(1)
    expect(found.length).toBeLessThan(25)

    await tabTo(page, toolbar(page).getByRole('button', { name: 'Filter' }))
    await page.keyboard.press('Enter')
    const panelDialog = page.getByRole('dialog')
    await tabTo(page, panelDialog.getByRole('button', { name: 'Type', exact: true }))
    await page.keyboard.press('Enter')
    await tabTo(page, panelDialog.getByRole('checkbox', { name: 'Reseller' }))
    await page.keyboard.press('Space')
    await tabTo(page, panelDialog.getByRole('button', { name: 'Apply' }))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove: Type is Reseller' }).waitFor()
    await listReady(page, 'Companies')
    for (const text of await rowsOf(page, 'Companies').allInnerTexts()) expect(text).toContain('Reseller')

    await tabTo(page, page.getByRole('button', { name: 'Clear filters' }))
    await page.keyboard.press('Enter')
    await address(page, {})

    const head = page.getByRole('columnheader', { name: 'Name' })
    await tabTo(page, head.getByRole('button'))
    await page.keyboard.press('Enter')
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')
    await listReady(page, 'Companies')
    await tabTo(page, page.getByRole('combobox', { name: 'Rows per page' }))
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => searchOf(page)['perPage']).toBe('50')
    await listReady(page, 'Companies')
    await expect.poll(() => rowsOf(page, 'Companies').count()).toBe(50)
    await tabTo(page, page.getByRole('button', { name: 'Next page' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => searchOf(page)['page']).toBe('2')
    await page.getByRole('status').filter({ hasText: /^51/ }).waitFor()

    const before = { search: searchOf(page), names: await namesOf(page, 'Companies') }
    const name = before.names[3] as string
    await tabTo(page, page.getByRole('button', { name: `Actions for ${name}` }))
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
    await tabToItem(page, 'Edit')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: `Edit ${name}` }).waitFor()
    await tabTo(page, page.getByRole('textbox', { name: 'City' }))
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Whitby')
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { level: 1, name: 'Companies' }).waitFor()
    expect(await namesOf(page, 'Companies')).toEqual(before.names)
    expect(searchOf(page)).toEqual(before.search)
    await expect.poll(() => row(page, 'Companies', name).innerText()).toContain('Whitby')
    const link = row(page, 'Companies', name).getByRole('link').first()
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('focuses the opened row on return', async () => {
    const { page } = provider
    await openList(page, '?orderBy=name&sortedBy=desc')
    const name = (await namesOf(page, 'Companies'))[4] as string
    const link = row(page, 'Companies', name).getByRole('link').first()
    await tabTo(page, link)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.goBack()
    await listReady(page, 'Companies')
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
    await address(page, { orderBy: 'name', sortedBy: 'desc' })
  })
})

/** Moves through an open menu with the arrow keys. */
async function tabToItem(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true })
  // The menu takes the focus after it is drawn; an arrow key before that scrolls the page, which hides the menu.
  const menu = page.getByRole('menu')
  await expect.poll(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  for (let press = 0; press < 20; press++) {
    if (await item.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`The menu's "${name}" cannot be reached with the arrow keys`)
}

describe('the address of a list', () => {
  test('shows the same rows to another user with the same view', async () => {
    const { page } = provider
    await openList(page, '?search=type:client;countyIsoCode:GB&orderBy=city;name&sortedBy=asc;desc&perPage=50')
    const other = (await newcomer()).page
    await signInDemo(other, 'read-only', 'simrush')
    await other.goto(page.url())
    const names = await namesOf(page, 'Companies')
    expect(names.length).toBeGreaterThan(3)
    expect(await namesOf(other, 'Companies')).toEqual(names)
  })

  test('joins conditions by "any" when the search was submitted on a narrow screen, and keeps that when it widens', async () => {
    const { page } = await newcomer(panel.origin, 700)
    await signInDemo(page, 'read-only', 'reseller')
    await page.goto('/user-management/list')
    await page.getByRole('searchbox', { name: 'Search this list' }).fill('ed')
    await address(page, { search: 'ed', searchJoin: 'or' })
    await page.setViewportSize({ width: 1366, height: 900 })
    await page.getByRole('table', { name: 'Users' }).waitFor()
    await address(page, { search: 'ed', searchJoin: 'or' })
  })
})

describe('bulk actions', () => {
  test('deactivate selected rows, and report rejected ones', async () => {
    const { page } = await newcomer()
    await signInDemo(page, 'admin', 'reseller')
    await openList(page)
    const names = await namesOf(page, 'Companies')
    const own = await page.getByRole('button', { name: /^Select a company below / }).innerText()
    expect(names).toContain(own)
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Deactivate' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(own).waitFor()
    await dialog.getByRole('button', { name: `Deactivate (${names.length})` }).click()
    // A user cannot deactivate its own company; all others are done.
    const progress = page.getByRole('region', { name: 'Running bulk jobs' })
    await progress.getByText(`Done: ${names.length - 1} done, 0 skipped, 1 failed`).waitFor()
    for (const name of names.filter((one) => one !== own))
      await row(page, 'Companies', name).getByText('Inactive').waitFor()
    await progress.getByRole('link', { name: 'Open report' }).click()
    const title = `Change status: ${names.length} companies`
    await listReady(page, title)
    await rowsOf(page, title).filter({ hasText: own }).getByText('Failed').waitFor()
    await page.getByRole('button', { name: 'Retry 1 failed record' }).waitFor()
    await toolbar(page).getByRole('button', { name: 'Export' }).click()
    const csv = await downloadCsv(page, page.getByRole('menuitem', { name: 'Download as CSV' }))
    expect(csv[0]?.slice(1, 4)).toEqual(['row_id', 'name', 'state'])
    expect(
      csv
        .slice(1)
        .map(([, , name, state]) => `${name}: ${state}`)
        .toSorted(),
    ).toEqual(names.map((name) => `${name}: ${name === own ? 'failed' : 'done'}`).toSorted())
  })

  test('reach all matching rows in a second step, over pages', async () => {
    const { page } = provider
    await openList(page, '?search=type:client')
    const total = await totalOf(page)
    expect(total).toBeGreaterThan(25)
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    const bar = page.getByRole('region', { name: 'Selected rows' })
    await bar.getByText('25 rows selected').waitFor()
    await bar.getByRole('button', { name: `Select all ${total} matching` }).click()
    await bar.getByText(`All ${total} matching rows are selected`).waitFor()
    await bar.getByRole('button', { name: 'Activate', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: `Activate (${total})` }).click()
    const progress = page.getByRole('region', { name: 'Running bulk jobs' })
    await progress.getByText(/^Done: .* 0 failed$/).waitFor()
    await page.goto(`${companies}?search=type:client;is_active:0`)
    await page.getByRole('heading', { name: 'No matches' }).waitFor()
  })

  test('on all devices run on while the user works elsewhere, and after a reload', async () => {
    const { page } = provider
    await page.goto('/hardware/list?perPage=100')
    await listReady(page, 'Hardware')
    const total = await totalOf(page)
    expect(total).toBeGreaterThan(100)
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    const bar = page.getByRole('region', { name: 'Selected rows' })
    await bar.getByRole('button', { name: `Select all ${total} matching` }).click()
    await bar.getByRole('button', { name: 'Refresh', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Refresh (${total})` })
      .click()
    const progress = page.getByRole('region', { name: 'Running bulk jobs' })
    await progress.getByText(`Refresh: ${total} devices`).waitFor()
    await openList(page)
    await page.reload()
    await progress.getByText(`Refresh: ${total} devices`).waitFor()
    await progress.getByRole('link', { name: 'Open report' }).click()
    await page.getByRole('heading', { name: `Refresh: ${total} devices` }).waitFor()
    await page.getByRole('button', { name: 'Cancel job' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click()
    await page.getByText(/^Cancelled: /).waitFor({ timeout: 60_000 })
    await page.getByRole('link', { name: 'All bulk jobs' }).click()
    await rowsOf(page, 'Bulk jobs')
      .filter({ hasText: `Refresh: ${total} devices` })
      .getByText('Cancelled')
      .waitFor()
  })
})

describe('the trash', () => {
  test('removes a row from the list and restores it', async () => {
    const { page } = provider
    await page.goto('/user-management/list?search=role:editor')
    const name = (await namesOf(page, 'Users'))[0] as string
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Move to trash' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click()
    await row(page, 'Users', name).waitFor({ state: 'detached' })

    await toolbar(page).getByRole('button', { name: 'Trash' }).click()
    await page.getByRole('menuitemradio', { name: 'Trash only' }).click()
    await address(page, { search: 'role:editor', trashed: 'only' })
    await row(page, 'Users', name).waitFor()
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Recover' }).click()
    await row(page, 'Users', name).waitFor({ state: 'detached' })
    await page.goto('/user-management/list?search=role:editor')
    await row(page, 'Users', name).waitFor()
  })
})

describe('the export of a list', () => {
  test('as CSV contains all pages of the current view', async () => {
    const { page } = provider
    await openList(page, '?search=type:client&orderBy=name&sortedBy=desc&perPage=100')
    const names = await namesOf(page, 'Companies')
    expect(names).toHaveLength(await totalOf(page))
    // The file contains all pages, whatever the page size.
    await openList(page, '?search=type:client&orderBy=name&sortedBy=desc')
    await toolbar(page).getByRole('button', { name: 'Export' }).click()
    const [head = [], ...lines] = await downloadCsv(page, page.getByRole('menuitem', { name: 'Download as CSV' }))
    expect(lines.map((line) => line[head.indexOf('name')])).toEqual(names)
    expect(new Set(lines.map((line) => line[head.indexOf('type')]))).toEqual(new Set(['client']))
  })
})

describe('saved views', () => {
  test('restore filter, order and page size, on the first page', async () => {
    const { page } = provider
    await openList(page, '?search=type:client&orderBy=city&sortedBy=desc&perPage=25&page=2')
    await toolbar(page).getByRole('button', { name: 'Views' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save current view' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Clients by city')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByRole('button', { name: /^Clients by city/ }).waitFor()

    await openList(page)
    await toolbar(page).getByRole('button', { name: 'Views' }).click()
    await dialog.getByRole('button', { name: /^Clients by city/ }).click()
    await address(page, { search: 'type:client', orderBy: 'city', sortedBy: 'desc', perPage: '25' })
    await page.getByRole('button', { name: 'Remove: Type is Client' }).waitFor()
  })
})

describe('navigation', () => {
  test('the palette finds a company by part of its name and opens it', async () => {
    const { page } = provider
    await openList(page)
    const name = (await namesOf(page, 'Companies'))[7] as string
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search screens, actions and records' }).waitFor()
    await page.keyboard.type(name.slice(0, -1))
    const option = page.getByRole('option', { name: new RegExp(`^${name}`) })
    await option.waitFor()
    for (let press = 0; press < 20 && (await option.getAttribute('aria-selected')) !== 'true'; press++)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/company-management\/summary\/\d+$/)
  })

  test('the palette finds a device by its MAC address in any notation, and reboots it after a confirmation', async () => {
    const { page } = await newcomer(panel.origin, 320)
    await signInDemo(page, 'admin', 'simrush')
    const open = async (text: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search screens, actions and records' }).fill(text)
    }
    await page.goto('/hardware/list')
    await page.getByRole('heading', { level: 1, name: 'Hardware' }).waitFor()
    // The start of the addresses of all devices of the demo, as a switch of Cisco shows them.
    await open('48a9.8a')
    const device = page.getByRole('option', { name: /Device · .*48:a9:8a/i }).first()
    await device.waitFor()
    expect(await currentViolations(page)).toEqual([])
    const name = (await device.innerText()).split('\n')[0] as string
    for (let press = 0; press < 40 && (await device.getAttribute('aria-selected')) !== 'true'; press++)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()

    await open(`reboot ${name}`)
    await page
      .getByRole('option', { name: `Reboot ${name}` })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: new RegExp(`^Reboot ${name} \\(.+\\)\\?$`) })
    await question.waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
  })

  test('the tenant switcher filters every list, survives navigation, and is reset with one click', async () => {
    const { page } = provider
    await openList(page, '?search=type:distributor')
    const name = (await namesOf(page, 'Companies'))[0] as string
    await openList(page)
    const all = await totalOf(page)
    await page.getByRole('button', { name: /^Select a company below / }).click()
    await page.getByRole('combobox', { name: 'Search companies' }).fill(name)
    await page
      .getByRole('listbox')
      .getByRole('option', { name: new RegExp(`^${name}`) })
      .click()
    await expect.poll(() => searchOf(page)['company']).toMatch(/^\d+$/)
    const { company } = searchOf(page)
    await expect.poll(() => totalOf(page)).toBeLessThan(all)
    await page.getByRole('navigation', { name: 'Company context' }).getByText(name).waitFor()
    const inside = await namesOf(page, 'Companies')
    expect(inside).toContain(name)

    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    await listReady(page, 'Users')
    expect(searchOf(page)['company']).toBe(company)
    for (const text of await rowsOf(page, 'Users').allInnerTexts())
      expect(inside.some((one) => text.includes(one))).toBe(true)
    await page.reload()
    await listReady(page, 'Users')
    expect(searchOf(page)['company']).toBe(company)

    await page.getByRole('button', { name: `Leave ${name}` }).click()
    await address(page, {})
  })
})

describe('live updates', () => {
  test('show a rename at another server process, without a reload', async () => {
    const second = await panel.another('web')
    try {
      const { page: looker } = await newcomer()
      await signInDemo(looker, 'admin', 'distributor')
      await openList(looker, '?search=type:client')
      await looker.getByRole('button', { name: /^Live\. / }).waitFor()
      const name = (await namesOf(looker, 'Companies'))[1] as string
      let loads = 0
      looker.on('load', () => loads++)

      const { page: editor } = await newcomer(second.origin)
      await signInDemo(editor, 'editor', 'distributor')
      await editor.goto(companies)
      await row(editor, 'Companies', name).getByRole('link').first().click()
      await editor.getByRole('link', { name: 'Edit' }).click()
      const renamed = `${name} Renamed`
      await editor.getByRole('textbox', { name: 'Name', exact: true }).fill(renamed)
      await editor.getByRole('button', { name: 'Save' }).click()
      const began = Date.now()
      await row(looker, 'Companies', renamed).waitFor()
      console.log(`a change at another process was shown after ${Date.now() - began} ms`)
      expect(loads).toBe(0)
    } finally {
      await second.stop()
    }
  })
})

test('the provider’s browser reported no error', () => {
  expect(provider.errors.list).toEqual([])
})
