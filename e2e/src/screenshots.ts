// npm run screenshots: starts the panel with its demo and writes the screenshots of the README, each light and dark.
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { api } from './api.ts'
import { firstAnswering } from './answering.ts'
import { startBrowser, visit, type Skin } from './browser.ts'
import { startPanel } from './panel.ts'
import { freeUdpPort } from './radius.ts'
import { signInDemo } from './sign-in.ts'

const folder = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url))

/** Id of the first row of a list. @param index the list's call with its query */
async function firstId(page: Page, index: string): Promise<number> {
  const { data } = (await api(page, 'GET', index)) as { data: { id: number }[] }
  const [row] = data
  if (row === undefined) throw new Error(`${index} has no row`)
  return row.id
}

/** Addresses of the pages by the name of their screenshot. */
const pictures: Record<string, (page: Page) => Promise<string>> = {
  dashboard: () => Promise.resolve('/'),
  service: async (page) =>
    `/services/details/${await firstId(page, '/network/service/index?search=online:true&searchFields=online:=&perPage=25')}`,
  subnet: async (page) => `/ipam/ipv4/${await firstId(page, '/network/subnet/index?ip_version=ipv4&perPage=25')}`,
  device: async (page) => `/hardware/${(await firstAnswering(page, 'router')).id}`,
  wifi: async (page) => `/site/${(await firstAnswering(page, 'access-point')).site_id}/wifi`,
}

const panel = await startPanel({ demo: true, radius: { authPort: await freeUdpPort(), acctPort: await freeUdpPort() } })
const browser = await startBrowser()
try {
  mkdirSync(folder, { recursive: true })
  for (const skin of ['light', 'dark'] as const satisfies Skin[]) {
    const { page, close } = await visit(browser, panel.origin, { skin, width: 1366, height: 860 })
    await signInDemo(page, 'primary-admin', 'simrush')
    for (const [name, addressOf] of Object.entries(pictures)) {
      await page.goto(await addressOf(page))
      await page.waitForLoadState('networkidle')
      // Charts and maps are drawn after the first paint.
      await page.waitForTimeout(2000)
      await page.screenshot({ path: `${folder}${name}-${skin}.png` })
      console.log(`docs/screenshots/${name}-${skin}.png`)
    }
    await close()
  }
} finally {
  await browser.close()
  await panel.stop()
}
