import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from './src/api.ts'
import { settle, sidewaysScroll, violations } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { signInDemo } from './src/sign-in.ts'

interface Graph {
  nodes: { key: string; kind: string; name: string; id: number | null; site_id: number | null; parent: string | null }[]
  links: { state: string; is_new: boolean; from: string; to: string }[]
}

let panel: Panel
let browser: Browser
let provider: Visitor
/** A site with a router and devices behind it, by the readings of the demo's routers. */
let site: number
let graph: Graph

const graphOf = async (page: Page, query: string): Promise<Graph> =>
  ((await api(page, 'GET', `/device-topology/graph?${query}`)) as { data: Graph }).data

const started = Date.now()
beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser()
  provider = await visit(browser, panel.origin)
  await signInDemo(provider.page, 'primary-admin', 'simrush')
  // Neighbours are read within the first polls, and links derived once a minute.
  const end = Date.now() + 400_000
  for (let found: number | null | undefined; found === undefined && Date.now() < end;) {
    const all = await graphOf(provider.page, 'group=none')
    const siteOf = new Map(all.nodes.map(({ key, site_id }) => [key, site_id]))
    found = all.nodes.find(
      ({ kind, parent, site_id }) =>
        kind === 'device' && site_id !== null && parent?.startsWith('d') && siteOf.get(parent) === site_id,
    )?.site_id
    if (found) site = found
    else await provider.page.waitForTimeout(3000)
  }
  graph = await graphOf(provider.page, `site=${site}`)
}, 500_000)
afterAll(async () => {
  console.log(`topology: ${Math.round((Date.now() - started) / 1000)} s`)
  await browser?.close()
  await panel?.stop()
})

const errorsOf = async (page: Page) => {
  await settle(page)
  return [...(await violations(page)), ...(await sidewaysScroll(page))]
}

test('sites are expanded, and filters and the selected node are in the URL', async () => {
  const { page } = provider
  const all = await graphOf(page, 'group=site')
  const [group] = all.nodes.filter(({ kind, id }) => kind === 'site' && id !== null)
  await page.goto('/topology?group=site')
  const drawing = page.getByRole('group', { name: 'Topology graph' })
  await drawing.locator(`[data-key="${group?.key}"]`).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain(`node=${group?.key}`)
  await page.getByRole('button', { name: 'Expand site' }).click()
  await page
    .getByRole('button', { name: /^Collapse / })
    .first()
    .waitFor()
  await drawing.locator('[data-kind="device"]').first().waitFor()
  await page.getByRole('button', { name: /^Offline/ }).click()
  await expect.poll(() => page.url()).toContain('state=offline')
  await page.getByText('No device matches the filter.').waitFor()
  await page.reload()
  expect(await page.getByRole('button', { name: /^Offline/ }).getAttribute('aria-pressed')).toBe('true')
  expect(await errorsOf(page)).toEqual([])
})

test('arrow keys move along the tree, and a device’s panel sets and derives its uplinks', async () => {
  const { page } = provider
  const leaf = graph.nodes.find(
    ({ parent, kind, key }) =>
      kind === 'device' && parent?.startsWith('d') && !graph.nodes.some((one) => one.parent === key),
  )
  await page.goto(`/topology?site=${site}`)
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset['key'])
  await page.locator(`[data-key="${leaf?.key}"]`).focus()
  await page.keyboard.press('ArrowLeft')
  expect(await focused()).toBe(leaf?.parent)
  await page.keyboard.press('ArrowRight')
  const child = await focused()
  expect(graph.nodes.find(({ key }) => key === child)?.parent).toBe(leaf?.parent)
  // The whole graph has one place in the tab order.
  expect(await page.locator('[data-key][tabindex="0"]').count()).toBe(1)
  await page.locator(`[data-key="${leaf?.key}"]`).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Derived from links and default routes.').waitFor()
  await page.getByRole('button', { name: 'Set uplinks' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Set uplinks' }).click()
  await page.getByText(/^Set by /).waitFor()
  await page.getByText('None: set by a user.').waitFor()
  await page.getByRole('button', { name: 'Derive uplinks' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Derive uplinks' }).click()
  await page.getByText('Derived from links and default routes.').waitFor()
  expect(await errorsOf(page)).toEqual([])
})

test('the graph is zoomed and panned by keyboard and wheel, without scrolling the page', async () => {
  const { page } = provider
  await page.goto(`/topology?site=${site}`)
  const drawing = page.getByRole('group', { name: 'Topology graph' })
  const view = () => drawing.locator('> div').getAttribute('style')
  await drawing.locator('[data-key][tabindex="0"]').focus()
  const before = await view()
  await page.keyboard.press('+')
  const zoomed = await view()
  expect(zoomed).not.toBe(before)
  await page.keyboard.press('Shift+ArrowLeft')
  const panned = await view()
  expect(panned).not.toBe(zoomed)
  // The pointer is moved to the graph, which scrolls it into view.
  await drawing.hover()
  const scrolled = () => page.evaluate(() => window.scrollY)
  const start = await scrolled()
  await page.mouse.wheel(0, 300)
  await expect.poll(view).not.toBe(panned)
  expect(await scrolled()).toBe(start)
})

test('the graph and the tab of a device have no accessibility violations at 320 px, in light and dark', async () => {
  for (const skin of ['light', 'dark'] as const) {
    const narrow = await visit(browser, panel.origin, { skin, width: 320, height: 720 })
    await signInDemo(narrow.page, 'primary-admin', 'simrush')
    const device = graph.nodes.find(({ kind }) => kind === 'device')
    for (const address of [`/topology?site=${site}&node=${device?.key}`, `/hardware/${device?.id}/topology`]) {
      await narrow.page.goto(address)
      await narrow.page.getByText('Derived from links and default routes.').waitFor()
      expect([address, skin, ...(await errorsOf(narrow.page))]).toEqual([address, skin])
    }
    await narrow.close()
  }
})

test('the page of a site has its graph', async () => {
  const { page } = provider
  await page.goto(`/site/${site}/hardware/index`)
  await page.getByRole('region', { name: 'Topology' }).getByRole('group', { name: 'Topology graph' }).waitFor()
  expect(await errorsOf(page)).toEqual([])
})
