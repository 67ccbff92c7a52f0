import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { api } from './src/api.ts'
import { settle, sidewaysScroll, violations } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { tabTo } from './src/list.ts'
import { looks } from './src/looks.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { signInDemo } from './src/sign-in.ts'

let panel: Panel
let browser: Browser
/** The provider's browser, shared by most tests. */
let provider: Visitor
const visitors = new Set<Visitor>()
/** Ids of the subnets that the tests created, by prefix. */
const ids: Record<string, number> = {}

const started = Date.now()
beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser()
  provider = await visit(browser, panel.origin)
  await signInDemo(provider.page, 'primary-admin', 'simrush')
  const { page } = provider
  await make(page, { net: '198.18.0.0/15', type: 'container', name: 'Laboratory' })
  await make(page, { net: '198.18.0.0/16', type: 'container', name: 'First bench', parent_id: ids['198.18.0.0/15'] })
  await make(page, { net: '198.18.0.0/20', type: 'container', name: 'Racks', parent_id: ids['198.18.0.0/16'] })
  await make(page, { net: '198.18.64.0/24', type: 'network', name: 'Desks', parent_id: ids['198.18.0.0/16'] })
  await make(page, { net: 'auto', prefix: 26, count: 40, type: 'network', parent_id: ids['198.18.0.0/20'] })
  await make(page, { net: '2001:db8:e2e::/48', type: 'container', name: 'Laboratory, v6', assign_len: 56 })
  await api(page, 'POST', `/network/subnet/${ids['198.18.64.0/24']}/ips/store`, {
    ip: '198.18.64.9',
    dns_name: 'desk9.lab.example',
    note: 'By the window',
  })
})
afterEach(async () => {
  for (const visitor of visitors) await visitor.close()
  visitors.clear()
})
afterAll(async () => {
  console.log(`ipam: ${Math.round((Date.now() - started) / 1000)} s`)
  await browser?.close()
  await panel?.stop()
})

/** Creates subnets, and stores their ids. */
async function make(page: Page, body: Record<string, unknown>): Promise<void> {
  const { data } = (await api(page, 'POST', '/network/subnet/store', body)) as {
    data: { ids: number[]; nets: string[] }
  }
  data.nets.forEach((net, index) => (ids[net] = data.ids[index] as number))
}

const idOf = (net: string): number => {
  const id = ids[net]
  if (id === undefined) throw new Error(`The tests have not created ${net}`)
  return id
}
const list = '/ipam/list/ipv4'
/** The address of the tree with these nodes expanded. */
const treeWith = (...nets: string[]) => `${list}?perPage=100&open=${nets.map(idOf).join('.')}`
const tree = (page: Page) => page.getByRole('treegrid')
const rowOf = (page: Page, net: string): Locator => tree(page).locator(`[data-net="${net}"]`)
const focusedNet = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['net'] ?? null)
const openIn = (page: Page) => new URL(page.url()).searchParams.get('open')

/** Waits until the tree is loaded. */
async function treeReady(page: Page): Promise<void> {
  await tree(page).getByRole('row').nth(1).waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
}

/** Moves the focus into the tree with Tab: one of its rows is focusable. */
async function tabIntoTree(page: Page): Promise<void> {
  await tabTo(page, tree(page).locator('tbody [role="row"][tabindex="0"]'))
}

async function newcomer(width?: number): Promise<Visitor> {
  const visitor = await visit(browser, panel.origin, width === undefined ? {} : { width })
  visitors.add(visitor)
  return visitor
}

