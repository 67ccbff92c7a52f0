import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { makeInventoryRow } from '../../testing/matrix/inventory-fixture.ts'
import { replied } from '../../testing/messages.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, editor: ApiCall, client: ApiCall, sibling: ApiCall

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  editor = await fixture.as('master', 'editor')
  client = await fixture.as('client')
  sibling = await fixture.as('sibling')
})
afterAll(() => fixture?.panel.stop())

let serial = 0
const store = async (body: object = {}, call = master): Promise<number> => {
  const reply = await call('POST', '/site/store', {
    company_id: fixture.companies.client,
    name: `Site ${++serial}`,
    ...body,
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}
const device = (company: keyof Fixture['companies']) =>
  fixture.panel.sql((tx) => makeInventoryRow(tx, 'hardware', fixture.companies[company]))
const run = (statement: ReturnType<typeof sql>) => fixture.panel.sql((tx) => statement.execute(tx))
const add = (siteId: number, hardwareIds: number[], call = master) =>
  call('PUT', `/site/${siteId}/hardware/add`, { hardwareIds })
const placed = async (id: number) =>
  (
    await fixture.panel.sql((tx) =>
      sql<{
        company_id: number
        site_id: number | null
      }>`select company_id, site_id from hardware where id = ${id}`.execute(tx),
    )
  ).rows[0]

describe('the owner of a site', () => {
  test('is always a client', async () => {
    const { status, body } = await master('POST', '/site/store', { name: 'X', company_id: fixture.companies.reseller })
    expect([status, body.error.messages]).toEqual([422, { company_id: replied('site.client_required') }])
  })

  test('a client changes its own sites, and neither creates nor deletes any', async () => {
    const id = await store()
    expect((await client('PUT', `/site/${id}/update`, { notes: 'Ring twice' })).status).toBe(200)
    expect((await client('POST', '/site/store', { name: 'Mine' })).status).toBe(403)
    expect((await client('DELETE', `/site/${id}/destroy`)).status).toBe(403)
  })

  test('a name is unique within a company', async () => {
    await store({ name: 'Head office' })
    const again = await master('POST', '/site/store', { name: 'HEAD office', company_id: fixture.companies.client })
    expect([again.status, again.body.error.messages]).toEqual([409, { name: replied('site.name_taken') }])
    await store({ name: 'Head office', company_id: fixture.companies.foreign }, sibling)
  })

  test('the time zone defaults to that of the company', async () => {
    await run(sql`update company set time_zone = 'Europe/Zurich' where id = ${fixture.companies.client}`)
    expect((await master('GET', `/site/${await store()}/show`)).body.data).toMatchObject({
      time_zone: 'Europe/Zurich',
      path: [{ name: 'Master' }, { name: 'Reseller' }, { name: 'Client' }],
    })
    const id = await store({ time_zone: 'UTC' })
    expect((await master('GET', `/site/${id}/show`)).body.data.time_zone).toBe('UTC')
  })

  test('a position is complete or absent', async () => {
    const id = await store({ latitude: 51.5, longitude: 0 })
    const half = await master('PUT', `/site/${id}/update`, { latitude: null })
    expect(half.body.error.messages).toEqual({ latitude: replied('site.position_incomplete') })
    const none = await master('PUT', `/site/${id}/update`, { latitude: null, longitude: null })
    expect(none.body.data).toMatchObject({ latitude: null, longitude: null })
  })

  test('lookups: sites of a company, and the clients that can own one', async () => {
    const id = await store({ name: 'Lookout' })
    const found = (await client('GET', '/site/list?query=lookout')).body.data
    expect(found).toEqual([{ id, name: 'Lookout', path: 'Client' }])
    expect((await sibling('GET', '/site/list?query=lookout')).body.data).toEqual([])
    const of = (company: number) => provider('GET', `/site/list?query=lookout&company_id=${company}`)
    expect((await of(fixture.companies.client)).body.data).toHaveLength(1)
    expect((await of(fixture.companies.foreign)).body.data).toEqual([])
    const companies = (await master('GET', '/site/companies/list')).body.data
    expect(companies.map((row: { name: string; type: string }) => [row.name, row.type])).toEqual([['Client', 'client']])
    const options = (await master('GET', '/site/options')).body.data
    expect(options.onlineStatuses).toHaveLength(4)
    expect(options.countries.length).toBeGreaterThan(200)
  })
})

describe('assigning devices to a site', () => {
  test('from its company or an ancestor; the device is transferred to the company', async () => {
    const site = await store()
    const [own, above] = [await device('client'), await device('reseller')]
    const { status, body } = await add(site, [above, own], editor)
    expect([status, body.data]).toEqual([200, [own, above].sort((a, b) => a - b).map((id) => ({ id, ok: true }))])
    for (const id of [own, above])
      expect(await placed(id)).toEqual({ company_id: fixture.companies.client, site_id: site })
    expect((await master('GET', `/site/${site}/show`)).body.data).toMatchObject({
      hardware_count: 2,
      status: 'unknown',
    })
    // Idempotent.
    expect((await add(site, [own])).body.data).toEqual([{ id: own, ok: true }])
  })

  test('not from another site: it must be removed from there first', async () => {
    const [site, other] = [await store({ name: 'Where it stands' }), await store()]
    const [there, free] = [await device('client'), await device('client')]
    await add(site, [there])
    const { body } = await add(other, [there, free])
    expect(body.data).toEqual([
      {
        id: there,
        ok: false,
        code: 'conflict',
        ...replied('hardware.at_other_site', { site: 'Where it stands' }),
      },
      { id: free, ok: true },
    ])
    expect((await placed(there))?.site_id).toBe(site)
  })

  test('not from another branch, from the trash or invisible', async () => {
    const site = await store()
    const foreign = await device('foreign')
    expect((await add(site, [foreign], provider)).body.data).toEqual([
      {
        id: foreign,
        ok: false,
        code: 'conflict',
        ...replied('hardware.company_not_above_site'),
      },
    ])
    const trashed = await device('client')
    await run(sql`update hardware set deleted_at = now() where id = ${trashed}`)
    for (const id of [foreign, trashed, 4_000_000_000, await device('provider')])
      expect((await add(site, [id])).body.error.messages).toEqual({
        'hardwareIds.0': replied('row.missing', { kind: 'hardware' }),
      })
    expect((await add(site, [await device('client')], client)).status).toBe(403)
    expect((await add(site, [await device('foreign')], sibling)).status).toBe(404)
    const gone = await store()
    await master('DELETE', `/site/${gone}/destroy`)
    expect((await add(gone, [await device('client')])).status).toBe(409)
  })

  test('status and counts follow', async () => {
    const site = await store()
    const [a, b] = [await device('client'), await device('client')]
    await add(site, [a, b])
    const status = async () => (await client('GET', `/site/${site}/show`)).body.data.status
    await run(sql`update hardware set is_online = true where id = ${a}`)
    expect(await status()).toBe('partial')
    await run(sql`update hardware set is_online = true where id = ${b}`)
    expect(await status()).toBe('online')
    await run(sql`update hardware set is_online = false where id in (${a}, ${b})`)
    expect(await status()).toBe('offline')
    expect(
      (await master('GET', `/site/index?search=status:offline;id:${site}`)).body.data.map(
        ({ id, hardware_count, online_count }: Record<string, number>) => [id, hardware_count, online_count],
      ),
    ).toEqual([[site, 2, 0]])
  })

  test('lists: that of the site, and that of all sites', async () => {
    const site = await store()
    const [here, nowhere] = [await device('client'), await device('client')]
    await add(site, [here])
    const ids = (reply: { body: { data: { id: number }[] } }) => reply.body.data.map(({ id }) => id)
    expect(ids(await client('GET', `/site/${site}/hardware/index`))).toEqual([here])
    expect((await sibling('GET', `/site/${site}/hardware/index`)).status).toBe(404)
    const all = ids(await client('GET', '/site/hardware/index?perPage=200'))
    expect(all).toContain(here)
    expect(all).not.toContain(nowhere)
    expect(ids(await sibling('GET', '/site/hardware/index?perPage=200'))).toEqual([])
  })
})

test('the summary counts devices and dependent rows', async () => {
  const site = await store()
  const ids = [await device('client'), await device('client'), await device('client')]
  await add(site, ids)
  await run(
    sql`update hardware set is_online = id = ${ids[0]}, warranty_expiry_at = current_date + 30 where id in (${ids[0]}, ${ids[1]})`,
  )
  const tariff = (await master('POST', '/network/tariff/store', { name: 'Home' })).body.data.id
  const service = await master('POST', '/network/service/store', {
    company_id: fixture.companies.client,
    site_id: site,
    username: 'at-the-site',
    password: 'correct horse',
    tariff_id: tariff,
  })
  expect(service.status, service.text).toBe(201)
  const { body } = await client('GET', `/site/${site}/summary`)
  expect(body.data).toMatchObject({
    site: { id: site, status: 'partial' },
    hardware: { total: 3, online: 1, offline: 1, unknown: 1, kinds: [{ kind: 'router', total: 3 }] },
    services: { total: 1, active: 1, online: 0 },
    warranties: 2,
  })
  expect(body.data.hardware.first.map((row: { id: number }) => row.id).sort()).toEqual([...ids].sort())
  expect((await sibling('GET', `/site/${site}/summary`)).status).toBe(404)
})

describe('deletion', () => {
  test('a site can be deleted if it has no live rows', async () => {
    const site = await store()
    const here = await device('client')
    await add(site, [here])
    const { status, body } = await master('DELETE', `/site/${site}/destroy`)
    expect(status).toBe(409)
    const contents = [message('row.count', { kind: 'hardware', count: 1 })]
    expect(body.error).toMatchObject(replied('site.not_empty', { contents }))
    expect(body.error.message).toBe('This site still has 1 device.')
    expect(body.error.details).toMatchObject({ hardware: 1, services: 0, holders: [{ kind: 'hardware', id: here }] })
    await run(sql`update hardware set deleted_at = now() where id = ${here}`)
    expect((await master('DELETE', `/site/${site}/destroy`)).status).toBe(204)
    expect((await master('PUT', `/site/${site}/recover`)).status).toBe(200)
  })

  test('it is not restored if its name is in use, or its company is in the trash', async () => {
    const first = await store({ name: 'Taken' })
    await master('DELETE', `/site/${first}/destroy`)
    await store({ name: 'taken' })
    expect((await master('PUT', `/site/${first}/recover`)).body.error.messages).toEqual({
      name: replied('site.name_taken'),
    })
    const other = await store()
    await master('DELETE', `/site/${other}/destroy`)
    await run(sql`update company set deleted_at = now() where id = ${fixture.companies.client}`)
    expect((await master('PUT', `/site/${other}/recover`)).body.error).toMatchObject(
      replied('row.in_trash', { name: 'Client' }),
    )
    await run(sql`update company set deleted_at = null where id = ${fixture.companies.client}`)
  })
})
