import type { Page } from 'playwright-core'
import { api } from './api.ts'

export interface Inventory {
  company: { id: number; name: string }
  site: number
  hardware: number
  licence: number
}

const idOf = (reply: unknown): number => (reply as { data: { id: number } }).data.id

/** A site of the demo's first client with a position, a device there, and a licence of the same company. */
export async function makeInventory(page: Page): Promise<Inventory> {
  const { data: clients } = (await api(page, 'GET', '/site/companies/list')) as {
    data: { id: number; name: string }[]
  }
  const { data: models } = (await api(page, 'GET', '/hardware/model/index')) as { data: { id: number }[] }
  const [company] = clients
  const [model] = models
  if (company === undefined || model === undefined) throw new Error('The demo has no client, or no model of hardware')
  const site = idOf(
    await api(page, 'POST', '/site/store', {
      name: 'Lighthouse',
      company_id: company.id,
      city: 'Whitby',
      latitude: 54.4777,
      longitude: -0.5684,
      contact_name: 'Ida Tal',
    }),
  )
  const hardware = idOf(
    await api(page, 'POST', '/hardware/store', {
      name: 'Lamp room',
      model: model.id,
      serial_number: 'LAMP0001',
      site_id: site,
    }),
  )
  const licence = idOf(
    await api(page, 'POST', '/licence/store', {
      company_id: company.id,
      category: 'hardware',
      type: 'subscription',
      expires_on: new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10),
      status: 'active',
    }),
  )
  return { company, site, hardware, licence }
}