describe('the tree, by keyboard only', () => {
  test('is navigated, expanded and collapsed, and restored on return', async () => {
    const { page } = provider
    await page.goto(`${list}?perPage=100`)
    await treeReady(page)
    await tabIntoTree(page)
    await page.keyboard.type('198.18')
    await expect.poll(() => focusedNet(page)).toBe('198.18.0.0/15')
    await expect.poll(() => rowOf(page, '198.18.0.0/15').getAttribute('aria-expanded')).toBe('false')

    await page.keyboard.press('ArrowRight')
    await rowOf(page, '198.18.0.0/16').waitFor()
    expect(openIn(page)).toBe(String(idOf('198.18.0.0/15')))
    await page.keyboard.press('ArrowRight')
    expect(await focusedNet(page)).toBe('198.18.0.0/16')
    await expect.poll(() => rowOf(page, '198.18.0.0/16').getAttribute('aria-level')).toBe('2')
    await page.keyboard.press('ArrowRight')
    await rowOf(page, '198.18.64.0/24').waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await focusedNet(page)).toBe('198.18.0.0/20')
    await page.keyboard.press('ArrowDown')
    // Free stretches are listed between allocated ones.
    expect(await focusedNet(page)).toBe('198.18.16.0/20')
    await page.keyboard.press('ArrowLeft')
    expect(await focusedNet(page)).toBe('198.18.0.0/16')
    await page.keyboard.press('Home')
    expect(await focusedNet(page)).not.toBe('198.18.0.0/16')
    await page.keyboard.type('198.18.64')
    await expect.poll(() => focusedNet(page)).toBe('198.18.64.0/24')

    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: '198.18.64.0/24' }).waitFor()
    await page.goBack()
    await treeReady(page)
    await expect.poll(() => focusedNet(page)).toBe('198.18.64.0/24')
    expect(openIn(page)).toBe(`${idOf('198.18.0.0/15')}.${idOf('198.18.0.0/16')}`)

    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => rowOf(page, '198.18.64.0/24').count()).toBe(0)
    expect(await focusedNet(page)).toBe('198.18.0.0/16')
  })

  test('shows many rows in steps, which are in the address too', async () => {
    const { page } = provider
    await page.goto(treeWith('198.18.0.0/15', '198.18.0.0/16', '198.18.0.0/20'))
    await treeReady(page)
    const inside = tree(page).locator('[aria-level="4"]')
    await tree(page).getByRole('button', { name: '25 more of 40 in 198.18.0.0/20' }).waitFor()
    const first = await inside.count()
    await rowOf(page, '198.18.0.0/26').focus()
    for (let press = 0; press < 60 && (await focusedNet(page)) !== null; press++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => inside.count()).toBeGreaterThan(first)
    expect(openIn(page)).toContain(`${idOf('198.18.0.0/20')}-50`)
    await page.reload()
    await treeReady(page)
    await expect.poll(() => inside.count()).toBeGreaterThan(first)
  })
})

