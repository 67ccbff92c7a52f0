import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from './src/api.ts'
import { firstAnswering, type AnsweringDevice } from './src/answering.ts'
import { currentViolations } from './src/audit-page.ts'
import { startBrowser, visit, type Visitor } from './src/browser.ts'
import { startPanel, type Panel } from './src/panel.ts'
import { signInDemo } from './src/sign-in.ts'

let panel: Panel
let browser: Browser
let admin: Visitor
let router: AnsweringDevice

beforeAll(async () => {
  panel = await startPanel({ demo: true })
  browser = await startBrowser()
  admin = await visit(browser, panel.origin)
  await signInDemo(admin.page, 'admin', 'simrush')
  router = await firstAnswering(admin.page, 'router')
  // The readings of the demo are written when its routers have started.
  while ((await readCount()) < 100) await admin.page.waitForTimeout(1000)
})
afterAll(async () => {
  await browser?.close()
  await panel?.stop()
})

/** Number of stored readings of the traffic of the router in the last five days. */
async function readCount(): Promise<number> {
  const query = new URLSearchParams({
    plot: 'traffic',
    from: new Date(Date.now() - 5 * 86_400_000).toISOString(),
    to: new Date().toISOString(),
  })
  const path = `/hardware/control/${router.id}/readings/show?${query}`
  const reply = (await api(admin.page, 'GET', path)) as { data: { series: { mean: (number | null)[] }[] } }
  return reply.data.series[0]?.mean.filter((value) => value !== null).length ?? 0
}

const graph = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const chart = (page: Page, name: string) => graph(page, name).locator('canvas')
const picture = (page: Page, name: string) =>
  process.env['PICTURES'] === undefined
    ? Promise.resolve()
    : page.screenshot({ path: `${process.env['PICTURES']}/${name}.png`, fullPage: true })

test('a device shows a day, a week beside the week before, and a year', async () => {
  const { page, errors } = admin
  await page.goto(`/hardware/${router.id}`)
  await chart(page, 'Traffic').waitFor()
  await graph(page, 'Traffic')
    .getByText(/95th percentile/)
    .first()
    .waitFor()
  await picture(page, 'graphs-device')
  await page.getByText('Week', { exact: true }).click()
  await page.getByRole('switch', { name: 'Compare with the week before' }).click()
  await graph(page, 'Traffic').getByText('Week before').waitFor()
  expect(new URL(page.url()).search).toContain('period=week')
  await page.getByText('Year', { exact: true }).click()
  await chart(page, 'Temperature').waitFor()
  expect(await currentViolations(page)).toEqual([])
  await picture(page, 'graphs-year')
  expect(errors.list.splice(0)).toEqual([])
})

test('dragging in a chart selects its period, which is in the address, and Back returns', async () => {
  const { page, errors } = admin
  await page.goto(`/hardware/${router.id}`)
  const canvas = chart(page, 'Traffic')
  await canvas.waitFor()
  await canvas.scrollIntoViewIfNeeded()
  const box = (await canvas.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => new URL(page.url()).searchParams.has('from')).toBe(true)
  const { searchParams } = new URL(page.url())
  const hours = (Date.parse(searchParams.get('to')!) - Date.parse(searchParams.get('from')!)) / 3_600_000
  expect(hours).toBeGreaterThan(5)
  expect(hours).toBeLessThan(11)
  await page.getByRole('button', { name: 'Next period' }).click()
  await page.goBack()
  await page.goBack()
  await expect.poll(() => new URL(page.url()).searchParams.has('from')).toBe(false)
  expect(errors.list.splice(0)).toEqual([])
})

test('a period is entered with the keyboard, and an impossible one is rejected at the field', async () => {
  const { page, errors } = admin
  await page.goto(`/hardware/${router.id}`)
  await chart(page, 'Traffic').waitFor()
  await page.getByRole('button', { name: 'Choose dates' }).press('Enter')
  const from = page.getByLabel('From', { exact: true })
  const to = page.getByLabel('To', { exact: true })
  await from.fill('2026-03-02T10:00')
  await to.fill('2026-03-02T09:00')
  await to.press('Enter')
  await page.getByText('Enter two times at least 10 minutes and at most five years apart.').waitFor()
  expect(await currentViolations(page)).toEqual([])
  await to.fill('2026-03-03T10:00')
  await to.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toContain('2026-03-0')
  await graph(page, 'Traffic').getByText('No data in this period').waitFor()
  expect(errors.list.splice(0)).toEqual([])
})

test('the numbers of a chart are also a table and a file', async () => {
  const { page, errors } = admin
  await page.goto(`/hardware/${router.id}?period=month`)
  await chart(page, 'Load').waitFor()
  await graph(page, 'Load').getByRole('button', { name: 'Show as table' }).click()
  const table = graph(page, 'Load').getByRole('table')
  await table.getByRole('columnheader', { name: 'CPU', exact: true }).waitFor()
  expect(await table.getByRole('row').count()).toBeGreaterThan(500)
  const download = page.waitForEvent('download')
  await graph(page, 'Load').getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toBe('Load.csv')
  expect(errors.list.splice(0)).toEqual([])
})

test('sites, companies, NAS, services and pools have graphs', async () => {
  const { page, errors } = admin
  const first = async (path: string): Promise<number> =>
    ((await api(page, 'GET', path)) as { data: { id: number }[] }).data[0]!.id
  const site = await first('/site/index?search=hardware_count:1&searchFields=hardware_count:>%3D')
  const device = await first('/network/nas/index')
  const service = await first('/network/service/index?search=status:active')
  const company = await first('/company/index?search=type:distributor&searchFields=type:=')
  for (const [path, name] of [
    [`/site/${site}/hardware/index`, 'Traffic'],
    [`/company-management/summary/${company}?tab=graphs`, 'Devices online'],
    [`/nas/details/${device}?tab=graphs`, 'Sessions'],
    [`/services/details/${service}?tab=usage`, 'Traffic'],
  ] as const) {
    await page.goto(path)
    await graph(page, name).first().waitFor()
    await picture(page, `graphs-${path.split('/')[1]}`)
    expect(await currentViolations(page), path).toEqual([])
  }
  expect(errors.list.splice(0)).toEqual([])
})

test('on a phone in the dark, graphs fit the width and have no findings of axe', async () => {
  const phone = await visit(browser, panel.origin, { width: 320, height: 720, skin: 'dark' })
  await signInDemo(phone.page, 'admin', 'simrush')
  await phone.page.goto(`/hardware/${router.id}?period=week&compare=week`)
  await chart(phone.page, 'Traffic').waitFor()
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await currentViolations(phone.page)).toEqual([])
  await picture(phone.page, 'graphs-phone')
  expect(phone.errors.list.splice(0)).toEqual([])
  await phone.close()
})
