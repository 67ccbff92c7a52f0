import type { Page } from 'playwright-core'
import { api } from './api.ts'

/** A device of the demo at a site, with the fields that tests use. */
export interface AnsweringDevice {
  id: number
  name: string
  site_id: number
  kind: string
}

/**
 * The first `count` devices of a kind at a site that reply to the poller, once there are so many: the simulated
 * routers of the demo start after the first page.
 */
export async function allAnswering(page: Page, kind: string, count: number): Promise<AnsweringDevice[]> {
  const query = `search=kind:${kind};online_status:online&searchFields=kind:=;online_status:=&searchJoin=and&perPage=100`
  for (;;) {
    const { data } = (await api(page, 'GET', `/hardware/index?${query}`)) as {
      data: (AnsweringDevice & { site_id: number | null })[]
    }
    const found = data.filter((device) => device.site_id !== null).slice(0, count)
    if (found.length === count) return found
    await page.waitForTimeout(2000)
  }
}

/** The first device of a kind that replies, once there is one. */
export async function firstAnswering(page: Page, kind: string): Promise<AnsweringDevice> {
  const [device] = await allAnswering(page, kind, 1)
  return device as AnsweringDevice
}

/** Id of the first row in a router's menu (`ip/dhcp-server/index?…`), as used in addresses of pages. */
export async function firstRow(page: Page, { id }: AnsweringDevice, menu: string): Promise<string> {
  const { data } = (await api(page, 'GET', `/hardware/control/${id}/${menu}`)) as { data: { id: string }[] }
  const [row] = data
  if (row === undefined) throw new Error(`The device has no row in ${menu}`)
  return encodeURIComponent(row.id)
}