describe('free space', () => {
  test('opens a prefilled form with one click, and the tree is unchanged afterwards', async () => {
    const { page } = provider
    await page.goto(treeWith('198.18.0.0/15', '198.18.0.0/16'))
    await treeReady(page)
    await tree(page).getByRole('link', { name: 'Allocate 198.18.32.0/19' }).click()
    await page.getByRole('heading', { level: 1, name: 'New subnet' }).waitFor()
    const net = page.getByRole('textbox', { name: 'Subnet' })
    await expect.poll(() => net.inputValue()).toBe('198.18.32.0/19')
    await net.fill('198.18.32.0/24')
    await page.getByText('Will be allocated: 198.18.32.0/24').waitFor()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Allocated with one click')
    await page.locator('main form button[type="submit"]').click()
    await page.getByRole('heading', { level: 1, name: 'IPv4 subnets' }).waitFor()
    await rowOf(page, '198.18.32.0/24').waitFor()
    expect(openIn(page)).toBe(`${idOf('198.18.0.0/15')}.${idOf('198.18.0.0/16')}`)
    await expect.poll(() => rowOf(page, '198.18.32.0/24').innerText()).toContain('Allocated with one click')
    // The rest of the gap is free, in separate pieces.
    await expect.poll(() => rowOf(page, '198.18.32.0/19').count()).toBe(0)
    await rowOf(page, '198.18.33.0/24').waitFor()
    await expect.poll(() => focusedNet(page)).toBe('198.18.0.0/16')
  })

  test('that another user allocates updates in place, and the focus stays in the tree', async () => {
    const { page } = provider
    await page.goto(treeWith('198.18.0.0/15', '198.18.0.0/16'))
    await treeReady(page)
    await page.getByRole('button', { name: /^Live/ }).first().waitFor()
    await rowOf(page, '198.18.33.0/24').focus()
    const other = await newcomer()
    await signInDemo(other.page, 'admin', 'simrush')
    await make(other.page, {
      net: '198.18.33.0/24',
      type: 'network',
      name: 'Quicker',
      parent_id: idOf('198.18.0.0/16'),
    })
    await expect.poll(() => rowOf(page, '198.18.33.0/24').innerText()).toContain('Quicker')
    expect(await focusedNet(page)).toBe('198.18.33.0/24')
  })

  test('is a cell of the map that opens the same form, also by keyboard', async () => {
    const { page } = provider
    await page.goto(`/ipam/ipv4/${idOf('198.18.0.0/16')}?tab=map`)
    await settle(page)
    const map = page.getByRole('grid', { name: 'Map of 198.18.0.0/16' })
    await map.getByRole('gridcell').first().focus()
    await page.keyboard.press('Control+End')
    const last = page.locator(':focus')
    await expect.poll(() => last.getAttribute('aria-label')).toBe('198.18.255.192/26, Free')
    await page.keyboard.press('Enter')
    const net = page.getByRole('textbox', { name: 'Subnet' })
    await expect.poll(() => net.inputValue()).toBe('198.18.255.192/26')
    await page.goBack()
    await page.getByRole('button', { name: 'Show as table' }).click()
    await page.getByRole('table', { name: 'Map of 198.18.0.0/16' }).getByRole('row', { name: /Desks/ }).waitFor()
    // Zooming into a cell of an IPv6 network shows that part of the map.
    await page.goto(`/ipam/ipv6/${idOf('2001:db8:e2e::/48')}?tab=map`)
    await page.getByText('One cell is a /58').waitFor()
  })
})

