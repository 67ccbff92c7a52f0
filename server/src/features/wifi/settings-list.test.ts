import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'
import {
  createWifiReading,
  sampleNetwork,
  sampleAccessPoint,
  sampleSystem,
} from '../../testing/devices/create-wifi-reading.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall
let site: number, controller: number

const secret = 'a secret of many words'
const path = (rest: string) => `/site/${site}/wifi/setting/${rest}`

beforeAll(async () => {
  master = await fixture.as('master')
  site = (await master('POST', '/site/store', { name: 'Hotel', company_id: fixture.companies.client })).body.data.id
  controller = await fixture.device({ site_id: site, name: 'Controller', address: '10.0.0.1' })
  await fixture.panel.sql((tx) =>
    createWifiReading(tx, controller, [
      sampleSystem('wifi-capsman', {
        networks: [sampleNetwork('Home')],
        access_points: [sampleAccessPoint(1, { profile: 'Home' })],
      }),
    ]),
  )
})
afterAll(() => fixture.stop())

test('the list of networks supports search, filter, order and pages, and rejects unknown fields', async () => {
  const created: number[] = []
  for (const [ssid, extra] of [
    ['List attic', { encryption: 'open', passphrase: undefined }],
    ['List barn', { vlan_id: 40, hidden: true }],
    ['List cellar', { vlan_id: 41, is_enabled: false }],
  ] as const) {
    const reply = await master('POST', path('store'), {
      hardware_id: controller,
      stack: 'wifi-capsman',
      ssid,
      encryption: 'wpa2',
      passphrase: secret,
      ...extra,
    })
    expect(reply.status, reply.text).toBe(201)
    created.push(reply.body.data.id)
  }
  const names = async (query: string, call = master) => {
    const reply = await call('GET', path(`index?${query}`))
    expect(reply.status, reply.text).toBe(200)
    return reply.body.data.map(({ ssid }: { ssid: string }) => ssid)
  }
  expect(await names('search=list')).toEqual(['List attic', 'List barn', 'List cellar'])
  expect(await names('search=list&orderBy=ssid&sortedBy=desc')).toEqual(['List cellar', 'List barn', 'List attic'])
  expect(await names('search=list;vlan_id:41,40&searchFields=vlan_id:in')).toEqual(['List barn', 'List cellar'])
  expect(await names('search=list;encryption:open')).toEqual(['List attic'])
  expect(await names('search=list;is_enabled:0')).toEqual(['List cellar'])
  expect(await names(`search=id:${created[1]}`)).toEqual(['List barn'])
  expect(await names(`search=list&company=${fixture.companies.client}`)).toHaveLength(3)
  expect(await names(`search=list&company=${fixture.companies.sibling}`)).toEqual([])
  const page = await master('GET', path('index?search=list&page=2'))
  expect(page.body).toMatchObject({ data: [], meta: { pagination: { current_page: 2, per_page: 25, total: 3 } } })
  // Networks on other pages are still managed: they are not listed as unmanaged.
  expect(page.body.controllers.length).toBeGreaterThan(0)
  for (const query of ['unknown=1', 'search=nofield:1', 'orderBy=passphrase', 'perPage=24', 'page=0', 'sortedBy=up'])
    expect((await master('GET', path(`index?${query}`))).status, query).toBe(422)
  const { text } = await master('GET', path('index?export=csv&search=list'))
  expect(text.trim().split('\r\n')).toHaveLength(4)
  expect(text).not.toContain(secret)
})
