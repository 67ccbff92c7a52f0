import type { Page } from 'playwright-core'
import { api } from './api.ts'

/** A device of the demo at a site, with the fields that tests use. */
export interface AnsweringDevice {
  id: number
  name: string
  site_id: number
  kind: string
  serial_number: string
  routeros_version: string | null
}

/**
 * The first `count` devices of a kind at a site that reply to the poller, once there are so many: the simulated
 * routers of the demo start after the first page.
 */
export async function allAnswering(page: Page, kind: string, count: number, order = ''): Promise<AnsweringDevice[]> {
  const query = `search=kind:${kind};online_status:online&searchFields=kind:=;online_status:=&searchJoin=and&perPage=100`
  for (;;) {
    const { data } = (await api(page, 'GET', `/hardware/index?${query}${order}`)) as {
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

/**
 * A device of a kind whose configuration nobody else changes: in its first minutes the demo writes access lists to the
 * routers of its oldest sites.
 * @param version start of its version of RouterOS
 */
export async function undisturbedDevice(page: Page, kind: string, version: string): Promise<AnsweringDevice> {
  for (;;) {
    const devices = await allAnswering(page, kind, 8, '&orderBy=id&sortedBy=desc')
    const device = devices.find((one) => one.routeros_version?.startsWith(version) === true)
    if (device !== undefined) return device
    await page.waitForTimeout(2000)
  }
}

/** Id of the first row in a router's menu (`ip/dhcp-server/index?…`), as used in addresses of pages. */
export async function firstRow(page: Page, { id }: AnsweringDevice, menu: string): Promise<string> {
  const { data } = (await api(page, 'GET', `/hardware/control/${id}/${menu}`)) as { data: { id: string }[] }
  const [row] = data
  if (row === undefined) throw new Error(`The device has no row in ${menu}`)
  return encodeURIComponent(row.id)
}