describe('an address', () => {
  test('in the search field shows its path and owner, and links there', async () => {
    const { page } = provider
    await page.goto(list)
    await page.getByRole('searchbox', { name: 'Search this list' }).fill('198.18.64.9')
    const found = page.getByRole('region', { name: 'Location of 198.18.64.9' })
    await found.getByText('Owner').waitFor()
    await expect
      .poll(() => found.getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringContaining('198.18.0.0/15'),
        expect.stringContaining('198.18.0.0/16'),
        expect.stringContaining('198.18.64.0/24'),
        expect.stringContaining('198.18.64.9'),
      ])
    await found.getByRole('button', { name: 'Show in tree' }).click()
    await expect.poll(() => focusedNet(page)).toBe('198.18.64.0/24')
    expect(openIn(page)).toBe(`${idOf('198.18.0.0/15')}.${idOf('198.18.0.0/16')}`)
  })

  test('is allocated, edited and released in the list', async () => {
    const { page } = provider
    await page.goto(`/ipam/ipv4/${idOf('198.18.64.0/24')}?tab=addresses`)
    const rows = page.getByRole('table', { name: 'Addresses of 198.18.64.0/24' }).getByRole('row')
    await rows.filter({ hasText: 'desk9.lab.example' }).waitFor()
    await page.getByRole('button', { name: 'Allocate address' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Specific address' }).check()
    await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill('198.18.64.20')
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Printer')
    await dialog.getByRole('button', { name: 'Allocate address' }).click()
    await rows.filter({ hasText: 'Printer' }).waitFor()

    await page.getByRole('button', { name: 'Actions for 198.18.64.20' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Plotter')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await rows.filter({ hasText: 'Plotter' }).waitFor()

    await page.getByRole('button', { name: 'Reserve range' }).click()
    await dialog.getByRole('textbox', { name: 'From' }).fill('198.18.64.100')
    await dialog.getByRole('textbox', { name: 'To' }).fill('198.18.64.120')
    await dialog.getByRole('button', { name: 'Reserve range' }).click()
    await rows.filter({ hasText: '198.18.64.100 – 198.18.64.120' }).waitFor()

    await page.getByRole('button', { name: 'Actions for 198.18.64.20' }).click()
    await page.getByRole('menuitem', { name: 'Release' }).click()
    await dialog.getByRole('button', { name: 'Release' }).click()
    await rows.filter({ hasText: '198.18.64.20' }).filter({ hasText: 'Quarantine' }).waitFor()
  })
})

describe('a tenant', () => {
  test('sees its own address space as the root, and nothing above it', async () => {
    const { page } = await newcomer()
    await signInDemo(page, 'admin', 'reseller')
    await page.goto(list)
    await treeReady(page)
    await expect.poll(() => tree(page).locator('[data-net="198.18.0.0/15"]').count()).toBe(0)
    const first = tree(page).locator('tbody [role="row"]').first()
    const net = await first.getAttribute('data-net')
    await first.getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: net as string }).waitFor()
    await expect.poll(() => page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').count()).toBe(2)
    expect((await page.goto(`/ipam/ipv4/${idOf('198.18.0.0/16')}`))?.status()).toBe(200)
    await page.getByRole('alert').waitFor()
  })
})

describe.each(looks)('in the %s theme at %i px', (skin, width) => {
  test('every page and dialog of address management is accessible', async () => {
    const visitor = await visit(browser, panel.origin, { skin, width, height: width < 768 ? 640 : 900 })
    visitors.add(visitor)
    const { page, errors } = visitor
    await signInDemo(page, 'primary-admin', 'simrush')
    const found: string[] = []
    const look = async (what: string) => {
      await settle(page)
      const here = [...(await violations(page)), ...(await sidewaysScroll(page)), ...errors.list.splice(0)]
      found.push(...here.map((error) => `${what}: ${error}`))
    }
    const network = `/ipam/ipv4/${idOf('198.18.64.0/24')}`
    const container = `/ipam/ipv4/${idOf('198.18.0.0/16')}`
    const pages = {
      'the tree': treeWith('198.18.0.0/15', '198.18.0.0/16', '198.18.0.0/20'),
      'the tree of IPv6': `/ipam/list/ipv6?open=${idOf('2001:db8:e2e::/48')}`,
      'a search for an address': `${list}?search=198.18.64.9`,
      'a search without a match': `${list}?search=nothingofthatname`,
      'the trash': `${list}?trashed=only`,
      'a subnet': container,
      'what is in a subnet': `${container}?tab=inside`,
      'the map of a subnet': `${container}?tab=map`,
      'the map of a network': `${network}?tab=map`,
      'the map as a table': `${container}?tab=map&as=table`,
      'the addresses of a network': `${network}?tab=addresses`,
      'the history of a network': `${network}?tab=history`,
      'the activity of a network': `${network}?tab=activity`,
      'an IPv6 subnet': `/ipam/ipv6/${idOf('2001:db8:e2e::/48')}`,
      'the form of a new subnet': `/ipam/ipv4/create?parent=${idOf('198.18.0.0/16')}&net=198.18.128.0/20`,
      'the form of a subnet': `/ipam/ipv4/update/${idOf('198.18.64.0/24')}`,
      'the import': '/ipam/import',
      'the categories': '/ipam/categories',
      'the form of a new category': '/ipam/categories/create',
      'the form of a category': '/ipam/categories/update/1',
    }
    for (const [what, address] of Object.entries(pages)) {
      await page.goto(address)
      await look(what)
    }

    await page.goto(`${network}?tab=addresses`)
    await page.getByRole('button', { name: 'Allocate address' }).click()
    await page.getByRole('dialog').getByRole('radio', { name: 'Specific address' }).check()
    await page.getByRole('dialog').getByRole('button', { name: 'Allocate address' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await look('the drawer that allocates an address, with an error')

    for (const [action, title] of [
      ['Split', /^Split /],
      ['Delete', /^Delete /],
    ] as const) {
      await page.goto(container)
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: action }).waitFor()
      await look(`the menu of a subnet before "${action}"`)
      await page.getByRole('menuitem', { name: action }).click()
      await page.getByRole('dialog', { name: title }).waitFor()
      await look(`the dialog of "${action}"`)
    }
    expect(found).toEqual([])
  })
})

test('the provider’s browser reported no error', () => {
  expect(provider.errors.list).toEqual([])
})
