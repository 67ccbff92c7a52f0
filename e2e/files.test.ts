import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from './src/api.ts'
import { settle, sidewaysScroll, violations } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { signInDemo } from './src/sign-in.ts'

let panel: Panel
let browser: Browser

const started = Date.now()
beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser()
})
afterAll(async () => {
  console.log(`files: ${Math.round((Date.now() - started) / 1000)} s`)
  await browser?.close()
  await panel?.stop()
})

const notesOf = async ({ page }: Visitor) => {
  const { data } = (await api(page, 'GET', '/site/index')) as { data: { id: number }[] }
  await page.goto(`/site/${data[0]!.id}/hardware/index?tab=notes`)
  await page.getByRole('heading', { name: 'Files', exact: true }).waitFor()
}

test('files are uploaded, rejected by their content, downloaded and deleted', async () => {
  const admin = await visit(browser, panel.origin)
  await signInDemo(admin.page, 'admin', 'reseller')
  const { page, errors } = admin
  await notesOf(admin)
  await page.getByText('No files yet.').waitFor()
  errors.allow(/status of 422/)
  await page.locator('input[type=file]').setInputFiles([
    { name: 'contract.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nThe contract') },
    { name: 'page.txt', mimeType: 'text/plain', buffer: Buffer.from('<html><script>alert(1)</script>') },
    { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
  ])
  await page.getByText('The content of this file is not TXT, or the file is damaged.').waitFor()
  await page.getByText('This type of file is not allowed.').waitFor()
  await page.getByRole('button', { name: 'Download contract.pdf' }).waitFor()
  await settle(page)
  expect([...(await violations(page)), ...(await sidewaysScroll(page))]).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download contract.pdf' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('contract.pdf')
  expect(await readFile(await saved.path(), 'utf8')).toBe('%PDF-1.7\nThe contract')
  await page.getByRole('button', { name: 'Delete contract.pdf' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete file' }).click()
  await page.getByText('No files yet.').waitFor()
  expect(errors.list.splice(0)).toEqual([])
  await admin.close()
})

test('at 320 px in the dark, files have no findings of axe', async () => {
  const admin = await visit(browser, panel.origin, { width: 320, height: 700, skin: 'dark' })
  await signInDemo(admin.page, 'admin', 'reseller')
  const { page, errors } = admin
  await notesOf(admin)
  await page.locator('input[type=file]').setInputFiles({
    name: `${'a-long-name-'.repeat(12)}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from('a,b'),
  })
  await page.getByRole('button', { name: /^Download a-long-name/ }).waitFor()
  await settle(page)
  expect([...(await violations(page)), ...(await sidewaysScroll(page))]).toEqual([])
  expect(errors.list.splice(0)).toEqual([])
  await admin.close()
})
