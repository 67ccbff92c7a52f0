import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { makeInventoryRow, type InventoryKind } from '../../testing/matrix/inventory-fixture.ts'
import { makeOwnedRow } from '../../testing/matrix/owned-rows.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { replied } from '../../testing/messages.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, client: ApiCall
let tariff: number

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  client = await fixture.as('client')
  tariff = (await provider('POST', '/network/tariff/store', { name: 'Home' })).body.data.id
})
afterAll(() => fixture?.panel.stop())

const seed = (kind: InventoryKind | 'site', company: keyof Fixture['companies']) =>
  fixture.panel.sql((tx) =>
    kind === 'site'
      ? makeOwnedRow(tx, kind, fixture.companies[company])
      : makeInventoryRow(tx, kind, fixture.companies[company]),
  )
let serial = 0
const store = (kind: 'service' | 'vpn-dialup', more: object, call = master) =>
  call('POST', `/network/${kind}/store`, {
    company_id: fixture.companies.client,
    username: `place-${++serial}`,
    password: 'correct horse',
    tariff_id: tariff,
    ...more,
  })
const fields = (reply: { body: { error?: { messages?: object } } }) => reply.body.error?.messages

test('a service is at a site of its own company', async () => {
  const [site, other] = [await seed('site', 'client'), await seed('site', 'foreign')]
  const { body } = await store('service', { site_id: site })
  const shown = (await client('GET', `/network/service/${body.data.id}/show`)).body.data
  expect([shown.site_id, typeof shown.site_name, shown.hardware_id]).toEqual([site, 'string', null])
  const listed = await master('GET', `/network/service/index?search=site_id:${site}`)
  expect(listed.body.data.map((row: { id: number }) => row.id)).toEqual([body.data.id])
  expect(fields(await store('service', { site_id: other }, provider))).toEqual({
    site_id: replied('reference.other_company'),
  })
  expect(fields(await store('service', { site_id: other }))).toEqual({
    site_id: replied('row.missing', { kind: 'site' }),
  })
  const away = await master('PUT', `/network/service/${body.data.id}/update`, { site_id: null })
  expect(away.body.data).toMatchObject({ site_id: null, site_name: null })
  expect(fields(await store('vpn-dialup', { site_id: site }))).toEqual({
    site_id: replied('service.dialup_site'),
  })
})

test('a dial-up is for a device of its company, an ancestor or a descendant', async () => {
  const [own, above, foreign] = [
    await seed('hardware', 'client'),
    await seed('hardware', 'reseller'),
    await seed('hardware', 'foreign'),
  ]
  const { body } = await store('vpn-dialup', { hardware_id: own })
  expect((await master('GET', `/network/vpn-dialup/${body.data.id}/show`)).body.data.hardware_id).toBe(own)
  const shared = (await store('vpn-dialup', { hardware_id: above })).body.data.id
  // The name of an invisible device is not revealed.
  expect((await client('GET', `/network/vpn-dialup/${shared}/show`)).body.data).toMatchObject({
    hardware_id: above,
    hardware_name: null,
  })
  expect((await store('vpn-dialup', { hardware_id: own, company_id: fixture.companies.master })).status).toBe(201)
  expect(fields(await store('vpn-dialup', { hardware_id: foreign }, provider))).toEqual({
    hardware_id: replied('reference.unrelated_company'),
  })
  expect(fields(await store('service', { hardware_id: own }))).toEqual({
    hardware_id: replied('service.dialup_device'),
  })
})

test('the device of a NAS is in the same branch; it cannot move to a site of another branch', async () => {
  const [device, foreign] = [await seed('hardware', 'provider'), await seed('hardware', 'foreign')]
  const nas = (hardware_id: number) =>
    provider('POST', '/network/nas/store', {
      company_id: fixture.companies.sibling,
      name: 'Tower',
      address: `192.0.2.${++serial}`,
      hardware_id,
    })
  const { body } = await nas(device)
  expect((await provider('GET', `/network/nas/${body.data.id}/show`)).body.data.hardware_id).toBe(device)
  expect((await nas(foreign)).status).toBe(201)
  expect(fields(await nas(await seed('hardware', 'client')))).toEqual({
    hardware_id: replied('reference.unrelated_company'),
  })
  const site = await seed('site', 'client')
  const put = await provider('PUT', `/site/${site}/hardware/add`, { hardwareIds: [device] })
  expect(put.body.data[0]).toMatchObject({ id: device, ok: false, code: 'conflict' })
  expect(put.body.data[0]).toMatchObject({
    reason: 'hardware.in_use',
    params: { holders: [{ reason: 'hardware.holder', params: { kind: 'nas', name: 'Tower' } }] },
  })
})
