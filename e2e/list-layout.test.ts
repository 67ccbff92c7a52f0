import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { panelPages } from '../web/src/routes.ts'
import { api } from './src/api.ts'
import { settle } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { hasRows, misfits } from './src/list-fit.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { signInDemo } from './src/sign-in.ts'

let panel: Panel
let browser: Browser
let provider: Visitor

const started = Date.now()
beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser({ scrollbars: true })
  provider = await visit(browser, panel.origin)
  await signInDemo(provider.page, 'primary-admin', 'simrush')
})
afterAll(async () => {
  console.log(`list-layout: ${Math.round((Date.now() - started) / 1000)} s`)
  await browser?.close()
  await panel?.stop()
})

/** The site with the most in its Wi-Fi and networks. */
async function siteOf(page: Page): Promise<number> {
  const { data } = (await api(page, 'GET', '/wifi/access-control/index')) as { data: { site_id: number }[] }
  return data[0]?.site_id ?? 1
}

/** Pages that may have a list: those without a record in their address, and those of a site. */
const listPages = panelPages
  .map(({ path }) => path)
  .filter((path) => !/create|update|import|upload|add/.test(path) && !path.replace('/site/$id', '').includes('$'))

describe('a list at 1366 px, with scrollbars that take space', () => {
  test('shows its columns without scrolling, and nothing below the actions', async () => {
    const { page } = provider
    const site = await siteOf(page)
    const found: string[] = []
    let lists = 0
    for (const path of listPages) {
      await page.goto(path.replace('$id', String(site)))
      await settle(page)
      if (await hasRows(page)) lists++
      found.push(...(await misfits(page)).map((what) => `${path}: ${what}`))
    }
    expect(found).toEqual([])
    expect(lists).toBeGreaterThan(15)
  })

  test('opens with the rows that need attention, and says so in its heads', async () => {
    const { page } = provider
    for (const [path, head, first] of [
      ['/hardware/list', 'Status', 'Offline'],
      ['/services/list', 'Status', 'Suspended'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('row').filter({ hasText: first }).first().waitFor()
      const rows = page.getByRole('table').locator('tbody').getByRole('row')
      await expect.poll(() => rows.first().innerText()).toContain(first)
      await expect
        .poll(() => page.getByRole('columnheader', { name: head }).getAttribute('aria-sort'))
        .toBe('ascending')
    }
  })
})

describe('a cell', () => {
  test('is edited with F2, and keeps the focus in its row', async () => {
    const { page, errors } = provider
    await page.goto('/hardware/list')
    const link = page.locator('tbody [data-row]').first()
    await link.waitFor()
    const name = await link.innerText()
    await link.focus()
    await page.keyboard.press('F2')
    const editor = page.getByRole('textbox', { name: `Name, ${name}` })
    await editor.and(page.locator('[aria-busy="false"]')).waitFor()
    await editor.fill(`${name} north`)
    await page.keyboard.press('Enter')
    await page
      .locator('tbody [data-row]')
      .filter({ hasText: `${name} north` })
      .first()
      .waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? ''))
      .toContain(`${name} north`)
    expect(errors.list.splice(0)).toEqual([])
  })
})

describe('the export of a list', () => {
  test('is an Excel workbook', async () => {
    const { page } = provider
    await page.goto('/tariffs/list')
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download as Excel' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
  })
})
