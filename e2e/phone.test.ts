import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Page } from 'playwright-core'
import { settle, sidewaysScroll, violations } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { signInDemo } from './src/sign-in.ts'

let panel: Panel
let browser: Browser
beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await panel?.stop()
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

describe('on a phone', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit(browser, panel.origin, { width: 360, height: 780 })
    await signInDemo(visitor.page, 'primary-admin', 'simrush')
  })
  afterAll(() => visitor?.close())

  test('menu, search and notifications are at the bottom', async () => {
    const { page } = visitor
    const bar = page.getByRole('navigation', { name: 'Menu, search and notifications' })
    const box = await bar.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(780)
    await bar.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Main menu' }).getByRole('link', { name: 'Hardware', exact: true }).click()
    await heading(page, 'Hardware')
    await bar.getByRole('button', { name: 'Search or go to …' }).click()
    await page.getByRole('combobox', { name: 'Search screens, actions and records' }).fill('manufacturers')
    await page.keyboard.press('Enter')
    await heading(page, 'Manufacturers')
    await bar.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByRole('heading', { name: 'Notifications' }).waitFor()
    await page.keyboard.press('Escape')
  })

  test('the action of a list and the buttons of a form stay above the bar', async () => {
    const { page } = visitor
    await page.goto('/tags/list')
    await heading(page, 'Tags')
    const add = page.getByRole('link', { name: /tag$/i }).last()
    const inView = async () => {
      const box = await add.boundingBox()
      return box !== null && box.y > 600 && box.y + box.height <= 780 - 56
    }
    await expect.poll(inView).toBe(true)
    await page.goto('/sites/create')
    const save = page.getByRole('button', { name: /site$/ })
    await save.waitFor()
    const box = await save.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(780 - 56)
    await settle(page)
    expect([...(await violations(page)), ...(await sidewaysScroll(page))]).toEqual([])
  })

  test('breadcrumbs stay on one line', async () => {
    const { page } = visitor
    await page.goto('/company-management/list?search=type:client&searchFields=type:=')
    await page.getByRole('list', { name: 'Companies' }).getByRole('link').first().click()
    const path = page.getByRole('navigation', { name: 'Breadcrumb' })
    await path.waitFor()
    expect((await path.boundingBox())?.height).toBeLessThan(34)
  })
})

test('the pages of a menu entry are tabs', async () => {
  const { page, close } = await visit(browser, panel.origin)
  await signInDemo(page, 'primary-admin', 'simrush')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Settings' }).click()
  await heading(page, 'Settings')
  const tabs = page.getByRole('navigation', { name: 'Settings: pages' })
  for (const [tab, title] of [
    ['Outbox', 'Outbox'],
    ['Tags', 'Tags'],
    ['Custom fields', 'Custom fields'],
    ['General', 'Settings'],
  ] as const) {
    await tabs.getByRole('link', { name: tab, exact: true }).click()
    await heading(page, title)
    await expect.poll(() => menu.getByRole('link', { name: 'Settings' }).getAttribute('aria-current')).toBe('page')
  }
  await close()
})

test('without a connection the shell shows its own page, and has stored nothing of a tenant', async () => {
  const web = await panel.another('web')
  const { page, close, errors } = await visit(browser, web.origin, { serviceWorkers: 'allow' })
  errors.allow(/ERR_CONNECTION|ERR_INTERNET|ERR_NETWORK|WebSocket|Failed to (load|fetch)/)
  await signInDemo(page, 'primary-admin', 'simrush')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.goto('/company-management/list')
  await page.getByRole('table', { name: 'Companies' }).waitFor()
  const stored = await page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname)
    return paths
  })
  expect(stored).toContain('/offline.html')
  expect(stored.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(3)
  expect(stored.filter((path) => !/^\/(assets\/|offline\.(html|css|js)$|skin\.js$|favicon\.svg$)/.test(path))).toEqual(
    [],
  )
  // Without a network the page comes back by itself.
  await page.context().setOffline(true)
  await page.goto('/tags/list')
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await page.context().setOffline(false)
  await heading(page, 'Tags')
  // The server is asked for every page, so that a new version of the panel is used at once.
  const pages = page.waitForResponse((reply) => reply.url().endsWith('/company-management/list'))
  await page.goto('/company-management/list')
  expect((await pages).status()).toBe(200)
  await page.getByRole('table', { name: 'Companies' }).waitFor()
  await web.stop()
  await page.goto('/sites/list')
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  expect(await violations(page)).toEqual([])
  expect(errors.list.filter((error) => error.includes('content security policy'))).toEqual([])
  await close()
})

test('a printed list has all its columns and no controls', async () => {
  const { page, close } = await visit(browser, panel.origin, { width: 1000 })
  await signInDemo(page, 'primary-admin', 'simrush')
  await page.goto('/hardware/list')
  const table = page.getByRole('table', { name: 'Hardware' })
  await table.waitFor()
  await settle(page)
  await page.emulateMedia({ media: 'print' })
  await settle(page)
  const { clipped, covered, controls } = await page.evaluate(() => {
    const shown = (element: Element) => element.getClientRects().length > 0
    const first = [...(document.querySelector('tbody tr')?.children ?? [])]
      .filter(shown)
      .map((cell) => cell.getBoundingClientRect())
    return {
      covered: first.filter((box, index) => index > 0 && box.left < (first[index - 1]?.right ?? 0) - 1).length,
      clipped: [...document.querySelectorAll('thead th')].filter(
        (cell) => shown(cell) && cell.getBoundingClientRect().right > innerWidth,
      ).length,
      controls: [
        ...document.querySelectorAll('main :is(input, select, .mantine-Button-root, .mantine-ActionIcon-root)'),
      ]
        .filter(shown)
        .map((one) => one.outerHTML.slice(0, 120)),
    }
  })
  expect(clipped).toBe(0)
  expect(covered).toBe(0)
  expect(controls).toEqual([])
  await close()
})
